import fc from 'fast-check';
import { parsePiece } from '../../src/pieces/army.ts';
import type { Position } from '../../src/position/position.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { metachess } from '../../src/rules/metachess.ts';

/** Chess-legal moves from a position, chosen by these numbers until they or the moves run out. */
function walk(start: Position, choices: readonly number[]): Position {
  let position = start;
  for (const choice of choices) {
    const moves = metachess.moves(position);
    if (moves.length === 0) return position;
    position = metachess.play(position, moves[choice % moves.length]!);
  }
  return position;
}

/** The position after a game of random moves. */
export const fromGames: fc.Arbitrary<Position> = fc
  .array(fc.nat(), { maxLength: 80, size: 'max' })
  .map((choices) => walk(metachess.start, choices));

const square = fc.nat(63);

/** A few pieces anywhere, after a few random moves: promotions and en passant included. */
export const fewMen: fc.Arbitrary<Position> = fc
  .record({
    others: fc.array(fc.constantFrom(...'QQRRBNPPqqrrbnpp'), { minLength: 1, maxLength: 5 }),
    squares: fc.uniqueArray(square, { minLength: 7, maxLength: 7 }),
    turn: fc.constantFrom(0, 1),
    choices: fc.array(fc.nat(), { maxLength: 3 }),
  })
  .map(({ others, squares, turn, choices }) => {
    const placed = metachess.place(men(`Kk${others.join('')}`), squares, turn as 0 | 1);
    return placed.ok ? walk(placed.value, choices) : undefined;
  })
  .filter((position) => position !== undefined);

/** A pawn at home that can pass an enemy pawn, before its double step and after it. */
export const doubleSteps: fc.Arbitrary<Position> = fc
  .record({
    others: fc.array(fc.constantFrom(...'QRBNqr'), { minLength: 1, maxLength: 3 }),
    file: fc.nat(7),
    toRight: fc.boolean(),
    squares: fc.uniqueArray(square, { minLength: 5, maxLength: 5 }),
    push: fc.boolean(),
  })
  .map(({ others, file, toRight, squares, push }) => {
    const beside = 24 + file + (file === 0 || (toRight && file < 7) ? 1 : -1);
    const placed = metachess.place(
      men(`PpKk${others.join('')}`),
      [8 + file, beside, ...squares],
      0,
    );
    if (!placed.ok || !push) return placed.ok ? placed.value : undefined;
    const move = metachess
      .moves(placed.value)
      .find((each) => each.to - each.from === 16 && each.from === 8 + file);
    return move && metachess.play(placed.value, move);
  })
  .filter((position) => position !== undefined);

/** White may castle both ways behind some pawns; Black has a king and heavy pieces. */
export const castlers: fc.Arbitrary<Position> = fc
  .record({
    others: fc.array(fc.constantFrom(...'qrrbn'), { minLength: 1, maxLength: 3 }),
    pawns: fc.subarray([8, 9, 10, 11, 12, 13, 14, 15]),
    squares: fc.uniqueArray(square, { minLength: 4, maxLength: 4 }),
  })
  .map(({ others, pawns, squares }) => {
    const letters = `KRR${'P'.repeat(pawns.length)}k${others.join('')}`;
    const placed = metachess.place(men(letters), [4, 0, 7, ...pawns, ...squares], 0);
    if (!placed.ok) return undefined;
    const fen = metachess.makeFen(placed.value).replace(' w - ', ' w KQ ');
    const position = metachess.parseFen(fen);
    return position.ok ? position.value : undefined;
  })
  .filter((position) => position !== undefined);

function men(letters: string) {
  return [...letters].map((letter) => parsePiece(chessArmy, letter)!);
}
