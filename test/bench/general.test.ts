import { expect, test } from 'vitest';
import { contestsFor, contestsOf } from '../../bench/generalContests.ts';
import { unlikeKnown } from '../../bench/generalFigures.ts';
import { gameNamed } from '../../bench/generalGames.ts';
import type { MeasuredEntry } from '../../bench/generalMeasured.ts';
import { generalReport } from '../../bench/generalReport.ts';
import { unwrap } from '../../src/board/result.ts';
import { solveGeneral } from '../../src/solve/general/solver.ts';
import { parseMaterial } from '../../src/table/material.ts';

const entry: MeasuredEntry = {
  game: 'reach',
  table: 'KQRvkr',
  by: 'general',
  goal: { of: 'ratio', atMost: 1.3 },
  userSeconds: 30,
  wallSeconds: 31,
  placements: 1e9,
  plies: 30,
  picoseconds: 1000,
  ratio: 1.9,
  timeRatio: 6,
  positions: 1e8,
  positionsASecond: 1e8 / 30,
  isMet: false,
  peakBytes: 2 ** 32,
  others: 0,
  faults: [],
};
const timed: MeasuredEntry = {
  ...entry,
  by: 'generate',
  goal: { of: 'seconds', atMost: 1 },
  wallSeconds: 1.5,
};

const reportOf = (entries: readonly MeasuredEntry[]) =>
  generalReport({
    machine: { cpu: 'a processor', cores: 2, node: 'v20' },
    tries: 3,
    contests: [{ title: 'some', entries }],
  });

test('goals stand beside results, and those that are missed are listed', () => {
  const text = reportOf([entry, { ...entry, ratio: 1.2, isMet: true }]);
  expect(text).toMatch(/right +at most 1\.3: 1\.90, missed\n/);
  expect(text).toMatch(/right +at most 1\.3: 1\.20, met\n/);
  expect(text).toContain('1 of 2 goals met.\n  reach KQRvkr: at most 1.3: 1.90, missed');
});

test('a goal missed by the clock of a busy machine is missed, with the user time beside it', () => {
  expect(reportOf([timed])).toMatch(/at most 1 s: 1\.50 s, missed\n/);
  const busy = reportOf([{ ...timed, userSeconds: 0.7, others: 1 }]);
  expect(busy).toContain('at most 1 s: 1.50 s, missed; machine busy, 0.70 s of user time');
});

test('a named table is measured with what it is held against', () => {
  const tables = (names: readonly string[]) =>
    contestsOf(contestsFor(2, false), names).map(({ entries }) =>
      entries.map(({ game, table }) => `${game} ${table}`),
    );
  expect(tables(['KYvkr'])).toEqual([['chess KQvkr', 'fairy KYvkr']]);
  expect(tables(['KPvkp'])).toEqual([['chess KPvkp', 'chess KPvkp']]);
  expect(tables(['KQvkr', 'KQvk'])).toEqual([
    [
      'metamachy KQvk',
      'metamachy KQvk',
      'metamachy KQvkr',
      'metamachy KQvkr',
      'metamachy KQvkr',
      'capablanca KQvkr',
    ],
    ['chess KQvkr', 'chess KQvkr'],
  ]);
  expect(tables(['KYRvkr'])).toEqual([]);
});

test('a table with other counts than those known, or of which none are known, is a fault', () => {
  const rules = gameNamed('metamachy');
  const tableOf = (name: string) => unwrap(parseMaterial(name, rules)).material;
  const { statistics } = solveGeneral(rules, tableOf('KQvk'), () => {
    throw new Error('it stands on no table');
  });
  expect(unlikeKnown(rules, tableOf('KQvk'), statistics)).toEqual([]);
  expect(unlikeKnown(rules, tableOf('KRvk'), statistics)).toEqual([
    '2090220 / 0 / 0, 29, -, expected 2360160 / 0 / 0, 49, -',
    '0 / 135592 / 2644768, -, 30, expected 0 / 133860 / 2646500, -, 50',
  ]);
  expect(unlikeKnown(rules, tableOf('KPvk'), statistics)).toEqual([
    expect.stringMatching(/^no figures are known of it, these were found: 2090220 /),
  ]);
  // What should have been counted apart, and was not.
  const reach = gameNamed('reach');
  const { material } = unwrap(parseMaterial('KQRvkr', reach));
  expect(unlikeKnown(reach, material, statistics).at(-1)).toBe(
    'none, expected 2666790 / 0 / 0; 15798 / 416 / 254',
  );
});
