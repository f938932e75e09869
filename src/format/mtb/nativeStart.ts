import { fail, ok, type Result } from '../../chess/result.ts';
import type { Endgame } from '../../table/table.ts';
import { parseModel } from '../planes/planeModel.ts';
import { areMobile, hasPlanes, PlaneTable } from '../planes/planeTable.ts';
import type { Block } from './blocks.ts';
import { altered, type Header, mismatch, parseStart, truncated } from './nativeHeader.ts';
import { listPlain, widthOf } from './plainBlocks.ts';
import { listPlanes } from './planeBlocks.ts';

/** A file's start, parsed. */
export interface OpenStart {
  readonly header: Header;
  readonly blocks: readonly Block[];
  /** Undefined if values are not in planes. */
  readonly planes: PlaneTable | undefined;
}

/**
 * Reads the start of a file of `size` bytes and checks that size. Errors: `mtb-magic`, `mtb-version`,
 * `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-rules`, `mtb-fingerprint`, `mtb-table`.
 */
export function openStart(bytes: Uint8Array, size: number, endgame: Endgame): Result<OpenStart> {
  const start = parseStart(bytes);
  if (!start.ok) return start;
  const { header, model, list, length } = start.value;
  const other = mismatch(header, endgame);
  if (other) return other;
  const { coding } = header;
  let planes: PlaneTable | undefined;
  let blocks: Block[] | undefined;
  if (coding.kind === 'planes') {
    const found = parseModel(model, coding.codes.length);
    const mobile = hasPlanes(endgame) && areMobile(endgame, coding);
    if (!mobile || !found) return fail('mtb-header', 'malformed header: it has no sound model');
    planes = new PlaneTable(endgame, coding, coding.codes, found);
    blocks = listPlanes(list, length, planes.planes.count);
  } else {
    const sideBytes = header.size * widthOf(header);
    blocks = listPlain(list, length, sideBytes, coding.blockBytes);
  }
  if (!blocks) return fail('mtb-header', 'malformed header: it has no list of blocks');
  const last = blocks.at(-1);
  const end = last ? last.at + last.length : length;
  if (size < end) return truncated(size, `${end}`);
  if (size > end) return altered(`${size - end} bytes follow the end of the table`);
  return ok({ header, blocks, planes });
}
