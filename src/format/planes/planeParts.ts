import { type IndexPart, partOfPlaces, partOfSquares, placeSize } from '../../index/indexPart.ts';
import type { SlabPlacements } from '../../index/slabPlacements.ts';
import { squareClasses } from '../../index/squareClasses.ts';
import type { Layout } from './layout.ts';
import { type PlaneEndgame, planesOf } from './planeEndgame.ts';
import type { Planes } from './planes.ts';

/**
 * The parts of an index that planes need, one part each, if the whole does not fit into memory. Without pawns the parts are
 * those of the ten classes of squares, equal by symmetry, of a fixed king; if both kings move in the planes, of the first
 * other piece. With pawns, which are fixed, a plane needs one group of pawns.
 */
export interface PlaneParts {
  readonly parts: readonly IndexPart[];
  /** A plane's key: its number divided by this and rounded down, modulo the number of keys. */
  readonly divisor: number;
  /** By key: the number of the part; -1 if no plane has the key. */
  readonly keys: Int32Array;
}

/** The most codes of a part for each side to move: so a part of both sides takes some 2 GiB. */
export const MOST_CODES = 2 ** 30;

/** The part that a plane needs; -1 if the number has no plane. */
export function partOfPlane({ divisor, keys }: PlaneParts, plane: number): number {
  return keys[Math.floor(plane / divisor) % keys.length]!;
}

/** `most`: parts of more codes for each side to move are not made larger than they must be. */
export function planePartsOf(endgame: PlaneEndgame, layout: Layout, most = MOST_CODES): PlaneParts {
  const { placements } = endgame;
  const places = placements.size / placeSize(placements);
  if (placements.size <= most) return whole(placements, places);
  const planes = planesOf(endgame, layout);
  if (placements.pawnSlots.length > 0) return partsOfPawns(placements, planes, most);
  const [white, black, first] = placements.pieceSlots as [number, number, number];
  for (const [color, king] of [white, black].entries()) {
    if (!planes.standing.includes(king)) continue;
    const placesOf = (squares: ReadonlySet<number>) => {
      const has = (place: number) => squares.has(placements.kingPairs[place]![color]!);
      return partOfPlaces(placements, range(0, places).filter(has));
    };
    return partsOfClasses(planes, king, most, placesOf);
  }
  // Of three men a unit would be a single code.
  if (placements.pieceSlots.length === 3) return whole(placements, places);
  const squaresOf = (squares: ReadonlySet<number>) => partOfSquares(placements, [...squares]);
  return partsOfClasses(planes, first, most, squaresOf);
}

function whole(placements: SlabPlacements, places: number): PlaneParts {
  const parts = [partOfPlaces(placements, range(0, places))];
  return { parts, divisor: 1, keys: new Int32Array(1) };
}

/** Parts of the classes of a fixed piece's squares, of several classes where these are small. */
function partsOfClasses(
  planes: Planes,
  slot: number,
  most: number,
  partOf: (squares: ReadonlySet<number>) => IndexPart,
): PlaneParts {
  const codesOf = ({ unit, units }: IndexPart) => unit * units.length;
  const parts: { squares: ReadonlySet<number>; part: IndexPart }[] = [];
  for (const own of squareClasses) {
    const last = parts.at(-1);
    const squares = new Set([...(last?.squares ?? []), ...own]);
    const part = partOf(squares);
    if (last && codesOf(part) <= most) parts[parts.length - 1] = { squares, part };
    else parts.push({ squares: new Set(own), part: last ? partOf(new Set(own)) : part });
  }
  const { divisor, squares } = planes.digit(planes.standing.indexOf(slot));
  const keys = Int32Array.from(squares, (square) =>
    parts.findIndex((each) => each.squares.has(square)),
  );
  return { parts: parts.map(({ part }) => part), divisor, keys };
}

/** Parts of groups that follow one another. */
function partsOfPawns(placements: SlabPlacements, planes: Planes, most: number): PlaneParts {
  const { groupSize, groups } = placements;
  const ofPart = Math.max(1, Math.floor(most / groupSize));
  const parts = range(0, Math.ceil(groups.length / ofPart)).map((part) => {
    const from = part * ofPart;
    return partOfPlaces(placements, range(from, Math.min(groups.length, from + ofPart)));
  });
  const { divisor, count, groupOf } = pawnKeys(placements, planes);
  const keys = Int32Array.from({ length: count }, (_, key) => {
    const group = groupOf(key);
    return group < 0 ? -1 : Math.floor(group / ofPart);
  });
  return { parts, divisor, keys };
}

/**
 * What pawns determine of planes' numbers: a number divided by `divisor` and rounded down is a key, of which there are `count`.
 * `groupOf`: the group of pawns that planes of a key have, -1 if there are none.
 */
export function pawnKeys(placements: SlabPlacements, planes: Planes) {
  // Pawns are the first digits of a plane's number, in slot order.
  const digits = placements.pawnSlots.map((_, place) => planes.digit(place));
  const { divisor } = digits.at(-1)!;
  const groupOf = (key: number): number => {
    const pawns = digits.map(
      ({ divisor: own, squares }) => squares[Math.floor(key / (own / divisor)) % squares.length]!,
    );
    return placements.group(pawns)?.group ?? -1;
  };
  return { divisor, count: planes.count / divisor, groupOf };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
