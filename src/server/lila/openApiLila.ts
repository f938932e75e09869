import type { RuleSet } from '../../rules/ruleset.ts';
import type { Limits } from '../limits.ts';
import { json, problem } from '../openApiAnswers.ts';
import { lilaGames } from './variants.ts';

/** The routes of lila-tablebase in OpenAPI 3.1, none if it has none of these games. */
export function lilaPaths(rules: readonly RuleSet[], { rate }: Limits) {
  const names = [...lilaGames(rules, (game) => game).keys()];
  if (names.length === 0) return {};
  const parameters = [
    {
      name: 'variant',
      in: 'path',
      required: true,
      description: 'The game; standard is chess',
      schema: { enum: names },
    },
    {
      name: 'fen',
      in: 'query',
      required: true,
      description: 'The position, with spaces or underscores between the fields',
      schema: { type: 'string' },
      example: '4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1',
    },
  ];
  const refusals = {
    400: problem('No position'),
    404: problem('No table has the position, or there is no such game'),
    429: problem(`More than ${rate} positions a second; Retry-After says when to ask again`),
  };
  return {
    '/lila/{variant}': {
      get: {
        summary: 'A position, as lila-tablebase answers it',
        parameters,
        responses: { 200: json('What the tables say', position), ...refusals },
      },
    },
    '/lila/{variant}/mainline': {
      get: {
        summary: 'Best play by distance to the end, until the 50-move rule ends the game',
        parameters,
        responses: { 200: json('The line', mainline), ...refusals },
      },
    },
  };
}

const unknown = { type: 'null', description: 'Not in our tables' };
const sign = 'negative for the side that loses, 0 for draws and where the game is over';

/** What `dtm` and `dtw` are; `other`: what becomes of the one that a game does not have. */
function distances(other: 'null' | 'absent') {
  const type = other === 'null' ? ['integer', 'null'] : 'integer';
  const toMate = `Plies to mate, or to the explosion of a king: ${sign}; ${other} in antichess`;
  const toWin = `Plies to the win in antichess: ${sign}; ${other} in other games`;
  return { dtm: { type, description: toMate }, dtw: { type, description: toWin } };
}

const fields = {
  checkmate: { type: 'boolean' },
  stalemate: { type: 'boolean' },
  variant_win: {
    type: 'boolean',
    description: 'The side to move has won: it has no piece or no move left in antichess',
  },
  variant_loss: {
    type: 'boolean',
    description: 'The side to move has lost: its king has exploded in atomic chess',
  },
  insufficient_material: { type: 'boolean' },
  dtz: unknown,
  precise_dtz: unknown,
  dtc: unknown,
  ...distances('null'),
  category: {
    enum: ['win', 'maybe-win', 'draw', 'maybe-loss', 'loss'],
    description:
      'For the side to move; maybe: the 50-move rule may end the game first, by the distance plus the half-move clock above 100',
  },
};

const move = {
  type: 'object',
  description: 'Values are those of the position after the move, for the opponent.',
  properties: {
    uci: { type: 'string' },
    san: { type: 'string' },
    zeroing: { type: 'boolean', description: 'A capture or a pawn move' },
    conversion: { type: 'boolean', description: 'A capture or a promotion' },
    ...fields,
  },
};

const position = {
  type: 'object',
  properties: {
    ...fields,
    moves: { type: 'array', description: 'Best first', items: move },
  },
};

const mainline = {
  type: 'object',
  properties: {
    dtz: unknown,
    precise_dtz: unknown,
    ...distances('absent'),
    mainline: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          uci: { type: 'string' },
          san: { type: 'string' },
          dtz: unknown,
          precise_dtz: unknown,
          ...distances('absent'),
        },
      },
    },
    winner: { enum: ['w', 'b', null], description: 'Null: drawn, or ended by the 50-move rule' },
  },
};
