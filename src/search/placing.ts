import { makeSquare } from '../board/board.ts';
import { onRanks, squaresIn } from '../board/regions.ts';
import { unwrap } from '../board/result.ts';
import { BLACK, type Color, opposite, ROYAL, WHITE } from '../pieces/army.ts';
import { ALWAYS, codeOf, NEVER } from '../pieces/mover.ts';
import { positionOf } from '../play/hutnik/placement.ts';
import type { Placement, Stage } from '../play/preparation.ts';
import { isAttacked } from '../position/attacks.ts';
import { type PlacedPiece, type Position, royalOf } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { SearchBoard } from './board/searchBoard.ts';
import { Evaluation } from './evaluation/evaluation.ts';
import { phaseOf, sumsOf, worthOf } from './evaluation/sums.ts';
import type { Level } from './levels.ts';
import { DECIDED, type Points } from './scores.ts';

/** Where pieces that are not placed yet are supposed to go: to their squares in chess, if these are free. */
const USUAL = 'RNBQKBNR';

/** What it costs to begin in check. */
const CHECKED: Points = 60;
/** What it costs for each square from which an enemy piece could attack the king, always or if its way is open. */
const EXPOSED = { always: 4, ifOpen: 1 };

/**
 * The step that is best after the opponent's best reply, or by chance one that is worse by at most the level's margin. A
 * level that searches one ply does not look at replies.
 */
export function choosePlacement(
  stage: Placement,
  { limits, margin }: Level,
  chance: () => number,
): string {
  const evaluator = new StartEvaluation(stage.rules);
  const sign = stage.turn === WHITE ? 1 : -1;
  let best = Number.NEGATIVE_INFINITY;
  const found = stepsOf(stage).map((step) => {
    const next = unwrap(stage.take(step));
    const replies =
      next.phase === 'placement' && limits.depth !== 1 ? stepsOf(next).map(next.take, next) : [];
    const ends = replies.length > 0 ? replies.map(unwrap<Stage>) : [next];
    let points = Number.POSITIVE_INFINITY;
    for (const end of ends) {
      points = Math.min(points, sign * evaluator.points(end));
      // It will not be chosen.
      if (points < best - margin) break;
    }
    best = Math.max(best, points);
    return { step, points };
  });
  const near = found.filter(({ points }) => points >= best - margin);
  return near[Math.floor(chance() * near.length)]!.step;
}

/** Every step, once. */
function stepsOf({ rules: { army, board }, left, squares, turn }: Placement): readonly string[] {
  return [...new Set(left[turn])].flatMap((kind) =>
    squares.map((square) => `place ${army[kind]!.letter} ${makeSquare(square, board)}`),
  );
}

/** What a start is worth. */
class StartEvaluation {
  private readonly rules: RuleSet;
  private readonly board: SearchBoard;
  private readonly evaluation: Evaluation;

  constructor(rules: RuleSet) {
    const { variant } = rules;
    const sums = sumsOf(variant);
    this.rules = rules;
    this.board = new SearchBoard(rules, sums);
    this.evaluation = new Evaluation(this.board, worthOf(variant, sums), phaseOf(rules, sums));
  }

  /** For White, once all pieces are placed. */
  points(stage: Stage): Points {
    if (stage.phase === 'ready') return this.pointsOf(stage.start);
    if (stage.phase !== 'placement') return DECIDED;
    const start = positionOf(this.rules, filled(stage));
    // If White can take the king, Black has lost.
    return start.ok ? this.pointsOf(start.value) : DECIDED;
  }

  private pointsOf(start: Position): Points {
    this.board.load(start);
    const check = this.rules.check(start) ? CHECKED : 0;
    // White, to move, can take what it attacks, and can save one piece that is attacked.
    const hanging = this.hanging(start, BLACK) - this.hanging(start, WHITE) / 2;
    return (
      this.evaluation.points() + hanging - check + exposed(start, BLACK) - exposed(start, WHITE)
    );
  }

  /** The most that a side could lose of what is attacked and not protected. */
  private hanging(start: Position, color: Color): Points {
    const losses = start.sides[color].map((piece) => {
      const [code, square] = [piece >> 8, piece & 255];
      const isHanging =
        code !== codeOf({ kind: ROYAL, color }) &&
        isAttacked(start, square, opposite(color)) &&
        !isAttacked(start, square, color);
      return isHanging ? this.evaluation.worth[code]! : 0;
    });
    return Math.max(...losses);
  }
}

/** What it costs a side that its king can be attacked. */
function exposed(start: Position, color: Color): Points {
  const { equipment, squares, sides } = start;
  const king = royalOf(start, color);
  let cost = 0;
  for (const code of new Set(sides[opposite(color)].map((piece) => piece >> 8))) {
    const { takes } = equipment.mover(code);
    for (let from = 0; from < squares.length; from++) {
      const way = takes[from * squares.length + king]!;
      if (way !== NEVER) cost += way === ALWAYS ? EXPOSED.always : EXPOSED.ifOpen;
    }
  }
  return cost;
}

/** The pieces that are placed, and the others where they are supposed to go. */
function filled({ rules, placed, left }: Placement): readonly PlacedPiece[] {
  const { army, board } = rules;
  const all = [...placed];
  for (const color of [WHITE, BLACK]) {
    const kinds = [...left[color]];
    const back = squaresIn(board, onRanks(1), color === WHITE);
    const taken = new Set(placed.map(({ square }) => square));
    const free = [...back.keys()].filter((square) => back[square] && !taken.has(square));
    const place = (square: number, at: number) => {
      all.push({ kind: kinds.splice(at, 1)[0]!, color, square });
    };
    const rest = free.filter((square) => {
      const usual = kinds.findIndex((kind) => army[kind]!.letter === USUAL[square % board.files]);
      if (usual >= 0) place(square, usual);
      return usual < 0;
    });
    for (const square of rest) place(square, 0);
  }
  return all;
}
