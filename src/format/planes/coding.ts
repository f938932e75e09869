import type { Endgame } from '../../table/table.ts';
import { isPossible, isPossibleListed } from './layout.ts';
import { areListedValues } from './listedRanks.ts';
import { hasListedPlanes, hasPlanes, type ListedShape, type PlanesShape } from './planeEndgame.ts';
import { isPossibleExtent } from './ranks.ts';

/** What a file's header says of its planes. */
export interface PlanesCoding extends PlanesShape {
  readonly kind: 'planes';
}

/** Undefined if this is not how planes of the endgame can be coded. `narrow`: its values are codes of a byte. */
export function parsePlanesCoding(
  found: unknown,
  endgame: Endgame,
  narrow: boolean,
): PlanesCoding | undefined {
  if (typeof found !== 'object' || found === null || !hasPlanes(endgame)) return undefined;
  const { kind, row, lane, first, wins, losses, bars } = found as Partial<
    Record<keyof PlanesCoding, unknown>
  >;
  const { men } = endgame.material;
  const sound =
    kind === 'planes' &&
    isInteger(row) &&
    isInteger(lane) &&
    men[row] !== undefined &&
    men[lane] !== undefined &&
    (first === 0 || first === 1) &&
    isInteger(wins) &&
    isInteger(losses) &&
    isPossibleExtent(wins, losses, narrow) &&
    typeof bars === 'boolean';
  if (!sound || !isPossible(endgame.material, endgame.army, { row, lane, first })) return undefined;
  return { kind, row, lane, first, wins, losses, bars };
}

/** What a header says of planes whose ranks are listed. */
export interface ListedCoding extends ListedShape {
  readonly kind: 'listed planes';
}

/** Undefined if this is not how planes of the endgame can be coded. */
export function parseListedCoding(found: unknown, endgame: Endgame): ListedCoding | undefined {
  if (typeof found !== 'object' || found === null || !hasListedPlanes(endgame)) return undefined;
  const { kind, row, lane, first, guarded, ranks } = found as Partial<
    Record<keyof ListedCoding, unknown>
  >;
  const { men } = endgame.material;
  const sound =
    kind === 'listed planes' &&
    isInteger(row) &&
    isInteger(lane) &&
    men[row] !== undefined &&
    men[lane] !== undefined &&
    (first === 0 || first === 1) &&
    typeof guarded === 'boolean' &&
    Array.isArray(ranks) &&
    ranks.length === 2;
  if (!sound || !isPossibleListed(endgame.material, { row, lane, first })) return undefined;
  const [coded, other] = ranks;
  if (!areListedValues(coded) || !areListedValues(other)) return undefined;
  return { kind, row, lane, first, guarded, ranks: [coded, other] };
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
