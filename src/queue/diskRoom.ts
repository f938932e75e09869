import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
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
 * free. Undefined too if that cannot be told.
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
  const { dir, scratch } = options;
  const disk = await diskOf(scratch ?? dir);
  if (!disk) return undefined;
  const left = await listUnfinished(rules, dir, scratch);
  const log = left.find((each) => each.table === table)?.log?.bytes ?? 0;
  const free = disk.bavail * disk.bsize + log;
  return bytes > free ? { table, bytes, free } : undefined;
}

/** The disk that a folder is on, or will be on once it is made. Undefined if the system does not say. */
async function diskOf(folder: string): Promise<StatsFs | undefined> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const disk = await statfs(path).catch(() => undefined);
    if (disk || path === dirname(path)) return disk;
  }
}

const NOTHING = { table: '', bytes: 0 };
