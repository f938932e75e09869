import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Result } from '../chess/result.ts';
import type { TakeBlock } from '../format/native.ts';
import type { SlabCodes } from '../table/values.ts';
import { fill, writeWhole } from './folder.ts';

const deflated = promisify(deflate);
const inflated = promisify(inflate);
/** Bytes of codes that are deflated together. */
const BLOCK_BYTES = 1 << 18;
/** Blocks in work at once: enough to keep a pool of threads busy. */
const AT_ONCE = 8;
const HEAD_BYTES = 8;

/**
 * A table's codes in a form that is quick to write and to read, five times as large as the table's file: large tables
 * are read back within the run that made them, and coding by planes takes ten times as long. Blocks follow one another,
 * each after its length and that of what is deflated in it (4 bytes each), White's first. The name is one of those that
 * removeParts clears away: after the run, or before the next where this one was killed.
 */
export class Scratch {
  private readonly path: string;

  constructor(folder: string, name: string) {
    this.path = join(folder, `.${name}.codes.${process.pid}.00000000.part`);
  }

  /** Errors: `write`. */
  async write(codes: readonly [SlabCodes, SlabCodes]): Promise<Result<unknown>> {
    return writeWhole(this.path, deflateBlocks(codes));
  }

  /** Takes the codes of the sides asked for; false where there are none. Throws where the file is not what was written. */
  async read(sides: readonly [boolean, boolean], take: TakeBlock): Promise<boolean> {
    const file = await open(this.path).catch(() => undefined);
    if (!file) return false;
    try {
      const { size } = await file.stat();
      await readBlocks(file, size, sides, take);
    } finally {
      await file.close();
    }
    return true;
  }
}

async function* deflateBlocks(codes: readonly [SlabCodes, SlabCodes]): AsyncGenerator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of codes) {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let from = 0; from < bytes.length; from += BLOCK_BYTES * AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, i) =>
        // A copy: zlib takes no shared memory.
        bytes.slice(from + i * BLOCK_BYTES, from + (i + 1) * BLOCK_BYTES),
      ).filter(({ length }) => length > 0);
      const blocks = await Promise.all(some.map((part) => deflated(part, { level: 1 })));
      for (const [i, block] of blocks.entries()) {
        const head = new DataView(new ArrayBuffer(HEAD_BYTES));
        head.setUint32(0, block.length, true);
        head.setUint32(4, some[i]!.length, true);
        yield new Uint8Array(head.buffer);
        yield block;
      }
    }
  }
}

async function readBlocks(
  file: FileHandle,
  size: number,
  sides: readonly [boolean, boolean],
  take: TakeBlock,
): Promise<void> {
  const lengths = await listBlocks(file, size);
  const sideBytes = lengths.reduce((sum, { codes }) => sum + codes, 0) / 2;
  for (let i = 0; i < lengths.length; i += AT_ONCE) {
    const some = lengths
      .slice(i, i + AT_ONCE)
      .filter(({ from }) => sides[from < sideBytes ? 0 : 1]);
    const parts = some.map(async ({ at, bytes }) => {
      const block = new Uint8Array(bytes);
      await fill(file, block, at);
      return inflated(block);
    });
    for (const [j, part] of (await Promise.all(parts)).entries()) {
      const { from } = some[j]!;
      take(from < sideBytes ? 0 : 1, from % sideBytes, part);
    }
  }
}

interface ScratchBlock {
  readonly at: number;
  readonly bytes: number;
  /** The first code in it, White's and Black's counted together, and how many bytes of them there are. */
  readonly from: number;
  readonly codes: number;
}

async function listBlocks(file: FileHandle, size: number): Promise<ScratchBlock[]> {
  const blocks: ScratchBlock[] = [];
  const head = new DataView(new ArrayBuffer(HEAD_BYTES));
  for (let at = 0, from = 0; at < size; ) {
    await fill(file, new Uint8Array(head.buffer), at);
    const [bytes, codes] = [head.getUint32(0, true), head.getUint32(4, true)];
    blocks.push({ at: at + HEAD_BYTES, bytes, from, codes });
    at += HEAD_BYTES + bytes;
    from += codes;
  }
  return blocks;
}
