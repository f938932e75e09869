import { MOST_DISTANCE_BITS } from '../../kernel/layout.ts';
import { type CodeBytes, MOST_DISTANCE } from '../../table/values.ts';

/** Bits of distances that codes of one byte hold. */
export const NARROW_BITS = 7;

/** Bytes of the codes of a table whose distances have so many bits. */
export function codeBytesFor(distanceBits: number): CodeBytes {
  return distanceBits <= NARROW_BITS ? 1 : 2;
}

/**
 * The longest distance of a table whose distances have so many bits. One less than they hold: a conversion into the table
 * is one move longer, and a table that it leads from may have no more bits.
 */
export function mostDistance(distanceBits: number): number {
  return Math.min(2 ** distanceBits - 2, MOST_DISTANCE[codeBytesFor(distanceBits)]);
}

/** The fewest bits for distances of up to `longest` moves; as many as there can be if it is longer than those hold. */
export function bitsFor(longest: number): number {
  let bits = 1;
  while (bits < MOST_DISTANCE_BITS && mostDistance(bits) < longest) bits++;
  return bits;
}
