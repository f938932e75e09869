import type { RuleSet } from '../rules/ruleset.ts';
import type { GameLimits } from './games/limits.ts';
import { lilaPaths } from './lila/openApiLila.ts';
import type { Limits } from './limits.ts';
import { json, problem } from './openApiAnswers.ts';
import { gameList, gamePaths } from './openApiGames.ts';
import { queuePaths } from './openApiQueue.ts';
import { tableList, uploadOperation } from './uploads/openApiUploads.ts';

/** What the description depends on. */
export interface Described {
  readonly version: string;
  readonly rules: readonly RuleSet[];
  readonly limits: Limits;
  /** Is there a page at the root? */
  readonly page: boolean;
  /** Undefined if there are no games by link. */
  readonly games: GameLimits | undefined;
  /** Does it show a queue? */
  readonly queue: boolean;
}

/** The API in OpenAPI 3.1. */
export function openApi({ version, rules, limits, page, games, queue }: Described) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'metatb',
      version,
      summary: `Exact endgame tables by distance to the end: ${rules.map(({ title }) => title).join(', ')}`,
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    paths: {
      ...(page ? pagePaths : {}),
      ...Object.fromEntries(rules.map((each) => [`/${each.name}`, positions(each, limits)])),
      ...lilaPaths(rules, limits),
      '/tables': {
        get: tableList(),
      },
      '/tables/{rules}/{file}': {
        get: {
          summary: 'A table’s file, whole or in part',
          parameters: [
            {
              name: 'rules',
              in: 'path',
              required: true,
              schema: { enum: rules.map(({ folder }) => folder) },
            },
            {
              name: 'file',
              in: 'path',
              required: true,
              schema: { type: 'string' },
              example: 'KQvk.mtb',
            },
            { name: 'Range', in: 'header', schema: { type: 'string' }, example: 'bytes=0-16383' },
          ],
          responses: {
            200: { description: 'The whole file, with an ETag', content: binary },
            206: { description: 'The part asked for', content: binary },
            304: { description: 'Unchanged (If-None-Match)' },
            404: problem('There is no such table'),
            412: problem('The file is another one by now (If-Match)'),
            416: { description: 'The file has no such part' },
          },
        },
        put: uploadOperation(rules),
      },
      '/health': {
        get: {
          summary: 'Is the server there?',
          responses: {
            200: json('It is', {
              type: 'object',
              properties: {
                status: { const: 'ok' },
                version: { type: 'string' },
                uptime: { type: 'integer', description: 'Seconds' },
              },
            }),
          },
        },
      },
      '/openapi.json': {
        get: {
          summary: 'This description',
          responses: { 200: json('In OpenAPI 3.1', { type: 'object' }) },
        },
      },
      '/games': gameList(),
      ...(games ? gamePaths(rules, games) : {}),
      ...(queue ? queuePaths(page) : {}),
    },
    components: { schemas },
  };
}

const pagePaths = {
  '/': {
    get: {
      summary: 'The board, for browsers; its other files lie beside it',
      responses: {
        200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
        304: { description: 'Unchanged (If-None-Match)' },
      },
    },
  },
};

function positions({ name, title }: RuleSet, { batch, body, rate }: Limits) {
  const limited = problem(
    `More than ${rate} positions a second; Retry-After says when to ask again`,
  );
  return {
    get: {
      summary: `A position of ${title} and every move in it`,
      parameters: [
        {
          name: 'fen',
          in: 'query',
          required: true,
          description: 'The position, with spaces or underscores between the fields',
          schema: { type: 'string' },
          example: '8/8/8/2K5/k7/8/4Q3/8_b_-_-_0_1',
        },
      ],
      responses: {
        200: json('What the tables say', { $ref: '#/components/schemas/Position' }),
        400: problem('No position'),
        404: problem('The table that knows is not there'),
        422: problem('Castling rights, a stock that fits no table, or more men than tables have'),
        429: limited,
      },
    },
    post: {
      summary: `Up to ${batch} positions at once`,
      operationId: `${name}Batch`,
      requestBody: {
        required: true,
        description: `At most ${body} bytes`,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['fens'],
              properties: {
                fens: { type: 'array', maxItems: batch, items: { type: 'string' } },
              },
            },
          },
        },
      },
      responses: {
        200: json('One entry a FEN, in their order', {
          type: 'object',
          properties: {
            positions: {
              type: 'array',
              items: {
                oneOf: [
                  { $ref: '#/components/schemas/Position' },
                  { $ref: '#/components/schemas/Problem' },
                ],
              },
            },
          },
        }),
        400: problem('A body that is no list of positions'),
        413: problem('The body is too large'),
        429: limited,
      },
    },
  };
}

const worth = {
  wdl: { enum: [1, 0, -1], description: 'Won, drawn, lost' },
  dtm: {
    type: 'integer',
    description: 'Plies to the end under best play; 0 where the game is over or drawn',
  },
  category: { enum: ['win', 'draw', 'loss'] },
};

const worthOrNull = Object.fromEntries(
  Object.entries(worth).map(([key, schema]) => [key, { oneOf: [schema, { type: 'null' }] }]),
);

const endings = {
  checkmate: {
    type: 'boolean',
    description: 'No legal move, and attacked: mated, by chess or by the rules (metacheckmate)',
  },
  stalemate: { type: 'boolean', description: 'No legal move, and not attacked' },
  over: { type: ['string', 'null'], description: 'The name of the end, if the game is over' },
};

const schemas = {
  Position: {
    type: 'object',
    description:
      'Values are those of the side to move; null if the game is over by what stands on the board, as no table holds that.',
    required: [
      'fen',
      'rules',
      'table',
      'fiftyMoves',
      'turn',
      'wdl',
      'dtm',
      'category',
      'check',
      'checkmate',
      'stalemate',
      'over',
      'moves',
    ],
    properties: {
      fen: { type: 'string' },
      rules: { type: 'string' },
      table: { type: ['string', 'null'], description: 'The table that knows' },
      fiftyMoves: {
        enum: ['safe', 'may-end-first'],
        description:
          'Tables ignore the 50-move rule: may it end the game before the value comes true?',
      },
      turn: { enum: ['white', 'black'] },
      ...worthOrNull,
      check: { type: 'boolean' },
      metacheck: { type: 'boolean', description: 'Only in games that have it' },
      ...endings,
      moves: {
        type: 'array',
        description: 'Best first; moves that the rules forbid last',
        items: { $ref: '#/components/schemas/Move' },
      },
    },
  },
  Move: {
    type: 'object',
    description:
      'Values are the mover’s, counted from the position before the move; a forbidden move has none.',
    properties: {
      uci: { type: 'string' },
      san: { type: 'string' },
      legal: { type: 'boolean', description: 'False: chess allows it, the rules do not' },
      ...worth,
      ...endings,
      refutation: {
        type: 'object',
        description: 'The mate that a forbidden move would let happen',
        properties: { uci: { type: 'string' }, san: { type: 'string' } },
      },
    },
  },
  Tables: {
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          table: { type: 'string' },
          bytes: { type: 'integer' },
          path: { type: 'string' },
        },
      },
    },
  },
  Problem: {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

const binary = {
  'application/octet-stream': { schema: { type: 'string', contentEncoding: 'binary' } },
};
