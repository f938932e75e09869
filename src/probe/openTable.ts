import type { Square } from '../board/board.ts';
import { ok, type Result } from '../board/result.ts';
import { alteredBlock } from '../format/mtb/damage.ts';
import {
  named,
  type OpenedFile,
  openSourceFile,
  readExactly,
} from '../format/mtb/openSourceFile.ts';
import type { SourceFile } from '../format/mtb/source.ts';
import type { ByteRange, Spot, TableBlock, TableFile, TablePart } from '../format/mtb/tableFile.ts';
import type { Color } from '../pieces/army.ts';
import type { Endgame } from '../table/table.ts';
import type { ValueCode } from '../table/value.ts';
import type { BlockCache, BlockOwner, CachedBlock } from './blockCache.ts';
import type { Semaphore } from './semaphore.ts';
import { SharedWork } from './sharedWork.ts';

/** State that the open tables of a prober share. */
export interface Shared {
  readonly cache: BlockCache;
  readonly reads: Semaphore;
}

/** One version of a table's file, opened: its start has been read, blocks are read on demand. */
export class OpenTable implements BlockOwner {
  readonly file: TableFile;
  readonly blocks = new Map<number, CachedBlock>();
  readonly parts = new Map<number, TablePart>();
  private readonly source: SourceFile;
  /** The file's first bytes, as many as opening it took. */
  private readonly start: Uint8Array;
  private readonly shared: Shared;
  private readonly loading = new SharedWork<number, TableBlock>();
  private readonly listing = new SharedWork<number, undefined>();
  private closed = false;

  private constructor({ file, start }: OpenedFile, source: SourceFile, shared: Shared) {
    this.file = file;
    this.source = source;
    this.start = start;
    this.shared = shared;
  }

  /** Reads the start of a table's file. Errors: those of the source and of the native format. */
  static async open(
    source: SourceFile,
    endgame: Endgame,
    shared: Shared,
    signal: AbortSignal,
  ): Promise<Result<OpenTable>> {
    const read = (range: ByteRange) => shared.reads.run(() => readExactly(source, range, signal));
    const opened = await openSourceFile(source, endgame, read);
    return opened.ok ? ok(new OpenTable(opened.value, source, shared)) : opened;
  }

  /** The value of a placement, or undefined if it is altered, or neither in the cache nor in a file in memory. */
  valueNow(side: Color, squares: ArrayLike<Square>): ValueCode | undefined {
    const { part, cell } = this.file.spotOf(side, squares);
    const known = this.parts.get(part);
    if (known) return known.value(side, cell);
    const block = this.file.blockOf(part) ?? this.listNow(part);
    if (block === undefined) return undefined;
    const entry = this.blocks.get(block);
    if (entry) return this.shared.cache.part(entry, part)?.value(side, cell);
    return this.blockNow(block)?.part(part)?.value(side, cell);
  }

  /** The block, from the cache or the source. Errors: those of the source, `interrupted`, `mtb-checksum`. */
  async block(number: number, signals: readonly AbortSignal[]): Promise<Result<TableBlock>> {
    const cached = this.blocks.get(number);
    if (cached) return ok(cached.block);
    return this.loading.join(number, signals, (signal) => this.load(number, signal));
  }

  /**
   * Reads a part of the list of blocks, which is kept. Errors: those of the source, `interrupted`, `mtb-checksum`.
   */
  async readList(number: number, signals: readonly AbortSignal[]): Promise<Result<undefined>> {
    return this.listing.join(number, signals, async (signal) => {
      const bytes = await this.fetch(this.file.rangeOfList(number), signal);
      return bytes.ok ? named(this.file.endgame, this.file.addList(number, bytes.value)) : bytes;
    });
  }

  /** The value at a spot of a block, which was read lately. Errors: `mtb-checksum`. */
  valueIn(block: TableBlock, number: number, side: Color, spot: Spot): Result<ValueCode> {
    const { part, cell } = spot;
    const entry = this.blocks.get(number);
    const found = entry?.block === block ? this.shared.cache.part(entry, part) : block.part(part);
    return found ? ok(found.value(side, cell)) : named(this.file.endgame, alteredBlock());
  }

  /** The block that holds a part, once its list is read from a file in memory. */
  private listNow(part: number): number | undefined {
    const { file, source } = this;
    const list = file.unreadList(part);
    if (!source.whole || list === undefined) return undefined;
    return file.addList(list, bytesIn(source.whole, file.rangeOfList(list))).ok
      ? file.blockOf(part)
      : undefined;
  }

  /** A block from a file in memory, which the cache then has too. */
  private blockNow(number: number): TableBlock | undefined {
    const { file, source, shared } = this;
    if (!source.whole) return undefined;
    const block = file.decode(number, bytesIn(source.whole, file.range(number)));
    if (!block.ok) return undefined;
    shared.cache.add(this, number, block.value);
    return block.value;
  }

  /** Drops its blocks, including those still being read. */
  close(): void {
    this.closed = true;
    this.shared.cache.drop(this);
  }

  private async load(number: number, signal: AbortSignal): Promise<Result<TableBlock>> {
    const { file, shared } = this;
    const bytes = await this.fetch(file.range(number), signal);
    if (!bytes.ok) return bytes;
    const block = named(file.endgame, file.decode(number, bytes.value));
    if (block.ok && !this.closed) shared.cache.add(this, number, block.value);
    return block;
  }

  private async fetch(range: ByteRange, signal: AbortSignal): Promise<Result<Uint8Array>> {
    const { source, start, shared } = this;
    const end = range.from + range.bytes;
    // Bytes that were read on opening are not read again.
    if (end <= start.length) return ok(start.subarray(range.from, end));
    return shared.reads.run(() => readExactly(source, range, signal));
  }
}

function bytesIn(whole: Uint8Array, { from, bytes }: ByteRange): Uint8Array {
  return whole.subarray(from, from + bytes);
}
