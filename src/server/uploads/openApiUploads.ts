import type { RuleSet } from '../../rules/ruleset.ts';
import { json, problem } from '../openApiAnswers.ts';

/** `GET /tables`. */
export function tableList() {
  return {
    summary: 'Which tables there are, by rule set',
    parameters: [
      {
        name: 'Authorization',
        in: 'header',
        description: 'With Bearer TOKEN: may this client upload? The answer has Upload-Limit if so',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: {
        ...json('Lists of tables', { $ref: '#/components/schemas/Tables' }),
        headers: {
          'Upload-Limit': header('max-size=BYTES, of a table, for a client with the right token'),
        },
      },
      401: problem('A wrong token, of a server that takes tables'),
      429: problem('Too many wrong tokens; Retry-After says when to ask again'),
    },
  };
}

/** `PUT /tables/{rules}/{file}`. */
export function uploadOperation(rules: readonly RuleSet[]) {
  const goesOn = 'Upload-Offset says where the upload goes on';
  return {
    summary: 'Uploads a table’s file, whole or in pieces, to a server started with --accept',
    parameters: [
      {
        ...{ name: 'rules', in: 'path', required: true },
        schema: { enum: rules.map(({ folder }) => folder) },
      },
      {
        ...{ name: 'file', in: 'path', required: true },
        ...{ schema: { type: 'string' }, example: 'KQvk.mtb' },
      },
      {
        ...{ name: 'Authorization', in: 'header', required: true },
        ...{ schema: { type: 'string' }, example: 'Bearer TOKEN' },
      },
      {
        ...{ name: 'Repr-Digest', in: 'header', required: true },
        description: 'Of the whole file (RFC 9530)',
        ...{ schema: { type: 'string' }, example: 'sha-256=:BASE64:' },
      },
      {
        ...{ name: 'Content-Range', in: 'header' },
        description: 'The piece that comes; with * and an empty body: how far is the upload?',
        ...{ schema: { type: 'string' }, example: 'bytes 0-8388607/20000000' },
      },
    ],
    requestBody: {
      content: {
        'application/octet-stream': { schema: { type: 'string', contentEncoding: 'binary' } },
      },
    },
    responses: {
      200: json('The table was there, with the same bytes', stored),
      201: json('The table is there now', stored),
      202: {
        ...json(`Bytes are missing, or the table is still being checked; ${goesOn}`, goingOn),
        headers: { 'Upload-Offset': header('Bytes that the server has') },
      },
      400: problem('No digest, or a range that does not fit the body'),
      401: problem('No token, or a wrong one'),
      404: problem('No such game or table'),
      405: problem('This server takes no tables'),
      409: problem(
        `Another file has this name (conflict), a subtable is missing (missing-table), or the piece begins elsewhere (offset; ${goesOn})`,
      ),
      411: problem('No Content-Length'),
      413: problem('Larger than the server takes, or than such a table can be'),
      422: problem('The file is damaged, of another table or game, or has wrong values'),
      429: problem('Too many wrong tokens; Retry-After says when to ask again'),
      503: problem('Too many uploads at once, or another of this table; ask again'),
      507: problem('No space left on the server'),
    },
  };
}

const bytes = { type: 'integer' };
const stored = {
  type: 'object',
  properties: { sha256: { type: 'string', description: 'In hexadecimal' }, bytes },
};
const goingOn = {
  type: 'object',
  properties: { received: { type: 'integer' }, bytes },
};

function header(description: string) {
  return { description, schema: { type: 'string' } };
}
