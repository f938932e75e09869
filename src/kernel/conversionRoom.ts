import type { KernelMemory } from './kernelMemory.ts';

/** Where the conversions of the slabs that are worked on at once are listed: see CONVERSION_LISTS in layout.ts. */
export interface ConversionRoom {
  readonly lists: number;
  readonly entries: number;
}

const ENTRY_BYTES = 16;

/** Bytes of the lists of conversions of a slab, both sides. */
export function listBytes(distanceBits: number): number {
  return 2 * 2 * 2 ** distanceBits * 8;
}

/** Bytes of a room for the conversions of so many slabs, of so many bytes a set. */
export function conversionRoomBytes(
  slabs: number,
  slabBytes: number,
  distanceBits: number,
): readonly [lists: number, entries: number] {
  // Each placement of both sides may have an entry of its own.
  return [slabs * listBytes(distanceBits), ENTRY_BYTES * (1 + 2 * 8 * slabs * slabBytes)];
}

/** Makes a room for entries empty: it begins with where the free ones do. */
export function emptyEntries(memory: KernelMemory, entries: number): void {
  memory.u32(entries, 1)[0] = entries + ENTRY_BYTES;
}
