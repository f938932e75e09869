import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Result, unwrap } from '../../src/board/result.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { Team } from '../../src/solve/sets/team.ts';
import { FileSource } from '../../src/store/fileSource.ts';
import { partOf } from '../../src/store/parts.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import type { Material } from '../../src/table/material.ts';
import { countTable } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { PlyValues, SlabValues } from '../../src/table/values.ts';
import { madeUpTable } from '../format/madeUp.ts';
import { solved } from '../games/solved.ts';
import { materialOf } from '../solve/solved.ts';

let dir: string;
let store: TableStore;
const knight = materialOf(chess, 'KNvk');
const table = madeUpTable('KNvk');

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-store-'));
  store = new TableStore(chess, dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('a folder of tables', () => {
  it('packs tables of games on 8x8, which one thread reads, or several', async () => {
    const makruk = unwrap(findRuleSet('makruk'));
    const tables = new TableStore(makruk, dir);
    const rook = solved(makruk, 'KRvk');
    unwrap(await tables.write(rook));
    expect(unwrap(await tables.check(rook.material)).coding.kind).toBe('listed planes');
    for (const options of [{ threads: 1 }, { threads: 2, large: 1 }]) {
      const read = unwrap(await tables.read(rook.material, options));
      expect(countTable(read)).toEqual(countTable(rook));
    }
  });

  it('gives back what was written, with path and size', async () => {
    const { path, bytes } = unwrap(await store.write(table));
    expect(path).toBe(join(dir, 'chess', 'KNvk.mtb'));
    expect(store.path('KNvk')).toBe(path);
    expect((await readFile(path)).length).toBe(bytes);
    const read = unwrap(await store.read(knight));
    expect(read.values).toEqual(table.values);
    expect(read.material).toEqual(knight);
  });

  it('has the same tables for a game that differs in nothing that they hold', async () => {
    const reach = unwrap(findRuleSet('reach'));
    const undrawn = unwrap(findRuleSet('reach:draws=none'));
    const queen = solved(undrawn, 'KQvk');
    unwrap(await new TableStore(undrawn, dir).write(queen));
    const read = unwrap(await new TableStore(reach, dir).read(queen.material));
    expect(countTable(read)).toEqual(countTable(queen));
  });

  it('keeps rule sets apart', async () => {
    await store.write(table);
    const other = await new TableStore(metachess, dir).read(knight);
    expect(other).toMatchObject({ ok: false, problem: { code: 'missing-table', text: 'KNvk' } });
  });

  it('names a missing table, its path and the command that makes it', async () => {
    const read = await store.read(knight);
    const message =
      `no table KNvk at ${store.path('KNvk')}: ` +
      `make it with 'metatb generate KNvk --rules chess --dir ${dir}'`;
    expect(read).toEqual({ ok: false, problem: { code: 'missing-table', message, text: 'KNvk' } });
    expect(await store.readBytes('KNvk')).toEqual({ ok: true, value: undefined });
  });

  it('names a damaged file', async () => {
    const { path, bytes } = unwrap(await store.write(table));
    await writeFile(path, (await readFile(path)).subarray(0, bytes - 1));
    const read = await store.read(knight);
    expect(read).toMatchObject({ ok: false, problem: { code: 'mtb-truncated' } });
    if (!read.ok) expect(read.problem.message.startsWith(`${path}: `)).toBe(true);
  });

  it('names the command that makes the table of an older file again', async () => {
    const { path } = unwrap(await store.write(table));
    await writeFile(path, (await readFile(path)).fill(3, 3, 4));
    const command = `metatb generate KNvk --rules chess --dir ${dir}`;
    for (const found of [await store.read(knight), await store.check(knight)]) {
      expect(found).toMatchObject({ ok: false, problem: { code: 'mtb-version', text: '3' } });
      if (!found.ok) expect(found.problem.message).toContain(`; '${command}' makes it again`);
    }
    const position = unwrap(chess.parseFen('8/8/4k3/8/8/8/8/K1N5 w - - 0 1'));
    const probed = await new Tablebase(chess, new FileSource(chess, dir)).value(position);
    expect(probed).toMatchObject({ problem: { message: expect.stringContaining(command) } });
  });

  it('refuses a file that holds another table', async () => {
    await store.write(table);
    await writeFile(store.path('KBvk'), await readFile(store.path('KNvk')));
    const read = await store.read(materialOf(chess, 'KBvk'));
    expect(read).toMatchObject({ ok: false, problem: { code: 'mtb-table' } });
  });

  it('checks a file without reading its values', async () => {
    const { path } = unwrap(await store.write(table));
    const header = { rules: 'chess', table: 'KNvk', men: 3, values: 'plies', index: 'slabs' };
    expect(unwrap(await store.check(knight))).toMatchObject(header);
    expect(await store.check(materialOf(chess, 'KBvk'))).toMatchObject({
      problem: { code: 'missing-table' },
    });
    const bytes = await readFile(path);
    await writeFile(path, bytes.with(-1, bytes.at(-1)! ^ 1));
    const checked = await store.check(knight);
    expect(checked).toMatchObject({ ok: false, problem: { code: 'mtb-checksum' } });
    if (!checked.ok) expect(checked.problem.message.startsWith(`${path}: `)).toBe(true);
  });

  it('checks a large file by its beginning', async () => {
    const endgame = endgameOf(chess, materialOf(chess, 'KQPvk'));
    const side = () => {
      // 24 MiB that cannot be compressed.
      const plies = new Int16Array(endgame.placements.size);
      for (let i = 0, noise = 1; i < plies.length; i++) {
        noise ^= noise << 13;
        noise ^= noise >>> 17;
        noise ^= noise << 5;
        plies[i] = noise;
      }
      return new PlyValues(plies);
    };
    const { material } = endgame;
    const { path, bytes } = unwrap(await store.write({ ...endgame, values: [side(), side()] }));
    expect(bytes).toBeGreaterThan(2 ** 24);
    expect((await store.check(material)).ok).toBe(true);

    const file = await open(path, 'r+');
    await file.write(Buffer.of(1, 2, 3, 4), 0, 4, bytes - 4);
    // Reading the blocks finds the damage.
    expect((await store.check(material)).ok).toBe(true);
    const read = await store.read(material);
    expect(read).toMatchObject({ ok: false, problem: { code: 'mtb-checksum' } });
    await file.truncate(bytes - 1);
    await file.close();
    expect(await store.check(material)).toMatchObject({ problem: { code: 'mtb-truncated' } });
  });

  it('removes half-written tables', async () => {
    await store.write(table);
    await writeFile(partOf(join(dir, 'chess', 'KQvk.mtb')), 'half');
    await store.removeParts();
    expect(await readdir(join(dir, 'chess'))).toEqual(['KNvk.mtb']);
  });
});

describe('statistics', () => {
  const counted = countTable(table);

  it('are read from a file that has them', async () => {
    await store.write(table, counted);
    expect(unwrap(await store.statistics(knight))).toEqual(counted);
    // Proof that they are read: made-up ones come back too.
    const white = { ...counted.white, draws: 12_345 };
    await store.write(table, { ...counted, white });
    expect(unwrap(await store.statistics(knight)).white.draws).toBe(12_345);
  });

  it('are counted if the file has none', async () => {
    await store.write(table);
    expect(unwrap(await store.statistics(knight))).toEqual(counted);
  });

  it('are a problem if there is no table', async () => {
    expect(await store.statistics(knight)).toMatchObject({ problem: { code: 'missing-table' } });
    await writeFile(unwrap(await store.write(table)).path, 'my diary');
    expect(await store.statistics(knight)).toMatchObject({ problem: { code: 'mtb-magic' } });
  });
});

describe('codes', () => {
  const endgame = endgameOf(chess, materialOf(chess, 'KQvkr'));
  const { material, placements } = endgame;
  /** Several blocks per side, the sides different. */
  const codes = [0, 1].map((turn) =>
    Int8Array.from({ length: placements.size }, (_, index) => (index + turn) % 101),
  ) as [Int8Array, Int8Array];
  const values = [new SlabValues(codes[0]), new SlabValues(codes[1])] as const;
  const rook = { ...endgame, values };

  const emptyRoom = (of: Material) => {
    const { size } = endgameOf(chess, of).placements;
    return { sides: [new Int8Array(size), new Int8Array(size)] as const, slices: undefined };
  };

  it.each<[string, [boolean, boolean]]>([
    ['both sides', [true, true]],
    ['White', [true, false]],
    ['Black', [false, true]],
  ])('are read of %s', async (_, sides) => {
    await store.write(rook);
    const found = codes.map((side) => new Int8Array(side.length)) as [Int8Array, Int8Array];
    const wantedOf = (side: 0 | 1) => (sides[side] ? found[side] : undefined);
    const room = { sides: [wantedOf(0), wantedOf(1)] as const, slices: undefined };
    unwrap(await store.readCodes(material, room));
    for (const side of [0, 1] as const) {
      const wanted = sides[side] ? codes[side] : new Int8Array(placements.size);
      expect(Buffer.from(found[side]).equals(Buffer.from(wanted))).toBe(true);
    }
  });

  it('are refused from a file that holds plies', async () => {
    const { path } = unwrap(await store.write(table));
    const read = await store.readCodes(knight, emptyRoom(knight));
    expect(read).toMatchObject({ ok: false, problem: { code: 'mtb-values', text: 'KNvk' } });
    if (!read.ok) expect(read.problem.message).toMatch(`${path}: its values are plies`);
  });

  it('of two versions of a file are not mixed: the second to open it finds that it has changed', async () => {
    const fileOf = async (table: Table) => readFile(unwrap(await store.write(table)).path);
    const after = await fileOf({ ...rook, values: [values[1], values[0]] });
    const { path } = unwrap(await store.write(rook));
    const room = emptyRoom(material);
    const team = new Team(0, 1, new Int32Array(4));
    let second: Promise<Result<undefined>> | undefined;
    const swap = async () => {
      await writeFile(`${path}.new`, after);
      await rename(`${path}.new`, path);
      return store.readCodes(material, room, team);
    };
    const take = () => {
      second ??= swap();
      return team.take();
    };
    const agree = (checksum: number) => team.agree(checksum);
    unwrap(await store.readCodes(material, room, { take, agree }));
    const message = `${path}: the file changes while it is read`;
    expect(await second).toMatchObject({ ok: false, problem: { code: 'changed', message } });
  });

  it('of a missing or an altered file are a problem', async () => {
    const room = emptyRoom(material);
    expect(await store.readCodes(material, room)).toMatchObject({
      problem: { code: 'missing-table' },
    });
    const { path } = unwrap(await store.write(rook));
    const bytes = await readFile(path);
    await writeFile(path, bytes.with(-1, bytes.at(-1)! ^ 1));
    expect(await store.readCodes(material, room)).toMatchObject({
      problem: { code: 'mtb-checksum' },
    });
    await writeFile(path, bytes.subarray(0, -1));
    expect(await store.readCodes(material, room)).toMatchObject({
      problem: { code: 'mtb-truncated' },
    });
  });
});
