import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  makeMeasuredFile,
  readTaken,
  secondsText,
  withMeasurements,
} from '../../scripts/durationsFile.ts';
import { unwrap } from '../../src/board/result.ts';
import { readSeconds } from '../../src/queue/durations.ts';
import { type Measurement, measurements } from '../../src/queue/measured.ts';

/** What `npm run durations` reads and writes. */

const made = (table: string, bundle: string, seconds: number, at: number, machine = 'm/1') => ({
  ...{ table, needs: [], bundle, memory: 1, expectedSeconds: 1, state: 'done' },
  ...{ seconds, at, machine },
});

test('what the queue prints is read, without what was there before', () => {
  const tables = [
    made('KQvk', 'KQvk', 0.25, 10_000),
    made('KRvk', 'KQvk', 0.5, 10_500),
    // 0.5 seconds besides, and 2 on another machine, and 1.5.
    made('KPvk', 'KPvk', 4, 15_000),
    made('KBvk', 'KBvk', 1, 20_000, 'm/2'),
    made('KNvk', 'KNvk', 8, 30_000, 'm/2'),
    made('KQvkr', 'KQvkr', 2.5, 19_000),
    { ...made('KQvkq', 'KQvkq', 1, 1), seconds: null },
    { table: 'KRvkr', state: 'waiting' },
  ];
  const games = [
    { rules: 'metachess', tables },
    { rules: 'chess', tables: [] },
  ];
  const seconds = new Map(
    Object.entries({ KQvk: 0.25, KRvk: 0.5, KPvk: 4, KBvk: 1, KNvk: 8, KQvkr: 2.5 }),
  );
  expect(unwrap(readTaken(JSON.stringify({ games })))).toEqual([
    { rules: 'metachess', seconds, jobSeconds: 1.5 },
  ]);
});

test.each([
  ['{', 'it is not JSON'],
  ['{"rules":"chess"}', 'it has neither games nor tables'],
  ['{"rules":"chess","tables":[{"table":"KQvk","seconds":null}]}', 'it has no table that was made'],
  ['{"games":[{"rules":"chess","tables":[{"table":"KQvk","seconds":null}]}]}', 'it has no table'],
])('%s is refused', (text, why) => {
  expect(readTaken(text)).toMatchObject({
    ok: false,
    problem: { code: 'durations', message: expect.stringContaining(why) },
  });
});

test('the file is what would be written of the measurements in it', () => {
  const file = fileURLToPath(new URL('../../src/queue/measured.ts', import.meta.url));
  const again = measurements.map((each) => {
    return { ...each, seconds: secondsText(readSeconds(each.seconds)) };
  });
  expect(makeMeasuredFile(again)).toBe(readFileSync(file, 'utf8'));
});

test('what a run without a queue prints is read, without what was there before', () => {
  const tables = [
    { table: 'KRvkn', path: 'KRvkn.mtb', bytes: 1, seconds: null },
    { table: 'KRNvknn', path: 'KRNvknn.mtb', bytes: 1, seconds: 1870.4, solveSeconds: 1050 },
  ];
  const printed = JSON.stringify({ rules: 'chess', dir: 'tables', tables });
  expect(unwrap(readTaken(printed))).toEqual([
    { rules: 'chess', seconds: new Map([['KRNvknn', 1870.4]]) },
  ]);
});

test('a new measurement replaces what it measures again, and nothing else', () => {
  const measured = (rules: string, seconds: string): Measurement => {
    return { rules, machine: 'm', date: '2026-01-31', command: 'c', seconds };
  };
  const before = [
    { ...measured('metachess', 'KQvk 1 KRvk 2'), jobSeconds: 0.5 },
    measured('chess', 'KQvk 3'),
  ];
  const added = [measured('chess', 'KQvk 4 KRvk 5')];
  expect(withMeasurements(before, added)).toEqual([before[0], ...added]);
  const one = measured('metachess', 'KRvk 7');
  expect(withMeasurements(before, [one])).toEqual([
    one,
    { ...before[0], seconds: 'KQvk 1' },
    before[1],
  ]);
});
