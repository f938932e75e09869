import type { SlabImage } from '../../../src/format/planes/slabImages.ts';

/** Of the images of a plane, by number: the cell. */
export function cellsByNumber(images: readonly SlabImage[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { base, rows } of images) {
    for (const { first, at, cells, offsets } of rows) {
      for (const [i, cell] of cells.entries()) found.set(base + at + offsets[i]!, first + cell);
    }
  }
  return found;
}
