import { unwrap } from '../src/board/result.ts';
import { openTableFile } from '../src/format/mtb/openTableFile.ts';
import { type ByteRange, FIRST_BYTES } from '../src/format/mtb/tableFile.ts';
import type { Color } from '../src/pieces/army.ts';
import type { Endgame, Table } from '../src/table/table.ts';
import type { ValueCode } from '../src/table/value.ts';
import { random } from '../tools/random.ts';

/** A placement, with its value in the table read as a whole. */
export interface KnownValue {
  readonly side: Color;
  readonly index: number;
  readonly code: ValueCode;
}

/** A file's bytes, read in parts. */
export interface ReadFile {
  readonly size: number;
  read(range: ByteRange): Promise<Uint8Array>;
}

/** Cold probes of one table. */
export interface ColdProbes {
  /** Milliseconds: a block, and a value of it. */
  readonly median: number;
  readonly percentile95: number;
  /** The most that one of them reads. */
  readonly bytes: number;
  /** How many values are not the table's. */
  readonly wrong: number;
}

/** Placements by chance, the same each time. */
export function knownValues({ placements, values }: Table, count: number): KnownValue[] {
  const next = random(1);
  return Array.from({ length: count }, () => {
    const side = next() < 0.5 ? 0 : 1;
    const squares: number[] = [];
    placements.squares(Math.floor(next() * placements.size), squares);
    const index = placements.index(squares);
    return { side, index, code: values[side].at(index) };
  });
}

/**
 * Probes with nothing known before: the file is opened again for each. Runs in Node and in pages.
 */
export async function probeCold(
  endgame: Endgame,
  file: ReadFile,
  known: readonly KnownValue[],
): Promise<ColdProbes> {
  const times: number[] = [];
  let [bytes, wrong] = [0, 0];
  for (const { side, index, code } of known) {
    const { took, read, value } = await probeOnce(endgame, file, side, index);
    times.push(took);
    bytes = Math.max(bytes, read);
    if (value !== code) wrong++;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)]!;
  return { median: at(0.5), percentile95: at(0.95), bytes, wrong };
}

async function probeOnce(endgame: Endgame, file: ReadFile, side: Color, index: number) {
  let read = 0;
  const part = (range: ByteRange) => {
    read += range.bytes;
    return file.read(range);
  };
  const table = await openFile(endgame, file.size, part);
  const squares: number[] = [];
  endgame.placements.squares(index, squares);
  const { part: number, cell } = table.spotOf(side, squares);
  const list = table.unreadList(number);
  if (list !== undefined) unwrap(table.addList(list, await part(table.rangeOfList(list))));
  const block = table.blockOf(number)!;
  const bytes = await part(table.range(block));
  const began = performance.now();
  const value = unwrap(table.decode(block, bytes)).part(number)?.value(side, cell);
  return { took: performance.now() - began, read, value };
}

async function openFile(
  endgame: Endgame,
  size: number,
  read: (range: ByteRange) => Promise<Uint8Array>,
) {
  for (let bytes = Math.min(size, FIRST_BYTES); ; ) {
    const opened = unwrap(openTableFile(await read({ from: 0, bytes }), size, endgame));
    if (typeof opened !== 'number') return opened;
    bytes = opened;
  }
}
