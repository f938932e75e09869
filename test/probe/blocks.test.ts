import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { Position } from '../../src/position/position.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { readTable } from '../../src/table/table.ts';
import { parseValueCode, UNCOVERED, type Value } from '../../src/table/value.ts';
import { type MadeUpTable, madeUpTable, withValues } from '../format/madeUp.ts';
import { filesOf, read, WatchedSource } from './files.ts';

const names = ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk'];
const tables = new Map(names.map((name) => [name, madeUpTable(name)]));
const files = await filesOf([...tables.values()]);

/** Positions of all tables, from every `every`-th placement, with their values. */
function samples(every: number): { position: Position; value: Value }[] {
  const found: { position: Position; value: Value }[] = [];
  for (const table of tables.values()) {
    const squares: number[] = [];
    for (let index = 0; index < table.placements.size; index += every) {
      table.placements.squares(index, squares);
      for (const turn of [0, 1] as const) {
        const position = chess.place(table.material.men, squares, turn);
        const code = readTable(table, turn, squares);
        if (!position.ok || code === UNCOVERED) continue;
        found.push({ position: position.value, value: parseValueCode(code) });
      }
    }
  }
  return found;
}

const every = samples(37);
const positions = every.map(({ position }) => position);
const expected = every.map(({ value }) => value);

describe('a batch', () => {
  it('has the value of each position', async () => {
    const base = new Tablebase(chess, new WatchedSource(files));
    expect(positions.length).toBeGreaterThan(5000);
    expect((await base.values(positions)).map(unwrap)).toEqual(expected);
  });

  it.each([
    ['a cache for everything', 1 << 26],
    ['no cache', 0],
  ])('reads each part of a file once, with %s', async (_, cacheBytes) => {
    const source = new WatchedSource(files);
    const base = new Tablebase(chess, source, { cacheBytes });
    expect((await base.values(positions)).map(unwrap)).toEqual(expected);
    expect(source.asked.toSorted()).toEqual(names.toSorted());
    const read = source.reads.map(({ table, from }) => `${table} ${from}`);
    expect(read.length).toBeGreaterThan(0);
    expect(new Set(read).size).toBe(read.length);
  });

  it('reads nothing a second time while the cache holds it', async () => {
    const source = new WatchedSource(files);
    const base = new Tablebase(chess, source);
    await base.values(positions);
    const { length } = source.reads;
    expect((await base.values(positions)).map(unwrap)).toEqual(expected);
    expect(source.reads).toHaveLength(length);
  });

  it('has a problem for each position that has no value, and values for the others', async () => {
    const some = new Map([...files].filter(([name]) => name !== 'KRvk'));
    const base = new Tablebase(chess, new WatchedSource(some));
    const [queen, rook, castling, kings] = await base.values([
      read('8/8/4k3/8/8/8/8/K2Q4 w - - 0 1'),
      read('8/8/4k3/8/8/8/8/K2R4 w - - 0 1'),
      read('4k3/8/8/8/8/8/8/4K2R w K - 0 1'),
      read('8/8/4k3/8/8/8/8/K7 w - - 0 1'),
    ]);
    expect(queen!.ok).toBe(true);
    expect(rook).toMatchObject({ ok: false, problem: { code: 'missing-table', text: 'KRvk' } });
    expect(castling).toMatchObject({ ok: false, problem: { code: 'castling' } });
    expect(kings).toEqual({ ok: true, value: { wdl: 0, dtm: 0 } });
  });

  it('of no positions has no values', async () => {
    const base = new Tablebase(chess, new WatchedSource(files));
    expect([await base.values([]), await base.probeMany([])]).toEqual([[], []]);
  });

  it('of probes gives the same answers as single probes', async () => {
    const some = positions.filter((_, i) => i % 200 === 0);
    const together = await new Tablebase(chess, new WatchedSource(files)).probeMany(some);
    const alone = new Tablebase(chess, new WatchedSource(files));
    for (const [i, position] of some.entries()) {
      expect(together[i]).toEqual(await alone.probe(position));
    }
  });
});

describe('a value without waiting', () => {
  it('is known once its block has been read, and only then', async () => {
    const base = new Tablebase(chess, new WatchedSource(files));
    expect(positions.map((position) => base.valueNow(position))).not.toContainEqual(
      expect.any(Number),
    );
    await base.values(positions);
    const now = positions.map((position) => parseValueCode(base.valueNow(position)!));
    expect(now).toEqual(expected);
  });

  it('is unknown again once the cache has dropped the block', async () => {
    const base = new Tablebase(chess, new WatchedSource(files), { cacheBytes: 0 });
    unwrap(await base.value(positions[0]!));
    expect(base.valueNow(positions[0]!)).toBeUndefined();
  });

  it.each([
    ['castling rights', '4k3/8/8/8/8/8/8/4K2R w K - 0 1'],
    ['seven men', '4k3/pppp4/8/8/8/8/P7/4K3 w - - 0 1'],
  ])('is never known for a position with %s', (_, fen) => {
    const base = new Tablebase(chess, new WatchedSource(files));
    expect(base.valueNow(read(fen))).toBeUndefined();
  });

  it('of bare kings needs no table', () => {
    const base = new Tablebase(chess, new WatchedSource(new Map()));
    expect(base.valueNow(read('8/8/4k3/8/8/8/8/K7 w - - 0 1'))).toBe(0);
  });
});

describe('a tablebase', () => {
  it('opens nothing before the first request', () => {
    const source = new WatchedSource(files);
    new Tablebase(chess, source);
    expect([source.asked, source.reads]).toEqual([[], []]);
  });

  it('reads no more of a table than the start of the file and the requested block', async () => {
    const source = new WatchedSource(files);
    unwrap(await new Tablebase(chess, source).value(read('8/8/4k3/8/8/8/4P3/K7 w - - 0 1')));
    const bytes = source.reads.reduce((sum, each) => sum + each.bytes, 0);
    expect(source.asked).toEqual(['KPvk']);
    expect(bytes).toBeLessThan(files.get('KPvk')!.length - 16_384);
  });

  it('reports a table that has no value for a legal position', async () => {
    const table = tables.get('KQvk') as MadeUpTable;
    const [white, black] = table.values.map(({ plies }) => plies.slice().fill(UNCOVERED));
    const empty = await filesOf([withValues(table, white!, black!)]);
    const base = new Tablebase(chess, new WatchedSource(empty));
    const queen = read('8/8/4k3/8/8/8/8/K2Q4 w - - 0 1');
    expect(await base.value(queen)).toMatchObject({ ok: false, problem: { code: 'mtb-position' } });
  });
});
