import { identity, type Symmetry } from '../board/board.ts';
import {
  type Army,
  BLACK,
  type Color,
  type Piece,
  promotionsOf,
  ROYAL,
  WHITE,
} from '../pieces/army.ts';
import { isKing } from '../pieces/kinds.ts';
import { codeOf } from '../pieces/mover.ts';
import { pieceSymmetries } from '../pieces/symmetries.ts';
import { isCheck } from '../position/attacks.ts';
import { hasLegalMove, legalMoves, play } from '../position/moves.ts';
import type { Position } from '../position/position.ts';
import { setUp } from '../position/setUp.ts';
import { exchangesGoal, keepsGoal, overOf } from './ends.ts';
import { countsOf, extinctionIn } from './extinction.ts';
import type { Variant } from './variant.ts';

/** The symmetries of the board that the pieces and the ends of a game keep, the identity first. */
export function ruleSymmetries(variant: Variant, men: readonly Piece[]): readonly Symmetry[] {
  const { equipment, bar } = variant;
  if (bar && !bar.followsMoves) return [identity(equipment.board)];
  const kept = pieceSymmetries(equipment, men);
  return kept.filter((symmetry) => keepsGoal(variant, symmetry));
}

/** Where the squares go when the colours are exchanged; undefined if that would make another game. */
export function flipOf(variant: Variant): Symmetry | undefined {
  for (const symmetry of variant.equipment.exchanges()) {
    if (exchangesGoal(variant, symmetry)) return symmetry;
  }
  return undefined;
}

/** Is no table of these men needed? See {@link RuleSet.isSettled}. */
export function isSettledBy(variant: Variant, men: readonly Piece[]): boolean {
  const { army } = variant.equipment;
  if (new Set(men.map(({ color }) => color)).size < 2) return true;
  const others = men.filter(({ kind }) => army[kind]!.royal === undefined);
  if (variant.bareRoyalLoses && new Set(others.map(({ color }) => color)).size < 2) {
    // What bares the other side, too, may also reach a goal, or take the last of a kind.
    return others.length === 0 || !(variant.goal || variant.extinction);
  }
  if (variant.extinction) {
    const counts = countsOf(army, [men.map(codeOf)]);
    const ends = [WHITE, BLACK].map((turn) =>
      extinctionIn(army, variant.extinction!, counts, turn as Color),
    );
    if (ends.every((end) => end !== undefined)) return true;
  }
  return areBareRoyals(army, men) && areBareRoyalsDrawn(variant);
}

/** Can neither side win with these men? See {@link RuleSet.isInsufficientMaterial}. */
export function isInsufficientFor(variant: Variant, men: readonly Piece[]): boolean {
  const { army } = variant.equipment;
  if (areBareRoyals(army, men)) return areBareRoyalsDrawn(variant);
  if (!variant.insufficient) return false;
  const [other, ...more] = men.filter(({ kind }) => army[kind]!.royal === undefined);
  return more.length === 0 && !!other && variant.insufficient.includes(army[other.kind]!.letter);
}

/** One royal piece a side, of the first kind, and nothing else that it could become? */
function areBareRoyals(army: Army, men: readonly Piece[]): boolean {
  return (
    men.length === 2 &&
    army[ROYAL]!.royal !== undefined &&
    men.every((piece) => promotionsOf(army, piece).length === 0) &&
    men.every(({ kind }) => kind === ROYAL) &&
    men[0]!.color !== men[1]!.color
  );
}

const known = new WeakMap<Variant, boolean>();

/** Are two bare royal pieces a draw wherever they stand? Not if one can reach a goal, or be stuck and so lose. */
function areBareRoyalsDrawn(variant: Variant): boolean {
  if (variant.goal) return false;
  const { isPlain, army } = variant.equipment;
  // Two kings of chess always have a move (test/rules/rules.test.ts): to ask would take a tenth of a second.
  const king = army[ROYAL]!;
  if (isPlain && isKing(king) && !king.enters && (variant.bar?.followsMoves ?? true)) return true;
  const drawn = known.get(variant) ?? !hasDecidedRoyals(variant);
  known.set(variant, drawn);
  return drawn;
}

/** Is there a position of bare royals that is not drawn? */
function hasDecidedRoyals(variant: Variant): boolean {
  const { equipment, stuck, bar } = variant;
  // Only by an explosion that spares the taker can a royal piece take another one.
  const { blast } = equipment.laws;
  const takes = blast?.immune.includes(ROYAL) === true;
  if (stuck === 'pass' && !takes) return false;
  // A bar that does not follow from moves may leave even bare royals without one.
  if (bar && !bar.followsMoves) return true;
  const over = overOf(variant);
  const { size } = equipment.board;
  const men = [WHITE, BLACK].map((color) => ({ kind: ROYAL, color }));
  for (let place = 0; place < size * size; place++) {
    const squares = [Math.floor(place / size), place % size];
    for (const turn of [WHITE, BLACK] as const) {
      const position = setUp(equipment, { turn }, men, squares);
      if (!position.ok) continue;
      const ended = over(position.value);
      if (ended ? ended.wdl !== 0 : isDecidedWithoutMove(stuck, position.value)) return true;
      if (takes && endsByMove(position.value, over)) return true;
    }
  }
  return false;
}

function endsByMove(position: Position, over: ReturnType<typeof overOf>): boolean {
  return legalMoves(position).some((move) => {
    const end = over(play(position, move));
    return end !== undefined && end.wdl !== 0;
  });
}

function isDecidedWithoutMove(stuck: Variant['stuck'], position: Position): boolean {
  if (stuck === 'pass' || hasLegalMove(position)) return false;
  const { attacked, free } = stuck;
  const end = isCheck(position) ? attacked : free;
  return end !== 'pass' && end.wdl !== 0;
}
