import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardOf } from '../../../src/board/board.ts';
import { unwrap } from '../../../src/board/result.ts';
import { pickleFormat } from '../../../src/format/pickle/pickle.ts';
import { Opcode, OpcodeWriter } from '../../../src/format/pickle/pickleOpcodes.ts';
import type { Endgame, Table } from '../../../src/table/table.ts';
import { UNCOVERED } from '../../../src/table/value.ts';
import { needPython } from '../../python3.ts';
import { runs, thorough, whole } from '../../thorough.ts';
import { heldBytes } from '../held.ts';
import {
  chessEndgame,
  entriesOf,
  haveSameValues,
  joined,
  madeUpTable,
  madeUpValue,
  smallEndgame,
  smallTable,
  withValues,
} from '../madeUp.ts';
import { inFolder, python } from './python.ts';

/** Loads a pickle with both of Python's unpicklers and compares it with a JSON list of [key, wdl, dtm]. */
const CHECK = `
import io, json, pickle, sys
raw = open(sys.argv[1], 'rb').read()
expected = {key: (wdl, dtm) for key, wdl, dtm in json.load(open(sys.argv[2]))}
for load in (pickle.loads, lambda raw: pickle._Unpickler(io.BytesIO(raw)).load()):
    found = load(raw)
    assert type(found) is dict
    assert found == expected, 'contents differ'
    assert list(found) == sorted(found), 'keys do not rise'
    for key, value in found.items():
        assert type(key) is int and type(value) is tuple, (key, value)
        assert [type(each) for each in value] == [int, int], (key, value)
print(len(found))
`;

/** Checks a pickle with pickletools, which refuses a wrong stack or memo. */
const DISASSEMBLE = `
import io, pickletools, sys
pickletools.dis(open(sys.argv[1], 'rb').read(), out=io.StringIO())
print('ok')
`;

async function writtenTo(path: string, table: Table): Promise<string> {
  writeFileSync(path, await joined(pickleFormat.encode(table)));
  return path;
}

describe('Python loads', () => {
  const wide = smallTable(smallEndgame('KRvkr'), 2, 32766);
  const real: [string, Table][] = thorough
    ? [
        ['KQvk', madeUpTable('KQvk')],
        ['KPvk', madeUpTable('KPvk', 1)],
      ]
    : [];
  test.for<[string, Table]>([
    ...real,
    ['KQQvk on 4x4', smallTable(smallEndgame('KQQvk'))],
    ['KBBvkr on 3x3, a square in 4 bits', smallTable(smallEndgame('KBBvkr', boardOf(3, 3)))],
    // More than 256 tuples in the memo; plies of one byte and of two.
    ['KRvkr on 4x4 with long mates', wide],
    ['a table without positions', withValues(wide, unknown(wide), unknown(wide))],
  ])('%s, whole and in order, into ints and tuples', async ([, table], context) => {
    needPython(context);
    const entries = entriesOf(table);
    await inFolder(async (path) => {
      const pickle = await writtenTo(path('table.pkl'), table);
      writeFileSync(path('expected.json'), JSON.stringify(entries));
      expect(python(CHECK, pickle, path('expected.json'))).toBe(String(entries.length));
    });
  });

  function unknown(table: Table): Int16Array {
    return new Int16Array(table.placements.size).fill(UNCOVERED);
  }

  test('a pickle that pickletools accepts', async (context) => {
    needPython(context);
    await inFolder(async (path) => {
      const pickle = await writtenTo(path('table.pkl'), smallTable(smallEndgame('KRvk'), 3, 32766));
      expect(python(DISASSEMBLE, pickle)).toBe('ok');
    });
  });

  test('integers of every length', (context) => {
    needPython(context);
    const edges = [0, 8, 16, 24, 31, 32, 37, 39, 40, 47, 52].map((bits) => 2 ** bits);
    const numbers = [...edges, ...edges.map((edge) => edge - 1), ...edges.map((edge) => edge + 1)];
    const all = [...numbers, -1, -(2 ** 31), 2 ** 53 - 1];
    const hex = all.map((number) => {
      const writer = new OpcodeWriter();
      writer.int(number);
      writer.byte(Opcode.STOP);
      return Buffer.from(writer.take()).toString('hex');
    });
    const script =
      'import pickle, sys; print(*[pickle.loads(bytes.fromhex(each)) for each in sys.argv[1:]])';
    expect(python(script, ...hex)).toBe(all.join(' '));
    // Python writes the shortest form too: two bytes of protocol, the number, STOP.
    const theirs =
      'import pickle, sys; print(*[pickle.dumps(int(each), 2)[2:].hex() for each in sys.argv[1:]])';
    expect(python(theirs, ...all.map(String))).toBe(hex.join(' '));
  });
});

test('a pickle takes 5 bytes per key and 2 per value, except for the first use of a value', async () => {
  const table = madeUpTable('KQvk');
  const entries = entriesOf(table);
  const short = entries.filter(([key]) => key < 0x10000).length;
  const values = new Set(entries.map(([, wdl, dtm]) => `${wdl} ${dtm}`)).size;
  const { length } = await joined(pickleFormat.encode(table));
  expect(length).toBeLessThan(7 * entries.length - 2 * short + 10 * values + entries.length / 400);
});

describe('a table survives the round trip', () => {
  const decoded = async (table: Table, endgame: Endgame) =>
    unwrap(await pickleFormat.decode(await joined(pickleFormat.encode(table)), endgame));

  test.each(['KQvk', 'KPvk'])('%s', async (name) => {
    const table = madeUpTable(name, 5);
    expect(haveSameValues(await decoded(table, chessEndgame(name)), table)).toBe(true);
  });

  const endgames = [
    smallEndgame('KQvk'),
    smallEndgame('KNNvk'),
    smallEndgame('KBvkn', boardOf(3, 4)),
    smallEndgame('KRRRvk', boardOf(3, 3)),
  ];
  test('with any values, identical pieces and boards', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...endgames),
        fc.nat(),
        fc.integer({ min: 0, max: 32766 }),
        async (endgame, seed, most) => {
          const table = smallTable(endgame, seed, most);
          expect(haveSameValues(await decoded(table, endgame), table)).toBe(true);
        },
      ),
      runs(30),
    );
  });
});

describe('a pickle is written piece by piece', () => {
  // All of it would be 30 million keys: no test here writes it to the end.
  const endgame = chessEndgame('KQvkr');
  const values = Int16Array.from({ length: endgame.placements.size }, (_, index) =>
    madeUpValue(0, 0, index, 40),
  );
  const table = withValues(endgame, values, values);

  test('in nearly full chunks of at most 64 KiB, which are not reused', async () => {
    const chunks: Uint8Array[] = [];
    const copies: Uint8Array[] = [];
    for await (const chunk of pickleFormat.encode(table)) {
      chunks.push(chunk);
      copies.push(chunk.slice());
      if (chunks.length === 20) break;
    }
    for (const [i, chunk] of chunks.entries()) {
      expect(chunk.length).toBeLessThanOrEqual(65536);
      expect(chunk.length).toBeGreaterThan(60000);
      expect(Buffer.compare(chunk, copies[i]!)).toBe(0);
    }
  });

  test.runIf(whole)('in memory that does not grow with the table', async () => {
    const before = heldBytes();
    let most = 0;
    let chunks = 0;
    for await (const _ of pickleFormat.encode(table)) {
      if (++chunks % 100 === 0) most = Math.max(most, heldBytes());
      if (chunks === 1000) break;
    }
    // 62 MiB have been written.
    expect(chunks).toBe(1000);
    expect(most - before).toBeLessThan(8 * 2 ** 20);
  });
});
