import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { ok, type Result } from '../board/result.ts';
import { listTables, materialOfFile } from '../store/tableList.ts';
import type { TableStore } from '../store/tableStore.ts';
import { refusal } from './answer.ts';
import { wantedPart } from './ranges.ts';
import { publicRefusal } from './refusals.ts';
import type { Transfer, Transfers } from './transfers.ts';
import { tellLimit, type UploadRouteOptions, uploadRoutes } from './uploads/uploadRoutes.ts';

/** A table's file in the list of tables. */
export interface ServedTable {
  readonly table: string;
  readonly bytes: number;
  readonly path: string;
}

type NodeContext = Context<{ Bindings: HttpBindings }>;

/** `/tables` and the files below it. Only tables have a URL, so that no other file can be read. */
export function tableRoutes(
  stores: readonly TableStore[],
  transfers: Transfers,
  uploading: UploadRouteOptions,
): Hono<{ Bindings: HttpBindings }> {
  const { visitor } = uploading;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/tables', async (c) => {
    const refused = tellLimit(c, uploading);
    if (refused) return refused;
    const lists: Record<string, readonly ServedTable[]> = {};
    for (const store of stores) {
      const served = await servedTables(store);
      if (!served.ok) return publicRefusal(c, served.problem);
      lists[store.rules.name] = served.value;
    }
    return c.json(lists);
  });
  for (const store of stores) {
    app.on(['GET', 'HEAD'], `/tables/${store.rules.folder}/:file`, (c) =>
      sendTable(c, store, c.req.param('file'), transfers, visitor(c)),
    );
  }
  app.route('/', uploadRoutes(uploading));
  return app;
}

/** The tables of one rule set that this server has, fewer men first. Errors: `read`, of the folder. */
export async function servedTables(store: TableStore): Promise<Result<readonly ServedTable[]>> {
  const { rules, dir } = store;
  const listed = await listTables(rules, dir);
  if (!listed.ok) return listed;
  const served = listed.value.map(async ({ material, path }) => {
    const file = basename(path);
    const found = await findFile(store, file);
    if (!found) return [];
    return [{ table: material.name, bytes: found.size, path: `/tables/${rules.folder}/${file}` }];
  });
  return ok((await Promise.all(served)).flat());
}

function folderOf(store: TableStore): string {
  return dirname(store.path(''));
}

/** A regular file of the store's folder, or undefined. Links that lead out of the folder are not followed. */
async function findFile(store: TableStore, file: string): Promise<Stats | undefined> {
  try {
    const [folder, path] = await Promise.all([
      realpath(folderOf(store)),
      realpath(join(folderOf(store), file)),
    ]);
    if (dirname(path) !== folder) return undefined;
    const found = await stat(path);
    return found.isFile() ? found : undefined;
  } catch {
    return undefined;
  }
}

async function sendTable(
  c: NodeContext,
  store: TableStore,
  file: string,
  transfers: Transfers,
  visitor: string,
): Promise<Response> {
  const known = materialOfFile(store.rules, file) && (await findFile(store, file));
  if (!known) {
    const message = `no table ${file} of ${store.rules.name}`;
    return c.json(refusal({ code: 'missing-table', message, text: file }), 404);
  }
  const opened = await transfers.open(join(folderOf(store), file), visitor);
  if (!opened.ok) return publicRefusal(c, opened.problem);
  const transfer = opened.value;
  // The headers describe the open file: another process may have replaced it since it was found.
  try {
    return answerFile(c, file, await transfer.file.stat(), transfer);
  } catch (error) {
    transfer.end();
    throw error;
  }
}

/** Responds with the file or the requested part. Afterwards the transfer has ended or is being sent. */
function answerFile(
  c: NodeContext,
  file: string,
  { size, mtimeMs }: Stats,
  transfer: Transfer,
): Response {
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const headers: Record<string, string> = {
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'public, max-age=60, no-transform',
    'Content-Type': 'application/octet-stream',
  };
  const withoutBody = (response: Response) => {
    transfer.end();
    return response;
  };
  if (c.req.header('If-None-Match') === etag) return withoutBody(c.body(null, 304, headers));
  const expected = c.req.header('If-Match');
  if (expected !== undefined && expected !== '*' && expected !== etag) {
    const message = `${file} has been replaced by another file`;
    const problem = { code: 'changed', message, text: file };
    return withoutBody(c.json(refusal(problem), 412, headers));
  }
  const condition = c.req.header('If-Range');
  const range = condition === undefined || condition === etag ? c.req.header('Range') : undefined;
  const wanted = wantedPart(range, size);
  if (wanted.kind === 'none') {
    return withoutBody(c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` }));
  }
  const [first, last] = wanted.kind === 'part' ? [wanted.first, wanted.last] : [0, size - 1];
  const length = last - first + 1;
  const partly =
    wanted.kind === 'part' ? { 'Content-Range': `bytes ${first}-${last}/${size}` } : {};
  const answer = { ...headers, ...partly, 'Content-Length': String(length) };
  const status = wanted.kind === 'part' ? 206 : 200;
  if (c.req.method === 'HEAD' || length === 0) return withoutBody(c.body(null, status, answer));
  return c.body(transfer.send(first, length, c.env.outgoing), status, answer);
}
