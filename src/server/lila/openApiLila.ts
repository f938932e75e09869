import type { Limits } from '../limits.ts';
import { json, problem } from '../openApiAnswers.ts';

/** The routes of lila-tablebase in OpenAPI 3.1. */
export function lilaPaths({ rate }: Limits) {
  const parameters = [
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
    404: problem('No table has the position'),
    429: problem(`More than ${rate} positions a second; Retry-After says when to ask again`),
  };
  return {
    '/lila/standard': {
      get: {
        summary: 'A position of chess, as lila-tablebase answers it',
        parameters,
        responses: { 200: json('What the tables say', position), ...refusals },
      },
    },
    '/lila/standard/mainline': {
      get: {
        summary: 'Best play by distance to mate, until the 50-move rule ends the game',
        parameters,
        responses: { 200: json('The line', mainline), ...refusals },
      },
    },
  };
}

const unknown = { type: 'null', description: 'Not in our tables' };
const dtm = {
  type: 'integer',
  description: 'Plies to mate: negative for the side that is mated, 0 for draws and mate itself',
};

const fields = {
  checkmate: { type: 'boolean' },
  stalemate: { type: 'boolean' },
  variant_win: { const: false },
  variant_loss: { const: false },
  insufficient_material: { type: 'boolean' },
  dtz: unknown,
  precise_dtz: unknown,
  dtc: unknown,
  dtm,
  dtw: unknown,
  category: {
    enum: ['win', 'maybe-win', 'draw', 'maybe-loss', 'loss'],
    description:
      'For the side to move; maybe: the 50-move rule may end the game first, by |dtm| plus the half-move clock above 100',
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
    dtm,
    mainline: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          uci: { type: 'string' },
          san: { type: 'string' },
          dtz: unknown,
          precise_dtz: unknown,
          dtm,
        },
      },
    },
    winner: { enum: ['w', 'b', null], description: 'Null: drawn, or ended by the 50-move rule' },
  },
};
