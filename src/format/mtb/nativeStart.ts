import { fail, ok, type Result } from '../../board/result.ts';
import type { Endgame } from '../../table/table.ts';
import { parseListedCoding, parsePlanesCoding } from '../planes/coding.ts';
import { hasListedPlanes, hasPlanes } from '../planes/planeEndgame.ts';
import { PlaneTable } from '../planes/planeTable.ts';
import { BlockList } from './blockList.ts';
import { type Header, mismatch } from './nativeHeader.ts';
import { isPlain, PlainCut } from './plainBlocks.ts';
import { parseStart } from './startParts.ts';

/** A file's start, parsed. */
export interface OpenStart {
  readonly header: Header;
  /** What the checksums of blocks bind them to. */
  readonly identity: number;
  /** Tells versions of a file apart: see startParts.ts. */
  readonly checksum: number;
  readonly list: BlockList;
  /** How values are cut into blocks, or the planes that they are in. */
  readonly parts: PlainCut | PlaneTable;
}

/**
 * Reads the start of a file of `size` bytes and checks that size. Errors: `mtb-magic`, `mtb-version`,
 * `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-requires`, `mtb-rules`, `mtb-fingerprint`, `mtb-table`.
 */
export function openStart(bytes: Uint8Array, size: number, endgame: Endgame): Result<OpenStart> {
  const start = parseStart(bytes);
  if (!start.ok) return start;
  const { header, model, identity, checksum, length } = start.value;
  const other = mismatch(header, endgame);
  if (other) return other;
  const parts = isPlain(header) ? new PlainCut(header) : planesOf(endgame, header, model);
  if (!parts) return fail('mtb-header', 'malformed header: it has no sound model');
  const count = parts instanceof PlainCut ? parts.blocks : parts.planes.count;
  const frame = { identity, start: length, size, parts: count };
  const list = BlockList.parse(start.value.list, frame);
  if (!list.ok) return list;
  if (parts instanceof PlainCut && list.value.blocks !== parts.blocks) {
    return fail('mtb-header', 'malformed header: its list of blocks is that of another coding');
  }
  return ok({ header, identity, checksum, list: list.value, parts });
}

function planesOf(
  endgame: Endgame,
  header: Pick<Header, 'coding' | 'values'>,
  model: Uint8Array,
): PlaneTable | undefined {
  if (hasListedPlanes(endgame)) {
    const listed = parseListedCoding(header.coding, endgame);
    return listed && PlaneTable.open(endgame, listed, model, false);
  }
  const narrow = header.values === 'codes';
  const coding = parsePlanesCoding(header.coding, endgame, narrow);
  return coding && hasPlanes(endgame) ? PlaneTable.open(endgame, coding, model, narrow) : undefined;
}
