import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterMove,
  DRAWN,
  lostIn,
  makeValueCode,
  parseValueCode,
  pliesOf,
  preference,
  UNCOVERED,
  type Value,
  wonIn,
} from '../../src/table/value.ts';

/** The longest distance that a 16-bit code holds on both sides, UNCOVERED left aside. */
const MOST_PLIES = 32766;
const plies = fc.nat(MOST_PLIES);
const code = fc.oneof(fc.constant(DRAWN), plies.map(wonIn), plies.map(lostIn));

describe('a value in 16 bits', () => {
  test.each<[Value, number]>([
    [{ wdl: 0, dtm: 0 }, 0],
    [{ wdl: 1, dtm: 0 }, 1],
    [{ wdl: 1, dtm: 1 }, 2],
    [{ wdl: 1, dtm: 17 }, 18],
    [{ wdl: -1, dtm: 0 }, -1],
    [{ wdl: -1, dtm: 18 }, -19],
  ])('%j is %i', (value, expected) => {
    expect(makeValueCode(value)).toBe(expected);
    expect(parseValueCode(expected)).toEqual(value);
  });

  test('survives the round trip', () => {
    fc.assert(
      fc.property(code, (each) => {
        expect(makeValueCode(parseValueCode(each))).toBe(each);
        expect(Int16Array.of(each)[0]).toBe(each);
        expect(each).not.toBe(UNCOVERED);
      }),
    );
  });

  test('a draw is one code, whatever its distance', () => {
    expect(makeValueCode({ wdl: 0, dtm: 12 })).toBe(DRAWN);
  });

  test('a decided position has its plies', () => {
    fc.assert(
      fc.property(plies, (dtm) => {
        expect(pliesOf(wonIn(dtm))).toBe(dtm);
        expect(pliesOf(lostIn(dtm))).toBe(dtm);
      }),
    );
  });

  test('UNCOVERED fits in 16 bits', () => {
    expect(Int16Array.of(UNCOVERED)[0]).toBe(UNCOVERED);
  });
});

describe('the value of a move for the mover', () => {
  test.each<[string, number, number]>([
    ['the opponent is mated: won in one', lostIn(0), wonIn(1)],
    ['the opponent loses in 18: won in 19', lostIn(18), wonIn(19)],
    ['the opponent wins in 17: lost in 18', wonIn(17), lostIn(18)],
    ['the opponent has won already: lost in one', wonIn(0), lostIn(1)],
    ['a draw stays a draw', DRAWN, DRAWN],
  ])('%s', (_, reached, mine) => {
    expect(afterMove(reached)).toBe(mine);
  });

  test('is that of the other side, negated, one ply later', () => {
    fc.assert(
      fc.property(code, (each) => {
        const { wdl, dtm } = parseValueCode(each);
        const expected: Value = wdl === 0 ? { wdl, dtm } : { wdl: -wdl as 1 | -1, dtm: dtm + 1 };
        expect(parseValueCode(afterMove(each))).toEqual(expected);
      }),
    );
  });
});

describe('the preference of the side to move', () => {
  test('is fast wins, slow wins, draws, slow losses, fast losses', () => {
    const ranked = [wonIn(0), wonIn(1), wonIn(17), DRAWN, lostIn(18), lostIn(2), lostIn(0)];
    const shuffled = [DRAWN, lostIn(0), wonIn(17), lostIn(18), wonIn(0), lostIn(2), wonIn(1)];
    expect(shuffled.sort((a, b) => preference(b) - preference(a))).toEqual(ranked);
  });

  test('prefers, of any two values, faster wins and slower losses', () => {
    const better = (a: Value, b: Value) =>
      a.wdl !== b.wdl ? a.wdl > b.wdl : a.wdl > 0 ? a.dtm < b.dtm : a.dtm > b.dtm;
    fc.assert(
      fc.property(code, code, (a, b) => {
        expect(preference(a) > preference(b)).toBe(better(parseValueCode(a), parseValueCode(b)));
      }),
    );
  });
});
