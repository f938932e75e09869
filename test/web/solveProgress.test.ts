import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { planTables } from '../../src/solve/plan.ts';
import { parseMaterial } from '../../src/table/material.ts';
import type { JobProgress } from '../../src/web/tables/job.ts';
import { SolveProgress } from '../../src/web/tables/solveProgress.ts';

test('the bar of a table goes on while its files are written, and never back', async () => {
  const told: JobProgress[] = [];
  const progress = new SolveProgress(
    ({ men }) => 10 ** men.length,
    (each) => told.push(each),
  );
  const { material } = unwrap(parseMaterial('KRvkn', chess));
  const steps = planTables(chess, [material]);
  const names = steps.map((step) => step.material.name);
  // Progress is told only so often.
  const later = () => new Promise((resolve) => setTimeout(resolve, 60));
  progress.solving({ kind: 'plan', steps });
  for (const table of names) {
    progress.solving({ kind: 'progress', table, done: 1, total: 2, ply: 1 });
    await later();
  }
  for (const table of names) {
    progress.writing(names, table, 1);
    await later();
  }
  expect(told.map(({ work, table, number }) => `${work} ${number} ${table}`)).toEqual([
    ...names.map((name, i) => `solving ${i + 1} ${name}`),
    ...names.map((name, i) => `writing ${i + 1} ${name}`),
  ]);
  const parts = told.map(({ part }) => part);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  // Half of the last table, which has ten times the placements, and all that is written.
  expect(parts[names.length - 1]).toBeGreaterThan(0.25);
  expect(parts[names.length - 1]).toBeLessThan(0.5);
  expect(parts.at(-1)).toBe(1);
});
