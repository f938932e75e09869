import { ok, type Result } from '../../chess/result.ts';
import type { Endgame } from '../../table/table.ts';
import { CELLS } from '../planes/planes.ts';
import type { PlaneTable } from '../planes/planeTable.ts';
import { alteredBlock, type Block } from './blocks.ts';
import { type Header, PREFIX_BYTES, startLength } from './nativeHeader.ts';
import { openStart } from './nativeStart.ts';
import { openPlain, valuesOf, widthOf } from './plainBlocks.ts';
import { openPlanes } from './planeBlocks.ts';
import { FIRST_BYTES, type TableBlock, type TableFile } from './tableFile.ts';

/**
 * Opens a file of `size` bytes by its first bytes, `start`. If they are too few, returns the number of bytes needed.
 * Errors: `mtb-magic`, `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-rules`, `mtb-fingerprint`,
 * `mtb-table`.
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
  const { header, blocks, planes } = opened.value;
  return ok({
    endgame,
    statistics: header.statistics,
    bytes: size,
    blocks: blocks.length,
    range: (block) => ({ from: blocks[block]!.at, bytes: blocks[block]!.length }),
    ...(planes ? planeReader(endgame, planes, blocks) : plainReader(header, blocks)),
  });
}

type Reader = Pick<TableFile, 'blockOf' | 'decode'>;

function plainReader(header: Header, blocks: readonly Block[]): Reader {
  const width = widthOf(header);
  const sideBytes = header.size * width;
  const perSide = blocks.length / 2;
  const blockBytes = blocks[0]!.count;
  return {
    blockOf: (side, index) => side * perSide + Math.floor((index * width) / blockBytes),
    decode(number, bytes): Result<TableBlock> {
      const { from, count } = blocks[number]!;
      const part = openPlain(bytes, count);
      if (!part) return alteredBlock();
      const values = valuesOf(header, part);
      const first = (from % sideBytes) / width;
      return ok({ bytes: count, value: (_, index) => values.at(index - first) });
    },
  };
}

function planeReader(
  { placements, material }: Endgame,
  table: PlaneTable,
  blocks: readonly Block[],
): Reader {
  const squares: number[] = material.men.map(() => 0);
  const starts = Float64Array.from(blocks, ({ from }) => from);
  // Callers ask for a placement's block, then for its value: the second call reuses the place found by the first.
  let known = { index: -1, plane: 0, cell: 0 };
  const locate = (index: number) => {
    if (known.index === index) return known;
    placements.squares(index, squares);
    known = { index, ...table.planes.locate(squares) };
    return known;
  };
  return {
    blockOf: (_, index) => lastNotAbove(starts, locate(index).plane),
    decode(number, bytes): Result<TableBlock> {
      const { from, count } = blocks[number]!;
      const parts = openPlanes(bytes, count);
      if (!parts) return alteredBlock();
      const made: ReturnType<PlaneTable['decode']>[] = parts.map(() => undefined);
      const coded = parts.filter(({ length }) => length > 0).length;
      return ok({
        bytes: bytes.length + coded * table.decodedBytes,
        // Planes are decoded on demand.
        value(side, index) {
          const { plane, cell } = locate(index);
          const place = plane - from;
          const ranks = made[place] ?? table.decode(plane, parts[place]!);
          made[place] = ranks;
          return ranks && table.valueOfRank(ranks[side * CELLS + cell]!);
        },
      });
    },
  };
}

/** Index of the last element that is at most `value`, in an ascending array. */
function lastNotAbove(numbers: Float64Array, number: number): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= number) low = middle;
    else high = middle;
  }
  return low;
}
