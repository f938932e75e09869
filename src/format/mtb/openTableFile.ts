import { ok, type Result } from '../../board/result.ts';
import type { Endgame } from '../../table/table.ts';
import { DECODED_BYTES, PlaneTable } from '../planes/planeTable.ts';
import { type Block, openBlock, portableCodec } from './blocks.ts';
import { alteredBlock } from './damage.ts';
import { openStart } from './nativeStart.ts';
import { asValues, numbersOf, type PlainCut } from './plainBlocks.ts';
import { NO_PLANE, openPlanes } from './planeBlocks.ts';
import { PREFIX_BYTES, startLength } from './startParts.ts';
import { FIRST_BYTES, type TableBlock, type TableFile, type TablePart } from './tableFile.ts';

/**
 * Opens a file of `size` bytes by its first bytes, `start`. If they are too few, returns the number of bytes needed.
 * Errors: `mtb-magic`, `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-requires`, `mtb-rules`,
 * `mtb-fingerprint`, `mtb-table`.
 */
export function openTableFile(
  start: Uint8Array,
  size: number,
  endgame: Endgame,
): Result<TableFile | number> {
  const first = Math.min(size, FIRST_BYTES);
  if (start.length < PREFIX_BYTES && start.length < first) return ok(first);
  const length = startLength(start);
  if (!length.ok) return length;
  const needed = Math.min(size, length.value);
  if (start.length < needed) return ok(needed);
  const opened = openStart(start, size, endgame);
  if (!opened.ok) return opened;
  const { header, identity, list, parts } = opened.value;
  const { spotOf, decode } =
    parts instanceof PlaneTable
      ? planeReader(identity, parts)
      : plainReader(endgame, identity, parts);
  return ok({
    endgame,
    statistics: header.statistics,
    bytes: size,
    blocks: list.blocks,
    spotOf,
    blockOf: (part) => list.blockOf(part),
    unreadList: (part) => list.unreadList(part),
    rangeOfList: (number) => list.rangeOfList(number),
    addList: (number, bytes) => (list.add(number, bytes) ? ok(undefined) : alteredBlock()),
    range(block) {
      const { at, length } = list.block(block);
      return { from: at, bytes: length };
    },
    decode: (block, bytes) => decode(list.block(block), bytes),
  });
}

interface Reader extends Pick<TableFile, 'spotOf'> {
  /** Errors: `mtb-checksum`. */
  decode(block: Block, bytes: Uint8Array): Result<TableBlock>;
}

function plainReader({ placements }: Endgame, identity: number, cut: PlainCut): Reader {
  const spot = { part: 0, cell: 0 };
  return {
    spotOf(side, squares) {
      const index = placements.index(squares);
      spot.part = cut.blockOf(side, index);
      spot.cell = index - cut.part(spot.part).first;
      return spot;
    },
    decode({ number }, bytes) {
      const { side, bytes: length } = cut.part(number);
      const body = openBlock(identity, number, bytes);
      const part = body && portableCodec.inflate(body, length);
      const numbers = part && numbersOf(cut.header, side, part);
      if (!numbers) return alteredBlock();
      const values = asValues(cut.header, numbers);
      const decoded: TablePart = {
        asked: false,
        value(_, cell) {
          decoded.asked = true;
          return values.at(cell);
        },
      };
      return ok({ bytes: numbers.byteLength, part: () => decoded });
    },
  };
}

function planeReader(identity: number, table: PlaneTable): Reader {
  return {
    spotOf: (_, squares) => table.locate(squares),
    decode(block, bytes) {
      const planes = openPlanes(identity, block, bytes);
      if (!planes) return alteredBlock();
      // Planes are decoded on demand, each once, even if it turns out to be altered.
      const decoded = new Map<number, TablePart | undefined>();
      return ok({
        bytes: bytes.length + planes.size * DECODED_BYTES,
        part(number) {
          if (!decoded.has(number)) {
            decoded.set(number, table.decode(number, planes.get(number) ?? NO_PLANE));
          }
          return decoded.get(number);
        },
      });
    },
  };
}
