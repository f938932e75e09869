import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { piecesOn } from '../../src/position/position.ts';
import { canReach, HeldTables, type ListedFile } from '../../src/probe/heldTables.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { readTable } from '../../src/table/table.ts';
import { UNCOVERED } from '../../src/table/value.ts';
import { solveBySets } from '../solve/setTables.ts';
import { materialOf } from '../solve/solved.ts';
import { filesOf, plainFileOf, WatchedSource } from './files.ts';

const names = ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk'];
const solved = await solveBySets(metachess, names);
let files: ReadonlyMap<string, Uint8Array>;
let listed: readonly ListedFile[];

beforeAll(async () => {
  files = await filesOf([...solved.values()], plainFileOf);
  listed = [...files].map(([name, { length: bytes }]) => ({
    material: solved.get(name)!.material,
    bytes,
  }));
});

const pawnsAndRook = unwrap(metachess.parseFen('8/2k5/8/8/3r4/8/1K2P3/8 w - - 0 1'));

describe('tables are reached', () => {
  test.each([
    ['KQRvkr', 'KQvk', true],
    ['KQRvkr', 'KRvk', true],
    ['KQRvkr', 'KBvk', false],
    ['KPvkr', 'KQvkr', true],
    ['KPvkr', 'KQRvk', false],
    ['KPPvk', 'KQRvk', true],
    ['KPPvk', 'KQRBvk', false],
    ['KRvkq', 'KQvk', true],
    ['KRvkp', 'KQvkr', true],
  ])('from %s: %s is %s', (from, to, expected) => {
    const { men } = materialOf(metachess, from);
    expect(canReach(men, materialOf(metachess, to), metachess)).toBe(expected);
  });

  test('with the colours exchanged only where that is the same game', () => {
    const racing = unwrap(findRuleSet('racingkings'));
    const { men } = materialOf(racing, 'KRvk');
    expect(canReach(men, materialOf(racing, 'KRvk'), racing)).toBe(true);
    expect(canReach(men, materialOf(racing, 'Kvkr'), racing)).toBe(false);
  });
});

describe('held tables', () => {
  test('answer at once, with the codes of the table', async () => {
    const tablebase = await new HeldTables(metachess, new MemorySource(files)).from(
      pawnsAndRook,
      listed,
    );
    for (const name of ['KQvk', 'KPvk', 'KRvk']) {
      const table = solved.get(name)!;
      const { men } = table.material;
      let compared = 0;
      for (let i = 0; i < 64 * 64 * 64; i += 97) {
        const squares = [i & 63, (i >> 6) & 63, i >> 12];
        const position = metachess.place(men, squares, 0);
        if (!position.ok) continue;
        const code = readTable(table, 0, squares);
        if (code === UNCOVERED) continue;
        expect(tablebase.valueNow(position.value)).toBe(code);
        compared++;
      }
      expect(compared).toBeGreaterThan(1000);
    }
  });

  test('are read whole, once, as long as they are needed', async () => {
    const source = new WatchedSource(files);
    const held = new HeldTables(metachess, source);
    const first = await held.from(pawnsAndRook, listed);
    expect(held.now).toBe(first);
    expect(source.asked.sort()).toEqual([...names].sort());
    expect(source.reads.map(({ table, bytes }) => bytes === files.get(table)!.length)).toEqual(
      names.map(() => true),
    );
    const later = unwrap(metachess.parseFen('8/2k5/8/8/8/8/1K2P3/8 w - - 0 1'));
    expect(await held.from(later, listed)).toBe(first);
    expect(source.asked).toHaveLength(names.length);
  });

  test('take no more room than there is', async () => {
    const source = new WatchedSource(files);
    const [least] = [...listed].sort((a, b) => a.bytes - b.bytes);
    await new HeldTables(metachess, source, least!.bytes).from(pawnsAndRook, listed);
    expect(source.asked).toEqual([least!.material.name]);
  });

  test('do without a file that is damaged or missing', async () => {
    const damaged = new Map([['KQvk', files.get('KQvk')!.slice(0, 100)]]);
    const held = new HeldTables(metachess, new MemorySource(damaged));
    const tablebase = await held.from(pawnsAndRook, listed);
    const queen = unwrap(metachess.parseFen('8/2k5/8/8/8/8/1K2Q3/8 w - - 0 1'));
    expect(tablebase.valueNow(queen)).toBeUndefined();
  });

  test('are none from a position with many men', async () => {
    const source = new WatchedSource(files);
    await new HeldTables(metachess, source).from(metachess.start, listed);
    expect(piecesOn(metachess.start)).toHaveLength(32);
    expect(source.asked).toEqual([]);
  });
});
