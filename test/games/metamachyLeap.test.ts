import { describe, expect, test } from 'vitest';
import { fenOf, gameOf, read, sans, targets } from './moves.ts';

// The king's leap in Metamachy, as its author describes it: https://history.chess.free.fr/metamachy.htm

const metamachy = gameOf('metamachy');

const position = (pieces: string, rest = 'w K - 0 1') =>
  read(metamachy, fenOf(metamachy, pieces, rest));

const straight = ['d6', 'f4', 'f8', 'h6'];
const diagonal = ['d4', 'd8', 'h4', 'h8'];
const knightly = ['d5', 'd7', 'e4', 'e8', 'g4', 'g8', 'h5', 'h7'];
const ring = [...straight, ...diagonal, ...knightly].sort();
const steps = ['e5', 'e6', 'e7', 'f5', 'f7', 'g5', 'g6', 'g7'];

/** The leaps of a king on f6. */
const leaps = (pieces: string, rest?: string) =>
  targets(metamachy, position(pieces, rest), 'f6').filter((to) => ring.includes(to));

const ringWithout = (...squares: readonly string[]) => ring.filter((to) => !squares.includes(to));

describe('a king that has not moved', () => {
  test('may leap to all sixteen squares at distance 2, besides its steps', () => {
    expect(targets(metamachy, position('Kf6 ka12'), 'f6')).toEqual([...ring, ...steps].sort());
  });

  test('in the initial position may leap to d1, and over the eagle to h1', () => {
    expect(targets(metamachy, metamachy.start, 'f1')).toEqual(['d1', 'e1', 'h1']);
  });

  test('of Black leaps, too', () => {
    const black = position('Ka1 kf6', 'b k - 0 1');
    expect(targets(metamachy, black, 'f6')).toEqual([...ring, ...steps].sort());
  });

  test('leaps over pieces of both colours and takes none of them', () => {
    const own = 'Pe5 Pf5 Pg5 Pe6 Pg6 Pe7 Pf7 Pg7';
    expect(targets(metamachy, position(`Kf6 ka12 ${own}`), 'f6')).toEqual(ring);
    const after = read(metamachy, fenOf(metamachy, 'Kf6 ka12 pf7', 'w K - 0 1'), 'f6f8');
    expect(metamachy.makeFen(after)).toBe(fenOf(metamachy, 'Kf8 ka12 pf7', 'b - - 1 1'));
  });

  test('has notation as for its steps', () => {
    expect(sans(metamachy, position('Kf6 ka12'))).toContain('Kh7');
    expect(metamachy.parseMove(position('Kf6 ka12'), 'f6h7')).toMatchObject({ ok: true });
  });
});

describe('there is no leap', () => {
  test.each([
    ['without the right', 'w - - 0 1'],
    ['with a right of the other side', 'w k - 0 1'],
  ])('%s', (_, rest) => {
    expect(targets(metamachy, position('Kf6 ka12', rest), 'f6')).toEqual(steps);
  });

  test.each([
    ['a rook', 'rf12'],
    ['a knight', 'nd7'],
    ['a pawn', 'pg7'],
    ['a cannon behind its own pawn', 'Pf9 cf12'],
  ])('out of check, from %s', (_, attackers) => {
    const checked = position(`Kf6 ka12 ${attackers}`);
    expect(metamachy.check(checked)).toBe(true);
    expect(leaps(`Kf6 ka12 ${attackers}`)).toEqual([]);
  });

  test.each([
    ['a piece of its own', 'Eh8'],
    ['a piece that it could take', 'ph8'],
  ])('to the square of %s', (_, piece) => {
    expect(leaps(`Kf6 ka12 ${piece}`)).toEqual(ringWithout('h8'));
  });

  test('to an attacked square', () => {
    expect(leaps('Kf6 ka12 nb9')).toEqual(ringWithout('d8'));
  });

  test('beyond the edge of the board', () => {
    expect(targets(metamachy, position('Ka1 kf12'), 'a1')).toEqual(
      ['a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3'].sort(),
    );
  });
});

describe('of the squares between, at distance 1', () => {
  test('the one of a straight or diagonal leap must not be attacked', () => {
    // The first knight attacks e6 on the way to d6, the second e7 on the way to d8; the others are attacked themselves.
    expect(leaps('Kf6 ka12 nc7')).toEqual(ringWithout('d6', 'd5', 'e8'));
    expect(leaps('Kf6 ka12 nd9')).toEqual(ringWithout('d8', 'f8'));
  });

  test('one of the two of a knight leap may be attacked', () => {
    // The knight attacks e6 and f7: those of d7, e8, g8 and d5 are e6 or f7, and another.
    expect(leaps('Kf6 ka12 nd8')).toEqual(ringWithout('d6', 'd8', 'f8'));
  });

  test('not both', () => {
    // The rook attacks the file of e6 and e7, of e6 and e5, and arrival on it.
    expect(leaps('Kf6 ka12 re12')).toEqual(['f4', 'f8', 'g4', 'g8', 'h4', 'h5', 'h6', 'h7', 'h8']);
  });

  test('a piece that stands there does not matter, but what it attacks does', () => {
    expect(leaps('Kf6 ka12 pf7')).toEqual(ringWithout('d6', 'h6'));
  });
});

describe('a square is attacked as if the king stood there', () => {
  test('and not on its own: it is no screen for a cannon then', () => {
    expect(leaps('Kf6 ka12 cf12')).toEqual(ring);
    expect(leaps('Kf6 ka12 cf12 Pf5')).toEqual(ringWithout('f4'));
  });

  test('and the piece there were gone', () => {
    // With the pawn on f7 the cannon attacks what is below it, but not f7 itself.
    expect(leaps('Kf6 ka12 cf12 Pf9 pf7')).toEqual(ringWithout('d6', 'f8', 'h6'));
  });

  test('so that a piece on the way does not shelter it from the piece behind', () => {
    const byTheCamel = ['d6', 'd8', 'f4', 'h4'];
    expect(leaps('Kf6 ka12 mg7')).toEqual(ringWithout(...byTheCamel));
    expect(leaps('Kf6 ka12 mg7 rg12')).toEqual(ringWithout(...byTheCamel, 'g8', 'h8'));
    expect(leaps('Kf6 ka12 Mg7 rg12')).toEqual(ringWithout('g8', 'h8'));
  });
});

describe('the right to leap', () => {
  const both = fenOf(metamachy, 'Kf6 kf11 Pa3 pa9', 'w Kk - 0 1');

  test.each([
    ['f6h7', 'a leap', 'k'],
    ['f6g6', 'a step of the king', 'k'],
    ['a3a4', 'another move', 'Kk'],
  ])('after %s, %s: %s', (move, _, left) => {
    const after = metamachy.makeFen(read(metamachy, both, move));
    expect(after.split(' ')[2]).toBe(left);
  });

  test('does not come back with the king', () => {
    const after = read(metamachy, both, 'f6g6', 'f11f10', 'g6f6', 'f10f11');
    expect(metamachy.makeFen(after).split(' ')[2]).toBe('-');
  });

  test.each(['K', 'k', 'Kk', '-'])('is %s in a FEN', (letters) => {
    const fen = fenOf(metamachy, 'Kf1 kf12', `w ${letters} - 0 1`);
    expect(metamachy.makeFen(read(metamachy, fen))).toBe(fen);
  });

  test('makes a position one that no table covers', () => {
    expect(metamachy.inTables(position('Kf6 ka12 Qb1'))).toMatchObject({
      ok: false,
      problem: { code: 'castling' },
    });
    expect(metamachy.inTables(position('Kf6 ka12 Qb1', 'w - - 0 1')).ok).toBe(true);
  });
});

test('there is no castling', () => {
  const fen = fenOf(metamachy, 'Kf1 Ra1 Rl1 kf12', 'w K - 0 1');
  expect(metamachy.parseMove(read(metamachy, fen), 'O-O')).toMatchObject({ ok: false });
  expect(metamachy.parseFen(fen.replace(' K ', ' KQ '))).toMatchObject({
    ok: false,
    problem: { code: 'fen-castling' },
  });
});
