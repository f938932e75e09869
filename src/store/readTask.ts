import type { Sharing } from '../format/mtb/sharing.ts';
import type { CodesRoom } from '../index/slices.ts';
import type { GameRef } from '../rules/gameRef.ts';

/** How threads share the reading of a file. */
export interface SharedReading {
  /** Of the start of the file that is meant. */
  readonly checksum: number;
  /** One element: the next turn. All threads take from it atomically. */
  readonly next: Int32Array;
}

/** A table that several threads read together. */
export interface ReadTask extends SharedReading {
  readonly rules: GameRef;
  readonly table: string;
  readonly path: string;
  /** In shared memory, with no position anywhere. */
  readonly room: CodesRoom;
}

/** More turns than any table has. */
const NO_MORE = 2 ** 30;

export function firstTurn(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

export function sharingOf({ checksum, next }: SharedReading): Sharing {
  return { take: () => Atomics.add(next, 0, 1), agree: (found) => found === checksum };
}

/** The others need not go on. */
export function leaveOff({ next }: SharedReading): void {
  Atomics.store(next, 0, NO_MORE);
}
