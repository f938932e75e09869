import type { Board, Symmetry } from '../../board/board.ts';
import { SymmetricPlacements } from '../../index/symmetricPlacements.ts';
import { wordsFor } from '../../kernel/general/lanes.ts';
import type { Piece } from '../../pieces/army.ts';
import { ALWAYS, codeOf } from '../../pieces/mover.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind } from '../../table/placements.ts';
import { type Apart, type Leaders, leadersOf } from './leaders.ts';
import { isRoyalAmong } from './royals.ts';

/** The most pieces that are dimensions of a slab: lane, row and outer piece. */
const MOST_DIMENSIONS = 3;
/** Pieces that a slab fixes if there are enough. */
const USUAL_LEADERS = 2;

/**
 * How a table lies in the kernel's memory. Its leaders are fixed in a slab, the others are the dimensions of one: outer, row and lane
 * piece.
 */
export interface TableShape {
  readonly material: Material;
  readonly placements: SymmetricPlacements;
  readonly board: Board;
  /** The slots of the pieces in the kernel's order: the leaders, the first slot's first; then the others in slot order. */
  readonly order: readonly number[];
  /** The pieces in the kernel's order. */
  readonly men: readonly Piece[];
  /** Are any of the pieces identical? */
  readonly hasAlike: boolean;
  /** Is a leader one of several identical pieces? Then placements of one index lie in several slabs. */
  readonly splitsIndices: boolean;
  /** Pieces that a slab fixes. */
  readonly fixedMen: number;
  readonly leaders: Leaders;
  readonly rows: number;
  readonly planes: number;
  /** 64-bit words of a lane. */
  readonly words: 1 | 2 | 4;
  readonly planeBytes: number;
  readonly slabBytes: number;
  readonly slabs: number;
  /** Placements in a slab. */
  readonly cells: number;
  /** Placements in all slabs, those that are equal by symmetry included. */
  readonly size: number;
  readonly symmetries: readonly Symmetry[];
}

/** `apart`: which leaders may stand together; default: two royal pieces do not attack one another. */
export function shapeOf(rules: RuleSet, material: Material, apart?: Apart): TableShape {
  const { board } = rules;
  const words = wordsFor(board.size);
  const symmetries = rules.symmetries(material.men);
  const placements = new SymmetricPlacements(material.men, symmetries);
  const count = material.men.length;
  const fixedMen = Math.max(Math.min(USUAL_LEADERS, count - 1), count - MOST_DIMENSIONS);
  const order = orderOf(rules, material.men, fixedMen);
  const men = order.map((slot) => material.men[slot]!);
  const firsts = firstsOfKind(material.men);
  const { stands } = rules.variant.equipment;
  const leaders = leadersOf(
    symmetries,
    men.slice(0, fixedMen).map((piece) => stands[codeOf(piece)]!),
    apart ?? royalsApart(rules, men),
  );
  const dimensions = count - fixedMen;
  const rows = dimensions > 1 ? board.size : 1;
  const planes = dimensions > 2 ? board.size : 1;
  const planeBytes = Math.ceil((rows * words * 8) / 16) * 16;
  const cells = planes * rows * board.size;
  const { slabs } = leaders;
  return {
    material,
    placements,
    board,
    order,
    men,
    hasAlike: firsts.some((first, slot) => first !== slot),
    splitsIndices: order
      .slice(0, fixedMen)
      .some((slot) => firsts.filter((first) => first === firsts[slot]).length > 1),
    fixedMen,
    leaders,
    rows,
    planes,
    words,
    planeBytes,
    slabBytes: planes * planeBytes,
    slabs,
    cells,
    size: slabs * cells,
    symmetries,
  };
}

/** Leads with the first slot; then royal pieces, then those with the fewest squares and moves. */
function orderOf(rules: RuleSet, men: readonly Piece[], fixedMen: number): readonly number[] {
  const { equipment } = rules.variant;
  const squares = (piece: Piece) => equipment.stands[codeOf(piece)]!.filter((at) => at).length;
  const moves = (piece: Piece) => {
    const lines = equipment.mover(codeOf(piece)).lines.flat();
    return lines.reduce((sum, line) => sum + line.squares.length, 0);
  };
  const slots = men.map((_, slot) => slot);
  const others = slots.slice(1).map((slot) => {
    const piece = men[slot]!;
    const isRoyal = isRoyalAmong(rules, piece, men);
    return { slot, isRoyal, squares: squares(piece), moves: moves(piece) };
  });
  others.sort(
    (a, b) =>
      Number(b.isRoyal) - Number(a.isRoyal) ||
      a.squares - b.squares ||
      a.moves - b.moves ||
      a.slot - b.slot,
  );
  const leading = [0, ...others.slice(0, fixedMen - 1).map(({ slot }) => slot)];
  return [...leading, ...slots.filter((slot) => !leading.includes(slot))];
}

/** Two royal pieces that can always take one another are in no position, unless both would go. */
function royalsApart(rules: RuleSet, men: readonly Piece[]): Apart {
  const { equipment } = rules.variant;
  if (equipment.laws.blast) return () => true;
  const { size } = rules.board;
  const takes = men.map((piece) =>
    isRoyalAmong(rules, piece, men) ? equipment.mover(codeOf(piece)).takes : undefined,
  );
  return (a, onA, b, onB) =>
    men[a]!.color === men[b]!.color ||
    takes[a]?.[onA * size + onB] !== ALWAYS ||
    takes[b]?.[onB * size + onA] !== ALWAYS;
}

/** A run of indices, and the slabs that hold all their placements. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly slabs: readonly [first: number, end: number];
}

/**
 * The indices of a table, in runs as short as can be: one for each square of the first slot, whose squares the slabs follow, unless that
 * is one of several identical pieces, which the index puts in order.
 */
export function stretchesOf({
  material,
  placements,
  leaders,
  fixedMen,
  slabs,
}: TableShape): Stretch[] {
  const { men } = material;
  const isAlone = firstsOfKind(men).every((first, slot) => first > 0 || slot === 0);
  if (!isAlone) return [{ start: 0, end: placements.size, slabs: [0, slabs] }];
  const length = placements.squareCount ** (men.length - 1);
  const stretches: Stretch[] = [];
  const squares: number[] = [];
  let first = 0;
  for (let start = 0; start < placements.size; start += length) {
    placements.squares(start, squares);
    let end = first;
    while (end < slabs && leaders.squares[end * fixedMen] === squares[0]) end++;
    stretches.push({ start, end: start + length, slabs: [first, end] });
    first = end;
  }
  return stretches;
}
