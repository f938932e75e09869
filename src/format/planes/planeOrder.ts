import { type Army, ROYAL } from '../../pieces/army.ts';
import type { Material } from '../../table/material.ts';
import { type Lattice, wholeLattice } from './lattice.ts';
import type { Layout } from './layout.ts';

/** In which order the fixed pieces of planes are the digits of their numbers, and what is known of these pieces. */
export interface PlaneOrder {
  readonly lattice: Lattice;
  /** Their slots. */
  readonly standing: readonly number[];
  /** The place of the piece whose squares decide first which image of a plane is kept. */
  readonly leader: number;
  /** Slots of pieces that never stand on their first or last rank. */
  readonly pawns: readonly number[];
  /** Slots of two kings, which are not adjacent. */
  readonly kings: readonly number[];
  /** Numbers of the symmetries of the board that act on planes, 0 first. */
  readonly symmetries: readonly number[];
}

/** In the set solver's index: pawns, others, then the king of the side that is coded first, which leads. */
export function slabOrder({ men }: Pick<Material, 'men'>, army: Army, layout: Layout): PlaneOrder {
  const slots = men.map((_, slot) => slot);
  const pawns = slots.filter((slot) => army[men[slot]!.kind]!.pawn);
  const kings = slots.filter((slot) => men[slot]!.kind === ROYAL);
  const fixed = slots.filter((slot) => slot !== layout.row && slot !== layout.lane);
  const leads = (slot: number) => kings.includes(slot) && men[slot]!.color === layout.first;
  const standing = [
    ...fixed.filter((slot) => pawns.includes(slot)),
    ...fixed.filter((slot) => !pawns.includes(slot) && !leads(slot)),
    ...fixed.filter(leads),
  ];
  const leader = Math.max(0, standing.findIndex(leads));
  const symmetries = wholeLattice.maps.map((_, symmetry) => symmetry);
  return {
    lattice: wholeLattice,
    standing,
    leader,
    pawns,
    kings,
    symmetries: pawns.length > 0 ? symmetries.slice(0, 2) : symmetries,
  };
}

/** In other indices: by slot. Nothing is known of where pieces may stand. `symmetries`: by number. */
export function slotOrder(
  { men }: Pick<Material, 'men'>,
  layout: Layout,
  symmetries: readonly number[],
  lattice: Lattice,
): PlaneOrder {
  const slots = men.map((_, slot) => slot);
  const standing = slots.filter((slot) => slot !== layout.row && slot !== layout.lane);
  return { lattice, standing, leader: 0, pawns: [], kings: [], symmetries };
}
