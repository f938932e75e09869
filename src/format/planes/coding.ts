import type { Endgame } from '../../table/table.ts';
import { isPossible } from './layout.ts';
import { hasPlanes, type PlanesShape } from './planeEndgame.ts';
import { MOST_EXTENT } from './ranks.ts';

/** What a file's header says of its planes. */
export interface PlanesCoding extends PlanesShape {
  readonly kind: 'planes';
}

/** Undefined if this is not how planes of the endgame can be coded. */
export function parsePlanesCoding(found: unknown, endgame: Endgame): PlanesCoding | undefined {
  if (typeof found !== 'object' || found === null || !hasPlanes(endgame)) return undefined;
  const { kind, row, lane, first, wins, losses, bars } = found as Partial<
    Record<keyof PlanesCoding, unknown>
  >;
  const slots = endgame.material.men.length;
  const sound =
    kind === 'planes' &&
    isInteger(row, 0, slots - 1) &&
    isInteger(lane, 0, slots - 1) &&
    (first === 0 || first === 1) &&
    isInteger(wins, 1, MOST_EXTENT) &&
    isInteger(losses, 1, MOST_EXTENT) &&
    wins + losses <= MOST_EXTENT &&
    typeof bars === 'boolean';
  if (!sound || !isPossible(endgame.material, endgame.army, { row, lane, first })) return undefined;
  return { kind, row, lane, first, wins, losses, bars };
}

function isInteger(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
