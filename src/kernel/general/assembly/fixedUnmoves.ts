// Moves of fixed pieces, taken back: they lead to other slabs.
import { goal, isGoal, isWanted, touch } from './aim';
import {
  anyFlag, firstWord, fixedMen, fixedSquare, flagsAt, imageSquares, mapOf, occupiedWord, origins, ownPlaces, planeBytes,
  planeCount, rowCount, secondWord, setAt,
} from './frame';
import { emptiesOf, isHop, nextPath, occupiedBy, openLanes, pathsEnd, pathsFrom, targetOf } from './paths';
import { entryOf } from './places';
import { mapBack } from './symmetry';
import { addBytes, andInto, isEmpty, LANE_BYTES, orInto } from './words';

export function addFixedUnmoves(moves: usize, piece: i32, x: i32, slab: i32, out: usize, wanted: usize): void {
  const from = fixedSquare(slab, piece);
  const end = pathsEnd(moves, from);
  // Paths that nothing can block are collected, so that what they lead to is added in one pass.
  let free = 0;
  for (let path = pathsFrom(moves, from); path < end; path = nextPath(path)) {
    const entry = entryAfter(piece, targetOf(path), slab);
    if (entry < 0) continue;
    const target = entry >> 3;
    const flags = flagsAt(x, target);
    if (flags && !anyFlag(flags)) continue;
    if ((entry & 7) == 0 && !isHop(path) && isEmpty(emptiesOf(path)) && free < MOST_FREE) {
      store<u32>(origins() + (free++ << 2), <u32>target);
    } else addSlab(path, entry & 7, setAt(x, target), flags, slab, out, wanted);
  }
  if (free > 0) addSlabs(x, free, out, wanted);
}

const MOST_FREE = 64;

/** Adds the wanted planes of the slabs that were collected. */
function addSlabs(x: i32, count: i32, out: usize, wanted: usize): void {
  const planes = planeCount();
  const bytes = planeBytes();
  const sources = origins() + (MOST_FREE << 2);
  for (let plane = 0; plane < planes; plane++) {
    if (!isWanted(wanted, plane)) continue;
    const base = <usize>plane * bytes;
    let waiting = 0;
    for (let i = 0; i < count; i++) {
      const target = <i32>load<u32>(origins() + (i << 2));
      const flags = flagsAt(x, target);
      if (flags && !load<u8>(flags + <usize>plane)) continue;
      store<u32>(sources + (waiting++ << 2), <u32>(setAt(x, target) + base));
    }
    if (waiting == 0) continue;
    touch(plane);
    for (let i = 0; i < waiting; i += 4) addFour(sources, i, waiting - 1, out + base, goal ? goal + base : 0, bytes);
  }
}

/** Adds four planes, from number `i` on; the last one repeatedly if there are fewer. */
function addFour(sources: usize, i: i32, last: i32, out: usize, goal: usize, bytes: usize): void {
  const a = sourceAt(sources, i);
  const b = sourceAt(sources, min(i + 1, last));
  const c = sourceAt(sources, min(i + 2, last));
  const d = sourceAt(sources, min(i + 3, last));
  for (let at: usize = 0; at < bytes; at += 16) {
    if (goal && !v128.any_true(v128.load(goal + at))) continue;
    const ab = v128.or(v128.load(a + at), v128.load(b + at));
    const cd = v128.or(v128.load(c + at), v128.load(d + at));
    v128.store(out + at, v128.or(v128.load(out + at), v128.or(ab, cd)));
  }
}

@inline function sourceAt(sources: usize, i: i32): usize { return <usize>load<u32>(sources + (i << 2)); }

/** The slab with a fixed piece on another square, and the symmetry that leads to it; -1 if there is none (places.ts). */
function entryAfter(piece: i32, target: i32, slab: i32): i32 {
  const count = fixedMen();
  const squares = imageSquares();
  for (let i = 0; i < count; i++) store<u8>(squares + <usize>i, <u8>(i == piece ? target : fixedSquare(slab, i)));
  return entryOf(ownPlaces(), squares);
}

function addSlab(path: usize, symmetry: i32, x: usize, flags: usize, slab: i32, out: usize, wanted: usize): void {
  const planes = planeCount();
  const rows = rowCount();
  const map = mapOf(symmetry);
  const isFree = !isHop(path) && isEmpty(emptiesOf(path));
  const lanes = firstWord();
  const image = secondWord();
  const occupied = occupiedWord();
  for (let plane = 0; plane < planes; plane++) {
    if (!isWanted(wanted, plane)) continue;
    const from = planes > 1 ? <i32>load<u8>(map + <usize>plane) : 0;
    if (flags && !load<u8>(flags + <usize>from)) continue;
    const source = x + <usize>from * planeBytes();
    const to = out + <usize>plane * planeBytes();
    touch(plane);
    if (symmetry == 0 && isFree) {
      addBytes(source, to, planeBytes());
      continue;
    }
    for (let row = 0; row < rows; row++) {
      const word = source + <usize>(rows > 1 ? <i32>load<u8>(map + <usize>row) : 0) * LANE_BYTES;
      if (isEmpty(word) || !isGoal(<usize>plane * planeBytes() + <usize>row * LANE_BYTES)) continue;
      mapBack(symmetry, word, image);
      if (!isFree) {
        if (!occupiedBy(slab, plane, row, occupied) || !openLanes(path, occupied, lanes)) continue;
        andInto(image, lanes);
      }
      orInto(to + <usize>row * LANE_BYTES, image);
    }
  }
}
