import type { Step, Symmetry } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import { slabSymmetries } from '../index/slabPlacements.ts';
import { type Piece, type PieceKind, ROYAL } from '../pieces/army.ts';
import { isKing } from '../pieces/kinds.ts';
import { movingSteps } from '../pieces/steps.ts';
import { pieceSymmetries } from '../pieces/symmetries.ts';
import type { Material } from '../table/material.ts';
import { chessArmy } from './chessPieces.ts';
import type { RuleSet } from './ruleset.ts';
import type { Variant } from './variant.ts';

/**
 * Can the set solver whose threads share a table make this one? It assumes one king a side, one slide along each line, and
 * an index that folds the board by all eight symmetries, or with pawns by mirroring the files.
 * Errors: `solver`, `solver-royal`, `solver-movement`, `solver-symmetry`.
 */
export function checkSetwise(rules: RuleSet, { name, men }: Material): Result<undefined> {
  const { army, board, setwise, variant } = rules;
  if (!setwise || board.files !== 8 || board.ranks !== 8 || !hasSetEnds(variant)) {
    return fail('solver', `the rules of ${rules.name} are not given as sets`, rules.name);
  }
  const royal = army[ROYAL]!;
  if (!isKing(royal)) {
    const found = `the ${royal.name} (${royal.letter}) of ${rules.name} moves otherwise`;
    const wanted =
      'the set solver takes a royal that moves one step in each of the eight directions';
    return fail('solver-royal', `${name}: ${wanted}; ${found}`, royal.letter);
  }
  const stranger = men.find(({ kind }) => !isTakenBySets(army[kind]!));
  if (stranger) {
    const { name: piece, letter } = army[stranger.kind]!;
    const wanted = 'only leaps, slides without end, and the pawn of chess';
    const found = `the ${piece} (${letter}) moves otherwise, and the set solver takes ${wanted}`;
    return fail('solver-movement', `${name}: ${found}`, letter);
  }
  const folded = new Set(rules.symmetries(men).map(String));
  const wanted = slabSymmetries(men, army);
  if (wanted.every((symmetry) => folded.has(String(symmetry)))) return ok(undefined);
  return fail('solver-symmetry', `${name}: ${whatIsUneven(rules, men, wanted)}`, name);
}

/**
 * Does a game end only for want of a legal move, mated or drawn, and are its moves restricted by nothing but one king a side
 * and mates in one?
 */
function hasSetEnds(variant: Variant): boolean {
  const { equipment, stuck, goal, extinction, bareRoyalLoses, bar } = variant;
  if (stuck === 'pass' || stuck.free === 'pass') return false;
  const isUsual = stuck.attacked.wdl === -1 && stuck.free.wdl === 0;
  const isBarred = bar !== undefined && !bar.isMateInOne;
  return isUsual && equipment.isPlain && !goal && !extinction && !bareRoyalLoses && !isBarred;
}

function isTakenBySets(kind: PieceKind): boolean {
  if (kind.enters || kind.promotesOn || kind.blackPromotions || kind.mayStay) return false;
  if (kind.pawn || kind.promotions.length > 0) return isChessPawn(kind);
  const steps = movingSteps(kind.movement);
  return steps !== undefined && !hasOverlap(steps.slides);
}

/** It may promote to other kinds than in chess. */
function isChessPawn({
  movement,
  home,
  promotions,
  pawn,
  anyRank,
  passantsOn,
}: PieceKind): boolean {
  const own = chessArmy.find((kind) => kind.pawn)!;
  const same = JSON.stringify([movement, home]) === JSON.stringify([own.movement, own.home]);
  return pawn && promotions.length > 0 && same && !anyRank && !passantsOn;
}

/** Do some slide in one direction by steps of different lengths, so that two slides may reach one square? */
function hasOverlap(slides: readonly Step[]): boolean {
  const isBeside = ([x, y]: Step, [files, ranks]: Step) =>
    x * ranks === y * files && x * files + y * ranks > 0 && (x !== files || y !== ranks);
  return slides.some((slide) => slides.some((other) => isBeside(slide, other)));
}

function whatIsUneven(rules: RuleSet, men: readonly Piece[], wanted: readonly Symmetry[]): string {
  const ways = wanted.length === 2 ? 'to the left and to the right' : 'in all eight directions';
  const by = `by which the set solver folds the board`;
  const { army, name } = rules;
  const uneven = men.find((piece) => {
    const kept = new Set(pieceSymmetries(rules.variant.equipment, [piece]).map(String));
    return wanted.some((symmetry) => !kept.has(String(symmetry)));
  });
  if (!uneven) return `the rules of ${name} are not the same ${ways}, ${by}`;
  const { name: piece, letter, promotions } = army[uneven.kind]!;
  const becomes = promotions.length > 0 ? ', or what it promotes to,' : '';
  return `the ${piece} (${letter})${becomes} does not move alike ${ways}, ${by}`;
}
