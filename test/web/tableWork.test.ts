import { describe, expect, test } from 'vitest';
import { fail, ok, unwrap } from '../../src/board/result.ts';
import { allGames, findRuleSet } from '../../src/rules/registry.ts';
import type { GeneralSolver } from '../../src/solve/solo/choice.ts';
import { parseMaterial } from '../../src/table/material.ts';
import { blobFile } from '../../src/web/tables/blobFile.ts';
import { endgamesInReach, workOf } from '../../src/web/tables/work.ts';

/** General set solvers that take nothing, and everything. */
const nothing: GeneralSolver = {
  check: () => fail('solver', 'nothing', ''),
  bytes: () => 0,
  threads: () => 1,
};
const everything: GeneralSolver = {
  check: () => ok(undefined),
  bytes: () => 2 ** 20,
  threads: () => 1,
};

function workOn(game: string, table: string, there: readonly string[] = [], sets?: GeneralSolver) {
  const rules = unwrap(findRuleSet(game));
  const { material } = unwrap(parseMaterial(table, rules));
  return workOf(rules, material, new Set(there), sets);
}

/** Its time, of what a page can do. */
function secondsOn(sets: GeneralSolver, game: string, table: string, there?: readonly string[]) {
  const work = workOn(game, table, there, sets);
  return work.kind === 'here' ? work.seconds : Number.NaN;
}

describe('the work on a table', () => {
  test('of threads that solve by sets goes by men', () => {
    expect(workOn('metachess', 'KRPvk')).toEqual({ kind: 'here', seconds: 0, given: [] });
    expect(workOn('metachess', 'KRPvkp').kind).toBe('elsewhere');
    expect(workOn('chess', 'KQRvkqr').kind).toBe('elsewhere');
    expect(workOn('chess', 'KRPvkpp').kind).toBe('nowhere');
  });

  test('of the reference solver goes by positions, those of its subtables included', () => {
    const seconds = (game: string, table: string, there?: readonly string[]) =>
      secondsOn(nothing, game, table, there);
    expect(seconds('losalamos', 'KRvk')).toBeLessThan(1);
    expect(seconds('metamachy', 'KRvk')).toBeGreaterThan(2);
    expect(seconds('losalamos', 'KRvkn')).toBeGreaterThan(3 * seconds('losalamos', 'KRvk'));
    // Pawns promote to all else.
    const alone = seconds('metamachy', 'KPvk');
    const promoted = ['KQvk', 'KLvk'];
    const rest = seconds('metamachy', 'KQvk') + seconds('metamachy', 'KLvk');
    expect(seconds('metamachy', 'KPvk', promoted)).toBeCloseTo(alone - rest);
    expect(workOn('metamachy', 'KPvk', promoted, nothing)).toMatchObject({
      given: expect.arrayContaining(promoted),
    });
    expect(workOn('metamachy', 'KQRvk', [], nothing).kind).toBe('elsewhere');
    // Planning it would take longer than a page may stand still.
    expect(workOn('metamachy', 'KPPPvkp').kind).toBe('nowhere');
  });

  test('of the general set solver goes by positions and men', () => {
    const seconds = (table: string) => secondsOn(everything, 'losalamos', table);
    // A table of one more man has almost 36 times the positions.
    expect(seconds('KRRvk') - seconds('KRvk')).toBeGreaterThan((4 / 3) * 15 * seconds('KRvk'));
    expect(seconds('KRRvk')).toBeLessThan(secondsOn(nothing, 'losalamos', 'KRRvk') / 5);
    // Knights by sets, all else not.
    const knights: GeneralSolver = {
      ...everything,
      check: (_, { name }) => (name === 'KNvk' ? ok(undefined) : fail('solver', 'others', name)),
    };
    const parts = ['KQvk', 'KRvk', 'KPvk'].map((table) =>
      secondsOn(nothing, 'losalamos', table, ['KQvk', 'KRvk', 'KNvk']),
    );
    const sum = parts.reduce((total, part) => total + part) + seconds('KNvk');
    expect(secondsOn(knights, 'losalamos', 'KPvk')).toBeCloseTo(sum);
  });

  test('of the general set solver must fit into the memory of a page', () => {
    const most = (bytes: number): GeneralSolver => ({ ...everything, bytes: () => bytes });
    expect(workOn('losalamos', 'KRvk', [], most(2 ** 29)).kind).toBe('here');
    expect(workOn('losalamos', 'KRvk', [], most(2 ** 30)).kind).toBe('elsewhere');
  });

  test('counts a table that is there, as its file may be damaged', () => {
    expect(workOn('losalamos', 'KRvk', ['KRvk'])).toEqual(workOn('losalamos', 'KRvk'));
  });
});

test.each(allGames().map((rules) => [rules.name, rules] as const))(
  'the list of %s is neither empty nor endless',
  (_, rules) => {
    const names = endgamesInReach(rules);
    expect(names.length).toBeGreaterThan(4);
    expect(names.length).toBeLessThanOrEqual(300);
    expect(new Set(names).size).toBe(names.length);
  },
);

describe('a file of the visitor', () => {
  /** A file of zeros, longer than memory, that notes what is read. */
  const large = (reads: number[]) => {
    const size = 2 ** 40;
    const slice = (from: number, to: number) => ({
      arrayBuffer: async () => {
        reads.push(Math.min(to, size) - from);
        return new ArrayBuffer(reads.at(-1)!);
      },
    });
    return { size, slice } as unknown as Blob;
  };

  test('is read in parts', async () => {
    const reads: number[] = [];
    const file = unwrap(await blobFile(large(reads)));
    const block = unwrap(await file.read({ from: 2 ** 39, bytes: 1000 }));
    expect(block.length).toBe(1000);
    expect(reads).toEqual([file.start.length, 1000]);
  });

  test('that has changed since is told', async () => {
    const slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone')) });
    const file = await blobFile({ size: 1000, slice } as unknown as Blob);
    expect(file).toMatchObject({ ok: false, problem: { code: 'read' } });
  });
});
