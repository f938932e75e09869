import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { comparePacked, firstDifference } from '../../scripts/packedCodes.ts';
import { chess } from '../../src/rules/chess.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import type { SlabCodes } from '../../src/table/values.ts';
import { inFolder } from '../solve/pool.ts';
import { fileOfSets, type SetTable, solveBySets } from '../solve/setTables.ts';

let table: SetTable;
let file: Uint8Array;
beforeAll(async () => {
  table = (await solveBySets(chess, ['KRvk'])).get('KRvk')!;
  file = await fileOfSets(table);
});

/** Compares the file of KRvk with its codes, of which some were altered. */
function compare(alter: (codes: readonly [SlabCodes, SlabCodes]) => void) {
  return inFolder(async (dir) => {
    const store = new TableStore(chess, dir);
    mkdirSync(join(dir, 'chess'));
    writeFileSync(store.path('KRvk'), file);
    const [white, black] = table.values;
    const codes = [white.codes.slice(), black.codes.slice()] as const;
    alter(codes);
    return comparePacked(store, { ...table, codes }, 1);
  });
}

describe('a packed file compared with what was solved', () => {
  test('has the same codes', async () => {
    expect(await compare(() => {})).toEqual({ ok: true, value: undefined });
  });

  test.each([
    ['White', 0, 0],
    ['White', 0, 29567],
    ['Black', 1, 1],
    ['Black', 1, 29567],
  ] as const)('differs in one code: %s to move, index %i %i', async (turn, side, index) => {
    const { codes } = table.values[side];
    expect(codes.length).toBe(29568);
    const found = await compare((altered) => {
      altered[side][index] = codes[index]! ^ 1;
    });
    const message = `chess KRvk, ${turn} to move, index ${index}: solved as ${codes[index]! ^ 1}, read as ${codes[index]} from `;
    expect(found).toMatchObject({ ok: false, problem: { code: 'bug' } });
    expect(found.ok ? '' : found.problem.message).toContain(message);
  });

  test('differs where positions of equal value have different codes', async () => {
    const stalemate = 126;
    const index = table.values[1].codes.indexOf(stalemate);
    expect(index).toBeGreaterThan(0);
    const found = await compare(([, black]) => {
      black[index] = 0;
    });
    expect(found.ok ? '' : found.problem.message).toContain(
      `Black to move, index ${index}: solved as 0, read as ${stalemate}`,
    );
  });

  test('is read by as many threads as are asked for', () =>
    inFolder(async (dir) => {
      const store = new TableStore(chess, dir);
      const read = vi.spyOn(store, 'read');
      const [white, black] = table.values;
      await comparePacked(store, { ...table, codes: [white.codes, black.codes] }, 3);
      expect(read.mock.calls.map(([, options]) => options)).toEqual([{ threads: 3 }]);
    }));

  test('is not the same if there is none', () =>
    inFolder(async (dir) => {
      const [white, black] = table.values;
      const solved = { ...table, codes: [white.codes, black.codes] as const };
      expect(await comparePacked(new TableStore(chess, dir), solved, 1)).toMatchObject({
        problem: { code: 'missing-table' },
      });
    }));
});

describe('the first difference of codes', () => {
  test.each([
    [[1, 2, 3], [1, 2, 3], undefined],
    [[1, 2, 3], [1, 7, 8], { index: 1, solved: 2, read: 7 }],
    [[1, 2, 3], [1, 2], { index: 2, solved: 3, read: undefined }],
    [[1], [1, 0], { index: 1, solved: undefined, read: 0 }],
  ])('of %j and %j is %j', (solved, read, difference) => {
    expect(firstDifference(Int8Array.from(solved), Int8Array.from(read))).toEqual(difference);
    expect(firstDifference(Int16Array.from(solved), Int16Array.from(read))).toEqual(difference);
  });
});
