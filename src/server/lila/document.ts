import { isCapture } from '../../position/makeMove.ts';
import type { Move } from '../../position/moves.ts';
import { kindAt, type Position } from '../../position/position.ts';
import { fiftyMovesOf } from '../../probe/fiftyMoves.ts';
import type { Probe, ProbedMove } from '../../probe/probe.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Value } from '../../table/value.ts';
import { distanceOf, signedPlies } from './distance.ts';
import { isInsufficient } from './insufficient.ts';

/**
 * The documents of lila-tablebase, the tablebase server of lichess (https://github.com/lichess-org/lila-tablebase).
 * What our tables do not know is null. Of its categories these remain: tables of distance to mate cannot distinguish a
 * win that the 50-move rule makes a draw (`cursed-win`) from one that it may make a draw (`maybe-win`).
 */
type Category = 'win' | 'maybe-win' | 'draw' | 'maybe-loss' | 'loss';

/** A position, from the point of view of its side to move. */
interface PositionFields {
  readonly checkmate: boolean;
  readonly stalemate: boolean;
  /** The side to move has won, lost, by what only the variant knows: by any end but checkmate. */
  readonly variant_win: boolean;
  readonly variant_loss: boolean;
  readonly insufficient_material: boolean;
  readonly dtz: null;
  readonly precise_dtz: null;
  readonly dtc: null;
  /** One of them is {@link signedPlies}, the other null: see {@link distanceOf}. */
  readonly dtm: number | null;
  readonly dtw: number | null;
  readonly category: Category;
}

/** A legal move, and the position after it from the opponent's point of view. */
interface MoveFields extends PositionFields {
  readonly uci: string;
  readonly san: string;
  /** A capture or a pawn move, which restarts the count of the 50-move rule. */
  readonly zeroing: boolean;
  /** A capture or a promotion, which leads to another table. */
  readonly conversion: boolean;
}

export interface PositionDocument extends PositionFields {
  /** Best first. */
  readonly moves: readonly MoveFields[];
}

export function positionDocument(
  rules: RuleSet,
  position: Position,
  { value, moves }: Probe,
): PositionDocument {
  const legal = moves.filter(({ legal }) => legal);
  const rated = legal.map((each) => rate(rules, position, each));
  rated.sort((one, other) => compare(one.rank, other.rank));
  return { ...fieldsOf(rules, position, value), moves: rated.map(({ fields }) => fields) };
}

function fieldsOf(rules: RuleSet, position: Position, value: Value): PositionFields {
  const ending = rules.ending(position);
  const checkmate = ending?.reason === 'checkmate';
  const decided = checkmate ? 0 : (ending?.wdl ?? 0);
  return {
    checkmate,
    stalemate: ending?.reason === 'stalemate',
    variant_win: decided > 0,
    variant_loss: decided < 0,
    insufficient_material: isInsufficient(rules, position),
    dtz: null,
    precise_dtz: null,
    dtc: null,
    dtm: null,
    dtw: null,
    ...distanceOf(rules, signedPlies(value)),
    category: categoryOf(rules, position, value),
  };
}

function categoryOf(rules: RuleSet, position: Position, value: Value): Category {
  if (value.wdl === 0) return 'draw';
  const isSafe = fiftyMovesOf(rules, position, value) === 'safe';
  if (value.wdl > 0) return isSafe ? 'win' : 'maybe-win';
  return isSafe ? 'loss' : 'maybe-loss';
}

interface Rated {
  readonly fields: MoveFields;
  /** Compared entry by entry; the smaller is the better move. */
  readonly rank: readonly number[];
}

/** The order of lila-tablebase, whose distances to zeroing we lack (`MoveInfo::sort_key` in its response.rs). */
function rate(rules: RuleSet, position: Position, { move, uci, san, value }: ProbedMove): Rated {
  const after = rules.play(position, move);
  // The probed value is the mover's and counts the move.
  const { wdl, dtm } = value!;
  const opponents = { wdl: -wdl as Value['wdl'], dtm: wdl === 0 ? 0 : dtm - 1 };
  const captured = capturedRole(rules, position, move);
  const zeroing = captured > 0 || rules.army[kindAt(position, move.from)]!.pawn;
  const conversion = captured > 0 || move.promotion !== undefined;
  const known = fieldsOf(rules, after, opponents);
  // Every win is marked so there, also one by which the side to move has won.
  const marked = known.variant_win ? `${san}#` : san;
  const fields = { uci, san: marked, zeroing, conversion, ...known };
  const isLost = wdl < 0;
  const promoted = move.promotion === undefined ? 0 : roleOf(rules, move.promotion);
  const rank = [
    worst.indexOf(fields.category),
    Number(!fields.checkmate),
    Number(!fields.variant_loss),
    Number(fields.variant_win),
    Number(!fields.stalemate),
    Number(!fields.insufficient_material),
    // The winner hurries, the loser delays.
    isLost ? -opponents.dtm : opponents.dtm,
    Number(conversion === isLost),
    Number(zeroing === isLost),
    -captured,
    -promoted,
  ];
  return { fields, rank };
}

/** From the opponent's worst outcome to its best. */
const worst: readonly Category[] = ['loss', 'maybe-loss', 'draw', 'maybe-win', 'win'];

function compare(one: readonly number[], other: readonly number[]): number {
  const differs = one.findIndex((entry, i) => entry !== other[i]);
  return differs < 0 ? 0 : one[differs]! - other[differs]!;
}

/** From the pawn to the king; 0: none. */
const roles = ' PNBRQK';

function roleOf(rules: RuleSet, kind: number): number {
  return roles.indexOf(rules.army[kind]!.letter);
}

/** The role of the piece that the move takes, 0 if none; what else explodes does not count. */
function capturedRole(rules: RuleSet, position: Position, move: Move): number {
  if (!isCapture(position, move)) return 0;
  const kind = kindAt(position, move.to);
  // En passant goes to an empty square.
  return kind < 0 ? roles.indexOf('P') : roleOf(rules, kind);
}
