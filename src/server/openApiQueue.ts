import { json, problem } from './openApiAnswers.ts';

/** What a server shows of a queue in OpenAPI 3.1; `page`: has it pages, too? */
export function queuePaths(page: boolean) {
  return {
    '/queue': {
      get: {
        summary: 'Which tables many machines make, what is done, and what each machine makes now',
        responses: {
          200: json('As metatb queue status --json, and of this second', state),
          503: problem('The queue cannot be reached; ask again in a moment'),
        },
      },
    },
    ...(page ? { '/queue/': { get: pageOfIt } } : {}),
  };
}

const pageOfIt = {
  summary: 'A page that shows it, for browsers; its other files lie beside it',
  responses: {
    200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
  },
};

const text = { type: 'string' };
const number = { type: 'number' };
const milliseconds = { type: 'integer', description: 'Milliseconds since 1970' };
const share = { type: 'number', minimum: 0, maximum: 1 };
const bytes = { type: 'integer', description: 'Bytes' };

const table = {
  type: 'object',
  required: ['table', 'needs', 'bundle', 'memory', 'expectedSeconds', 'state'],
  properties: {
    table: text,
    needs: { type: 'array', items: text },
    bundle: { type: 'string', description: 'Tables that are made in one job have the same' },
    memory: bytes,
    expectedSeconds: number,
    state: { enum: ['done', 'running', 'ready', 'waiting', 'failed'] },
    machine: text,
    share,
    seconds: { type: ['number', 'null'], description: 'Null if it was in the store before' },
    bytes,
    sha256: text,
    at: milliseconds,
    problem: { type: 'object', properties: { code: text, message: text, text } },
  },
};

const game = {
  type: 'object',
  required: ['rules', 'title', 'fingerprint', 'tables'],
  properties: {
    rules: text,
    title: text,
    fingerprint: text,
    tables: { type: 'array', items: table },
  },
};

const machine = {
  type: 'object',
  required: ['name', 'version', 'threads', 'memory', 'since', 'made'],
  properties: {
    ...{ name: text, version: text, threads: { type: 'integer' }, memory: bytes },
    ...{ since: milliseconds, made: { type: 'integer' }, table: text, share, rules: text },
  },
};

const state = {
  type: 'object',
  required: ['games', 'machines', 'at'],
  properties: {
    games: { type: 'array', items: game },
    machines: { type: 'array', items: machine },
    at: milliseconds,
  },
};
