import { ok, type Result } from '../../board/result.ts';
import { openBlock } from './blocks.ts';
import { alteredBlock } from './damage.ts';
import type { Header } from './nativeHeader.ts';
import { addLists, listRanges, type StartedFile } from './readCodes.ts';

/** Read at a time: some dozens of blocks. */
const RUN_BYTES = 1 << 20;

/** Compares every checksum of a file of any size, without decoding its values. Errors: `mtb-checksum`. */
export async function checkBlocks({ start, read }: StartedFile): Promise<Result<Header>> {
  const { header, identity, list } = start;
  if (!addLists(list, await Promise.all(listRanges(list).map(read)))) return alteredBlock();
  for (let number = 0; number < list.blocks; ) {
    const first = list.block(number);
    const run = [first];
    for (number++; number < list.blocks; number++) {
      const block = list.block(number);
      if (block.at + block.length - first.at > RUN_BYTES) break;
      run.push(block);
    }
    const last = run.at(-1)!;
    const bytes = await read({ from: first.at, bytes: last.at + last.length - first.at });
    for (const { at, length, from } of run) {
      const start = at - first.at;
      if (!openBlock(identity, from, bytes.subarray(start, start + length))) return alteredBlock();
    }
  }
  return ok(header);
}
