import { type Board, type Square, type Step, stepFrom } from '../../board/board.ts';
import { PLAIN } from '../../pieces/lines.ts';
import type { Mover } from '../../pieces/mover.ts';
import { type Path, pathsOfLine } from './paths.ts';
import type { FromLine, PathWriter } from './pathWriter.ts';

/** How a piece moves, in the kernel's memory. */
export interface WrittenMovement {
  readonly takes: number;
  readonly takesInto: number;
  /** By `from * size + to`: the address of the first of `takes` that leads there, or 0. */
  readonly takesAt: number;
  /** Within the table; and those of these that are no slides. */
  readonly moves: number;
  readonly leaps: number;
  readonly slides: number;
  readonly chains: number;
  /** Those that may end in a promotion too. */
  readonly allMoves: number;
  /** Not among `moves`: those after which it can be taken en passant; 0 if it has none. */
  readonly passingMoves: number;
  readonly passingChains: number;
  /** Words by square: where it takes en passant; 0 if nowhere. */
  readonly passants: number;
}

/**
 * Writes how a piece moves. `keeps`: may it move to this square and stay what it is? `later`: the squares on which it may
 * promote where it stands.
 */
export function writeMover(
  writer: PathWriter,
  board: Board,
  mover: Mover,
  keeps: (square: Square) => boolean,
  later: readonly Square[],
): WrittenMovement {
  const lines: FromLine[] = mover.lines.flatMap((each, from) =>
    each.map((line) => ({ from, line })),
  );
  const ofLines = (wanted: (each: FromLine) => boolean) =>
    lines.filter(wanted).flatMap(({ from, line }) => pathsOfLine(from, line));
  const takes = ofLines(({ line }) => line.takes);
  const where = later.map((at): Path => ({ from: at, to: at, empties: [], hurdles: undefined }));
  const allMoves = [...ofLines(({ line }) => line.moves), ...where];
  const isPassing = ({ line }: FromLine) => line.passed.length > 0;
  const kept = (passing: boolean) =>
    ofLines((each) => each.line.moves && isPassing(each) === passing).filter(({ to }) => keeps(to));
  const moves = kept(false);
  const passing = kept(true);
  const slides = slidesAmong(board, lines, moves);
  const steps = new Set(slides.map(String));
  const isSlide = (path: Path) => steps.has(String(stepOf(board, path)));
  const others = lines.filter(
    ({ from, line }) =>
      line.moves && line.passed.length === 0 && !pathsOfLine(from, line).every(isSlide),
  );
  const stops = ({ line }: FromLine, i: number) => i >= firstStop(line) && keeps(line.squares[i]!);
  const written = writer.paths(takes);
  return {
    takes: written,
    takesAt: writer.firstPaths(written),
    takesInto: writer.paths(takes, true),
    moves: writer.paths(moves),
    leaps: writer.paths(moves.filter((path) => !isSlide(path))),
    slides: writer.slides(slides),
    chains: writer.chains(others, stops),
    allMoves: writer.paths(allMoves),
    passingMoves: passing.length > 0 ? writer.paths(passing) : 0,
    passingChains: passing.length > 0 ? writer.chains(lines.filter(isPassing), stops) : 0,
    passants: mover.passants.some((squares) => squares.length > 0)
      ? writer.words(mover.passants)
      : 0,
  };
}

type Line = FromLine['line'];

function isPlain({ hop, lame, first }: Line): boolean {
  return hop === PLAIN && lame.length === 0 && first === 0;
}

function firstStop({ hop, first }: Line): number {
  return hop === PLAIN ? first : Math.max(1, first);
}

/** The steps by which a piece slides on without an end, wherever it stands. */
function slidesAmong(
  board: Board,
  lines: readonly FromLine[],
  moves: readonly Path[],
): readonly Step[] {
  const open = new Set(moves.filter(({ hurdles }) => !hurdles).map(keyOf));
  const steps = new Map<string, Step>();
  for (const { from, line } of lines) {
    if (!line.moves || !isPlain(line) || line.squares.length < 2) continue;
    const step = stepTo(board, from, line.squares[0]!);
    steps.set(String(step), step);
  }
  return [...steps.values()].filter((step) => {
    let longest = 0;
    for (let from = 0; from < board.size; from++) {
      const passed: Square[] = [];
      for (let to = stepFrom(board, from, step); to >= 0; to = stepFrom(board, to, step)) {
        if (!open.has(keyOf({ from, to, empties: passed, hurdles: undefined }))) return false;
        passed.push(to);
        longest = Math.max(longest, passed.length);
      }
    }
    return longest > 1;
  });
}

function keyOf({ from, to, empties }: Path): string {
  return `${from} ${to} ${[...empties].sort((a, b) => a - b)}`;
}

function stepTo({ files }: Board, from: Square, to: Square): Step {
  return [(to % files) - (from % files), Math.floor(to / files) - Math.floor(from / files)];
}

/** The step that a path repeats through empty squares, and through no others; undefined if it does not. */
function stepOf(board: Board, { from, to, empties, hurdles }: Path): Step | undefined {
  if (hurdles) return undefined;
  const [x, y] = stepTo(board, from, to);
  const parts = empties.length + 1;
  if (x % parts !== 0 || y % parts !== 0) return undefined;
  const step: Step = [x / parts, y / parts];
  const between = new Set<Square>();
  for (let i = 1, at = from; i < parts; i++) {
    at = stepFrom(board, at, step);
    between.add(at);
  }
  const isSame = between.size === empties.length && empties.every((each) => between.has(each));
  return isSame ? step : undefined;
}
