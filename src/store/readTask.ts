import type { CodesRoom } from '../index/slices.ts';
import type { GameRef } from '../rules/gameRef.ts';

/** A table that several threads read together. */
export interface ReadTask {
  readonly rules: GameRef;
  readonly table: string;
  readonly path: string;
  /** Of the start of the file that the room was made for. */
  readonly checksum: number;
  /** In shared memory, with no position anywhere. */
  readonly room: CodesRoom;
  /** One element: the next turn. All threads take from it atomically. */
  readonly next: Int32Array;
}
