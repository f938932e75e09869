import type { SlabCodes } from '../../table/values.ts';

/** Two: while all threads pack a table, one chooses the coding of the next. */
const MOST = 2;

/** The codes of a table by side to move, in shared memory. */
type Codes = readonly [SlabCodes, SlabCodes];

/**
 * Copies of solved tables that wait to be packed, while the kernel's memory is used for the next ones. Their memory is used
 * again, since that of a SharedArrayBuffer is not free before each thread that has seen it collects its garbage.
 */
export class Copies {
  /** The most that they take. */
  readonly bytes: number;
  private readonly each: number;
  /** How many more there may be. */
  private left: number;
  private readonly free: SharedArrayBuffer[] = [];
  private readonly used = new Map<string, SharedArrayBuffer>();

  /** `each`: bytes of the largest table; `room`: the most bytes to use. */
  constructor(each: number, room: number) {
    this.each = each;
    this.left = each === 0 ? 0 : Math.min(MOST, Math.floor(room / each));
    this.bytes = this.left * each;
  }

  /** A copy of a table's codes, which lasts until its name is released. Undefined if there is no room for one now. */
  take(table: string, codes: Codes): Codes | undefined {
    const room = this.free.pop() ?? this.more();
    if (!room) return undefined;
    this.used.set(table, room);
    const [white, black] = codes;
    return [copyInto(room, 0, white), copyInto(room, white.byteLength, black)];
  }

  /** Will there be room after a release, if there is none now? */
  get possible(): boolean {
    return this.left + this.free.length + this.used.size > 0;
  }

  release(table: string): void {
    const room = this.used.get(table);
    if (room) this.free.push(room);
    this.used.delete(table);
  }

  private more(): SharedArrayBuffer | undefined {
    if (this.left === 0) return undefined;
    this.left--;
    try {
      return new SharedArrayBuffer(this.each);
    } catch (error) {
      // Other programs or a limit of the system leave less than is allowed.
      if (!(error instanceof RangeError)) throw error;
      this.left = 0;
      return undefined;
    }
  }
}

function copyInto(room: SharedArrayBuffer, at: number, codes: SlabCodes): SlabCodes {
  const { length } = codes;
  const isNarrow = codes instanceof Int8Array;
  const copy = isNarrow ? new Int8Array(room, at, length) : new Int16Array(room, at, length);
  copy.set(codes);
  return copy;
}
