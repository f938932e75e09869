import { statfs } from 'node:fs/promises';
import type { RuleSet } from '../rules/ruleset.ts';
import { type FolderOptions, planInFolder } from '../solve/inFolder.ts';
import { listUnfinished } from '../store/unfinished.ts';
import type { Material } from '../table/material.ts';

/** A table that may not find room on the disk for what its window leaves out. */
export interface SmallDisk {
  readonly table: string;
  /** The most that its scratch files take. */
  readonly bytes: number;
  /** What the disk has for them, a log included that is there already. */
  readonly free: number;
}

/**
 * Of the tables that are to be made in a folder the one that takes most of the disk while it is solved, if it may take more than is
 * free. The folder must exist.
 */
export async function smallDiskFor(
  rules: RuleSet,
  tables: readonly Material[],
  options: FolderOptions,
): Promise<SmallDisk | undefined> {
  const planned = await planInFolder(rules, tables, options);
  if (!planned.ok) return undefined;
  const { estimates, state } = planned.value;
  const missing = tables.filter(({ name }) => state.missing.has(name));
  const needs = missing.map(({ name: table }) => {
    return { table, bytes: estimates.get(table)?.scratch ?? 0 };
  });
  const { table, bytes } = needs.reduce((a, b) => (b.bytes > a.bytes ? b : a), NOTHING);
  if (bytes === 0) return undefined;
  const left = await listUnfinished(rules, options.dir);
  const log = left.find((each) => each.table === table)?.log?.bytes ?? 0;
  const { bavail, bsize } = await statfs(options.dir);
  const free = bavail * bsize + log;
  return bytes > free ? { table, bytes, free } : undefined;
}

const NOTHING = { table: '', bytes: 0 };
