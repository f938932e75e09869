import { formatBytes } from '../../format/byteCount.ts';
import type { TableState } from '../../queue/state.ts';
import { timeSpan } from '../../queue/timeSpan.ts';
import { element } from '../dom.ts';
import { sentence } from '../sentence.ts';

/** What is known of a table, as terms with what they say. `tables`: all of its game. */
export function detailsOf(
  table: TableState,
  tables: readonly TableState[],
): readonly HTMLElement[] {
  const { machine, memory, expectedSeconds, seconds, bytes, problem } = table;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['state', stateText(table)],
    ['machine', machine],
    ['needs', needsText(table, tables)],
    ['memory', formatBytes(memory, Math.ceil)],
    ['expected', timeSpan(expectedSeconds)],
    ['took', typeof seconds === 'number' ? timeSpan(seconds) : undefined],
    ['file', bytes === undefined ? undefined : formatBytes(bytes)],
    ['problem', problem && sentence(problem.message)],
  ];
  const terms = facts.flatMap(([name, text]) =>
    text === undefined
      ? []
      : [element('div', {}, element('dt', {}, name), element('dd', {}, text))],
  );
  return [element('h3', {}, table.table), element('dl', {}, ...terms)];
}

/** `running, 43 %`. */
export function stateText({ state, share, seconds }: TableState): string {
  if (state === 'running') return share === undefined ? state : `${state} ${percentOf(share)}`;
  if (state === 'done')
    return typeof seconds === 'number' ? `${state} ${timeSpan(seconds)}` : state;
  return state;
}

function percentOf(share: number): string {
  return `${Math.floor(100 * share)}\u00a0%`;
}

function needsText({ needs }: TableState, tables: readonly TableState[]): string {
  const states = new Map(tables.map(({ table, state }) => [table, state]));
  if (needs.length === 0) return 'no other table';
  return needs
    .map((name) =>
      states.get(name) === 'done' ? name : `${name} (${states.get(name) ?? 'there'})`,
    )
    .join(', ');
}
