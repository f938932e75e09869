import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { boardOf } from '../../../src/board/board.ts';
import { unwrap } from '../../../src/board/result.ts';
import { pickleFormat } from '../../../src/format/pickle/pickle.ts';
import { decodePickle, readPickle } from '../../../src/format/pickle/pickleReader.ts';
import type { Piece } from '../../../src/pieces/army.ts';
import { makePositionCode } from '../../../src/table/positionCode.ts';
import { type Endgame, readTable } from '../../../src/table/table.ts';
import { lostIn, wonIn } from '../../../src/table/value.ts';
import { needPython } from '../../python3.ts';
import { runs, sample, thorough, whole } from '../../thorough.ts';
import {
  chessEndgame,
  entriesOf,
  haveSameValues,
  joined,
  madeUpTable,
  placementsOn,
  smallEndgame,
  smallTable,
} from '../madeUp.ts';
import { inFolder, python } from './python.ts';

const KQvk = chessEndgame('KQvk');

function code(turn: 0 | 1, ...squares: number[]): number {
  return makePositionCode(turn, squares);
}

/** Pickles Python expressions in one run, since a run takes a quarter of a second. */
function pickled(expressions: readonly string[], protocol = 4): Uint8Array[] {
  const list = `[${expressions.join(', ')}]`;
  const script = `import pickle; print(*[pickle.dumps(each, ${protocol}).hex() for each in ${list}])`;
  return python(script)
    .split(' ')
    .map((hex) => Buffer.from(hex, 'hex'));
}

function problemOf(bytes: Uint8Array, endgame: Endgame = KQvk) {
  const result = readPickle(bytes, endgame);
  if (result.ok) throw new Error('read');
  return result.problem;
}

/** A pickle from its opcodes, one character per byte. */
function opcodes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

describe('a dict that Python pickled', () => {
  const table = smallTable(smallEndgame('KQQvk', boardOf(3, 4)), 4, 300);
  const entries = entriesOf(table);
  /** Writes the entries with every protocol, first with a separate tuple for each value, then with equal ones shared. */
  const WRITE = `
import json, pickle, random, sys
entries = json.load(open(sys.argv[1]))
random.Random(1).shuffle(entries)
shared = {}
for protocol in range(6):
    distinct = {key: (wdl, dtm) for key, wdl, dtm in entries}
    pickle.dump(distinct, open(f'{sys.argv[2]}.{protocol}.distinct', 'wb'), protocol)
    same = {key: shared.setdefault((wdl, dtm), (wdl, dtm)) for key, wdl, dtm in entries}
    pickle.dump(same, open(f'{sys.argv[2]}.{protocol}.shared', 'wb'), protocol)
    fast = pickle.Pickler(open(f'{sys.argv[2]}.{protocol}.fast', 'wb'), protocol)
    fast.fast = True
    fast.dump(distinct)
    pure = pickle._Pickler(open(f'{sys.argv[2]}.{protocol}.pure', 'wb'), protocol)
    pure.dump(distinct)
`;

  test('with any protocol, in any order, with tuples shared or not, reads as the table', async (context) => {
    needPython(context);
    await inFolder((path) => {
      writeFileSync(path('entries.json'), JSON.stringify(entries));
      python(WRITE, path('entries.json'), path('theirs'));
      for (let protocol = 0; protocol <= 5; protocol++) {
        for (const way of ['distinct', 'shared', 'fast', 'pure']) {
          const bytes = readFileSync(path(`theirs.${protocol}.${way}`));
          const read = unwrap(readPickle(bytes, table));
          expect(haveSameValues(read.table, table), `protocol ${protocol}, ${way}`).toBe(true);
          expect(read.keys).toBe(entries.length);
          expect(read.absent).toBe(0);
        }
      }
    });
  });

  test.runIf(thorough)('from all of KPvk reads as the table', async (context) => {
    needPython(context);
    const whole = madeUpTable('KPvk', 8);
    await inFolder((path) => {
      writeFileSync(path('entries.json'), JSON.stringify(entriesOf(whole)));
      const script = `
import json, pickle, sys
table = {key: (wdl, dtm) for key, wdl, dtm in json.load(open(sys.argv[1]))}
pickle.dump(table, open(sys.argv[2], 'wb'))`;
      python(script, path('entries.json'), path('theirs.pkl'));
      const bytes = readFileSync(path('theirs.pkl'));
      expect(haveSameValues(unwrap(decodePickle(bytes, whole)), whole)).toBe(true);
    });
  });

  test.runIf(whole)('may have keys above 32 bits, as decimal text and as bytes', (context) => {
    needPython(context);
    const kinds = [0, 1, 2, 3, 4, 0, 1, 2];
    const men = kinds.map((kind, slot): Piece => ({ kind, color: slot < 5 ? 0 : 1 }));
    const endgame: Endgame = {
      rules: 'small',
      material: { name: 'KQRBNvkqr', men },
      placements: placementsOn(boardOf(3, 3), men),
    };
    const squares = [8, 1, 2, 3, 4, 5, 6, 7];
    const [white, black] = [makePositionCode(0, squares, 4), makePositionCode(1, squares, 4)];
    expect(black).toBeGreaterThan(2 ** 31);
    expect(white).toBeGreaterThan(2 ** 32);
    for (const protocol of [0, 5]) {
      const [bytes] = pickled([`{${white}: (1, 5), ${black}: (-1, 4)}`], protocol);
      const read = unwrap(readPickle(bytes!, endgame));
      expect(read.keys).toBe(2);
      expect(readTable(read.table, 0, squares)).toBe(wonIn(5));
      expect(readTable(read.table, 1, squares)).toBe(lostIn(4));
    }
  });

  test('with only some of the mirror images can be compared, but is no table', (context) => {
    needPython(context);
    const [bytes] = pickled([`{${code(0, 8, 1, 60)}: (1, 7), ${code(1, 8, 1, 60)}: (-1, 8)}`]);
    const read = unwrap(readPickle(bytes!, KQvk));
    expect(read.keys).toBe(2);
    expect(read.absent).toBe(14);
    // The position, and its image in the mirror of files: 8 is a2, 15 is h2.
    expect(readTable(read.table, 0, [8, 1, 60])).toBe(wonIn(7));
    expect(readTable(read.table, 0, [15, 6, 59])).toBe(wonIn(7));
    expect(readTable(read.table, 1, [15, 6, 59])).toBe(lostIn(8));
    expect(decodePickle(bytes!, KQvk)).toMatchObject({
      problem: {
        code: 'pkl-incomplete',
        message:
          'a pickle of 2 positions that lacks 14 of their mirror images: a table has them all',
      },
    });
  });
});

describe('a pickle that is no table has a problem of its own', () => {
  const key = code(0, 8, 1, 60);
  const notTables = [
    ['[1, 2]', 'pkl-content', 'the pickle holds (1, 2), not a dict'],
    ['None', 'pkl-content', 'the pickle holds None, not a dict'],
    ["'KQvk'", 'pkl-content', "the pickle holds 'KQvk', not a dict"],
    ["{'KQvk': (1, 2)}", 'pkl-content', "entry 1: 'KQvk' is no position code of KQvk"],
    ['{-1: (1, 2)}', 'pkl-content', 'entry 1: -1 is no position code'],
    ['{2.5: (1, 2)}', 'pkl-content', 'entry 1: 2.5 is no position code'],
    ['{True: (1, 2)}', 'pkl-content', 'entry 1: True is no position code'],
    [`{${2 ** 19}: (1, 2)}`, 'pkl-content', '524288 is no position code'],
    ['{(1 << 70): (1, 2)}', 'pkl-malformed', 'Value too large'],
    [`{${code(0, 8, 8, 60)}: (1, 2)}`, 'pkl-content', 'is no position code'],
    [`{${code(0, 8, 1, 8)}: (1, 2)}`, 'pkl-content', 'is no position code'],
    [`{${key}: 1}`, 'pkl-content', `entry 1: ${key} has 1, not a pair (wdl, dtm)`],
    [`{${key}: None}`, 'pkl-content', 'has None, not a pair'],
    [`{${key}: (1,)}`, 'pkl-content', 'has (1), not a pair'],
    [`{${key}: (1, 2, 3)}`, 'pkl-content', 'has (1, 2, 3), not a pair'],
    [`{${key}: (2, 2)}`, 'pkl-content', 'has (2, 2), not a pair'],
    [`{${key}: (1, -2)}`, 'pkl-content', 'has (1, -2), not a pair'],
    [`{${key}: (1, 2.5)}`, 'pkl-content', 'has (1, 2.5), not a pair'],
    [`{${key}: (1, 32767)}`, 'pkl-content', 'dtm from 0 to 32766'],
    [
      `{${key}: (0, 2)}`,
      'pkl-content',
      'has (0, 2), not a pair (wdl, dtm), dtm from 0 to 32766 and 0 in a draw',
    ],
    [`{${key}: (True, 2)}`, 'pkl-content', 'has (True, 2), not a pair'],
    [`{${key}: {}}`, 'pkl-content', 'has a dict, not a pair'],
    [`[{${key}: (1, 2)}, {${key}: (1, 2)}]`, 'pkl-content', 'holds more than one dict'],
    [`{${key}: (1, 2), 0: (1, 2)}`, 'pkl-content', 'entry 2: 0 is no position code'],
    [`[{${key}: (1, 2)}]`, 'pkl-content', 'a sequence of 1, not a dict'],
    [
      `__import__('collections').OrderedDict({${key}: (1, 2)})`,
      'pkl-content',
      'collections.OrderedDict',
    ],
    [
      `{${key}: (1, 7), ${code(0, 15, 6, 59)}: (1, 9)}`,
      'pkl-symmetry',
      '(1, 9), but a key that symmetry',
    ],
  ] as const;
  let bytesOf: Uint8Array[] | undefined;

  test.for(notTables.map((each, i) => [...each, i] as const))(
    '%s',
    ([, problem, words, i], context) => {
      needPython(context);
      bytesOf ??= pickled(notTables.map(([expression]) => expression));
      const found = problemOf(bytesOf[i]!);
      expect(found.message).toContain(words);
      expect(found.code).toBe(problem);
    },
  );

  test('if it breaks a symmetry: the entry and both values', (context) => {
    needPython(context);
    const mirrored = code(0, 15, 6, 59);
    const [bytes] = pickled([`{${key}: (1, 7), ${mirrored}: (-1, 9)}`]);
    expect(problemOf(bytes!)).toEqual({
      code: 'pkl-symmetry',
      message: `entry 2: ${mirrored} has (-1, 9), but a key that symmetry makes equal has (1, 7)`,
      text: String(mirrored),
    });
  });

  const like = smallEndgame('KQQvk');
  test('if the order of identical pieces changes a value', (context) => {
    needPython(context);
    const [one, other] = [
      makePositionCode(0, [0, 5, 9, 15], 4),
      makePositionCode(0, [0, 9, 5, 15], 4),
    ];
    const [bytes] = pickled([`{${one}: (1, 7), ${other}: (1, 5)}`]);
    expect(problemOf(bytes!, like).code).toBe('pkl-symmetry');
  });

  test.each([
    ['nothing', '', 'pkl-malformed'],
    ['text', 'position,wdl,dtm\n', 'pkl-malformed'],
    ['a dict without a STOP', '}', 'pkl-malformed'],
    ['an unknown protocol', '\x80\x06}.', 'pkl-malformed'],
    ['a STOP without anything', '.', 'pkl-content'],
    ['two pickles', '}.}.', 'pkl-malformed'],
    ['a key without a value', '}(K\x01u.', 'pkl-content'],
    ['DICT with items', '(K\x01K\x02d.', 'pkl-malformed'],
    ['attributes of a dict', '}(K\x01lb.', 'pkl-content'],
    ['an entry for a list', ']K\x01K\x02s.', 'pkl-malformed'],
    [
      'a string of negative length, which would loop for ever',
      '}B\xfa\xff\xff\xff.',
      'pkl-malformed',
    ],
    ['a string of 2^63 bytes', '}\x8e\xff\xff\xff\xff\xff\xff\xff\x7f.', 'pkl-malformed'],
    ['a class', 'cos\nsystem\n.', 'pkl-content'],
    ['a call', 'cos\nsystem\n(U\x02lstR.', 'pkl-content'],
  ])('%s', (_, text, problem) => {
    expect(problemOf(opcodes(text)).code).toBe(problem);
  });

  test('an empty dict is a table without positions', () => {
    expect(unwrap(readPickle(opcodes('}.'), like))).toMatchObject({ keys: 0, absent: 0 });
  });
});

describe('whatever the bytes', () => {
  // The parser warns on the console about numbers above 2^53, which are then refused as keys.
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => vi.restoreAllMocks());

  const table = smallTable(smallEndgame('KQvk', boardOf(3, 3)));
  let bytes: Uint8Array;
  beforeAll(async () => {
    bytes = await joined(pickleFormat.encode(table));
  });

  /** Does not throw; if it reads anything, the pickle holds one dict. */
  function isAnswer(each: Uint8Array): void {
    const result = readPickle(each, table);
    if (result.ok) expect(result.value.table.values[0].length).toBe(table.placements.size);
    else expect(result.problem.code).toMatch(/^pkl-/);
  }

  test('no pickle cut short is read', () => {
    for (const length of sample(bytes.keys())) {
      expect(problemOf(bytes.subarray(0, length), table).code).toBe('pkl-malformed');
    }
  });

  test('a flipped bit causes no exception', () => {
    for (const at of sample(bytes.keys())) {
      isAnswer(bytes.with(at, bytes[at]! ^ (1 << (at % 8))));
    }
  });

  test('a state that many objects share is refused before it is copied', () => {
    // A memoized tuple of 100,000 numbers, then 100,000 lists that each get a copy of it as their state.
    const numbers = Buffer.from(`(${'K\x01'.repeat(100_000)}t\x94`, 'latin1');
    const copies = Buffer.from(']h\x00b'.repeat(100_000), 'latin1');
    const hostile = Buffer.concat([
      Buffer.from('\x80\x04', 'latin1'),
      numbers,
      copies,
      Buffer.from('.'),
    ]);
    expect(problemOf(hostile)).toMatchObject({
      code: 'pkl-content',
      message: expect.stringContaining('an object with a state'),
    });
  });

  test('a number with megabytes of digits is refused before it is made', () => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(8 << 20);
    const number = Buffer.alloc(8 << 20, 0x7f);
    const hostile = Buffer.concat([
      Buffer.from('\x80\x02}\x8b', 'latin1'),
      length,
      number,
      Buffer.from('K\x01s.'),
    ]);
    expect(problemOf(hostile)).toMatchObject({
      code: 'pkl-content',
      message: expect.stringContaining('a huge number'),
    });
  });

  test('a size beyond the end of the bytes is refused', () => {
    const announced = ['\x80\x04\x8d', '\x80\x04\x8e', '\x80\x05\x96'].map((start) =>
      Buffer.concat([
        Buffer.from(start, 'latin1'),
        Buffer.from('ffffffffffff0f00', 'hex'),
        Buffer.from('abc.'),
      ]),
    );
    for (const hostile of announced) expect(problemOf(hostile).code).toBe('pkl-malformed');
  });

  test('random bytes and random opcodes cause no exception', () => {
    const known = [...'(.01NFIJKLMPQRSTUVXGabcdegijlopqrstu])}BC'].map((each) =>
      each.charCodeAt(0),
    );
    const later = Array.from({ length: 25 }, (_, i) => 0x80 + i);
    const opcode = fc.constantFrom(...known, ...later, 0, 1, 10, 48, 255);
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.array(opcode, { maxLength: 60 }).map((each) => Uint8Array.from(each)),
    );
    fc.assert(fc.property(any, isAnswer), runs(5000));
  });
});
