import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { RuleSet } from '../rules/ruleset.ts';
import type { TableStore } from '../store/tableStore.ts';
import { parseMaterial } from '../table/material.ts';
import { refusal } from './answer.ts';
import { wantedPart } from './ranges.ts';

/** A table's file, as the list of tables has it. */
export interface ListedTable {
  readonly table: string;
  readonly bytes: number;
  readonly path: string;
}

const ENDING = '.mtb';

/** The tables of one rule set that are there. */
export async function listTables(store: TableStore): Promise<ListedTable[]> {
  const { rules } = store;
  const folder = dirname(store.path(''));
  const names = await readdir(folder).catch(() => [] as string[]);
  const tables = names.filter((name) => tableOf(rules, name) !== undefined).sort();
  const listed = await Promise.all(
    tables.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      const table = name.slice(0, -ENDING.length);
      return found?.isFile()
        ? [{ table, bytes: found.size, path: `/tables/${rules.name}/${name}` }]
        : [];
    }),
  );
  return listed.flat();
}

/** The name of the table that a file's name stands for; undefined for any other name. */
function tableOf(rules: RuleSet, file: string): string | undefined {
  if (!file.endsWith(ENDING)) return undefined;
  const name = file.slice(0, -ENDING.length);
  const parsed = parseMaterial(name, rules.army);
  return parsed.ok && parsed.value.material.name === name ? name : undefined;
}

/** A table's file or a part of it. Nothing but tables has a name here, so that no other file can be asked for. */
export async function sendTable(c: Context, store: TableStore, file: string): Promise<Response> {
  const name = tableOf(store.rules, file);
  const path = name === undefined ? undefined : store.path(name);
  const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
  if (path === undefined || !found?.isFile()) {
    const message = `no table ${file} of ${store.rules.name}`;
    return c.json(refusal({ code: 'missing-table', message, text: file }), 404);
  }
  const { size, mtimeMs } = found;
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const headers: Record<string, string> = {
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'public, max-age=60, no-transform',
    'Content-Type': 'application/octet-stream',
  };
  if (c.req.header('If-None-Match') === etag) return c.body(null, 304, headers);
  const expected = c.req.header('If-Match');
  if (expected !== undefined && expected !== '*' && expected !== etag) {
    const message = `${file} is another file by now`;
    return c.json(refusal({ code: 'changed', message, text: file }), 412, headers);
  }
  const condition = c.req.header('If-Range');
  const range = condition === undefined || condition === etag ? c.req.header('Range') : undefined;
  const wanted = wantedPart(range, size);
  if (wanted.kind === 'none') {
    return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });
  }
  const [first, last] = wanted.kind === 'part' ? [wanted.first, wanted.last] : [0, size - 1];
  const length = last - first + 1;
  const partly =
    wanted.kind === 'part' ? { 'Content-Range': `bytes ${first}-${last}/${size}` } : {};
  const answer = { ...headers, ...partly, 'Content-Length': String(length) };
  const status = wanted.kind === 'part' ? 206 : 200;
  if (c.req.method === 'HEAD' || length === 0) return c.body(null, status, answer);
  const stream = Readable.toWeb(createReadStream(path, { start: first, end: last }));
  return c.body(stream as ReadableStream, status, answer);
}
