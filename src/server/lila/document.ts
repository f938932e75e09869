import { opposite } from '../../pieces/army.ts';
import { kindOf } from '../../pieces/mover.ts';
import { kindAt, type Position, piecesOn } from '../../position/position.ts';
import { fiftyMovesOf } from '../../probe/fiftyMoves.ts';
import type { Probe, ProbedMove } from '../../probe/probe.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Value } from '../../table/value.ts';

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
  readonly variant_win: false;
  readonly variant_loss: false;
  readonly insufficient_material: boolean;
  readonly dtz: null;
  readonly precise_dtz: null;
  readonly dtc: null;
  /** Plies to mate: negative for the side that is mated, 0 for draws and for mate itself. */
  readonly dtm: number;
  readonly dtw: null;
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
  return {
    checkmate: ending?.reason === 'checkmate',
    stalemate: ending?.reason === 'stalemate',
    variant_win: false,
    variant_loss: false,
    insufficient_material: isInsufficient(rules, position),
    dtz: null,
    precise_dtz: null,
    dtc: null,
    dtm: value.wdl < 0 && value.dtm > 0 ? -value.dtm : value.dtm,
    dtw: null,
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
  const captured = capturedRole(rules, position, after);
  const zeroing = captured > 0 || rules.army[kindAt(position, move.from)]!.pawn;
  const conversion = captured > 0 || move.promotion !== undefined;
  const fields = { uci, san, zeroing, conversion, ...fieldsOf(rules, after, opponents) };
  const isLost = wdl < 0;
  const promoted = move.promotion === undefined ? 0 : roleOf(rules, move.promotion);
  const rank = [
    worst.indexOf(fields.category),
    Number(!fields.checkmate),
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

/** The role of the piece that the move has captured, 0 if none. */
function capturedRole(rules: RuleSet, position: Position, after: Position): number {
  const other = opposite(position.turn);
  const taken = position.sides[other].find((piece) => !after.sides[other].includes(piece));
  return taken === undefined ? 0 : roleOf(rules, kindOf(taken >> 8));
}

/** Kings with one knight, or with bishops that all stand on squares of one colour: neither side can be mated. */
function isInsufficient(rules: RuleSet, position: Position): boolean {
  let [knights, others] = [0, 0];
  const bishops = [0, 0];
  for (const { square, kind } of piecesOn(position)) {
    const { letter } = rules.army[kind]!;
    if (letter === 'N') knights++;
    else if (letter === 'B') bishops[((square >> 3) + square) & 1]!++;
    else if (letter !== 'K') others++;
  }
  const [dark, light] = bishops as [number, number];
  if (others > 0 || knights > 1) return false;
  return knights === 1 ? dark + light === 0 : dark === 0 || light === 0;
}
