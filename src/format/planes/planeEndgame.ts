import { boardSymmetries, SlabPlacements } from '../../index/slabPlacements.ts';
import { SymmetricPlacements } from '../../index/symmetricPlacements.ts';
import type { Army } from '../../pieces/army.ts';
import type { Endgame } from '../../table/table.ts';
import type { Layout } from './layout.ts';
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

/** An endgame of any game on 8x8, whose values are plies: it can be coded in planes with listed ranks. */
export interface ListedEndgame extends Endgame {
  readonly placements: SymmetricPlacements;
  readonly army: Army;
}

export function hasListedPlanes(endgame: Endgame): endgame is ListedEndgame {
  const { placements, army, files, material } = endgame;
  const { squareCount } = placements;
  return (
    placements instanceof SymmetricPlacements &&
    army !== undefined &&
    squareCount === 64 &&
    (files ?? 8) === 8 &&
    material.men.length > 2
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
  {
    material,
    placements,
    army,
  }: Pick<PlaneEndgame | ListedEndgame, 'material' | 'placements' | 'army'>,
  layout: Layout,
): Planes {
  const order =
    placements instanceof SlabPlacements
      ? slabOrder(material, army, layout)
      : slotOrder(material, layout, symmetriesOf(placements));
  return new Planes(material, layout, order);
}

/** The symmetries by which placements are folded, by their numbers in `boardSymmetries`. */
function symmetriesOf({ symmetries }: SymmetricPlacements): number[] {
  const all = boardSymmetries.map(String);
  return symmetries.map((each) => all.indexOf(String(each)));
}
