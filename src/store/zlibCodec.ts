import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { BlockCodec } from '../format/mtb/blocks.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Node's own zlib, on its own threads. */
export const zlibCodec: BlockCodec = {
  // zlib does not accept shared memory, to which other threads might write.
  deflate: (bytes, level) => deflate(bytes.slice(), { level }),
  async inflate(bytes, size) {
    try {
      const inflated = await inflate(bytes, { maxOutputLength: size });
      return inflated.length === size ? inflated : undefined;
    } catch {
      return undefined;
    }
  },
};
