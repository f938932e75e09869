import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Step } from '../../src/board/board.ts';
import { board8x8, mirrorFiles, mirrorRanks } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { parseBetza } from '../../src/pieces/betza.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { piece, royal } from '../../src/pieces/kinds.ts';
import { ENDLESS, type Leg } from '../../src/pieces/legs.ts';
import { makeBetza } from '../../src/pieces/makeBetza.ts';
import { sameMovement, turned } from '../../src/pieces/movement.ts';
import { normalised } from '../../src/pieces/normalForm.ts';
import { terms } from './randomMovements.ts';

const read = (text: string) => unwrap(parseBetza(text));

/** Plain and initial legs, hops, lame leaps, of few steps, so that many contain others. */
const leg: fc.Arbitrary<Leg> = fc
  .record({
    step: fc.constantFrom<Step[]>([0, 1], [1, 1], [0, 2], [2, 2], [0, -3]),
    range: fc.constantFrom(1, 2, 3, 14, ENDLESS),
    purpose: fc.constantFrom('move' as const, 'take' as const),
    sort: fc.constantFrom('', '', 'over', 'behind', 'lame'),
    isInitial: fc.boolean(),
  })
  .map(({ step, range, purpose, sort, isInitial }) => ({
    step,
    range,
    purpose,
    ...(sort === 'lame' && { lame: true as const }),
    ...((sort === 'over' || sort === 'behind') && { hop: sort }),
    ...(isInitial && { initial: true as const }),
  }));

const legs = fc.array(leg, { maxLength: 8 });

describe('The normal form', () => {
  test.each([
    ['mRQ', 'Q'],
    ['KQ', 'Q'],
    ['NiN', 'N'],
    ['NnN', 'N'],
    ['W3fW2', 'W3'],
    ['mNcN', 'N'],
    ['hlNhrN', 'N'],
    ['gW14', 'gR'],
  ])('of %s is that of %s', (text, same) => {
    expect(read(text)).toEqual(read(same));
  });

  test.each([
    ['pR', 'R'],
    ['pR', 'gR'],
    ['nN', 'N'],
    ['iN', 'N'],
    ['fceF', 'fcF'],
    ['fmnnD', 'fmnD'],
    ['t[FR]', 'F'],
    ['gW13', 'gR'],
  ])('of %s is not that of %s', (text, other) => {
    expect(sameMovement(read(text), read(other))).toBe(false);
    expect(read(text)).not.toEqual(read(other));
  });

  test('depends on no order and no repetition, and is its own normal form', () => {
    const shuffled = legs.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, others]) => {
        const normal = normalised(all);
        expect(normalised([...others, ...all])).toEqual(normal);
        expect(normalised(normal)).toEqual(normal);
        expect(sameMovement(normalised(others), normal)).toBe(true);
      }),
    );
  });

  test('reaches the same squares on the largest board, whatever stands there', () => {
    const square = fc.tuple(fc.nat(15), fc.nat(15));
    const crowded = fc.array(square, { maxLength: 120 });
    fc.assert(
      fc.property(legs, square, crowded, fc.boolean(), (all, from, others, hasMoved) => {
        const taken = new Set(others.map(String));
        const reached = reachedBy(normalised(all), from, taken, hasMoved);
        expect(reached).toEqual(reachedBy(all, from, taken, hasMoved));
      }),
    );
  });
});

/** The targets of legs, each with its purpose, one square after the other. */
function reachedBy(
  all: readonly Leg[],
  from: readonly [number, number],
  taken: ReadonlySet<string>,
  hasMoved: boolean,
): string[] {
  const found = all.flatMap(({ step: [x, y], range, purpose, hop, lame, initial }) => {
    if (initial && hasMoved) return [];
    const targets: string[] = [];
    const parts = lame ? Math.max(Math.abs(x), Math.abs(y)) : 1;
    let screens = 0;
    const last = hop === 'behind' ? range + 1 : range;
    for (let part = 1; part <= last * parts; part++) {
      const at = [from[0] + (part * x) / parts, from[1] + (part * y) / parts];
      if (at.some((each) => each < 0 || each > 15)) break;
      const isTaken = taken.has(at.join());
      const isTarget = hop ? screens === 1 : part % parts === 0;
      if (isTarget && isTaken === (purpose === 'take')) targets.push(`${purpose} ${at}`);
      if (hop === 'behind' && screens === 1) break;
      if (isTaken && (!hop || ++screens === 2)) break;
    }
    return targets;
  });
  return [...new Set(found)].sort();
}

const turns: ((step: Step) => Step)[] = [
  ([x, y]) => [x, y],
  ([x, y]) => [y, -x],
  ([x, y]) => [-x, -y],
  ([x, y]) => [-y, x],
];
const symmetries = turns.flatMap((turn) => [turn, ([x, y]: Step) => turn([y, x])]);

describe('A turned movement', () => {
  test('comes back by the opposite symmetry, and can be written', () => {
    fc.assert(
      fc.property(terms, fc.constantFrom(...symmetries), (texts, map) => {
        const movement = read(texts.join(''));
        const there = normalised(turned(movement, map));
        expect(read(makeBetza(there))).toEqual(there);
        const backs = symmetries.map((back) => normalised(turned(there, back)));
        expect(backs).toContainEqual(movement);
      }),
    );
  });
});

test.each([
  ['KNAD', true],
  ['fmWfceFifmnnD', true],
  ['t[FR]', true],
  ['lfN', false],
  ['hrN', false],
  ['flF', false],
])(
  'colours are exchanged by mirroring ranks if %s moves to the left as to the right: %s',
  (text, is) => {
    const equipment = new Equipment(board8x8, [royal('K', 'king', 'K'), piece('A', 'it', text)]);
    const half = mirrorRanks(board8x8).map((square) => mirrorFiles(board8x8)[square]);
    const [exchange] = equipment.exchanges();
    expect(exchange).toEqual(is ? mirrorRanks(board8x8) : half);
  },
);
