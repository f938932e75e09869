import { SlabPlacements } from '../../index/slabPlacements.ts';
import type { Army } from '../../pieces/army.ts';
import type { Endgame } from '../../table/table.ts';
import type { Layout } from './layout.ts';
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

/** How the planes of a table are laid out, and how far their values reach. */
export interface PlanesShape extends Layout, Extent {}
