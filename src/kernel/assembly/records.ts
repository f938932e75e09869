// Sets of slabs as records, for what a window over the slabs writes down as it goes (src/solve/window): the placements decided
// at a ply, and those whose best conversion has a certain distance. Most have few bits, so only the bytes that have some are
// stored: i32 slab; u32 bytes of the record; u64 planes that have bits; of each such plane u64 words that have bits; of each such
// word a byte of the bytes that have bits, and these.
import { firstEntry, lanesOf, nextEntry, wordOf } from './conversionLists';
import { placesAt } from './conversionPlanes';
import { CONVERSION_LOSES, CONVERSION_WINS, LEGAL } from '../layout';
import {
  ALL_RANKS, codeBytes, codesAt, dimensions, longestConversion, noteFrontier, planeFlags, setAt, slabBytes, slabFlag,
  slabPlanes, slabWords,
} from './frame';
import { openWord, packWord } from './packedWords';
import { ILLEGAL, spread } from './tableCodes';

export const RECORD_HEAD: usize = 16;

@inline export function planesOf(record: usize): u64 { return load<u64>(record, 8); }

@inline function planeWords(): i32 { return min(slabWords(), 64); }

/** Appends the record of a set; nothing if it is empty. `flags`: of its planes (see planeFlags), 0: all. Returns the end. */
function pack(slab: i32, set: usize, flags: usize, out: usize): usize {
  const planes = slabPlanes();
  const words = planeWords();
  let present: u64 = 0;
  let end = out + RECORD_HEAD;
  for (let plane = 0; plane < planes; plane++) {
    const ranks = flags ? <i32>load<u8>(flags + <usize>plane) : ALL_RANKS;
    if (!ranks) continue;
    const after = packPlane(set + ((<usize>(plane * words)) << 3), words, ranks, end);
    if (after == end) continue;
    end = after;
    present |= (<u64>1) << (<u64>plane);
  }
  if (!present) return out;
  storeHead(out, slab, end, present);
  return end;
}

@inline function storeHead(record: usize, slab: i32, end: usize, planes: u64): void {
  store<i32>(record, slab);
  store<u32>(record, <u32>(end - record), 4);
  store<u64>(record, planes, 8);
}

function packPlane(set: usize, words: i32, ranks: i32, out: usize): usize {
  let present: u64 = 0;
  let end = out + 8;
  for (ranks &= words < 8 ? 1 : ALL_RANKS; ranks; ranks &= ranks - 1) {
    const first = ctz(ranks) << 3;
    const rank = set + ((<usize>first) << 3);
    for (let some = words < 8 ? pairIn(rank) : wordsIn(rank); some; some &= some - 1) {
      const i = ctz(some);
      present |= (<u64>1) << <u64>(first + i);
      end = packWord(load<u64>(rank + ((<usize>i) << 3)), end);
    }
  }
  if (!present) return out;
  store<u64>(out, present);
  return end;
}

/** A bit for each of eight words that has bits. */
@inline function wordsIn(rank: usize): i32 {
  return pairIn(rank) | (pairIn(rank + 16) << 2) | (pairIn(rank + 32) << 4) | (pairIn(rank + 48) << 6);
}

@inline function pairIn(pair: usize): i32 { return i64x2.bitmask(i64x2.ne(v128.load(pair), i64x2.splat(0))); }

/** A bit for each byte of a word that has bits. */
@inline function bytesIn(word: u64): i32 {
  return i8x16.bitmask(i8x16.ne(i64x2.splat(word), i64x2.splat(0))) & 0xff;
}

/** Appends the record of a slab's frontier. Returns the end. */
export function packFrontier(name: i32, color: i32, slab: i32, out: usize): usize {
  return pack(slab, setAt(name, color, slab), planeFlags(name, color, slab), out);
}

/** The same of a set without flags. */
export function packSet(name: i32, color: i32, slab: i32, out: usize): usize {
  return pack(slab, setAt(name, color, slab), 0, out);
}

/**
 * Appends records of a slab's conversions, those that win and then those that lose, each by distance. To `ends` go, for every
 * record, i32 x 3: 0 or 1 for what loses, the distance, the record's end. Returns their number.
 */
export function packConversions(color: i32, slab: i32, out: usize, ends: usize): i32 {
  const distances = longestConversion() + 1;
  let count = 0;
  for (let kind = 0; kind < 2; kind++) {
    const name = kind ? CONVERSION_LOSES : CONVERSION_WINS;
    for (let distance = 0; distance < distances; distance++) {
      const first = firstEntry(name, color, slab, distance);
      if (!first) continue;
      const end = packList(slab, first, out);
      store<i32>(ends, kind);
      store<i32>(ends, distance, 4);
      store<u32>(ends, <u32>end, 8);
      ends += 12;
      out = end;
      count++;
    }
  }
  return count;
}

/** Appends the record of a list of conversions. Returns the end. */
function packList(slab: i32, entry: usize, out: usize): usize {
  let present: u64 = 0;
  let end = out + RECORD_HEAD;
  while (entry) {
    const plane = wordOf(entry) >> 6;
    const place = end;
    let words: u64 = 0;
    end += 8;
    for (; entry && wordOf(entry) >> 6 == plane; entry = nextEntry(entry)) {
      words |= (<u64>1) << <u64>(wordOf(entry) & 63);
      end = packWord(lanesOf(entry), end);
    }
    store<u64>(place, words);
    present |= (<u64>1) << <u64>plane;
  }
  storeHead(out, slab, end, present);
  return end;
}

/** Makes a record the slab's conversions of one kind that the ply of this distance finds. Returns the record's end. */
export function offer(name: i32, color: i32, distance: i32, record: usize): usize {
  const slab = load<i32>(record);
  const words = planeWords();
  const set = setAt(name, color, slab);
  const places = placesAt(name, color, slab, distance);
  let at = record + RECORD_HEAD;
  memory.fill(set, 0, slabBytes());
  for (let planes = planesOf(record); planes; planes &= planes - 1) {
    const plane = <usize>ctz(planes);
    const base = set + ((plane * <usize>words) << 3);
    let ranks = 0;
    let rest = load<u64>(at);
    at += 8;
    for (; rest; rest &= rest - 1) {
      const i = <usize>ctz(rest);
      ranks |= 1 << <i32>(i >> 3);
      const mask = <i32>load<u8>(at++);
      store<u64>(base + (i << 3), openWord(mask, at));
      at += <usize>popcnt(mask);
    }
    store<u8>(places + plane, <u8>ranks);
  }
  return at;
}

/** Forgets the conversions that were offered. */
export function withdraw(name: i32, color: i32, slab: i32, distance: i32): void {
  memory.fill(placesAt(name, color, slab, distance), 0, slabPlanes());
}

/** Writes the codes of a slab before anything is decided: 0, and ILLEGAL where LEGAL has no bit. */
export function blankCodes(color: i32, slab: i32): void {
  const words = dimensions() > 1 ? slabPlanes() * 64 : 1;
  const legalSet = setAt(LEGAL, color, slab);
  let out = codesAt(color, slab);
  for (let i = 0; i < words; i++) {
    const legal = load<u64>(legalSet + ((<usize>i) << 3));
    if (codeBytes() == 1) {
      for (let part: usize = 0; part < 64; part += 16, out += 16) {
        v128.store(out, v128.andnot(i8x16.splat(<i8>ILLEGAL), spread<i8>(legal, part)));
      }
    } else {
      for (let part: usize = 0; part < 64; part += 8, out += 16) {
        v128.store(out, v128.andnot(i16x8.splat(<i16>ILLEGAL), spread<i16>(legal, part)));
      }
    }
  }
}

/** Writes a code at all placements of a record. Returns the record's end. */
export function enterCode(color: i32, code: i32, record: usize): usize {
  return codeBytes() == 1 ? enter<i8>(color, code, record) : enter<i16>(color, code, record);
}

function enter<T>(color: i32, code: i32, record: usize): usize {
  const out = codesAt(color, load<i32>(record));
  const entered = v128.splat<T>(<T>code);
  let at = record + RECORD_HEAD;
  for (let planes = planesOf(record); planes; planes &= planes - 1) {
    const plane = out + ((<usize>ctz(planes)) << 12) * sizeof<T>();
    let rest = load<u64>(at);
    at += 8;
    for (; rest; rest &= rest - 1) {
      const row = plane + ((<usize>ctz(rest)) << 6) * sizeof<T>();
      let mask = <i32>load<u8>(at++);
      for (; mask; mask &= mask - 1) {
        const byte = row + ((<usize>ctz(mask)) << 3) * sizeof<T>();
        const lanes = spread<T>(<u64>load<u8>(at++), 0);
        if (sizeof<T>() == 1) v128.store64_lane(byte, v128.bitselect(entered, v128.load64_zero(byte), lanes), 0);
        else v128.store(byte, v128.bitselect(entered, v128.load(byte), lanes));
      }
    }
  }
  return at;
}

/** Takes the placements of a record out of a set of its slab. Returns the record's end. */
export function takeOut(name: i32, color: i32, record: usize): usize {
  return unpack(setAt(name, color, load<i32>(record)), 0, record);
}

/** Makes a record the set of its slab, whatever that was: only planes that have flags then are of use. Returns the record's end. */
export function putIn(name: i32, color: i32, record: usize): usize {
  const slab = load<i32>(record);
  const flags = planeFlags(name, color, slab);
  memory.fill(flags, 0, slabPlanes());
  return unpack(setAt(name, color, slab), flags, record);
}

/** Takes the placements of a record out of a set; if there are flags, makes them the set's planes instead, with their flags. */
@inline function unpack(set: usize, flags: usize, record: usize): usize {
  const bytes = (<usize>planeWords()) << 3;
  let at = record + RECORD_HEAD;
  for (let planes = planesOf(record); planes; planes &= planes - 1) {
    const place = <usize>ctz(planes);
    const plane = set + place * bytes;
    let rest = load<u64>(at);
    at += 8;
    if (flags) {
      store<u8>(flags + place, <u8>bytesIn(rest));
      memory.fill(plane, 0, bytes);
    }
    for (; rest; rest &= rest - 1) {
      const word = plane + (<usize>ctz(rest) << 3);
      const mask = <i32>load<u8>(at++);
      const bits = openWord(mask, at);
      store<u64>(word, flags ? bits : load<u64>(word) & ~bits);
      at += <usize>popcnt(mask);
    }
  }
  return at;
}

/** Notes for each record up to `end` that it is the frontier of its slab: see recordMoves.ts. */
export function noteRecords(color: i32, record: usize, end: usize): void {
  while (record < end) {
    noteFrontier(color, load<i32>(record), record);
    record += <usize>load<u32>(record, 4);
  }
}

/** Makes the flags of a set those of the bits that it has. */
export function findFlags(name: i32, color: i32, slab: i32): void {
  const bytes: usize = slabPlanes() > 1 ? 512 : slabBytes();
  const set = setAt(name, color, slab);
  const flags = planeFlags(name, color, slab);
  let any = false;
  for (let plane = 0; plane < slabPlanes(); plane++) {
    const has = hasBits(set + (<usize>plane) * bytes, bytes);
    store<u8>(flags + <usize>plane, has ? ALL_RANKS : 0);
    if (has) any = true;
  }
  store<u8>(slabFlag(name, color, slab), any ? 1 : 0);
}

/** A number that other bytes are unlikely to have. */
export function checksum(address: usize, bytes: usize): i32 {
  let sum: u64 = <u64>bytes;
  const end = address + bytes;
  for (; address + 8 <= end; address += 8) sum = mixed(sum, load<u64>(address));
  for (; address < end; address++) sum = mixed(sum, <u64>load<u8>(address));
  return <i32>(sum ^ (sum >> 32));
}

@inline function mixed(sum: u64, word: u64): u64 {
  // An odd factor: every bit of a word changes those above it, which are turned to where they change others.
  return rotr((sum ^ word) * 0x9e3779b97f4a7c15, 29);
}

/** Zeroes a stretch of memory. JavaScript fills shared memory byte by byte. */
export function clear(address: usize, bytes: usize): void {
  memory.fill(address, 0, bytes);
}

/** Has a stretch of memory any bits? `bytes`: a multiple of 16. */
export function hasBits(address: usize, bytes: usize): bool {
  for (const end = address + bytes; address < end; address += 16) {
    if (v128.any_true(v128.load(address))) return true;
  }
  return false;
}
