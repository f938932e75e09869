import { listNumber, MOST_LIST_BYTES } from './blockList.ts';
import { sealBlock } from './blocks.ts';
import { CRC_BYTES } from './bytes.ts';
import { pushVarint } from './varint.ts';

/** A block as a list has it. */
export interface Entry {
  /** Its parts of the table. */
  readonly count: number;
  /** Its bytes in the file. */
  readonly length: number;
}

/** The list of all blocks, for a start with room for it. */
export function packList(entries: readonly Entry[]): Uint8Array {
  const bytes: number[] = [];
  pushVarint(bytes, 1);
  pushVarint(bytes, entries.length);
  pushColumns(bytes, entries);
  return Uint8Array.from(bytes);
}

/** The list cut into sealed blocks of its own, and the list of these for the start. */
export function packLists(identity: number, entries: readonly Entry[]) {
  const cuts = cut(entries);
  const blocks = cuts.map((some, i) => {
    const body: number[] = [];
    pushColumns(body, some);
    return sealBlock(identity, listNumber(i), Uint8Array.from(body));
  });
  const bytes: number[] = [];
  pushVarint(bytes, 2);
  pushVarint(bytes, cuts.length);
  const sum = (some: readonly Entry[], of: (entry: Entry) => number) =>
    some.reduce((total, entry) => total + of(entry), 0);
  for (const some of cuts) pushVarint(bytes, some.length);
  for (const some of cuts)
    pushVarint(
      bytes,
      sum(some, ({ count }) => count),
    );
  for (const some of cuts)
    pushVarint(
      bytes,
      sum(some, ({ length }) => length),
    );
  for (const block of blocks) pushVarint(bytes, block.length);
  return { list: Uint8Array.from(bytes), blocks };
}

/** Counts, then lengths: similar numbers are adjacent, which deflates well. */
function pushColumns(bytes: number[], entries: readonly Entry[]): void {
  for (const { count } of entries) pushVarint(bytes, count);
  for (const { length } of entries) pushVarint(bytes, length);
}

/** Runs of entries, as many in each as a block of a list holds. */
function cut(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const cuts: Entry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const packed: number[] = [];
    pushColumns(packed, [entry]);
    if (packed.length > room) {
      cuts.push([]);
      room = MOST_LIST_BYTES - CRC_BYTES;
    }
    cuts.at(-1)!.push(entry);
    room -= packed.length;
  }
  return cuts;
}
