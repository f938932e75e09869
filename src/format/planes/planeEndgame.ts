import { SlabPlacements } from '../../index/slabPlacements.ts';
import { SymmetricPlacements } from '../../index/symmetricPlacements.ts';
import type { Army } from '../../pieces/army.ts';
import type { Endgame } from '../../table/table.ts';
import { type Lattice, latticeOf, wholeLattice } from './lattice.ts';
import type { Layout } from './layout.ts';
import { numbersOfSymmetries } from './listedNumbers.ts';
import type { ListedRanks } from './listedRanks.ts';
import { slabOrder, slotOrder } from './planeOrder.ts';
import { Planes } from './planes.ts';
import type { Extent } from './ranks.ts';
import { hasFewSteps } from './steps.ts';

/** An endgame that can be coded in planes: on 8x8, with the set solver's index and known movements. */
export interface PlaneEndgame extends Endgame {
  readonly placements: SlabPlacements;
  readonly army: Army;
}

export function hasPlanes(endgame: Endgame): endgame is PlaneEndgame {
  const { placements, army, material } = endgame;
  const { men } = material;
  return (
    placements instanceof SlabPlacements &&
    army !== undefined &&
    men.length > 2 &&
    men.every((piece) => hasFewSteps(piece, army))
  );
}

/**
 * An endgame of any game on a board of at most eight files and ranks, whose values are plies: it can be coded in planes with
 * listed ranks.
 */
export interface ListedEndgame extends Endgame {
  readonly placements: SymmetricPlacements;
  readonly army: Army;
}

export function hasListedPlanes(endgame: Endgame): endgame is ListedEndgame {
  const { placements, army, material } = endgame;
  return (
    placements instanceof SymmetricPlacements &&
    army !== undefined &&
    material.men.length > 2 &&
    latticeOf(filesOf(endgame), placements.squareCount) !== undefined
  );
}

/** How the planes of a table are laid out, and how far their values reach. */
export interface PlanesShape extends Layout, Extent {}

/** The same where a file lists the values of ranks. */
export interface ListedShape extends Layout, ListedRanks {
  /** Are there positions only where no royal piece of the side that is not to move is attacked? */
  readonly guarded: boolean;
}

export function isListed(shape: PlanesShape | ListedShape): shape is ListedShape {
  return 'ranks' in shape;
}

/** The planes of an endgame: with the order that belongs to its index. */
export function planesOf(
  endgame: Pick<PlaneEndgame | ListedEndgame, 'material' | 'placements' | 'army' | 'files'>,
  layout: Layout,
): Planes {
  const { material, placements, army } = endgame;
  const lattice = latticeOfEndgame(endgame);
  const order =
    placements instanceof SlabPlacements
      ? slabOrder(material, army, layout)
      : slotOrder(material, layout, numbersOfSymmetries(placements, lattice), lattice);
  return new Planes(material, layout, order);
}

function filesOf({ files, placements }: Pick<Endgame, 'files' | 'placements'>): number {
  return files ?? Math.sqrt(placements.squareCount);
}

/** The board of an endgame that has planes as a part of 8x8. */
export function latticeOfEndgame(endgame: Pick<Endgame, 'files' | 'placements'>): Lattice {
  return latticeOf(filesOf(endgame), endgame.placements.squareCount) ?? wholeLattice;
}
