import { fail, InputError } from '../../board/result.ts';
import { MOST_DISTANCE_BITS } from '../../kernel/layout.ts';
import type { Material } from '../../table/material.ts';
import { type CodeBytes, MOST_DISTANCE } from '../../table/values.ts';
import { TOO_NARROW } from '../generation.ts';

/** Bits of distances that codes of one byte hold. */
export const NARROW_BITS = 7;

/** Room for four times as long distances: to solve once more costs more than bits that stay empty. */
export const MORE_BITS = 2;

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

/** Throws if there is no room for the distance. */
export function checkDistance(
  { name }: Material,
  distance: number,
  { distanceBits }: { readonly distanceBits: number },
): void {
  if (distance <= mostDistance(distanceBits)) return;
  throw distanceBits < MOST_DISTANCE_BITS ? tooNarrow(name, distanceBits) : tooFar(name, distance);
}

export function tooNarrow(name: string, distanceBits: number): InputError {
  const far = `${name} has distances beyond ${mostDistance(distanceBits)} moves`;
  return new InputError(fail(TOO_NARROW, `${far}: it needs more room for them`, name).problem);
}

function tooFar(name: string, distance: number): InputError {
  const far = `${name} has a mate in ${distance} moves or more`;
  return new InputError(fail('too-far', `${far}: there are no codes for that`, name).problem);
}
