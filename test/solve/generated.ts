import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import type { GenerateEvent, SolverName } from '../../src/solve/generation.ts';
import type { FolderOptions } from '../../src/solve/inFolder.ts';
import { whole } from '../thorough.ts';
import { compiled, filesIn } from './pool.ts';
import { materialOf } from './solved.ts';
import { threeMenFiles } from './threeMen.ts';

/** Makes a table and its subtables. `log` lists the events: `solved KQvk`. */
export async function generate(
  dir: string,
  wanted: string,
  options: Partial<FolderOptions> = {},
  rules = chess,
) {
  const events: GenerateEvent[] = [];
  const made = await compiled.generate(rules, [materialOf(rules, wanted)], {
    dir,
    ...options,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const log = events.flatMap((event) =>
    event.kind === 'plan' || event.kind === 'progress' || event.kind === 'packing'
      ? []
      : [`${event.kind} ${event.table}`],
  );
  return { made, events, log };
}

export const below = ['KBvk', 'KNvk', 'KQvk', 'KRvk'];
/** If every test runs, the reference solver's pool runs all the cases of the other's. */
export const solvers = whole ? (['sets', 'reference'] as const) : (['sets'] as const);

/** By solver: the files of KPvk and the four tables below it, solved in one thread. */
export const expected: Record<SolverName, Map<string, Buffer>> = {
  sets: threeMenFiles('sets', chess),
  reference: threeMenFiles('reference', chess),
};

export const pathOf = (dir: string, name: string) => join(dir, 'chess', `${name}.mtb`);

/** Puts finished tables into a new folder. */
export function fill(dir: string, solver: SolverName, ...names: string[]): void {
  mkdirSync(join(dir, 'chess'), { recursive: true });
  for (const name of names) writeFileSync(pathOf(dir, name), expected[solver].get(name)!);
}

/** The files are those that one thread makes, and there are no others. A failure prints names, not megabytes. */
export function expectFiles(dir: string, solver: SolverName, names: readonly string[]): void {
  const files = filesIn(dir, 'chess');
  expect([...files.keys()]).toEqual(names.map((name) => `${name}.mtb`).toSorted());
  const same = (name: string) => files.get(`${name}.mtb`)!.equals(expected[solver].get(name)!);
  expect(names.filter((name) => !same(name))).toEqual([]);
}
