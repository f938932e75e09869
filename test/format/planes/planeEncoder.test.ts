import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growTree, SAMPLE_BYTES, treeParts } from '../../../src/format/planes/growTree.ts';
import { isDerived, type Layout, layoutsOf } from '../../../src/format/planes/layout.ts';
import { PlaneEncoder } from '../../../src/format/planes/planeEncoder.ts';
import {
  hasPlanes,
  type PlaneEndgame,
  type PlanesShape,
} from '../../../src/format/planes/planeEndgame.ts';
import { packModel } from '../../../src/format/planes/planeModel.ts';
import { CELLS } from '../../../src/format/planes/planes.ts';
import { PlaneTable } from '../../../src/format/planes/planeTable.ts';
import { type Extent, extentOf, rankCount } from '../../../src/format/planes/ranks.ts';
import { SlabImages } from '../../../src/format/planes/slabImages.ts';
import { chess } from '../../../src/rules/chess.ts';
import { chessArmy } from '../../../src/rules/chessPieces.ts';
import {
  BARRED,
  decidedCode,
  ILLEGAL,
  MATED,
  type SlabCode,
  STALEMATE,
  valueOfCode,
} from '../../../src/table/values.ts';
import { leaper } from '../../pieces/movements.ts';
import { runs } from '../../thorough.ts';
import { chessEndgame } from '../madeUp.ts';

/** Planes of a table whose other numbers hold nothing. */
interface MadeUp {
  readonly endgame: PlaneEndgame;
  readonly layout: Layout;
  readonly codes: readonly [Int8Array | Int16Array, Int8Array | Int16Array];
  /** By plane: the codes of its cells, by side to move. */
  readonly planes: ReadonlyMap<number, readonly [Int16Array, Int16Array]>;
}

/** Fills planes with codes of which `codeAt` knows no more than the position's number. */
function makeUp(
  name: string,
  layout: Layout,
  wide: boolean,
  numbers: (count: number) => readonly number[],
  codeAt: (index: number, turn: 0 | 1) => SlabCode,
): MadeUp {
  const endgame = chessEndgame(name);
  if (!hasPlanes(endgame)) throw new Error(`${name} has no planes`);
  const { material, placements } = endgame;
  const side = () =>
    (wide ? new Int16Array(placements.size) : new Int8Array(placements.size)).fill(ILLEGAL);
  const codes = [side(), side()] as const;
  const { planes } = PlaneTable.open(endgame, { ...layout, ...SMALL }, flatModel(SMALL), false)!;
  const images = new SlabImages(material, planes, placements);
  const made = new Map<number, readonly [Int16Array, Int16Array]>();
  for (let number of numbers(planes.count)) {
    while (!planes.squares(number)) number = (number + 1) % planes.count;
    const standing = planes.squares(number)!;
    const squares = material.men.map(() => 0);
    for (const [i, slot] of planes.standing.entries()) squares[slot] = standing[i]!;
    const plane = [new Int16Array(CELLS), new Int16Array(CELLS)] as const;
    for (let cell = 0; cell < CELLS; cell++) {
      squares[layout.row] = cell >> 6;
      squares[layout.lane] = cell & 63;
      for (const turn of [0, 1] as const) {
        const isPosition = chess.place(material.men, squares, turn).ok;
        plane[turn][cell] = isPosition ? codeAt(placements.index(squares), turn) : ILLEGAL;
      }
    }
    for (const { base, rows } of images.of(standing, true)) {
      for (const { first, at, cells, offsets } of rows) {
        for (const [i, cell] of cells.entries()) {
          const number = base + at + offsets[i]!;
          for (const turn of [0, 1] as const) codes[turn][number] = plane[turn][first + cell]!;
        }
      }
    }
    made.set(number, plane);
  }
  return { endgame, layout, codes, planes: made };
}

const SMALL: Extent = { wins: 1, losses: 1, bars: false };

/** A model that knows nothing: every value escapes. */
function flatModel(extent: Extent): Uint8Array {
  const features = Uint8Array.of(255);
  const counts = new Uint32Array(24).fill(1);
  const grown = { features, thresholds: new Uint8Array(1), counts, bits: 0 };
  const parts = ([0, 1] as const).map((set) =>
    treeParts(grown, new Uint32Array(256), rankCount(extent, set)),
  );
  return packModel([parts[0]!, parts[1]!]);
}

/** A model whose trees ask for one feature, and predict otherwise where it is 0. */
function askingModel(extent: Extent, feature: number): Uint8Array {
  const grown = {
    features: Uint8Array.of(feature, 255, 255),
    thresholds: new Uint8Array(3),
    counts: Uint32Array.from({ length: 48 }, (_, i) => 1 + (i % 24) * (i < 24 ? 9 : 1)),
    bits: 0,
  };
  const parts = ([0, 1] as const).map((set) =>
    treeParts(grown, new Uint32Array(256), rankCount(extent, set)),
  );
  return packModel([parts[0]!, parts[1]!]);
}

/** Codes the planes and decodes them: the first number of a plane and cell that is not as before, or undefined. */
function firstDifference({ endgame, layout, codes, planes }: MadeUp, modelOf: ModelOf) {
  const shape = { ...layout, ...extentOf(codes, layout.first) };
  const encoder = new PlaneEncoder(endgame, shape, codes, ({ learningBytes }) => {
    return MOST_SAMPLES * SAMPLE_BYTES + learningBytes(MOST_SAMPLES);
  });
  const model = modelOf(encoder, shape, [...planes.keys()]);
  encoder.useModel(model);
  const table = PlaneTable.open(endgame, shape, model, codes[0] instanceof Int8Array)!;
  for (const [number, plane] of planes) {
    const [bytes] = encoder.encode(number, number + 1)!;
    const decoded = table.decode(number, bytes!)!;
    for (const turn of [0, 1] as const) {
      for (let cell = 0; cell < CELLS; cell++) {
        const [found, wanted] = [decoded.value(turn, cell), valueOfCode(plane[turn][cell]!)];
        if (found !== wanted) return { number, turn, cell, found, wanted };
      }
    }
  }
  return undefined;
}

/** Makes a model to code planes of these numbers by. */
type ModelOf = (
  encoder: PlaneEncoder,
  shape: PlanesShape,
  numbers: readonly number[],
) => Uint8Array;

const flat: ModelOf = (_, shape) => flatModel(shape);

const MOST_SAMPLES = 10_000;

/** A model with large trees of all features, learnt from the planes themselves. */
const learnt: ModelOf = (encoder, shape, numbers) => {
  const { exports, free } = encoder;
  const parts = ([0, 1] as const).map((set) => {
    exports.beginSamples();
    let count = 0;
    for (const number of numbers) {
      encoder.prepare(encoder.planes.squares(number)!);
      count = exports.takeSamples(set, 1, free, MOST_SAMPLES, count);
    }
    const samples = { at: free, count, room: free + MOST_SAMPLES * SAMPLE_BYTES };
    const features = Array.from({ length: 48 }, (_, feature) => feature);
    const grown = growTree(exports, samples, { features, mostLeaves: 300, leastGain: 0 });
    const own = treeParts(grown, encoder.escaped(set), rankCount(shape, set));
    // The symbol of a capture that decides nothing.
    for (let at = 2; at < own.levels.length; at += 24) own.levels[at] ||= 1;
    return own;
  });
  return packModel([parts[0]!, parts[1]!]);
};

/** Any code of a table with such longest mates. */
function codeOf(hash: number, most: number): SlabCode {
  const special = [0, 0, 0, MATED, STALEMATE, BARRED];
  const kind = hash % 16;
  if (kind < special.length) return special[kind]!;
  return decidedCode(kind % 2 === 0 ? 2 * ((hash >>> 8) % most) + 1 : 2 * ((hash >>> 8) % most));
}

function hashOf(seed: number, index: number, turn: number): number {
  let hash = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(2 * index + turn + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const slot = (name: string, letter: string) => name.replace('v', '').indexOf(letter);

/** Every layout that a writer chooses among, and some in which the other side is coded too. */
const cases = [
  ...['KQvk', 'KPvk', 'KNNvk', 'KQvkr', 'KRPvk', 'KPvkp'].flatMap((name) => {
    const { material } = chessEndgame(name);
    return layoutsOf(material, chessArmy).map((layout) => ({ name, layout }));
  }),
  ...(
    [
      ['KQvk', 'Q', 'k', 0],
      ['KQvkr', 'Q', 'r', 0],
      ['KRvkn', 'n', 'R', 1],
      ['KRPvk', 'R', 'k', 0],
    ] as const
  ).map(([name, row, lane, first]) => ({
    name,
    layout: { row: slot(name, row), lane: slot(name, lane), first } as Layout,
  })),
].map(({ name, layout }) => {
  const { material } = chessEndgame(name);
  const what = isDerived(material, layout) ? 'derived' : 'coded';
  const title = `${name}, rows ${layout.row}, lanes ${layout.lane}, ${what} from ${layout.first}`;
  return [title, name, layout] as const;
});

describe('planes of any values come back as they were', () => {
  test.each(cases)('%s', (_, name, layout) => {
    const plane = fc.integer({ min: 0, max: 2 ** 30 });
    const models = fc.constantFrom(flat, learnt);
    const claim = fc.property(plane, fc.nat(), models, (at, seed, modelOf) => {
      const numbers = (count: number) => [at % count];
      // Neighbouring positions are alike in some planes, as in real tables, and never in others.
      const near = seed % 2 === 0 ? 1 : 40;
      const codeAt = (index: number, turn: 0 | 1) =>
        codeOf(hashOf(seed, Math.floor(index / near), turn), 1 + (seed % 60));
      const found = firstDifference(makeUp(name, layout, false, numbers, codeAt), modelOf);
      expect(found).toBeUndefined();
    });
    fc.assert(claim, runs(30));
  });
});

test('an endgame with a piece of more steps than the coder has room for has no planes', () => {
  const endgame = chessEndgame('KQvk');
  const leaping = (count: number) => {
    const leaps = Array.from({ length: count }, (_, i) => [1 + (i % 7), i % 5] as const);
    const movement = leaper(...leaps);
    return { ...endgame, army: chessArmy.map((kind) => ({ ...kind, movement })) };
  };
  expect([hasPlanes(leaping(64)), hasPlanes(leaping(65))]).toEqual([true, false]);
});

describe('values that have no rank of a byte', () => {
  test.each([
    ['of both sides', (moves: number) => moves],
    ['of one side only', (moves: number, turn: 0 | 1) => (turn === 0 ? moves : 1)],
  ])('%s come back as corrections', (_, most) => {
    const { material } = chessEndgame('KQvk');
    for (const layout of layoutsOf(material, chessArmy)) {
      const codeAt = (index: number, turn: 0 | 1) =>
        codeOf(hashOf(7, index, turn), most(255, turn));
      const made = makeUp('KQvk', layout, true, () => [3], codeAt);
      expect(firstDifference(made, learnt)).toBeUndefined();
    }
  });

  test('come back with captures that are all worth the greatest rank of a byte, 255', () => {
    const { material } = chessEndgame('KQvkr');
    for (const layout of layoutsOf(material, chessArmy)) {
      const codeAt = (index: number, turn: 0 | 1) =>
        turn === layout.first ? codeOf(hashOf(7, index, turn), 255) : BARRED;
      const made = makeUp('KQvkr', layout, true, () => [77], codeAt);
      expect(rankCount(extentOf(made.codes, layout.first), 1)).toBe(255);
      expect(firstDifference(made, learnt)).toBeUndefined();
    }
  });

  test('of two bytes, none of them long, are ranked as those of a byte are', () => {
    const { material } = chessEndgame('KQvkr');
    for (const layout of layoutsOf(material, chessArmy)) {
      const codeAt = (index: number, turn: 0 | 1) => codeOf(hashOf(7, index, turn), 30);
      const [narrow, wide] = [false, true].map((isWide) => {
        const { endgame, codes, planes } = makeUp('KQvkr', layout, isWide, () => [77], codeAt);
        const shape = { ...layout, ...extentOf(codes, layout.first) };
        const encoder = new PlaneEncoder(endgame, shape, codes);
        encoder.useModel(flatModel(shape));
        const [number] = planes.keys();
        return encoder.encode(number!, number! + 1);
      });
      expect(wide).toEqual(narrow);
    }
  });
});

// Features that cells have and captures have not, and those of a second standing piece by lane and by row. The decoder clears them
// for each plane, so that the two agree only if the encoder clears its columns for each table.
test.each([5, 12, 16, 19, 20, 23, 29, 34])(
  'planes come back by a model that asks for feature %i, whatever was coded before',
  (feature) => {
    const codeAt = (index: number, turn: 0 | 1) => codeOf(hashOf(3, index, turn), 20);
    const difference = (name: string, place: number, number: number) => {
      const layout = layoutsOf(chessEndgame(name).material, chessArmy)[place]!;
      const made = makeUp(name, layout, false, () => [number], codeAt);
      return firstDifference(made, (_, shape) => askingModel(shape, feature));
    };
    // Two pawns standing, and both sides' cells coded; then a queen, and what it is worth to take it.
    expect(difference('KPvkp', 0, 1500)).toBeUndefined();
    expect(difference('KQvk', 1, 5)).toBeUndefined();
  },
);

test('an encoder ends where that of another table begins', () => {
  const { material } = chessEndgame('KQvk');
  const layout = layoutsOf(material, chessArmy)[0]!;
  const { endgame, codes, planes } = makeUp(
    'KQvk',
    layout,
    false,
    () => [5],
    () => 0,
  );
  const shape = { ...layout, ...extentOf(codes, layout.first) };
  const encoder = new PlaneEncoder(endgame, shape, codes);
  encoder.useModel(flatModel(shape));
  const [number] = planes.keys();
  expect(encoder.encode(number!, number! + 1)).toHaveLength(1);
  new PlaneEncoder(endgame, shape, codes);
  expect(() => encoder.encode(number!, number! + 1)).toThrow('another table is being coded');
});

describe('values that no table has are refused', () => {
  const layout: Layout = { row: 2, lane: 0, first: 0 };
  const made = () =>
    makeUp(
      'KQvk',
      layout,
      false,
      () => [3],
      () => 0,
    );
  const encoded = ({ endgame, codes, planes }: MadeUp, extent: Extent) => {
    const encoder = new PlaneEncoder(endgame, { ...layout, ...extent }, codes);
    encoder.useModel(flatModel(extent));
    const [number] = planes.keys();
    return encoder.encode(number!, number! + 1);
  };

  test('a value at no position, and none at a position', () => {
    const table = made();
    expect(encoded(table, SMALL)).toBeDefined();
    const [white] = table.codes;
    white.forEach((code, i) => {
      if (code !== ILLEGAL) white[i] = ILLEGAL;
    });
    expect(encoded(table, SMALL)).toBeUndefined();
    white.fill(0);
    expect(encoded(table, SMALL)).toBeUndefined();
  });

  test.each([decidedCode(5), decidedCode(4)])('one that is longer than said: %i', (code) => {
    const table = made();
    const [white] = table.codes;
    white.forEach((known, i) => {
      if (known !== ILLEGAL) white[i] = code;
    });
    expect(encoded(table, { wins: 2, losses: 1, bars: false })).toBeUndefined();
    expect(encoded(table, { wins: 3, losses: 2, bars: false })).toBeDefined();
  });
});
