import { ok, type Result } from '../../chess/result.ts';
import type { Endgame } from '../../table/table.ts';
import { DECODED_BYTES, PlaneTable } from '../planes/planeTable.ts';
import type { Block } from './blocks.ts';
import { alteredBlock } from './damage.ts';
import type { Header } from './nativeHeader.ts';
import { openStart } from './nativeStart.ts';
import { openPlain, type PlainCut, valuesOf } from './plainBlocks.ts';
import { NO_PLANE, openPlanes } from './planeBlocks.ts';
import { PREFIX_BYTES, startLength } from './startParts.ts';
import { FIRST_BYTES, type TableBlock, type TableFile } from './tableFile.ts';

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
  const { partOf, decode } =
    parts instanceof PlaneTable
      ? planeReader(endgame, identity, parts)
      : plainReader(header, identity, parts);
  return ok({
    endgame,
    statistics: header.statistics,
    bytes: size,
    blocks: list.blocks,
    blockOf: (side, index) => list.blockOf(partOf(side, index)),
    unreadList: (side, index) => list.unreadList(partOf(side, index)),
    rangeOfList: (number) => list.rangeOfList(number),
    addList: (number, bytes) => (list.add(number, bytes) ? ok(undefined) : alteredBlock()),
    range(block) {
      const { at, length } = list.block(block);
      return { from: at, bytes: length };
    },
    decode: (block, bytes) => decode(list.block(block), bytes),
  });
}

interface Reader {
  /** The part of the table that holds a placement. */
  partOf(side: 0 | 1, index: number): number;
  /** Errors: `mtb-checksum`. */
  decode(block: Block, bytes: Uint8Array): Result<TableBlock>;
}

function plainReader(header: Header, identity: number, cut: PlainCut): Reader {
  return {
    partOf: (side, index) => cut.blockOf(side, index),
    decode({ number }, bytes) {
      const { first, bytes: length } = cut.part(number);
      const part = openPlain(identity, number, bytes, length);
      if (!part) return alteredBlock();
      const values = valuesOf(header, part);
      return ok({ bytes: length, value: (_, index) => values.at(index - first) });
    },
  };
}

function planeReader(
  { placements, material }: Endgame,
  identity: number,
  table: PlaneTable,
): Reader {
  const squares: number[] = material.men.map(() => 0);
  // Callers ask for a placement's block, then for its value: the second call reuses the place found by the first.
  let known = { index: -1, plane: 0, cell: 0 };
  const locate = (index: number) => {
    if (known.index === index) return known;
    placements.squares(index, squares);
    known = { index, ...table.planes.locate(squares) };
    return known;
  };
  return {
    partOf: (_, index) => locate(index).plane,
    decode(block, bytes) {
      const planes = openPlanes(identity, block, bytes);
      if (!planes) return alteredBlock();
      // Planes are decoded on demand, each once, even if it turns out to be altered.
      const decoded = new Map<number, ReturnType<PlaneTable['decode']>>();
      const decodedOf = (plane: number) => {
        const known = decoded.get(plane);
        if (known || decoded.has(plane)) return known;
        const made = table.decode(plane, planes.get(plane) ?? NO_PLANE);
        decoded.set(plane, made);
        return made;
      };
      return ok({
        bytes: bytes.length + planes.size * DECODED_BYTES,
        value(side, index) {
          const { plane, cell } = locate(index);
          return decodedOf(plane)?.value(side, cell);
        },
      });
    },
  };
}
