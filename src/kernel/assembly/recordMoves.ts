// Moves of a king into a frontier that a window has as records (records.ts), those of the pairs of kings beside its own.
import { frontierRecord, neighbours, slabBytes, slabFlag, slabPlanes, slabWords, squareMap } from './frame';
import { openWord } from './packedWords';
import { planesOf, RECORD_HEAD } from './records';
import { inverseOf, mappedBack } from './symmetry';

const RANK: usize = 64;

/** Adds them to `out`, of which ranks that are not wanted are cleared first, and wanted then. */
export function recordMoves(color: i32, name: i32, side: i32, slab: i32, out: usize, wanted: usize): void {
  const list = neighbours(color, slab);
  for (let i: usize = 0; i < 8; i++) {
    const entry = load<i32>(list + (i << 2));
    if (entry < 0) break;
    const from = entry >> 3;
    if (!load<u8>(slabFlag(name, side, from))) continue;
    const symmetry = entry & 7;
    if (symmetry == 0) add(frontierRecord(side, from), out, wanted);
    else addMapped(frontierRecord(side, from), symmetry, out, wanted);
  }
}

function add(record: usize, out: usize, wanted: usize): void {
  const words = min(slabWords(), 64);
  let at = record + RECORD_HEAD;
  for (let planes = planesOf(record); planes; planes &= planes - 1) {
    const outer = <usize>ctz(planes);
    const plane = out + ((outer * <usize>words) << 3);
    let rest = load<u64>(at);
    at += 8;
    for (; rest; rest &= rest - 1) {
      const row = <usize>ctz(rest);
      const word = plane + (row << 3);
      want(wanted + outer, plane, row);
      const mask = <i32>load<u8>(at++);
      store<u64>(word, load<u64>(word) | openWord(mask, at));
      at += <usize>popcnt(mask);
    }
  }
}

/** Of a record that a symmetry has mapped: planes, rows and bits of words are mapped back. */
function addMapped(record: usize, symmetry: i32, out: usize, wanted: usize): void {
  const words = min(slabWords(), 64);
  const map = squareMap(inverseOf(symmetry));
  let at = record + RECORD_HEAD;
  for (let planes = planesOf(record); planes; planes &= planes - 1) {
    const outer = slabPlanes() > 1 ? <usize>load<u8>(map + <usize>ctz(planes)) : 0;
    const plane = out + ((outer * <usize>words) << 3);
    let rest = load<u64>(at);
    at += 8;
    for (; rest; rest &= rest - 1) {
      const row = words == 64 ? <usize>load<u8>(map + <usize>ctz(rest)) : 0;
      const mask = <i32>load<u8>(at++);
      const found = openWord(mask, at);
      at += <usize>popcnt(mask);
      const word = plane + (row << 3);
      want(wanted + outer, plane, row);
      store<u64>(word, load<u64>(word) | i64x2.extract_lane(mappedBack(symmetry, i64x2.splat(found)), 0));
    }
  }
}

/** Makes the rank of a row wanted. `flags`: of its plane. */
@inline function want(flags: usize, plane: usize, row: usize): void {
  const rank = row >> 3;
  const before = <i32>load<u8>(flags);
  if ((before >> <i32>rank) & 1) return;
  store<u8>(flags, <u8>(before | (1 << <i32>rank)));
  memory.fill(plane + rank * RANK, 0, min(RANK, slabBytes()));
}
