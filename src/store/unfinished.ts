import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nativeFormat } from '../format/mtb/native.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { checkpointPath } from './checkpoints.ts';
import { logPath } from './openScratch.ts';
import { materialOfFile } from './tableList.ts';
import { TableStore } from './tableStore.ts';

/** What an interrupted run has left of a table, from which another goes on. */
export interface UnfinishedTable {
  readonly table: string;
  /** Null if there is none. */
  readonly checkpoint: FileSize | null;
  /** Of a table that was solved through a window. */
  readonly log: FileSize | null;
  /** Does the table stand? Then what is left is of no use. */
  readonly finished: boolean;
}

interface FileSize {
  readonly path: string;
  readonly bytes: number;
}

/** The unfinished tables of a rule set, by name. `scratch`: the folder of logs. */
export async function listUnfinished(
  rules: RuleSet,
  dir: string,
  scratch = join(dir, rules.folder),
): Promise<readonly UnfinishedTable[]> {
  const store = new TableStore(rules, dir);
  const checkpointOf = (table: string) => checkpointPath(store, table);
  const logOf = (table: string) => logPath(scratch, rules, table);
  const names = new Set([
    ...(await tablesIn(rules, dirname(checkpointOf('')), checkpointOf)),
    ...(await tablesIn(rules, scratch, logOf)),
  ]);
  const found = [...names].sort().map(async (table): Promise<UnfinishedTable> => {
    const [checkpoint, log] = [await sizeOf(checkpointOf(table)), await sizeOf(logOf(table))];
    return { table, checkpoint, log, finished: (await sizeOf(store.path(table))) !== null };
  });
  return Promise.all(found);
}

/** Removes the logs of tables that stand: a run that ended right after writing them has left them. */
export async function removeOldLogs(rules: RuleSet, dir: string, scratch: string): Promise<void> {
  for (const { log, finished } of await listUnfinished(rules, dir, scratch)) {
    if (log && finished) await rm(log.path, { force: true });
  }
}

/** Removes what interrupted runs have left of tables that stand, in this folder or, as `standsElsewhere` says, in another. */
export async function removeLeft(
  rules: RuleSet,
  dir: string,
  standsElsewhere: (table: string) => boolean,
): Promise<void> {
  for (const { table, checkpoint, log, finished } of await listUnfinished(rules, dir)) {
    if (!finished && !standsElsewhere(table)) continue;
    for (const file of [checkpoint, log]) if (file) await rm(file.path, { force: true });
  }
}

/** The tables of which a folder has a file whose path is `pathOf` its name. */
async function tablesIn(
  rules: RuleSet,
  folder: string,
  pathOf: (table: string) => string,
): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files.flatMap((file) => {
    const [, name = ''] = /\.([^.]+)\.[^.]+$/.exec(file) ?? [];
    if (pathOf(name) !== join(folder, file)) return [];
    return materialOfFile(rules, `${name}${nativeFormat.extension}`) ? [name] : [];
  });
}

async function sizeOf(path: string): Promise<FileSize | null> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, bytes: found.size } : null;
}
