import { type Board, type Square, type Step, stepFrom } from '../board/board.ts';
import { squaresIn } from '../board/regions.ts';
import { type Color, type PieceKind, WHITE } from './army.ts';
import type { Leg, Movement } from './legs.ts';

/** How a line passes pieces: not at all, over exactly one, or to the square directly behind the first. */
export const [PLAIN, BEHIND] = [0, 2] as const;
const OVER = 1;

/** The way of one leg from one square: the squares that the piece passes, the nearest first. */
export interface Line {
  readonly squares: readonly Square[];
  /** The first of the squares that may be a target: 1 behind the corner of a bent rider, else 0. */
  readonly first: number;
  readonly moves: boolean;
  readonly takes: boolean;
  readonly hop: 0 | 1 | 2;
  /** Besides those passed: must be empty. */
  readonly lame: readonly Square[];
  /** The squares on which a piece that has moved so can be taken en passant. */
  readonly passed: readonly Square[];
}

/** The lines of a kind of piece by square, in the order of its legs. Taking en passant is no line. */
export function linesOf(
  board: Board,
  { movement, home, tripleHome = home, enters }: PieceKind,
  color: Color,
): (from: Square) => readonly Line[] {
  const atHome = squaresIn(board, home, color === WHITE);
  const atTripleHome = squaresIn(board, tripleHome, color === WHITE);
  const open = enters && squaresIn(board, enters, color === WHITE);
  const ways = pairedLegs(movement).map((leg) => ({
    ...leg,
    step: seenBy(color, leg.step),
    ...(leg.onward ? { onward: seenBy(color, leg.onward) } : {}),
    // Forward only: else moves that each give a right could follow one another for ever.
    givesRight: leg.enPassant === true && leg.step[1] > 0,
  }));
  return (from) =>
    ways.flatMap((way) => {
      const begins = way.step[1] % 3 === 0 && way.step[1] !== 0 ? atTripleHome : atHome;
      if (way.initial && !begins[from]) return [];
      const lines = linesFrom(board, way, from);
      return open ? lines.flatMap((line) => targetsIn(open, line)) : lines;
    });
}

/** A line for each square of this one that the piece may enter. The others it may pass. */
function targetsIn(open: readonly boolean[], line: Line): readonly Line[] {
  return line.squares.flatMap((square, i) =>
    i < line.first || !open[square]
      ? []
      : [{ ...line, squares: line.squares.slice(0, i + 1), first: i }],
  );
}

/** A leg that moves, takes, or does both. */
interface PairedLeg extends Omit<Leg, 'purpose'> {
  readonly moves: boolean;
  readonly takes: boolean;
}

/** A leg as its owner makes it. */
interface Way extends PairedLeg {
  /** Can the piece be taken on the squares that it passes over? */
  readonly givesRight: boolean;
}

/** Most pieces take as they move: then one leg stands for both. */
function pairedLegs(movement: Movement): readonly PairedLeg[] {
  const legs = new Map<string, PairedLeg>();
  for (const { purpose, ...leg } of movement) {
    if (purpose === 'take' && leg.enPassant) continue;
    const { step, range, onward, hop, lame, initial, enPassant } = leg;
    const key = JSON.stringify([step, range, onward, hop, lame, initial, enPassant]);
    const paired = legs.has(key);
    legs.set(key, {
      ...leg,
      moves: paired || purpose === 'move',
      takes: paired || purpose === 'take',
    });
  }
  return [...legs.values()];
}

/** The squares on which a piece on `from` may take en passant. */
export function passantsFrom(
  board: Board,
  { movement, passantsOn }: PieceKind,
  color: Color,
  from: Square,
): readonly Square[] {
  const open = passantsOn && squaresIn(board, passantsOn, color === WHITE);
  return movement.flatMap(({ step, purpose, enPassant }) => {
    if (purpose !== 'take' || !enPassant) return [];
    const to = stepFrom(board, from, seenBy(color, step));
    return to < 0 || open?.[to] === false ? [] : [to];
  });
}

/** A step of White's as this colour makes it: left and right, too, are as the owner sees them. */
function seenBy(color: Color, [files, ranks]: Step): Step {
  return color === WHITE ? [files, ranks] : [-files, -ranks];
}

/** One line; none if the leg leads off the board; of a lame rider one for each of its squares. */
function linesFrom(
  board: Board,
  { step, onward, range, hop, lame, givesRight, moves, takes }: Way,
  from: Square,
): readonly Line[] {
  const how = hop === undefined ? PLAIN : hop === 'over' ? OVER : BEHIND;
  const lineOf = (squares: readonly Square[], first: number): Line[] =>
    squares.length > first
      ? [{ squares, first, moves, takes, hop: how, lame: none, passed: none }]
      : [];
  if (onward) {
    const corner = walk(board, from, step, 1);
    return lineOf(
      corner.flatMap((at) => [at, ...walk(board, at, onward, range)]),
      1,
    );
  }
  // The range of a grasshopper counts to the piece that it passes.
  const squares = walk(board, from, step, hop === 'behind' ? range + 1 : range);
  if (!lame) return lineOf(squares, 0);
  const empty: Square[] = [];
  return squares.map((to, i) => {
    if (i > 0) empty.push(squares[i - 1]!);
    empty.push(...squaresPassed(board, squares[i - 1] ?? from, step));
    const passed = givesRight ? empty.slice() : none;
    return { squares: [to], first: 0, moves, takes, hop: how, lame: empty.slice(), passed };
  });
}

const none: readonly Square[] = [];

/** The squares that a step made up to `most` times leads to. */
function walk(board: Board, from: Square, step: Step, most: number): readonly Square[] {
  const squares: Square[] = [];
  for (let at = stepFrom(board, from, step); at >= 0; at = stepFrom(board, at, step)) {
    if (squares.length === most) break;
    squares.push(at);
  }
  return squares;
}

/**
 * The squares that a lame leap passes: those between if it is straight or diagonal, else one step along the longer side
 * and from there on diagonally (betza.md: the horse of Xiangqi, the elephant of Janggi).
 */
function squaresPassed(board: Board, from: Square, [files, ranks]: Step): readonly Square[] {
  const [x, y] = [Math.abs(files), Math.abs(ranks)];
  const long: Step = x > y ? [Math.sign(files), 0] : x < y ? [0, Math.sign(ranks)] : [0, 0];
  const diagonal: Step = [Math.sign(files), Math.sign(ranks)];
  const passed: Square[] = [];
  const go = (step: Step, times: number) => {
    for (let i = 0; i < times; i++) passed.push(stepFrom(board, passed.at(-1) ?? from, step));
  };
  if (x === 0 || y === 0) go(long, Math.max(x, y) - 1);
  else {
    go(long, Math.abs(x - y));
    go(diagonal, Math.min(x, y) - 1);
  }
  return passed;
}
