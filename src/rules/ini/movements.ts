import type { Board } from '../../board/board.ts';
import { ok, type Result } from '../../board/result.ts';
import { parseBetza } from '../../pieces/betza.ts';
import { fitted } from '../../pieces/fitted.ts';
import { ENDLESS, type Leg, type Movement } from '../../pieces/legs.ts';
import { normalised } from '../../pieces/normalForm.ts';
import { wrong } from './problems.ts';

/** A kind on its way into the army. */
export interface Kind {
  readonly key: string;
  readonly letter: string;
  readonly movement: Movement;
}

/** A movement in Betza's notation on this board; '' does not move. */
export function readMovement(text: string, board: Board): Result<Movement> {
  if (text === '') return ok([]);
  const key = `${board.files}x${board.ranks} ${text}`;
  const found = known.get(key) ?? readFitted(text, board);
  if (known.size < MOST_KNOWN) known.set(key, found);
  return found;
}

/** Games share most kinds. */
const known = new Map<string, Result<Movement>>();
const MOST_KNOWN = 100;

function readFitted(text: string, board: Board): Result<Movement> {
  const parsed = parseBetza(text);
  const found = parsed.ok ? fitted(board, parsed.value) : parsed;
  return found.ok ? found : wrong(`${text}: ${found.problem.message}`, text);
}

/** The pawn's steps from its home: of two squares, and of three. */
export const doubleStep: Leg = firstStep(2);
export const tripleStep: Leg = firstStep(3);

function firstStep(ranks: number): Leg {
  return { step: [0, ranks], range: 1, purpose: 'move', lame: true, initial: true };
}

/** Is there room for it on the board? */
export function hasRoom({ ranks }: Board, { step: [, y] }: Leg): boolean {
  return y < ranks;
}

/** The movement without captures en passant and rights to them. */
export function withoutPassants(movement: Movement): Movement {
  if (!movement.some(({ enPassant }) => enPassant)) return movement;
  const plain = movement.flatMap(({ enPassant, ...leg }): Leg[] =>
    enPassant && leg.purpose === 'take' ? [] : [leg],
  );
  return normalised(plain);
}

/** Can a move of this movement let the piece be taken en passant? A first move that passes squares does. */
export function givesPassants(movement: Movement): boolean {
  return movement.some((leg) => isGiver(leg) && !isCovered(leg, movement));
}

/** `nn` says so; in Fairy-Stockfish every first move does. */
function isGiver({ purpose, enPassant, initial, range, step, onward }: Leg): boolean {
  if (purpose !== 'move') return false;
  return enPassant === true || (initial === true && (passesSquares(step) || range > 1 || !!onward));
}

/** Leads another leg, which is not for first moves only, as far? Then it gives no right. */
function isCovered({ step, range }: Leg, movement: Movement): boolean {
  const [x, y] = [step[0] * range, step[1] * range];
  return movement.some((leg) => {
    const [a, b] = leg.step;
    if (leg.purpose !== 'move' || leg.initial || leg.hop || leg.onward) return false;
    for (let i = 1; i <= leg.range; i++) if (a * i === x && b * i === y) return true;
    return false;
  });
}

/** Does a leap along a line go beyond a neighbouring square? */
function passesSquares([x, y]: Leg['step']): boolean {
  return (
    (x === 0 || y === 0 || Math.abs(x) === Math.abs(y)) && Math.max(Math.abs(x), Math.abs(y)) > 1
  );
}

/**
 * The movement with the rights that its first moves give to take the piece en passant: slides become lame leaps, one for
 * each square. Errors: for those whose right cannot be said so.
 */
export function withRights(movement: Movement, { files, ranks }: Board): Result<Movement> {
  const legs: Leg[] = [];
  for (const leg of movement) {
    if (!isGiver(leg) || isCovered(leg, movement)) {
      legs.push(leg);
      continue;
    }
    const { step, range, lame, hop, onward } = leg;
    const [x, y] = step;
    const isSlide = range > 1 && !passesSquares(step);
    if (y <= 0 || hop || onward || (!isSlide && (!lame || range > 1))) {
      const right = 'only lame ones and slides straight forward do, such as ifmnD and ifmR2';
      return wrong(
        `a first move over other squares lets the piece be taken en passant: ${right}, or set enPassantRegion = -`,
      );
    }
    const most = isSlide ? Math.min(range, Math.max(files, ranks) - 1) : 1;
    for (let i = 1; i <= most; i++) {
      const long: Leg['step'] = [x * i, y * i];
      if (Math.abs(long[0]) >= files || long[1] >= ranks) break;
      const leap: Leg = { ...leg, step: long, range: 1 };
      legs.push(passesSquares(long) ? { ...leap, lame: true, enPassant: true } : leap);
    }
  }
  return ok(normalised(legs));
}

/**
 * The movement of a kind that takes en passant: wherever it takes without being able to move there. Errors: if that is
 * not a step of one square diagonally.
 */
export function withPassants(movement: Movement): Result<Movement> {
  const takers = movement.filter(
    (leg) => leg.purpose === 'take' && !leg.initial && !isCovered(leg, movement),
  );
  const odd = takers.find(({ step: [x, y], range, hop, onward }) => {
    return Math.abs(x) !== 1 || Math.abs(y) !== 1 || range > 1 || hop || onward;
  });
  if (odd) {
    const right = 'only captures of one step diagonally, such as cF, are supported en passant';
    return wrong(`${right}: leave it out of enPassantTypes`);
  }
  return ok(normalised([...movement, ...takers.map((leg): Leg => ({ ...leg, enPassant: true }))]));
}

/** Can it take where it cannot move? */
export function canTakePassing(movement: Movement): boolean {
  return movement.some(
    (leg) => leg.purpose === 'take' && !leg.initial && !isCovered(leg, movement),
  );
}

/** Does every move go forward? */
export function goesForward(movement: Movement): boolean {
  return movement.length > 0 && movement.every(({ step: [, y] }) => y > 0);
}

/** How many squares a piece attacks on the empty board, from all squares together. */
export function strengthOf(movement: Movement, { files, ranks }: Board): number {
  const offsets = new Set<string>();
  for (const { step, onward, range, purpose, hop, initial } of movement) {
    if (purpose !== 'take' || hop || initial) continue;
    const [x, y] = onward ?? step;
    const [left, up] = onward ? step : [0, 0];
    for (let i = onward ? 0 : 1; i <= Math.min(range, ENDLESS); i++) {
      offsets.add(`${left + x * i},${up + y * i}`);
    }
  }
  let sum = 0;
  for (const offset of offsets) {
    const [x, y] = offset.split(',').map(Number) as [number, number];
    sum += Math.max(0, files - Math.abs(x)) * Math.max(0, ranks - Math.abs(y));
  }
  return sum;
}
