import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { fail, ok, type Problem, type Result } from '../../board/result.ts';
import { refusal } from '../answer.ts';
import { publicProblem, statusOf } from '../refusals.ts';
import type { UploadRequest, Uploads } from './uploads.ts';

type NodeContext = Context<{ Bindings: HttpBindings }>;

export interface UploadRouteOptions {
  /** Undefined if this server takes no tables. */
  readonly uploads: Uploads | undefined;
  readonly visitor: (c: Context) => string;
  readonly onError?: ((error: Error) => void) | undefined;
}

/** `PUT /tables/metachess/KQvk.mtb`: a piece of a table's file, or with an empty body the question how far it is. */
export function uploadRoutes(options: UploadRouteOptions): Hono<{ Bindings: HttpBindings }> {
  const { uploads, visitor } = options;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.put('/tables/:folder/:file', async (c) => {
    if (!uploads) {
      const message = 'this server takes no tables: metatb serve --accept does';
      c.header('Allow', 'GET, HEAD');
      return c.json(refusal({ code: 'no-uploads', message, text: '' }), 405);
    }
    const allowed = uploads.authorize(c.req.header('Authorization'), visitor(c));
    if (!allowed.ok) return refused(c, allowed.problem, options);
    const request = requestOf(c);
    if (!request.ok) return refused(c, request.problem, options);
    const done = await uploads.put(request.value);
    if (!done.ok) return refused(c, done.problem, options);
    const { sha256, total } = request.value;
    if (done.value.kind === 'stored') {
      return c.json({ sha256, bytes: total }, done.value.isNew ? 201 : 200);
    }
    const { received } = done.value;
    c.header('Upload-Offset', String(received));
    return c.json({ received, bytes: total }, 202);
  });
  return app;
}

/**
 * For the list of tables: with an Authorization, does this server take tables of the visitor? Returns the refusal of a wrong
 * token. Without one, and of a server that takes none, the list is as ever.
 */
export function tellLimit(c: Context, options: UploadRouteOptions): Response | undefined {
  const { uploads, visitor } = options;
  const authorization = c.req.header('Authorization');
  if (!uploads || authorization === undefined) return undefined;
  c.header('Cache-Control', 'no-store');
  const allowed = uploads.authorize(authorization, visitor(c));
  if (!allowed.ok) return refused(c, allowed.problem, options);
  c.header('Upload-Limit', `max-size=${uploads.limits.bytes}`);
  return undefined;
}

/** Errors: `upload`, of which the status is 400, and `length`. */
function requestOf(c: NodeContext): Result<UploadRequest> {
  const { folder = '', file = '' } = c.req.param() as { folder?: string; file?: string };
  const sha256 = digestIn(c.req.header('Repr-Digest'));
  if (!sha256) {
    return fail('upload', 'Repr-Digest must be the SHA-256 of the whole file: sha-256=:BASE64:');
  }
  // With it Node's parser takes neither more nor fewer bytes; a length that comes piecemeal could be any.
  const length = c.req.header('Content-Length');
  if (length === undefined || c.req.header('Transfer-Encoding') !== undefined) {
    return fail('length', 'Content-Length must be the length of the body');
  }
  if (c.req.header('Content-Encoding') !== undefined) {
    return fail('upload', 'the file comes as it is, without a Content-Encoding');
  }
  const range = rangeIn(c.req.header('Content-Range'), Number(length));
  if (!range.ok) return range;
  const body: AsyncIterable<Uint8Array> = c.env.incoming;
  return ok({ folder, file, sha256, ...range.value, body });
}

/** In hexadecimal (RFC 9530); undefined if there is none. */
function digestIn(header: string | undefined): string | undefined {
  const [, base64] = /(?:^|,)\s*sha-256=:([A-Za-z\d+/]{43}=):\s*(?:,|$)/.exec(header ?? '') ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('hex');
}

/** `bytes 0-99/1000`; `bytes *` and `/1000` without a body asks how far the upload is; no header: the whole file. */
function rangeIn(
  header: string | undefined,
  length: number,
): Result<Pick<UploadRequest, 'at' | 'total'>> {
  if (header === undefined) return ok({ at: 0, total: length });
  const [, first, last, size] =
    /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/.exec(header) ?? [];
  const [from, total] = [Number(first), Number(size)];
  const isQuestion = size !== undefined && first === undefined && length === 0;
  if (isQuestion) return ok({ at: undefined, total });
  const to = Number(last);
  if (first !== undefined && from <= to && to < total && to - from + 1 === length) {
    return ok({ at: from, total });
  }
  const form = 'FROM-TO/SIZE, of as many bytes as the body, or */SIZE without a body';
  return fail('upload', `Content-Range must be bytes ${form}`, header);
}

const statuses = {
  upload: 400,
  token: 401,
  unknown: 404,
  conflict: 409,
  offset: 409,
  'missing-table': 409,
  length: 411,
  'too-large': 413,
  digest: 422,
  statistics: 422,
  values: 422,
  rate: 429,
  write: 507,
} as const;

/** Problems of the file that has come are the client's, and told as they are; those of this server's own are not. */
function refused(c: Context, problem: Problem, { onError }: UploadRouteOptions): Response {
  const { code, text } = problem;
  if (code === 'token') c.header('WWW-Authenticate', 'Bearer realm="tables"');
  if (code === 'rate') c.header('Retry-After', text);
  if (code === 'busy') c.header('Retry-After', '1');
  if (code === 'offset') c.header('Upload-Offset', text);
  if (code.startsWith('mtb-')) return c.json(refusal(problem), 422);
  if (code === 'write') {
    onError?.(new Error(problem.message));
    const message = problem.message.endsWith(NO_SPACE) ? NO_SPACE : 'the server cannot write';
    return c.json(refusal({ code, message, text: '' }), 507);
  }
  const status = statuses[code as keyof typeof statuses];
  if (status) return c.json(refusal(problem), status);
  const shown = publicProblem(problem, onError);
  return c.json(refusal(shown), code === 'crash' ? 500 : statusOf(shown));
}

const NO_SPACE = 'no space left on the disk';
