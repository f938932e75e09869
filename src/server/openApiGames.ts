import type { RuleSet } from '../rules/ruleset.ts';
import { bodyOf, type GameLimits } from './games/limits.ts';
import { MOST_INCREMENT, MOST_SECONDS } from './games/messages.ts';
import { MOST_NAME } from './games/playerName.ts';
import { json, problem } from './openApiAnswers.ts';

/** The list of games in OpenAPI 3.1. */
export function gameList() {
  const game = { name: { type: 'string' }, title: { type: 'string' } };
  const required = Object.keys(game);
  const items = { type: 'object', required, properties: { ...game, variant } };
  const properties = { games: { type: 'array', items } };
  return {
    get: {
      summary: 'The games that this server knows by name',
      responses: {
        200: json('Games, the default first', { type: 'object', required: ['games'], properties }),
      },
    },
  };
}

/** Games by link in OpenAPI 3.1; their messages are in `protocol.ts`. */
export function gamePaths(rules: readonly RuleSet[], limits: GameLimits) {
  return {
    '/games': {
      ...gameList(),
      post: {
        summary: 'Begins a game by link',
        requestBody: {
          required: true,
          description: `At most ${bodyOf(limits)} bytes`,
          content: { 'application/json': { schema: newGame(rules, limits) } },
        },
        responses: {
          201: json('It is begun', createdGame),
          400: problem(
            'No game that could be begun; the code variant: its description, and at which line',
          ),
          403: problem('Asked by a page of another site'),
          413: problem('The body is too large'),
          429: problem(`More than ${limits.gameRate} new games a minute`),
          503: problem('The server has no room for more games, or could not write it down'),
        },
      },
    },
    '/games/{id}': {
      get: {
        summary: 'How a game by link stands',
        parameters: [{ name: 'id', in: 'path', required: true, schema: gameId }],
        responses: {
          200: json('How it stands', gameSummary()),
          404: problem('There is no such game, or it has been deleted'),
          429: problem(`More than ${limits.connectRate} games a second`),
          500: problem('The record of this game is damaged'),
        },
      },
    },
    '/games/{id}/socket': {
      get: {
        summary: 'A WebSocket to a game: its players and onlookers',
        description: `Messages are JSON objects of at most ${limits.message} bytes, join first.`,
        parameters: [{ name: 'id', in: 'path', required: true, schema: gameId }],
        responses: {
          101: { description: 'Connected' },
          403: { description: 'Asked by a page of another site' },
          404: { description: 'No such address' },
          429: { description: 'Too many connections of one visitor' },
          503: { description: 'The server has no room for more connections, or stops' },
        },
      },
    },
  };
}

const sides = ['white', 'black'];
const gameId = { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' };

const clockSettings = {
  type: 'object',
  description: 'Seconds for the game and seconds a move. Without it there is no clock',
  required: ['seconds', 'increment'],
  properties: {
    seconds: { type: 'integer', minimum: 1, maximum: MOST_SECONDS },
    increment: { type: 'integer', minimum: 0, maximum: MOST_INCREMENT },
  },
};

const variant = {
  type: 'string',
  description: 'What describes a game that is not built in: sections of a variants.ini',
};

function newGame(rules: readonly RuleSet[], limits: GameLimits) {
  return {
    type: 'object',
    properties: {
      rules: {
        type: 'string',
        default: rules[0]!.name,
        examples: rules.map(({ name }) => name),
        description:
          'A game of this server, which may have parameters (hutnik:Q=QN); with variant the section that is played',
      },
      variant: {
        type: 'string',
        description: `A game of one’s own: a section of a variants.ini and its parents, at most ${limits.variant} bytes`,
      },
      clock: clockSettings,
      color: {
        enum: [...sides, 'random'],
        default: 'random',
        description: 'The creator’s side',
      },
      name: {
        type: 'string',
        description: `The creator’s name for others to see, at most ${MOST_NAME} characters`,
      },
    },
  };
}

const createdGame = {
  type: 'object',
  required: ['id', 'seat', 'color', 'link'],
  properties: {
    id: { ...gameId, description: 'Whoever knows it may watch, and take the free seat' },
    seat: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'The secret of one’s own seat',
    },
    color: { enum: sides },
    link: { type: 'string', description: 'What to share, from the server’s root on' },
  },
};

function gameSummary() {
  const properties = {
    id: gameId,
    rules: { type: 'string' },
    clock: { oneOf: [clockSettings, { type: 'null' }] },
    plies: { type: 'integer', minimum: 0, description: 'Moves made so far, of both sides' },
    turn: { enum: sides },
    taken: {
      type: 'object',
      description: 'The seats that are taken',
      required: sides,
      properties: { white: { type: 'boolean' }, black: { type: 'boolean' } },
    },
    names: {
      type: 'object',
      description: 'Names that the players have given themselves',
      required: sides,
      properties: { white: { type: ['string', 'null'] }, black: { type: ['string', 'null'] } },
    },
    ending: {
      type: ['object', 'null'],
      description: 'Null while the game goes on',
      required: ['reason', 'winner', 'text'],
      properties: {
        reason: { type: 'string' },
        winner: { enum: [...sides, null] },
        text: { type: 'string' },
      },
    },
    rematch: {
      type: ['object', 'null'],
      description: 'The game that follows this one',
      required: ['id', 'link'],
      properties: { id: gameId, link: { type: 'string' } },
    },
  };
  const required = Object.keys(properties);
  return { type: 'object', required, properties: { ...properties, variant } };
}
