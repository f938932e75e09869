import type { Board, Square, Symmetry } from '../../board/board.ts';
import { SymmetricPlacements } from '../../index/symmetricPlacements.ts';
import { wordsFor } from '../../kernel/general/lanes.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';

/** The most pieces that are dimensions of a slab: lane, row and outer piece. */
const MOST_DIMENSIONS = 3;

/**
 * How a table lies in the kernel's memory. Its first pieces are fixed in a slab: of the very first only the squares of its region, as in
 * the table's index, so that the place of a placement in memory is its number there.
 */
export interface TableShape {
  readonly material: Material;
  readonly placements: SymmetricPlacements;
  readonly board: Board;
  /** Pieces that a slab fixes. */
  readonly fixedMen: number;
  readonly rows: number;
  readonly planes: number;
  /** 64-bit words of a lane. */
  readonly words: 1 | 2 | 4;
  readonly planeBytes: number;
  readonly slabBytes: number;
  readonly slabs: number;
  /** Numbers of the index in a slab. */
  readonly cells: number;
  readonly region: readonly Square[];
  readonly symmetries: readonly Symmetry[];
}

export function shapeOf(rules: RuleSet, material: Material): TableShape {
  const { board } = rules;
  const words = wordsFor(board.size);
  const { men } = material;
  const symmetries = rules.symmetries(men);
  const placements = new SymmetricPlacements(men, symmetries);
  const fixedMen = Math.max(1, men.length - MOST_DIMENSIONS);
  const dimensions = men.length - fixedMen;
  const rows = dimensions > 1 ? board.size : 1;
  const planes = dimensions > 2 ? board.size : 1;
  const planeBytes = Math.ceil((rows * words * 8) / 16) * 16;
  const cells = planes * rows * board.size;
  const squares = symmetries[0]!;
  const region = squares.filter((square) => symmetries.every((each) => each[square]! >= square));
  return {
    material,
    placements,
    board,
    fixedMen,
    rows,
    planes,
    words,
    planeBytes,
    slabBytes: planes * planeBytes,
    slabs: placements.size / cells,
    cells,
    region,
    symmetries,
  };
}

/** The squares of the pieces that a slab fixes. */
export function fixedSquaresOf({ board, fixedMen, region }: TableShape, slab: number): Square[] {
  const squares: Square[] = [];
  let rest = slab;
  for (let i = fixedMen - 1; i > 0; i--) {
    squares[i] = rest % board.size;
    rest = Math.floor(rest / board.size);
  }
  squares[0] = region[rest]!;
  return squares;
}
