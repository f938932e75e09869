// Moves of a king into a frontier that a window has as records (records.ts), those of the pairs of kings beside its own.
import { frontierRecord, neighbours, slabFlag, slabPlanes, slabWords, squareMap } from './frame';
import { planesOf, RECORD_HEAD } from './records';
import { inverseOf, mappedBack } from './symmetry';

/** Adds them to `out`, also to planes that are not wanted. */
export function recordMoves(color: i32, name: i32, side: i32, slab: i32, out: usize): void {
  const list = neighbours(color, slab);
  for (let i: usize = 0; i < 8; i++) {
    const entry = load<i32>(list + (i << 2));
    if (entry < 0) break;
    const from = entry >> 3;
    if (!load<u8>(slabFlag(name, side, from))) continue;
    const symmetry = entry & 7;
    if (symmetry == 0) add(frontierRecord(side, from), out);
    else addMapped(frontierRecord(side, from), symmetry, out);
  }
}

function add(record: usize, out: usize): void {
  const words = min(slabWords(), 64);
  let at = record + RECORD_HEAD;
  for (let planes = planesOf(record); planes; planes &= planes - 1) {
    const plane = out + ((<usize>ctz(planes) * <usize>words) << 3);
    let rest = load<u64>(at);
    at += 8;
    for (; rest; rest &= rest - 1) {
      const word = plane + (<usize>ctz(rest) << 3);
      let bytes = <i32>load<u8>(at++);
      for (; bytes; bytes &= bytes - 1) {
        const byte = word + <usize>ctz(bytes);
        store<u8>(byte, load<u8>(byte) | load<u8>(at++));
      }
    }
  }
}

/** Of a record that a symmetry has mapped: planes, rows and bits of words are mapped back. */
function addMapped(record: usize, symmetry: i32, out: usize): void {
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
      let bytes = <i32>load<u8>(at++);
      let found: u64 = 0;
      for (; bytes; bytes &= bytes - 1) found |= (<u64>load<u8>(at++)) << (<u64>ctz(bytes) << 3);
      const word = plane + (row << 3);
      store<u64>(word, load<u64>(word) | i64x2.extract_lane(mappedBack(symmetry, i64x2.splat(found)), 0));
    }
  }
}
