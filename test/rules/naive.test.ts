import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMate } from '../../src/position/mate.ts';
import type { Move } from '../../src/position/moves.ts';
import type { Position } from '../../src/position/position.ts';
import { castlingOf } from '../../src/position/specialMoves.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { cases, runs, thorough } from '../thorough.ts';
import {
  chessLegalMoves,
  givesMate,
  naiveEnding,
  naiveMate1,
  naiveMetacheck,
  naivePermits,
  naivePosition,
  uciOf,
} from './naive.ts';
import { castlers, doubleSteps, fewMen, fromGames } from './randomPositions.ts';

/** How often the interesting cases occurred: a comparison without them proves little. */
type Seen = Record<
  'forbidden' | 'castling' | 'enPassant' | 'metacheck' | 'mate1' | 'ended',
  number
>;

/** Asserts that src and the naive implementation agree on this position in every respect. */
function compare(position: Position, seen: Seen): void {
  const oracle = naivePosition(metachess.makeFen(position));
  const moves = chessLegalMoves(oracle);
  const forbidden = moves.filter((move) => !naivePermits(oracle, move));
  const uci = (list: typeof moves) => list.map((move) => uciOf(oracle, move)).sort();
  const ours = metachess.moves(position);

  expect(ours.map(metachess.makeUci).sort()).toEqual(uci(moves));
  expect(chess.legalMoves(position)).toEqual(ours);
  const legal = metachess.legalMoves(position);
  expect(legal.map(metachess.makeUci).sort()).toEqual(
    uci(moves.filter((move) => !forbidden.includes(move))),
  );

  const refuted = ours.flatMap((move) => {
    const found = metachess.refutation(position, move);
    return found ? [{ move, ...found }] : [];
  });
  expect(refuted.map(({ move }) => metachess.makeUci(move)).sort()).toEqual(uci(forbidden));
  for (const { at, reply } of refuted) {
    const there = naivePosition(metachess.makeFen(at));
    const mates = chessLegalMoves(there).filter((move) => givesMate(there, move));
    expect(mates.map((move) => uciOf(there, move))).toContain(metachess.makeUci(reply));
  }

  const mate = findMate(position);
  expect(mate !== undefined).toBe(naiveMate1(oracle));
  expect(metachess.permits(position)).toBe(mate === undefined);
  expect(metachess.check(position)).toBe(oracle.isCheck());
  expect(metachess.metacheck(position)).toBe(naiveMetacheck(oracle));
  expect(metachess.ending(position)?.reason).toBe(naiveEnding(oracle));
  expect(metachess.ending(position, legal)).toEqual(metachess.ending(position));
  const chessEnding = oracle.isCheckmate()
    ? 'checkmate'
    : moves.length === 0
      ? 'stalemate'
      : undefined;
  expect(chess.ending(position)?.reason).toBe(chessEnding);

  seen.forbidden += forbidden.length;
  seen.castling += refuted.filter(({ move }) => passesThroughMate(position, move)).length;
  seen.enPassant += position.enPassant === undefined ? 0 : 1;
  seen.metacheck += naiveMetacheck(oracle) ? 1 : 0;
  seen.mate1 += mate ? 1 : 0;
  seen.ended += naiveEnding(oracle) ? 1 : 0;
}

/** Whether castling is forbidden only because of the square passed over. */
function passesThroughMate(position: Position, move: Move): boolean {
  return castlingOf(position, move) !== undefined && !findMate(metachess.play(position, move));
}

function compareMany(positions: fc.Arbitrary<Position>, full: number): Seen {
  const seen: Seen = { forbidden: 0, castling: 0, enPassant: 0, metacheck: 0, mate1: 0, ended: 0 };
  fc.assert(
    fc.property(positions, (position) => compare(position, seen)),
    runs(full),
  );
  return seen;
}

describe('metachess agrees with a naive implementation on chessops', () => {
  test('in positions of random games', () => {
    const seen = compareMany(fromGames, 400);
    if (thorough) expect(seen.forbidden).toBeGreaterThan(30);
  });

  test('in positions with few men', () => {
    const seen = compareMany(fewMen, 2000);
    for (const what of ['forbidden', 'metacheck', 'mate1', 'ended'] as const) {
      if (thorough) expect(seen[what], what).toBeGreaterThan(10);
    }
  });

  test('before and after a double step beside an enemy pawn', () => {
    const seen = compareMany(doubleSteps, 1000);
    expect(seen.enPassant).toBeGreaterThan(cases(100));
    if (thorough) expect(seen.forbidden).toBeGreaterThan(10);
  });

  test('where White may castle', () => {
    const seen = compareMany(castlers, 600);
    if (thorough) expect(seen.castling).toBeGreaterThan(10);
  });
});
