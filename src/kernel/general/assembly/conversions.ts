// Conversions: moves that change the material. Their values are known; the best one of each placement is kept in the codes, which hold
// it until the placement is decided.
import {
  ALL_MOVES, ANSWERS, CODE, CONVERSION_BYTES, FLIP, GOAL_SQUARES, KIND, MOVER, NO_CONVERSION, OUTCOMES, SOURCES, TABLE,
  TABLE_CODES, TAKES, TAKES_INTO, UNCOVERED, VICTIM, WHERE,
} from '../layout';
import {
  afterSquares, blasts, codesOf, conversionPlaces, conversionsOf, fifthWord, firstWord, flagsAt, fourthWord, goalWord, isImmune,
  isSheltered, men, nearWord, occupiedWord, pathsOf, planeBytes, planeCount, rowCount, rowsInGroup, secondWord, setAt,
  seventhWord, sixthWord, slotSquares, squareCount, squareOf,
} from './frame';
import { OPEN } from '../sets';
import { isOpen, nextPath, occupiedBy, openLanes, pathsEnd, pathsFrom, targetOf } from './paths';
import { menIn, NOWHERE, placeOf } from './places';
import { andInto, clear, copy, drop, has, isEmpty, LANE_BYTES, orInto, put, removeFrom } from './words';

@inline export function conversionMover(conversion: usize): i32 { return load<i32>(conversion + MOVER); }
@inline export function conversionVictim(conversion: usize): i32 { return load<i32>(conversion + VICTIM); }
@inline function where(conversion: usize): usize { return conversion + WHERE; }
@inline export function endsOn(conversion: usize, square: i32): bool { return has(where(conversion), square); }
@inline export function conversionsBegin(side: i32): usize { return conversionsOf(side) + 8; }
@inline export function nextConversion(conversion: usize): usize { return conversion + CONVERSION_BYTES; }
@inline function countsAsAnswer(conversion: usize): bool { return load<i32>(conversion + ANSWERS) != 0; }
@inline function outcomeOf(conversion: usize, removed: i32): usize {
  return <usize>load<u32>(<usize>load<u32>(conversion + OUTCOMES) + ((<usize>removed) << 2));
}

// Sets by name, of the side that moves; 0 for none.
let converts: i32 = 0;
let captures: i32 = 0;
let answers: i32 = 0;

@inline function convertsWord(): usize { return fourthWord(); }
@inline function capturesWord(): usize { return fifthWord(); }
@inline function answersWord(): usize { return sixthWord(); }
@inline function domainWord(): usize { return seventhWord(); }

/**
 * Finds the conversions of a side among the placements `domain`: writes the sets of those with any, with a capture, and with one that
 * answers (0: not wanted), and the best one's code. `forced`: a side that can capture must.
 */
export function findConversions(
  side: i32, domain: i32, anySet: i32, captureSet: i32, answerSet: i32, forced: bool, begin: i32, end: i32,
): void {
  for (let slab = begin; slab < end; slab++) convertSlab(side, domain, anySet, captureSet, answerSet, forced, slab);
}

function convertSlab(side: i32, domain: i32, anySet: i32, captureSet: i32, answerSet: i32, forced: bool, slab: i32): void {
  converts = anySet;
  captures = captureSet;
  answers = answerSet;
  const planes = planeCount();
  const rows = rowCount();
  const squares = squareCount();
  const list = conversionsOf(side);
  const count = load<i32>(list);
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      copy(domainWord(), setAt(domain, slab) + at);
      clear(convertsWord());
      clear(capturesWord());
      clear(answersWord());
      const codes = codesOf(side) + ((<usize>((slab * planes + plane) * rows + row) * <usize>squares) << 1);
      for (let i = 0; i < squares; i++) store<i16>(codes + ((<usize>i) << 1), NO_CONVERSION);
      if (!isEmpty(domainWord())) {
        occupiedBy(slab, plane, row, occupiedWord());
        for (let i = 0; i < count; i++) {
          const conversion = list + 8 + <usize>i * CONVERSION_BYTES;
          // Captures come first.
          if (conversionVictim(conversion) < 0 && forced) removeFrom(domainWord(), capturesWord());
          wordConversions(conversion, slab, plane, row, codes);
        }
      }
      if (converts) copy(setAt(converts, slab) + at, convertsWord());
      if (captures) copy(setAt(captures, slab) + at, capturesWord());
      if (answers) copy(setAt(answers, slab) + at, answersWord());
    }
  }
}

function wordConversions(conversion: usize, slab: i32, plane: i32, row: i32, codes: usize): void {
  const pieces = men();
  const lane = pieces - 1;
  const moving = conversionMover(conversion);
  const taken = conversionVictim(conversion);
  const occupied = occupiedWord();
  for (let i = 0; i < lane; i++) store<u8>(afterSquares() + <usize>i, <u8>squareOf(i, slab, plane, row));
  if (taken >= 0) {
    if (moving == lane) {
      const target = squareOf(taken, slab, plane, row);
      if (!has(where(conversion), target)) return;
      const lanes = secondWord();
      clear(lanes);
      const into = pathsOf(moving, TAKES_INTO);
      const end = pathsEnd(into, target);
      for (let path = pathsFrom(into, target); path < end; path = nextPath(path)) {
        if (isOpen(path, occupied)) put(lanes, targetOf(path));
      }
      andInto(lanes, domainWord());
      if (isEmpty(lanes)) return;
      store<u8>(afterSquares() + <usize>lane, <u8>target);
      enterAll(conversion, target, lanes, codes);
      return;
    }
    const takes = pathsOf(moving, TAKES);
    const from = squareOf(moving, slab, plane, row);
    const end = pathsEnd(takes, from);
    if (taken == lane) {
      for (let path = pathsFrom(takes, from); path < end; path = nextPath(path)) {
        const target = targetOf(path);
        if (!has(domainWord(), target) || !has(where(conversion), target) || !isOpen(path, occupied)) continue;
        store<u8>(afterSquares() + <usize>moving, <u8>target);
        store<u8>(afterSquares() + <usize>lane, <u8>target);
        enter(conversion, target, target, codes);
      }
      return;
    }
    const target = squareOf(taken, slab, plane, row);
    if (!has(where(conversion), target)) return;
    store<u8>(afterSquares() + <usize>moving, <u8>target);
    for (let path = pathsFrom(takes, from); path < end; path = nextPath(path)) {
      if (targetOf(path) == target && openLanes(path, occupied, firstWord())) enterLanes(conversion, target, codes);
    }
    return;
  }
  const moves = pathsOf(moving, ALL_MOVES);
  if (moving == lane) {
    const squares = squareCount();
    for (let from = 0; from < squares; from++) {
      if (!has(domainWord(), from)) continue;
      const end = pathsEnd(moves, from);
      for (let path = pathsFrom(moves, from); path < end; path = nextPath(path)) {
        const target = targetOf(path);
        if (!has(where(conversion), target) || has(occupied, target) || !isOpen(path, occupied)) continue;
        store<u8>(afterSquares() + <usize>lane, <u8>target);
        enter(conversion, from, target, codes);
      }
    }
    return;
  }
  const from = squareOf(moving, slab, plane, row);
  const end = pathsEnd(moves, from);
  for (let path = pathsFrom(moves, from); path < end; path = nextPath(path)) {
    const target = targetOf(path);
    if (!has(where(conversion), target) || has(occupied, target)) continue;
    if (!openLanes(path, occupied, firstWord())) continue;
    drop(firstWord(), target);
    store<u8>(afterSquares() + <usize>moving, <u8>target);
    enterLanes(conversion, target, codes);
  }
}

/** Enters a conversion of pieces other than the lane piece, for the lanes in `firstWord`. */
function enterLanes(conversion: usize, target: i32, codes: usize): void {
  const lanes = firstWord();
  andInto(lanes, domainWord());
  const lane = men() - 1;
  for (let at: usize = 0; at < LANE_BYTES; at += 8) {
    for (let rest = load<u64>(lanes + at); rest; rest &= rest - 1) {
      const square = (<i32>at << 3) + <i32>ctz(rest);
      store<u8>(afterSquares() + <usize>lane, <u8>square);
      enter(conversion, square, target, codes);
    }
  }
}

/** Enters one position for many lanes: wherever the lane piece came from. */
function enterAll(conversion: usize, target: i32, lanes: usize, codes: usize): void {
  const code = codeAfter(conversion, target);
  if (code == UNCOVERED) return;
  for (let at: usize = 0; at < LANE_BYTES; at += 8) {
    for (let rest = load<u64>(lanes + at); rest; rest &= rest - 1) {
      keepBest(codes + ((<usize>((<i32>at << 3) + <i32>ctz(rest))) << 1), code);
    }
  }
  note(conversion, target, lanes);
}

function enter(conversion: usize, square: i32, target: i32, codes: usize): void {
  const code = codeAfter(conversion, target);
  if (code == UNCOVERED) return;
  keepBest(codes + ((<usize>square) << 1), code);
  const one = secondWord();
  clear(one);
  put(one, square);
  note(conversion, target, one);
}

function note(conversion: usize, target: i32, lanes: usize): void {
  orInto(convertsWord(), lanes);
  if (conversionVictim(conversion) >= 0) orInto(capturesWord(), lanes);
  const goal = goalWord(conversionMover(conversion));
  if (goal && countsAsAnswer(conversion) && has(goal, target)) orInto(answersWord(), lanes);
}

/** The code of a win in one ply. */
const WON_AT_ONCE = 2;

/** Greater for what the side to move prefers. */
@inline export function preference(code: i32): i32 {
  return code == NO_CONVERSION ? -100000 : code == 0 ? 0 : code > 0 ? 65536 - code : -65536 - code;
}

@inline function keepBest(at: usize, code: i32): void {
  if (preference(code) > preference(<i32>load<i16>(at))) store<i16>(at, <i16>code);
}

/** The value of a conversion for the side that makes it, `afterSquares` being set; UNCOVERED if it is not legal. */
export function codeAfter(conversion: usize, target: i32): i32 {
  const taken = conversionVictim(conversion);
  let removed = taken < 0 ? 0 : 1 << taken;
  if (taken >= 0 && blasts()) removed = blasted(conversionMover(conversion), taken, target);
  const outcome = outcomeOf(conversion, removed);
  if (!outcome) return UNCOVERED;
  const kind = load<i32>(outcome + KIND);
  if (kind == 0) return UNCOVERED;
  if (kind == 1) {
    const goal = <usize>load<u32>(outcome + GOAL_SQUARES);
    return goal && has(goal, target) ? WON_AT_ONCE : load<i32>(outcome + CODE);
  }
  const table = <usize>load<u32>(outcome + TABLE);
  const count = menIn(table);
  const sources = <usize>load<u32>(outcome + SOURCES);
  const flip = <usize>load<u32>(outcome + FLIP);
  for (let i: usize = 0; i < <usize>count; i++) {
    let square = load<u8>(afterSquares() + <usize>load<u8>(sources + i));
    if (flip) square = load<u8>(flip + <usize>square);
    store<u8>(slotSquares() + i, square);
  }
  const place = placeOf(table, slotSquares());
  if (place == NOWHERE) return UNCOVERED;
  const code = <i32>load<i16>(<usize>load<u32>(outcome + TABLE_CODES) + ((<usize>place) << 1));
  if (code == UNCOVERED || code == 0) return code;
  return code > 0 ? -(code + 1) : -code + 1;
}

/** The men that an exploding capture removes. */
function blasted(moving: i32, taken: i32, target: i32): i32 {
  const pieces = men();
  const near = nearWord(target);
  let removed = 0;
  for (let i = 0; i < pieces; i++) {
    if (i == taken) removed |= 1 << i;
    else if (i == moving) removed |= isImmune(i) ? 0 : 1 << i;
    else if (!isImmune(i) && !isSheltered(i) && has(near, <i32>load<u8>(afterSquares() + <usize>i))) removed |= 1 << i;
  }
  return removed;
}

/**
 * Makes the sets of placements whose best conversion wins, loses, or does not lose, and notes where those of each distance are, so that a
 * ply can skip all other places. Returns the longest distance, in plies.
 */
export function sortConversions(side: i32, wins: i32, loses: i32, holds: i32, among: i32, begin: i32, end: i32): i32 {
  let most: i32 = 0;
  for (let slab = begin; slab < end; slab++) most = max(most, sortSlab(side, wins, loses, holds, among, slab));
  return most;
}

function sortSlab(side: i32, wins: i32, loses: i32, holds: i32, among: i32, slab: i32): i32 {
  const planes = planeCount();
  const rows = rowCount();
  const squares = squareCount();
  let longest = 0;
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      const codes = codesOf(side) + ((<usize>((slab * planes + plane) * rows + row) * <usize>squares) << 1);
      const bit = (<u64>1) << <u64>(row / rowsInGroup());
      for (let part: usize = 0; part < LANE_BYTES; part += 8) {
        let won: u64 = 0;
        let lost: u64 = 0;
        let held: u64 = 0;
        for (let rest = load<u64>(setAt(among, slab) + at + part); rest; rest &= rest - 1) {
          const square = ctz(rest);
          const code = <i32>load<i16>(codes + ((part << 4) + ((<usize>square) << 1)));
          if (code == NO_CONVERSION) continue;
          held |= (<u64>1) << square;
          if (code == 0) continue;
          if (code > 0) won |= (<u64>1) << square;
          else lost |= (<u64>1) << square;
          const plies = abs(code) - 1;
          longest = max(longest, plies);
          const to = conversionPlaces(2 * side + (code > 0 ? 0 : 1), plies, slab) + (<usize>plane << 3);
          store<u64>(to, load<u64>(to) | bit);
        }
        store<u64>(setAt(wins, slab) + at + part, won);
        store<u64>(setAt(loses, slab) + at + part, lost);
        store<u64>(setAt(holds, slab) + at + part, held);
      }
    }
  }
  return longest;
}

/**
 * Adds to `out` the open placements of a set whose best conversion wins, or loses, in `plies`, and flags the planes where there may be any.
 */
export function addConversionsAt(
  side: i32, losing: bool, plies: i32, set: i32, slab: i32, out: usize, flags: usize,
): void {
  const open = setAt(2 * OPEN + side, slab);
  const openFlags = flagsAt(2 * OPEN + side, slab);
  const planes = planeCount();
  const rows = rowCount();
  const squares = squareCount();
  const places = conversionPlaces(2 * side + (losing ? 1 : 0), plies, slab);
  const code = i16x8.splat(<i16>(losing ? -(plies + 1) : plies + 1));
  const group = rowsInGroup();
  for (let plane = 0; plane < planes; plane++) {
    let groups = load<u64>(places + (<usize>plane << 3));
    if (!groups || !load<u8>(openFlags + <usize>plane)) continue;
    let any: u64 = 0;
    for (; groups; groups &= groups - 1) {
      const first = <i32>ctz(groups) * group;
      const last = min(first + group, rows);
      for (let row = first; row < last; row++) {
        const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
        const codes = codesOf(side) + ((<usize>((slab * planes + plane) * rows + row) * <usize>squares) << 1);
        for (let part: usize = 0; part < LANE_BYTES; part += 8) {
          const among = load<u64>(setAt(set, slab) + at + part) & load<u64>(open + at + part);
          if (!among) continue;
          const found = among & lanesWith(code, codes + (part << 4), among);
          any |= found;
          store<u64>(out + at + part, load<u64>(out + at + part) | found);
        }
      }
    }
    if (any) store<u8>(flags + <usize>plane, 1);
  }
}

/** The lanes of a word that have this code; those of bytes that are empty in `among` may be missing. */
@inline function lanesWith(code: v128, codes: usize, among: u64): u64 {
  let found: u64 = 0;
  for (let byte: usize = 0; byte < 8; byte++) {
    if (!((among >> (<u64>byte << 3)) & 0xff)) continue;
    const equal = i16x8.eq(v128.load(codes + (byte << 4)), code);
    found |= (<u64>i16x8.bitmask(equal)) << (<u64>byte << 3);
  }
  return found;
}
