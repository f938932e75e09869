import { board8x8 } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import type { KernelMemory } from '../../src/kernel/kernelMemory.ts';
import type { Army } from '../../src/pieces/army.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { pawn } from '../../src/pieces/kinds.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessOfficers } from '../../src/rules/chessPieces.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import { checkmateOrStalemate } from '../../src/rules/variant.ts';
import type { GroupPiece } from '../../src/solve/sets/conversions.ts';
import { TableLayout } from '../../src/solve/sets/layout.ts';
import { parseMaterial } from '../../src/table/material.ts';
import type { CodeBytes } from '../../src/table/values.ts';
import { fairyArmy } from '../position/fairy.ts';
import { coloursOf } from '../table/colours.ts';
import { Field } from './field.ts';

const fairyMen = fairyArmy.filter(({ letter }) => 'AHCS'.includes(letter));

/** Chess plus amazons, nightriders, camels and silver generals. */
export const fairyChess = rulesOf({
  name: 'fairy',
  title: 'Fairy chess',
  about: 'Chess with other men.',
  source: 'A test.',
  equipment: new Equipment(board8x8, [...chessOfficers, ...fairyMen, pawn([1, 2, 3, 4])]),
  stuck: checkmateOrStalemate,
  setwise: chess.setwise!,
});

export interface EndgameShape {
  readonly army: Army;
  readonly name: string;
  /** Squares of the pawns, in slot order. */
  readonly pawns?: readonly number[];
  /** Slabs of the table to include. Default: all. */
  readonly slabs?: readonly number[];
  readonly conversions?: (memory: KernelMemory, men: readonly GroupPiece[]) => readonly number[];
  readonly conversionBytes?: number;
  readonly dirt?: number;
}

/** Two bytes for a table and one that leads to it, and for one whose targets have one byte. */
export function testWidth(name: string): CodeBytes {
  return ['KQPvkq', 'KPPvkq', 'KQPvkp', 'KPPvkp', 'KPPPvk'].includes(name) ? 2 : 1;
}

/** Slabs of a real table, and the moves between them. */
export interface EndgameField {
  readonly field: Field;
  readonly layout: TableLayout;
  /** In the order of the frame: kings, pieces, pawns. */
  readonly men: readonly GroupPiece[];
  /** The table's slab, by number in the field. */
  readonly slabs: readonly number[];
}

export function endgameField(shape: EndgameShape): EndgameField {
  const { army, name, pawns = [], conversions } = shape;
  const { material } = unwrap(parseMaterial(name, coloursOf(army)));
  const layout = new TableLayout(army, material);
  const slabs = shape.slabs ?? Array.from({ length: layout.shape.slabs }, (_, slab) => slab);
  const place = new Map(slabs.map((slab, i) => [slab, i]));
  const men = layout.men(pawns);
  const stills = men.map((_, i) => layout.fixedSquares(men, i));
  const symmetric = isSymmetric(layout, pawns);
  const all = layout.slabs(pawns, symmetric);
  const field = new Field(
    army,
    men.map((man, i) => ({ ...man, role: layout.role(i) })),
    slabs.map((slab) => ({
      ...all[slab]!,
      still: stills.flatMap((squares) => (squares ? [squares[slab]!] : [])),
      neighbours: all[slab]!.neighbours.map((entries) =>
        entries.flatMap((entry) => {
          const to = place.get(entry >> 3);
          return to === undefined ? [] : [to * 8 + (entry & 7)];
        }),
      ),
    })),
    {
      identicalPieces: layout.identicalPieces,
      codeBytes: testWidth(name),
      ...(conversions ? { conversions: (memory) => conversions(memory, men) } : {}),
      ...(shape.conversionBytes === undefined ? {} : { conversionBytes: shape.conversionBytes }),
      ...(shape.dirt === undefined ? {} : { dirt: shape.dirt }),
    },
  );
  return { field, layout, men, slabs };
}

/** The squares of a placement of the field in slot order of its table. */
export function inSlotOrder({ layout }: EndgameField, squares: readonly number[]): number[] {
  const { pieceSlots, pawnSlots } = layout.placements;
  const out: number[] = [];
  for (const [i, slot] of [...pieceSlots, ...pawnSlots].entries()) out[slot] = squares[i]!;
  return out;
}

function isSymmetric(layout: TableLayout, pawns: readonly number[]): boolean {
  if (pawns.length === 0) return false;
  const { groups } = layout.placements;
  const group = groups.find((each) => each.pawns.join() === pawns.join());
  if (!group) throw new Error(`no group of pawns ${pawns}: another order, or the mirror image`);
  return group.symmetric;
}

/** Every n-th slab of a table without pawns, and those with both kings on the long diagonal. */
export function someSlabs(army: Army, name: string, step: number): number[] {
  const { placements } = new TableLayout(
    army,
    unwrap(parseMaterial(name, coloursOf(army))).material,
  );
  return placements.kingPairs.flatMap(([white, black], slab) =>
    slab % step === 0 || (white % 9 === 0 && black % 9 === 0 && slab % 3 === 0) ? [slab] : [],
  );
}
