import { unwrap } from '../../../src/board/result.ts';
import { openBlock, sealBlock } from '../../../src/format/mtb/blocks.ts';
import { openStart } from '../../../src/format/mtb/nativeStart.ts';
import { identityOf, makeStart, parseStart } from '../../../src/format/mtb/startParts.ts';
import { packList } from '../../../src/format/mtb/writeList.ts';
import type { Endgame } from '../../../src/table/table.ts';

interface BlockContents {
  /** How many parts of the table it holds. */
  readonly count: number;
  readonly body: Uint8Array;
  /** With its checksum, if that is not to be made anew. */
  readonly sealed?: Uint8Array;
}

/** What a file says, without its checksums. */
interface Contents {
  /** JSON. */
  readonly header: string;
  readonly model: Uint8Array;
  readonly blocks: readonly BlockContents[];
  /** If it differs from that of the blocks. */
  readonly list?: Uint8Array;
  /** Zeros at the end of the start. */
  readonly padding?: number;
}

/** The contents of a sound file whose list of blocks is in its start. */
export function contentsOf(bytes: Uint8Array, endgame: Endgame): Contents {
  const blocks = sealedBlocks(bytes, endgame).map(({ count, body }) => ({ count, body }));
  const { header, model } = unwrap(parseStart(bytes));
  return { header: JSON.stringify(header), model, blocks };
}

/** The blocks of such a file, with their checksums. */
export function sealedBlocks(bytes: Uint8Array, endgame: Endgame): readonly BlockContents[] {
  const { identity, list } = unwrap(openStart(bytes, bytes.length, endgame));
  return Array.from({ length: list.blocks }, (_, number) => {
    const { at, length, count, from } = list.block(number);
    const sealed = bytes.subarray(at, at + length);
    return { count, body: openBlock(identity, from, sealed)!, sealed };
  });
}

/** A file of these contents, all of whose checksums are right. */
export function forge({ header, model, blocks, list, padding = 0 }: Contents): Uint8Array {
  const parts = [new TextEncoder().encode(header), model] as const;
  const identity = identityOf(parts);
  let from = 0;
  const sealed = blocks.map((block) => {
    from += block.count;
    return block.sealed ?? sealBlock(identity, from - block.count, block.body);
  });
  const entries = sealed.map(({ length }, i) => ({ count: blocks[i]!.count, length }));
  const all = [...parts, list ?? packList(entries)] as const;
  const start = makeStart(all, 9, makeStart(all, 9).length + padding);
  return Uint8Array.from(Buffer.concat([start, ...sealed]));
}
