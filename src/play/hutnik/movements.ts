import { board8x8 } from '../../board/board.ts';
import { unwrap } from '../../board/result.ts';
import { WHITE } from '../../pieces/army.ts';
import { parseBetza } from '../../pieces/betza.ts';
import { piece } from '../../pieces/kinds.ts';
import { type Line, linesOf, PLAIN } from '../../pieces/lines.ts';
import { sameMovement, turned } from '../../pieces/movement.ts';
import { isOpen, makeMover } from '../../pieces/mover.ts';
import { KINDS } from '../../rules/hutnik.ts';

/** Of the kinds whose movements are agreed, the strongest first: their usual movements too. */
export const LETTERS: readonly string[] = KINDS.map(([letter]) => letter);

/** How far a movement comes on an empty board of 8x8: squares, on average over all squares that it begins on. */
export interface Power {
  /** To which it can move. */
  readonly moves: number;
  /** On which it could take; half of those for which it needs a piece to pass. */
  readonly takes: number;
  /** The mean of both: knight 5.25, bishop 8.75, rook 14, queen 22.75. */
  readonly squares: number;
}

/** Of any movement that the game's parameters allow. */
export function powerOf(movement: string): Power {
  const lines = linesFrom(movement);
  const reached = (on: (line: Line) => boolean) => {
    const counts = lines.map((from) => new Set(from.filter(on).flatMap(targetsOf)).size);
    return counts.reduce((sum, count) => sum + count, 0) / board8x8.size;
  };
  const moves = reached(({ moves, hop }) => moves && hop === PLAIN);
  const takes = reached(({ takes, hop }) => takes && hop === PLAIN);
  const hops = reached(({ takes, hop }) => takes && hop !== PLAIN);
  const allTakes = takes + hops / 2;
  return { moves, takes: allTakes, squares: (moves + allTakes) / 2 };
}

/** Of all other squares. */
const ALMOST_ALL = 0.8 * (board8x8.size - 1);

/** Could it take almost anywhere, wherever it stands? */
export function takesAlmostAnywhere({ takes }: Power): boolean {
  return takes >= ALMOST_ALL;
}

/** Is it the same seen in a mirror that exchanges left and right? */
export function isSymmetric(movement: string): boolean {
  const legs = unwrap(parseBetza(movement));
  return sameMovement(
    legs,
    turned(legs, ([files, ranks]) => [-files || 0, ranks]),
  );
}

/** Does the movement go anywhere where the other one goes from the same square? */
export function areAlike(movement: string, other: string): boolean {
  const [own, theirs] = [linesFrom(movement), linesFrom(other)];
  return own.some((from, square) => {
    const there = new Set(theirs[square]!.flatMap(targetsOf));
    return from.flatMap(targetsOf).some((target) => there.has(target));
  });
}

/** Could it take a king before the first move: over both rows of pawns, from some square of its back rank? */
export function takesKingAtOnce(movement: string): boolean {
  const { files, ranks, size } = board8x8;
  const isFull = (square: number) => square < 2 * files || square >= (ranks - 2) * files;
  const start = Array.from({ length: size }, (_, square) => (isFull(square) ? 1 : 0));
  const { ways } = makeMover(board8x8, piece('X', 'piece', movement), WHITE);
  return ways.some((found, at) => {
    const [from, to] = [Math.floor(at / size), at % size];
    const isFarthest = from < files && to >= size - files;
    return isFarthest && found?.some((way) => isOpen(way, start)) === true;
  });
}

/** Of White's piece, by square. */
function linesFrom(movement: string): readonly (readonly Line[])[] {
  const lines = linesOf(board8x8, piece('X', 'piece', movement), WHITE);
  return Array.from({ length: board8x8.size }, (_, square) => lines(square));
}

/** Where the line leads if nothing is in its way but what it needs to pass. */
function targetsOf({ squares, first, hop }: Line): readonly number[] {
  return squares.slice(hop === PLAIN ? first : 1);
}
