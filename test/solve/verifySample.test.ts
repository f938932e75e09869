import { describe, expect, test } from 'vitest';
import { ok, unwrap } from '../../src/board/result.ts';
import { encodeNative } from '../../src/format/mtb/encodeNative.ts';
import type { Source } from '../../src/format/mtb/source.ts';
import { FIRST_BYTES } from '../../src/format/mtb/tableFile.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { crewOfOne } from '../../src/solve/sample/crew.ts';
import { Samples } from '../../src/solve/sample/drawSamples.ts';
import { type SampleOptions, verifySample } from '../../src/solve/verifySample.ts';
import type { Table } from '../../src/table/table.ts';
import { ILLEGAL, SlabValues } from '../../src/table/values.ts';
import { joined } from '../format/madeUp.ts';
import { solveBySets } from './setTables.ts';

const solved = {
  chess: await solveBySets(chess, ['KPvk', 'KRvk']),
  metachess: await solveBySets(metachess, ['KPvk', 'KRvk']),
};

/** Verifies a table by a prober of files, `table` among them. */
async function verify(rules: RuleSet, table: Table, options: Partial<SampleOptions> = {}) {
  const files = new Map<string, Uint8Array>();
  for (const [name, each] of solved[rules.name as 'chess' | 'metachess']) {
    const own = name === table.material.name ? table : each;
    files.set(name, await joined(encodeNative(own)));
  }
  const crew = unwrap(await crewOfOne(rules, table, new MemorySource(files)));
  return unwrap(await verifySample(rules, table, crew, { count: 2000, seed: 1, ...options }));
}

/** The table with the codes of a run of numbers of one side changed, where there are positions. */
function forged(table: Table, from: number, to: number, change: (code: number) => number): Table {
  const codes = Int8Array.from((table.values[0] as SlabValues).codes);
  for (let number = Math.floor(from * codes.length); number < to * codes.length; number++) {
    if (codes[number] !== ILLEGAL) codes[number] = change(codes[number]!);
  }
  return { ...table, values: [new SlabValues(codes), table.values[1]] };
}

describe.each([
  ['KRvk', chess],
  ['KPvk', chess],
  ['KRvk', metachess],
  ['KPvk', metachess],
] as const)('of %s', (name, rules) => {
  const table = solved[rules.name as 'chess' | 'metachess'].get(name)!;

  test(`every position of a sample is right, by the rules of ${rules.name}`, async () => {
    const found = await verify(rules, table, { count: 1000 });
    expect(found).toMatchObject({ positions: 1000, differences: 0, examples: [] });
  });

  test(`a forged region of 1 % is found, wherever it is (${rules.name})`, async () => {
    for (const from of [0.1, 0.5, 0.9]) {
      const found = await verify(
        rules,
        forged(table, from, from + 0.01, () => 0),
      );
      expect(found.differences).toBeGreaterThan(0);
      const [{ found: says, expected } = {}] = found.examples;
      expect(says).not.toEqual(expected);
    }
  });
});

test('a single changed value is found if the sample meets it, and its example names it', async () => {
  const table = solved.chess.get('KRvk')!;
  const codes = (table.values[0] as SlabValues).codes;
  const at = codes.indexOf(5);
  const single = forged(table, at / codes.length, (at + 0.5) / codes.length, () => 6);
  const found = await verify(chess, single, { count: 60_000 });
  expect(found.examples).toContainEqual(
    expect.objectContaining({ found: { wdl: 1, dtm: 11 }, expected: { wdl: 1, dtm: 9 } }),
  );
});

test('the same seed takes the same positions, another one others', async () => {
  const bad = forged(solved.chess.get('KRvk')!, 0, 1, (code) => (code > 3 ? code - 1 : code));
  const [one, same, other] = await Promise.all(
    [7, 7, 8].map((seed) => verify(chess, bad, { count: 300, seed })),
  );
  expect(one!.differences).toBeGreaterThan(0);
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
});

test('a table that holds that positions are none is wrong', async () => {
  const table = solved.chess.get('KRvk')!;
  const found = await verify(
    chess,
    forged(table, 0.4, 0.5, () => ILLEGAL),
  );
  expect(found.examples).toContainEqual(expect.objectContaining({ found: null }));
});

test('successors are counted: as many as the samples have legal moves', async () => {
  const table = solved.chess.get('KRvk')!;
  const samples = new Samples(chess, table);
  const positions = [...samples.draw(500, 3)].map((sample) => samples.position(sample)!);
  const moves = positions.map((position) => chess.legalMoves(position).length);
  const found = await verify(chess, table, { count: 500, seed: 3 });
  expect(found.successors).toBe(moves.reduce((sum, count) => sum + count, 0));
});

test('samples are in the order of the index, and neighbouring seeds take others', () => {
  const table = solved.chess.get('KRvk')!;
  const draw = (seed: number) => [...new Samples(chess, table).draw(200, seed)];
  const one = draw(0);
  expect(one).toEqual([...one].sort((a, b) => a - b));
  for (const seed of [1, 2, 3, 2 ** 29]) {
    const shared = draw(seed).filter((sample) => one.includes(sample));
    expect(shared.length).toBeLessThan(20);
  }
});

test('all that a sample needs of a block is read at once', async () => {
  const table = solved.chess.get('KRvk')!;
  const bytes = await joined(encodeNative(table));
  const reads: number[] = [];
  const source: Source = {
    open: async () =>
      ok({
        size: bytes.length,
        etag: undefined,
        start: bytes.subarray(0, FIRST_BYTES),
        read: async ({ from, bytes: length }) => {
          reads.push(from);
          return ok(bytes.subarray(from, from + length));
        },
      }),
  };
  const crew = unwrap(await crewOfOne(chess, table, source));
  const { differences } = unwrap(await verifySample(chess, table, crew, { count: 1000, seed: 1 }));
  expect(differences).toBe(0);
  expect(reads.length).toBeLessThan(4);
});

test('a subtable that is missing is a problem, and so is a cancellation', async () => {
  const table = solved.chess.get('KPvk')!;
  const alone = new MemorySource(new Map([['KPvk', await joined(encodeNative(table))]]));
  expect(await crewOfOne(chess, table, alone)).toMatchObject({
    problem: { code: 'missing-table' },
  });
  const rook = solved.chess.get('KRvk')!;
  const only = new MemorySource(new Map([['KRvk', await joined(encodeNative(rook))]]));
  const crew = unwrap(await crewOfOne(chess, rook, only));
  const cancelled = { count: 1000, seed: 1, signal: AbortSignal.abort() };
  expect(await verifySample(chess, rook, crew, cancelled)).toMatchObject({
    problem: { code: 'interrupted' },
  });
});
