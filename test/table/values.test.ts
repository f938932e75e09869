import { describe, expect, test } from 'vitest';
import { DRAWN, lostIn, UNCOVERED, wonIn } from '../../src/table/value.ts';
import {
  BARRED,
  decidedCode,
  ILLEGAL,
  MATED,
  MOST_DISTANCE,
  PlyValues,
  type SlabCodes,
  SlabValues,
  STALEMATE,
  valueOfCode,
} from '../../src/table/values.ts';

/** Plies of wins and losses up to this distance: won in 1, lost in 2, won in 3 ... */
const pliesUpTo = (distance: number) => Array.from({ length: 2 * distance }, (_, i) => i + 1);

const sizes: readonly [string, 1 | 2, SlabCodes][] = [
  ['one byte', 1, new Int8Array(1)],
  ['two bytes', 2, new Int16Array(1)],
];

describe.each(sizes)('a code of %s', (_, bytes, room) => {
  const plies = pliesUpTo(MOST_DISTANCE[bytes]);

  test('represents every win and loss up to its longest distance', () => {
    const values = new SlabValues(room);
    for (const each of plies) {
      room[0] = decidedCode(each);
      expect(values.at(0)).toBe(each % 2 === 1 ? wonIn(each) : lostIn(each));
    }
  });

  test('never confuses one of them with a draw or a mark', () => {
    const codes = new Set(plies.map(decidedCode));
    expect(codes.size).toBe(plies.length);
    for (const mark of [0, ILLEGAL, BARRED, STALEMATE, MATED]) expect(codes).not.toContain(mark);
  });

  test('has four marks', () => {
    const values = new SlabValues(room);
    const worth = (code: number) => {
      room[0] = code;
      return values.at(0);
    };
    expect([ILLEGAL, 0, STALEMATE, BARRED, MATED].map(worth)).toEqual([
      UNCOVERED,
      DRAWN,
      DRAWN,
      wonIn(1),
      lostIn(0),
    ]);
    // Lost in 0 plies, but not what the first layer calls mated.
    expect(worth(-1)).toBe(lostIn(0));
  });
});

test('one byte represents wins up to 249 plies and losses up to 250, and no more', () => {
  expect([249, 250, 251, 252].map((plies) => decidedCode(plies))).toEqual([125, -126, 130, -131]);
  const fits = (code: number) => new Int8Array([code])[0] === code;
  expect([249, 250, 251, 252].map((plies) => fits(decidedCode(plies)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a code has the same value in either size', () => {
  for (let code = -128; code < 128; code++) {
    const [one, two] = [new SlabValues(Int8Array.of(code)), new SlabValues(Int16Array.of(code))];
    expect([one.at(0), two.at(0)]).toEqual([valueOfCode(code), valueOfCode(code)]);
  }
});

test('values in plies are stored as they are', () => {
  const values = new PlyValues(Int16Array.of(wonIn(3), DRAWN, UNCOVERED));
  expect([values.length, values.at(0), values.at(1), values.at(2)]).toEqual([
    3,
    wonIn(3),
    DRAWN,
    UNCOVERED,
  ]);
});
