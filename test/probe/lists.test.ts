import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { portableCodec } from '../../src/format/mtb/blocks.ts';
import { encodeNative, layOutPlain } from '../../src/format/mtb/encodeNative.ts';
import { checkNative, decodeNative } from '../../src/format/mtb/native.ts';
import { openStart } from '../../src/format/mtb/nativeStart.ts';
import { FIRST_BYTES } from '../../src/format/mtb/tableFile.ts';
import { HttpSource } from '../../src/probe/httpSource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { FileSource } from '../../src/store/fileSource.ts';
import * as folder from '../../src/store/folder.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { parseValueCode, type Value } from '../../src/table/value.ts';
import { haveSameValues, joined } from '../format/madeUp.ts';
import { solveBySets } from '../solve/setTables.ts';
import { runs } from '../thorough.ts';
import { read, WatchedSource } from './files.ts';
import { server } from './served.ts';

// Files whose list of blocks is in blocks of its own: here because their starts may have no room for it.

const MOST_COLD = 32 * 1024;
/** White to move first, then Black, so that their values are in different blocks of plain files. */
const fens = [
  '8/8/5k2/3n4/8/8/4R3/K7 w - - 0 1',
  '8/8/5k2/3n4/8/8/4R3/K7 b - - 0 1',
  '8/n7/8/8/4k3/8/8/1R5K w - - 0 1',
  '5n2/2R5/8/2k5/8/8/8/7K b - - 0 1',
];
const positions = fens.map(read);
let table: Table;
let values: Value[];
const made = new Map<string, Uint8Array>();

beforeAll(async () => {
  table = (await solveBySets(chess, ['KRvkn'], 256)).get('KRvkn')!;
  made.set('packed', await joined(encodeNative(table, undefined, 0)));
  const { start, blocks } = layOutPlain(table, portableCodec, undefined, 0);
  const after = await joined(blocks);
  made.set('plain', await joined([start, after]));
  values = fens.map((fen, i) =>
    parseValueCode(readTable(table, positions[i]!.turn, squaresOf(fen))),
  );
}, 60_000);

describe.each(['packed', 'plain'])('a %s file with its list in blocks of its own', (kind) => {
  let bytes: Uint8Array;
  let files: ReadonlyMap<string, Uint8Array>;
  beforeEach(() => {
    bytes = made.get(kind)!;
    files = new Map([['KRvkn', bytes]]);
    // So that neither the list nor all blocks come with its first bytes.
    expect(bytes.length).toBeGreaterThan(FIRST_BYTES + 8000);
    const { list } = unwrap(openStart(bytes, bytes.length, table));
    expect(list.lists).toBe(1);
  });

  it('is read as a whole', async () => {
    expect(checkNative(bytes, table).ok).toBe(true);
    expect(haveSameValues(unwrap(await decodeNative(bytes, table)), table)).toBe(true);
    const altered = bytes.with(-1, bytes.at(-1)! ^ 1);
    const problem = { ok: false, problem: { code: 'mtb-checksum' } };
    expect(checkNative(altered, table)).toMatchObject(problem);
    expect(await decodeNative(altered, table)).toMatchObject(problem);
  });

  it('is a problem with any bit flipped, and cut anywhere', () => {
    const place = fc.integer({ min: 0, max: bytes.length - 1 });
    fc.assert(
      fc.property(place, fc.nat(7), (at, bit) => {
        expect(checkNative(bytes.with(at, bytes[at]! ^ (1 << bit)), table).ok).toBe(false);
        expect(checkNative(bytes.subarray(0, at), table)).toMatchObject({
          problem: { code: 'mtb-truncated' },
        });
      }),
      runs(30),
    );
  });

  it('gives the same values from memory, the list being read once', async () => {
    const source = new WatchedSource(files);
    const base = new Tablebase(chess, source);
    for (const [i, position] of positions.entries()) {
      expect(unwrap(await base.value(position))).toEqual(values[i]);
      expect(base.valueNow(position)).toBeDefined();
    }
    const ends = source.reads.filter(({ from, bytes: length }) => from + length === bytes.length);
    expect(ends).toHaveLength(1);
  });

  it('takes a cold probe three requests and 32 KiB from a server', async () => {
    for (const [i, position] of positions.entries()) {
      server.reset('chess', files);
      const base = new Tablebase(chess, new HttpSource(chess, server.url));
      expect(unwrap(await base.value(position))).toEqual(values[i]);
      expect(server.requests.length).toBeGreaterThan(1);
      expect(server.requests.length).toBeLessThanOrEqual(3);
      expect(server.bytes).toBeLessThanOrEqual(MOST_COLD);
    }
    server.reset('chess', files);
    const base = new Tablebase(chess, new HttpSource(chess, server.url));
    expect((await base.values(positions)).map(unwrap)).toEqual(values);
  });

  it('takes a cold probe three reads and 32 KiB from a folder', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'metatb-lists-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    await mkdir(join(dir, 'chess'));
    await writeFile(join(dir, 'chess', 'KRvkn.mtb'), bytes);
    const reads = vi.spyOn(folder, 'readPart');
    for (const [i, position] of positions.entries()) {
      reads.mockClear();
      const base = new Tablebase(chess, new FileSource(chess, dir));
      expect(unwrap(await base.value(position))).toEqual(values[i]);
      const lengths = reads.mock.calls.map(([, , length]) => length);
      expect(lengths.length).toBeGreaterThan(1);
      expect(lengths.length).toBeLessThanOrEqual(3);
      expect(lengths.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST_COLD);
    }
  });

  it('whose list is altered has a problem for each position, and is opened twice', async () => {
    const source = new WatchedSource(new Map([['KRvkn', bytes.with(-1, bytes.at(-1)! ^ 1)]]));
    for (const value of await new Tablebase(chess, source).values(positions)) {
      expect(value).toMatchObject({ ok: false, problem: { code: 'mtb-checksum' } });
    }
    expect(source.asked).toEqual(['KRvkn', 'KRvkn']);
  });
});

/** The squares of a FEN's men in slot order: K, R, k, n. */
function squaresOf(fen: string): number[] {
  const squares: number[] = [];
  const ranks = fen.split(' ')[0]!.split('/').reverse();
  for (const [rank, row] of ranks.entries()) {
    const files = row.replace(/\d/g, (digit) => '.'.repeat(Number(digit)));
    for (const [file, letter] of [...files].entries()) {
      const slot = 'KRkn'.indexOf(letter);
      if (slot >= 0) squares[slot] = 8 * rank + file;
    }
  }
  return squares;
}
