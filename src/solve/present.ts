import { type Failure, fail, ok, type Result } from '../chess/result.ts';
import type { TableStore } from '../store/tableStore.ts';
import type { Material } from '../table/material.ts';
import type { GeneratedTable, GenerateOptions } from './generate.ts';

/** What damage alone explains; any other trouble with a file might be somebody's data. */
const damages = new Set(['mtb-truncated', 'mtb-checksum']);

/** The table where it is there, sound and need not be made anew. */
export async function findPresent(
  store: TableStore,
  material: Material,
  { onEvent, solver }: GenerateOptions,
  forced: ReadonlySet<string>,
): Promise<Result<GeneratedTable | undefined>> {
  const { name: table } = material;
  if (forced.has(table)) return ok(undefined);
  const header = await store.check(material);
  if (header.ok) {
    // The set solver builds on its own tables only: they hold more than values.
    if (solver === 'sets' && header.value.values === 'plies') return ok(undefined);
    onEvent?.({ kind: 'found', table });
    return ok({ table, path: store.path(table), seconds: null });
  }
  const { problem } = header;
  if (problem.code === 'missing-table') return ok(undefined);
  if (!damages.has(problem.code)) {
    const force = `; '${store.generateCommand(table)} --force' solves it again`;
    const way = problem.code.startsWith('mtb-') ? force : '';
    return fail(problem.code, problem.message + way, problem.text);
  }
  onEvent?.({ kind: 'damaged', table, problem });
  return ok(undefined);
}

export const INTERRUPTED = 'interrupted';

export function interrupted(): Failure {
  return fail(INTERRUPTED, 'interrupted: finished tables are kept, run it again to go on');
}
