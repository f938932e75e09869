import type { TableBlock, TablePart } from '../format/mtb/tableFile.ts';

/** What the cached blocks of a table are found by. */
export interface BlockOwner {
  /** By number. */
  readonly blocks: Map<number, CachedBlock>;
  /** Parts of these blocks that were asked for, by number. */
  readonly parts: Map<number, TablePart>;
}

/** A block in the cache, in a ring by age. */
export class CachedBlock {
  readonly block: TableBlock;
  readonly number: number;
  readonly owner: BlockOwner;
  /** Numbers of its parts that were asked for. */
  readonly parts: number[] = [];
  /** Added after this one. */
  newer: CachedBlock = this;
  /** Added before this one. */
  older: CachedBlock = this;

  constructor(owner: BlockOwner, number: number, block: TableBlock) {
    this.owner = owner;
    this.number = number;
    this.block = block;
  }

  /** Has a value of it been asked for since this was last called? */
  wasUsed(): boolean {
    let used = false;
    for (const number of this.parts) {
      const part = this.owner.parts.get(number)!;
      used ||= part.asked;
      part.asked = false;
    }
    return used;
  }
}

const nothing: TableBlock = { bytes: 0, part: () => undefined };
const nobody: BlockOwner = { blocks: new Map(), parts: new Map() };

/**
 * Cache of decoded blocks, limited by bytes. The oldest is evicted, unless it was used: then it is passed over once
 * (CLOCK, or second chance), so that use costs no more than a note in what is read anyway.
 */
export class BlockCache {
  private readonly limit: number;
  private used = 0;
  /** The seam of the ring: its `older` is the newest block, its `newer` the next to be evicted or passed over. */
  private readonly seam: CachedBlock = new CachedBlock(nobody, -1, nothing);

  /** `limit`: in bytes. A block that exceeds it alone is not cached. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** The size of all cached blocks. */
  get bytes(): number {
    return this.used;
  }

  add(owner: BlockOwner, number: number, block: TableBlock): void {
    const known = owner.blocks.get(number);
    if (known) this.remove(known);
    // Nothing else makes room for it.
    if (block.bytes > this.limit) return;
    const { seam } = this;
    const entry = new CachedBlock(owner, number, block);
    this.used += block.bytes;
    while (this.used > this.limit) {
      const oldest = seam.newer;
      if (!oldest.wasUsed()) {
        this.remove(oldest);
        continue;
      }
      unlink(oldest);
      link(oldest, seam);
    }
    owner.blocks.set(number, entry);
    link(entry, seam);
  }

  /** A part of an entry's block, decoded and found at once from now on; undefined if it is altered. */
  part(entry: CachedBlock, number: number): TablePart | undefined {
    const part = entry.block.part(number);
    const { blocks, parts } = entry.owner;
    if (!part || blocks.get(entry.number) !== entry || parts.has(number)) return part;
    parts.set(number, part);
    entry.parts.push(number);
    return part;
  }

  /** Drops the blocks of a table. */
  drop({ blocks }: BlockOwner): void {
    for (const entry of blocks.values()) this.remove(entry);
  }

  private remove(entry: CachedBlock): void {
    unlink(entry);
    const { blocks, parts } = entry.owner;
    blocks.delete(entry.number);
    for (const part of entry.parts) parts.delete(part);
    this.used -= entry.block.bytes;
  }
}

/** Links an entry into the ring as the newest. */
function link(entry: CachedBlock, seam: CachedBlock): void {
  entry.newer = seam;
  entry.older = seam.older;
  seam.older.newer = entry;
  seam.older = entry;
}

function unlink({ newer, older }: CachedBlock): void {
  newer.older = older;
  older.newer = newer;
}
