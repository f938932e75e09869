import { stat } from 'node:fs/promises';
import { fail, ok, type Result } from '../board/result.ts';
import type { Header } from '../format/mtb/nativeHeader.ts';
import { isOutdated } from '../format/mtb/startParts.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { fileCheckpoints } from '../store/checkpoints.ts';
import { TableStore } from '../store/tableStore.ts';
import type { Material } from '../table/material.ts';
import { MOST_DISTANCE } from '../table/values.ts';
import type {
  CheckpointEvent,
  Find,
  GeneratedTable,
  TableContent,
  TableHome,
} from './generation.ts';

/** Problems that only damage explains. A file with any other problem may be someone's data, if no older version wrote it. */
const damages = new Set(['mtb-truncated', 'mtb-checksum']);

/** Finished tables as files in a folder. */
export class FolderTables implements TableHome {
  private readonly store: TableStore;
  private unclaim: (() => void) | undefined;

  constructor(rules: RuleSet, dir: string) {
    this.store = new TableStore(rules, dir);
  }

  async find(material: Material, needed: TableContent): Promise<Result<Find>> {
    const { store } = this;
    const { name: table } = material;
    const header = await store.check(material);
    if (header.ok) {
      // It is solved again with codes, which hold more than values.
      if (needed === 'codes' && header.value.values === 'plies') return ok({ kind: 'missing' });
      const path = store.path(table);
      const { size: bytes } = await stat(path);
      const longest = longestOf(header.value);
      return ok({ kind: 'found', table: { table, path, bytes, seconds: null }, longest });
    }
    const { problem } = header;
    if (problem.code === 'missing-table') return ok({ kind: 'missing' });
    if (damages.has(problem.code)) return ok({ kind: 'damaged', problem });
    if (isOutdated(problem)) {
      const message = `${store.path(table)}: a table file of version ${problem.text}, which is older`;
      return ok({ kind: 'damaged', problem: { ...problem, message } });
    }
    const force = `; '${store.generateCommand(table)} --force' solves it again`;
    const way = problem.code.startsWith('mtb-') ? force : '';
    return fail(problem.code, problem.message + way, problem.text);
  }

  async prepare(
    found: readonly string[],
    missing: readonly string[],
    forced: ReadonlySet<string>,
    publish: (event: CheckpointEvent) => void,
  ): Promise<Result<undefined>> {
    const { store } = this;
    const checkpoints = fileCheckpoints(store);
    for (const table of found) {
      // A run that ended right after writing the table has left its checkpoint.
      const removed = await checkpoints.removeStale(table);
      if (removed) publish({ kind: 'checkpoint', table, action: 'removed' });
    }
    if (missing.length === 0) return ok(undefined);
    await store.removeParts();
    this.unclaim ??= store.claim();
    for (const table of missing) {
      const possible = await checkpoints.check(table);
      if (!possible.ok) return possible;
    }
    const writable = await store.checkWritable();
    if (!writable.ok) return writable;
    for (const table of forced) await checkpoints.remove(table);
    return ok(undefined);
  }

  keep({ table, seconds, solveSeconds, bytes }: GeneratedTable): GeneratedTable {
    const made = { table, path: this.store.path(table), bytes: bytes!, seconds };
    return solveSeconds === undefined ? made : { ...made, solveSeconds };
  }

  async close(): Promise<void> {
    if (!this.unclaim) return;
    this.unclaim();
    await this.store.removeParts();
  }
}

/** The longest distance of a table, in moves; if its header does not say, the longest that its codes hold. */
export function longestOf({ values, statistics }: Header): number {
  if (values === 'plies') return 0;
  if (!statistics) return MOST_DISTANCE[values === 'wide codes' ? 2 : 1];
  const { white, black } = statistics;
  const plies = [white, black].flatMap((side) => [side.longestWin ?? 0, side.longestLoss ?? 0]);
  return Math.ceil(Math.max(...plies) / 2);
}
