import { nativeFormat } from '../../../src/format/mtb/native.ts';
import { DRAWN, preference, UNCOVERED } from '../../../src/table/value.ts';
import type { PlyValues } from '../../../src/table/values.ts';
import { joined, smallEndgame, smallTable } from '../madeUp.ts';

// The file of a table small enough for a test to alter each of its bits.

export const small = smallTable(smallEndgame('KQvk'));
export const smallBytes = await joined(nativeFormat.encode(small));
export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset);
/** Where the first of the two blocks begins. */
export const startEnd = viewOf(smallBytes).getUint32(4, true);

/** The values that a side has, worst first. */
function listed({ plies }: PlyValues): number[] {
  const found = [...new Set([...plies, DRAWN])].filter((value) => value !== UNCOVERED);
  return found.sort((a, b) => preference(a) - preference(b));
}

export const smallHeader = {
  rules: 'small',
  table: 'KQvk',
  men: 3,
  squares: 16,
  squareBits: 4,
  size: small.placements.size,
  index: 'symmetric',
  values: 'plies',
  coding: { kind: 'bytes', blockBytes: 32768, ranks: small.values.map(listed) },
};
