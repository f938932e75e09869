import type { Square } from '../../board/board.ts';
import type { SlabCodes } from '../../table/values.ts';
import type { Layout } from './layout.ts';
import { type PlaneEndgame, planesOf } from './planeEndgame.ts';
import { CELLS } from './planes.ts';
import { type SlabImage, SlabImages } from './slabImages.ts';

/**
 * Codes of a few planes of a table, one plane's after another's, by side to move: in the order of {@link numbersInTurn}, in
 * which the planes must be copied, each once.
 */
export interface PlanesInTurn {
  readonly inTurn: readonly [SlabCodes, SlabCodes];
}

/** The numbers that the codes of some planes have in the index. `numbers`: of the planes. */
export function numbersInTurn(
  endgame: PlaneEndgame,
  layout: Layout,
  numbers: readonly number[],
): Float64Array {
  const planes = planesOf(endgame, layout);
  const images = new SlabImages(endgame.material, planes, endgame.placements);
  const found = numbers.flatMap((number) => images.of(planes.squares(number)!, false));
  const lengths = found.flatMap(({ rows }) => rows.map(({ offsets }) => offsets.length));
  const all = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
  let next = 0;
  for (const { base, rows } of found) {
    for (const { at, offsets } of rows) {
      for (let i = 0; i < offsets.length; i++) all[next++] = base + at + offsets[i]!;
    }
  }
  return all;
}

const counting = Int32Array.from({ length: CELLS }, (_, i) => i);

/** Finds the images of planes in {@link PlanesInTurn}. */
export class ImagesInTurn {
  private readonly images: SlabImages;
  private next = 0;

  /** `images`: in the whole index. */
  constructor(images: SlabImages) {
    this.images = images;
  }

  of(standing: readonly Square[]): SlabImage[] {
    return this.images.of(standing, false).map(({ rows }) => ({
      base: 0,
      rows: rows.map((row) => {
        const at = this.next;
        this.next += row.cells.length;
        return { ...row, at, offsets: counting.subarray(0, row.cells.length) };
      }),
    }));
  }
}
