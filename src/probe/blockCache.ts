import type { TableBlock } from '../format/tableFile.ts';
import { UNCOVERED } from '../table/value.ts';

/** A block in the cache, in a ring by order of use. */
export class CachedBlock {
  readonly block: TableBlock;
  readonly number: number;
  /** The table's cached blocks by number, of which this is one. */
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

/** Stands where the ring begins and ends. */
const nothing: TableBlock = { bytes: 0, value: () => UNCOVERED };

/** LRU cache of decoded blocks, limited by bytes. */
export class BlockCache {
  private readonly limit: number;
  private used = 0;
  /** A ring: `older` of its seam is the block used last, `newer` the one to go next. */
  private readonly seam: CachedBlock = new CachedBlock(new Map(), -1, nothing);

  /** `limit`: in bytes. A block above it is not kept at all. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Of the blocks that are kept. */
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

  /** The block, which now is the one used last. */
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

/** Makes an entry the one used last. */
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
