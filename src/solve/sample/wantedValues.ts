import type { Spot } from '../../format/mtb/tableFile.ts';
import type { Color } from '../../pieces/army.ts';
import type { ValueCode } from '../../table/value.ts';

/** Above the cells of any part. */
const CELLS = 2 ** 16;

/** What a sample needs of one table: places in the order of its file, and their values. In shared memory if threads share it. */
export interface WantedValues {
  readonly table: string;
  /** Rising; some are equal. See {@link keyOf}. */
  readonly keys: Float64Array;
  readonly values: Int16Array;
}

/** A place of a table as one number: in the order of parts, and so of blocks. */
export function keyOf(side: Color, { part, cell }: Spot): number {
  return (2 * part + side) * CELLS + cell;
}

export function spotOfKey(key: number): Spot & { readonly side: Color } {
  const sides = Math.floor(key / CELLS);
  return { part: partOfKey(key), side: (sides % 2) as Color, cell: key % CELLS };
}

export function partOfKey(key: number): number {
  return Math.floor(key / (2 * CELLS));
}

/** The value of a place that is among those wanted. */
export function valueOfKey({ keys, values }: WantedValues, key: number): ValueCode {
  let [low, high] = [0, keys.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! <= key) low = middle;
    else high = middle;
  }
  return values[low]!;
}

/** The keys that threads have listed, sorted, with room for their values. */
export function wantedOf(
  table: string,
  listed: readonly Float64Array[],
  Memory: typeof ArrayBuffer | typeof SharedArrayBuffer,
): WantedValues {
  const count = listed.reduce((sum, { length }) => sum + length, 0);
  const keys = new Float64Array(new Memory(count * Float64Array.BYTES_PER_ELEMENT));
  let at = 0;
  for (const some of listed) {
    keys.set(some, at);
    at += some.length;
  }
  keys.sort();
  return { table, keys, values: new Int16Array(new Memory(count * Int16Array.BYTES_PER_ELEMENT)) };
}

/** Keys of one table, as they come. */
export class KeyList {
  private keys = new Float64Array(1 << 10);
  private count = 0;

  push(key: number): void {
    if (this.count === this.keys.length) {
      const more = new Float64Array(2 * this.count);
      more.set(this.keys);
      this.keys = more;
    }
    this.keys[this.count++] = key;
  }

  /** A copy of the right length. */
  all(): Float64Array<ArrayBuffer> {
    return this.keys.slice(0, this.count);
  }
}
