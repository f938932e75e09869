// The best conversion of every placement, as sets: CONVERSION_WINS, CONVERSION_LOSES, and the distance in binary, one set per
// bit (see distanceAt). The bits have a meaning only for open placements in one of the two sets. While conversions are found,
// the places where each distance occurs are noted, so that a ply can skip all others.
import { CONVERSION_WINS, OPEN } from '../layout';
import { lanesWith } from './lookUp';
import { conversionPlaces, distanceAt, distanceBits, isLogged, planeFlags, setAt, slabBytes, slabPlanes } from './frame';

/** Words that share a bit of a place: those of a rank of the row piece. */
const RANK_BYTES: usize = 64;
const PLANE: usize = 512;

/** u8 per plane, a bit for each rank in which a conversion of this distance occurs. */
export function placesAt(name: i32, color: i32, slab: i32, distance: i32): usize {
  const list = ((name == CONVERSION_WINS ? 0 : 1) << distanceBits()) + distance;
  return conversionPlaces(color, slab) + <usize>(list * slabPlanes());
}

/** Forgets where the distances of a slab's conversions occur. */
export function clearPlaces(color: i32, slab: i32): void {
  memory.fill(placesAt(CONVERSION_WINS, color, slab, 0), 0, <usize>((2 << distanceBits()) * slabPlanes()));
}

/** Notes the distances of a word's conversions: T by lane square. */
export function notePlaces<T>(
  name: i32, color: i32, slab: i32, plane: i32, row: i32, lanes: u64, distances: usize,
): void {
  const places = placesAt(name, color, slab, 0) + <usize>plane;
  const planes = <usize>slabPlanes();
  const rank = <u8>((<i32>1) << (row >> 3));
  while (lanes) {
    const distance = load<T>(distances + <usize>ctz(lanes) * sizeof<T>());
    const at = places + <usize>distance * planes;
    store<u8>(at, load<u8>(at) | rank);
    lanes &= ~lanesWith<T>(distances, distance);
  }
}

/**
 * Writes to `out` the open placements whose best conversion wins (or loses) in `distance`, and to `found`, u8 per plane, a bit for
 * each rank in which there may be some: others are not written. Returns false if there are none.
 */
export function conversionAt(name: i32, color: i32, slab: i32, distance: i32, out: usize, found: usize): bool {
  const planes = slabPlanes();
  const places = placesAt(name, color, slab, distance);
  const open = planeFlags(OPEN, color, slab);
  let any = false;
  const kind = setAt(name, color, slab);
  const among = setAt(OPEN, color, slab);
  // Through a window the distances of conversions have fewer bits than those of the table: there are no places for longer ones.
  const occurs = distance >> distanceBits() == 0;
  // What a log offers has this distance already.
  const bits = isLogged() ? 0 : distanceBits();
  for (let plane = 0; plane < planes; plane++) {
    const ranks = occurs && load<u8>(open + <usize>plane) ? load<u8>(places + <usize>plane) : 0;
    store<u8>(found + <usize>plane, ranks);
    if (!ranks) continue;
    matchPlane(kind, among, color, slab, distance, bits, <u32>ranks, out, (<usize>plane) * PLANE);
    any = true;
  }
  return any;
}

/**
 * Writes to these ranks of a plane the placements in both `kind` and `among` whose distance has these lowest `bitCount` bits in
 * common with `distance`.
 */
function matchPlane(
  kind: usize, among: usize, color: i32, slab: i32, distance: i32, bitCount: i32, ranks: u32, out: usize, base: usize,
): void {
  const toNext = slabBytes();
  const top = bitCount - 1;
  const highest = bitCount ? distanceAt(color, slab) + toNext * <usize>top : 0;
  const bytes = min(RANK_BYTES, slabBytes());
  for (; ranks; ranks &= ranks - 1) {
    const start = base + <usize>ctz(ranks) * RANK_BYTES;
    for (let at = start; at < start + bytes; at += 16) {
      let match = v128.and(v128.load(kind + at), v128.load(among + at));
      // Keeps the ones where the distance's bit is 1, otherwise the zeros. Few distances are long, so going from the
      // highest bit down empties `match` soonest.
      let bits = highest + at;
      for (let bit = top; bit >= 0 && v128.any_true(match); bit--, bits -= toNext) {
        const ones = v128.load(bits);
        match = (distance >> bit) & 1 ? v128.and(match, ones) : v128.andnot(match, ones);
      }
      v128.store(out + at, match);
    }
  }
}
