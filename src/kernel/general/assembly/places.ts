// Where a placement lies in memory: the slab of its fixed pieces, and the squares of the others, as the digits of a number.
import { PLACES_ENTRIES, PLACES_FIXED, PLACES_MAPS, PLACES_MEN, PLACES_SQUARES } from '../layout';

@inline function field(table: usize, offset: usize): i32 { return load<i32>(table + offset); }
@inline function at(table: usize, offset: usize): usize { return <usize>load<u32>(table + offset); }
@inline export function fixedIn(table: usize): i32 { return field(table, PLACES_FIXED); }
@inline export function menIn(table: usize): i32 { return field(table, PLACES_MEN); }
@inline export function squaresIn(table: usize): i32 { return field(table, PLACES_SQUARES); }
@inline export function mapIn(table: usize, entry: i32): usize {
  return at(table, PLACES_MAPS) + <usize>((entry & 7) * squaresIn(table));
}

/** The entry of the fixed pieces among `squares`, u8 by piece: `slab * 8 + symmetry`, or -1 if no slab has them. */
export function entryOf(table: usize, squares: usize): i32 {
  const fixed = fixedIn(table);
  const size = squaresIn(table);
  let number = <i32>load<u8>(squares);
  for (let i = 1; i < fixed; i++) number = number * size + <i32>load<u8>(squares + <usize>i);
  return load<i32>(at(table, PLACES_ENTRIES) + ((<usize>number) << 2));
}

/** No placement. */
export const NOWHERE: u32 = ~(<u32>0);

/** The place of a placement, u8 by piece; NOWHERE if none has these fixed pieces. */
export function placeOf(table: usize, squares: usize): u32 {
  const entry = entryOf(table, squares);
  if (entry < 0) return NOWHERE;
  const map = mapIn(table, entry);
  const men = menIn(table);
  const size = <u32>squaresIn(table);
  let place = <u32>(entry >> 3);
  for (let i = fixedIn(table); i < men; i++) {
    place = place * size + <u32>load<u8>(map + <usize>load<u8>(squares + <usize>i));
  }
  return place;
}
