import { makeSquare, parseSquare, type Square } from '../../board/board.ts';
import { onRanks, squaresIn } from '../../board/regions.ts';
import { fail, ok, type Result } from '../../board/result.ts';
import { BLACK, type Color, WHITE } from '../../pieces/army.ts';
import type { PlacedPiece, Position } from '../../position/position.ts';
import { setUp } from '../../position/setUp.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Lost, Placement, Ready, Stage } from '../preparation.ts';

/** Of a side, by letter. */
const PIECES = 'KQRRBBNN';

/** The players of Hutnik's Meta Chess place their pieces in turn, White first, each on the back rank. */
export function beginPlacement(rules: RuleSet): Placement {
  return new HutnikPlacement(rules, []);
}

class HutnikPlacement implements Placement {
  readonly phase = 'placement';
  readonly rules: RuleSet;
  /** In the order in which they were placed. */
  readonly placed: readonly PlacedPiece[];

  constructor(rules: RuleSet, placed: readonly PlacedPiece[]) {
    this.rules = rules;
    this.placed = placed;
  }

  get turn(): Color {
    return this.placed.length % 2 === 0 ? WHITE : BLACK;
  }

  get left(): readonly [readonly number[], readonly number[]] {
    return [this.leftOf(WHITE), this.leftOf(BLACK)];
  }

  get squares(): readonly Square[] {
    const back = squaresIn(this.rules.board, onRanks(1), this.turn === WHITE);
    const isFree = (square: Square) => this.placed.every((each) => each.square !== square);
    return [...back.keys()].filter((square) => back[square] && isFree(square));
  }

  take(step: string): Result<Stage> {
    const { rules, squares, turn } = this;
    const { army, board } = rules;
    const example = this.example;
    const [, letter, name] = /^place (\S+) (\S+)$/.exec(step) ?? [];
    if (letter === undefined || name === undefined) {
      return fail('step', `'${step}' is no step here: place a piece, as in '${example}'`, step);
    }
    const kind = army.findIndex((each) => each.letter === letter);
    if (!this.left[turn].includes(kind)) {
      const rest = this.left[turn].map((each) => army[each]!.letter).join(' ');
      return fail('step', `there is no '${letter}' left to place: there are ${rest}`, letter);
    }
    const square = parseSquare(name, board);
    if (!square.ok || !squares.includes(square.value)) {
      const free = squares.map((each) => makeSquare(each, board)).join(' ');
      return fail(
        'step',
        `a piece cannot be placed on ${name}: the free squares are ${free}`,
        name,
      );
    }
    const placed = [...this.placed, { kind, color: turn, square: square.value }];
    const next = new HutnikPlacement(rules, placed);
    return ok(placed.length < 2 * PIECES.length ? next : startOf(rules, placed));
  }

  private leftOf(color: Color): readonly number[] {
    const { army } = this.rules;
    const kinds = [...PIECES].map((letter) => army.findIndex((each) => each.letter === letter));
    for (const piece of this.placed) {
      if (piece.color === color) kinds.splice(kinds.indexOf(piece.kind), 1);
    }
    return kinds;
  }

  private get example(): string {
    const { army, board } = this.rules;
    const [kind] = this.left[this.turn];
    return `place ${army[kind!]!.letter} ${makeSquare(this.squares[0]!, board)}`;
  }
}

/**
 * Play begins, in check or not; but if White could take the king at once, Black has lost. A placement that allows this
 * would be illegal if there were another one, but whoever places last has one piece and one square left.
 */
function startOf(rules: RuleSet, placed: readonly PlacedPiece[]): Ready | Lost {
  const start = positionOf(rules, placed);
  if (start.ok) return { phase: 'ready', rules, start: start.value };
  const words = 'White, who is to move, could take the king: Black has lost before the first move.';
  return { phase: 'lost', rules, loser: BLACK, words, placed };
}

/** White to move, with these pieces on their back ranks and all pawns before them. Errors: those of {@link setUp}. */
export function positionOf(rules: RuleSet, placed: readonly PlacedPiece[]): Result<Position> {
  const { army, board, variant } = rules;
  const pawn = army.findIndex((kind) => kind.pawn);
  const pawns = [WHITE, BLACK].flatMap((color) => {
    const row = squaresIn(board, onRanks(2), color === WHITE);
    const squares = [...row.keys()].filter((square) => row[square]);
    return squares.map((square): PlacedPiece => ({ kind: pawn, color, square }));
  });
  const all = [...placed, ...pawns];
  const squares = all.map(({ square }) => square);
  const stock: readonly number[] = new Array(2 * army.length + 1).fill(0);
  return setUp(variant.equipment, { turn: WHITE, stock }, all, squares);
}
