import type { TableBlock } from '../format/mtb/tableFile.ts';
import { UNCOVERED } from '../table/value.ts';

/** A block in the cache, in a ring by order of use. */
export class CachedBlock {
  readonly block: TableBlock;
  readonly number: number;
  /** The table's cached blocks by number, this one included. */
  readonly owner: Map<number, CachedBlock>;
  /** Used after this one. */
  newer: CachedBlock = this;
  /** Used before this one. */
  older: CachedBlock = this;

  constructor(owner: Map<number, CachedBlock>, number: number, block: TableBlock) {
    this.owner = owner;
    this.number = number;
    this.block = block;
  }
}

/** The block of the ring's seam. */
const nothing: TableBlock = { bytes: 0, value: () => UNCOVERED };

/** LRU cache of decoded blocks, limited by bytes. */
export class BlockCache {
  private readonly limit: number;
  private used = 0;
  /** The seam of the ring: its `older` is the most recently used block, its `newer` the next to be evicted. */
  private readonly seam: CachedBlock = new CachedBlock(new Map(), -1, nothing);

  /** `limit`: in bytes. A block that exceeds it alone is not cached. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** The size of all cached blocks. */
  get bytes(): number {
    return this.used;
  }

  add(owner: Map<number, CachedBlock>, number: number, block: TableBlock): void {
    const known = owner.get(number);
    if (known) this.remove(known);
    const { seam } = this;
    const entry = new CachedBlock(owner, number, block);
    owner.set(number, entry);
    this.used += block.bytes;
    link(entry, seam);
    while (this.used > this.limit) this.remove(seam.newer);
  }

  /** Marks an entry as the most recently used and returns its block. */
  use(entry: CachedBlock): TableBlock {
    const { seam } = this;
    if (seam.older !== entry) {
      unlink(entry);
      link(entry, seam);
    }
    return entry.block;
  }

  /** Drops the blocks of a table. */
  drop(owner: Map<number, CachedBlock>): void {
    for (const entry of owner.values()) this.remove(entry);
  }

  private remove(entry: CachedBlock): void {
    unlink(entry);
    entry.owner.delete(entry.number);
    this.used -= entry.block.bytes;
  }
}

/** Links an entry into the ring as the most recently used. */
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
