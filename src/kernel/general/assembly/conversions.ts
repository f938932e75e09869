// Conversions: moves that change the material. Their values are known; the best one of each placement is kept in the codes, which hold
// it until the placement is decided.
import {
  ALL_MOVES, ANSWERS, CODE, CONVERSION_BYTES, FIXED, FLIP, GOAL_SQUARES, KIND, MOST_KEPT, MOVER, NO_CONVERSION, NUMBER, OUTCOMES,
  OUTER, ROW, SOURCES, TABLE, TABLE_CODES, TAKES, TAKES_AT, TAKES_INTO, UNCOVERED, VICTIM, WHERE,
} from '../layout';
import {
  afterSquares, bestWorths, blasts, codesOf, conversionPlaces, conversionsOf, fifthWord, firstWord, fixedSquare, flagsAt, fourthWord,
  goalWord, isImmune, isSheltered, keptPlaces, lookedCodes, men, nearWord, occupiedWord, pathsOf, planeBytes, planeCount,
  roleOf, rowCount, rowsInGroup, secondWord, setAt, seventhWord, sixthWord, slabScratch, slotSquares, squareCount, squareOf,
} from './frame';
import { OPEN } from '../sets';
import { addOpenTargets, isOpen, nextPath, occupiedBy, openLanes, pathsEnd, pathsFrom, targetOf } from './paths';
import { entryOf, fixedIn, mapIn, menIn, NOWHERE, placeOf, squaresIn } from './places';
import { andInto, clear, copy, drop, has, isEmpty, LANE_BYTES, orInto, put, removeFrom } from './words';

@inline export function conversionMover(conversion: usize): i32 { return load<i32>(conversion + MOVER); }
@inline export function conversionVictim(conversion: usize): i32 { return load<i32>(conversion + VICTIM); }
@inline export function endsOn(conversion: usize, square: i32): bool { return has(conversion + WHERE, square); }
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
  makeRoom(side);
  const planes = planeCount();
  const rows = rowCount();
  const squares = squareCount();
  const list = conversionsOf(side);
  const count = load<i32>(list);
  const lane = men() - 1;
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      copy(domainWord(), setAt(domain, slab) + at);
      clear(convertsWord());
      clear(capturesWord());
      clear(answersWord());
      for (let i: usize = 0; i < LANE_BYTES << 4; i += 16) v128.store(bestWorths() + i, i16x8.splat(NO_WORTH));
      if (!isEmpty(domainWord())) {
        occupiedBy(slab, plane, row, occupiedWord());
        for (let i = 0; i < lane; i++) store<u8>(afterSquares() + <usize>i, <u8>squareOf(i, slab, plane, row));
        for (let i = 0; i < count; i++) {
          const conversion = list + 8 + <usize>i * CONVERSION_BYTES;
          // Captures come first.
          if (conversionVictim(conversion) < 0 && forced) removeFrom(domainWord(), capturesWord());
          wordConversions(conversion, slab, plane, row);
        }
      }
      writeBest(codesOf(side) + ((<usize>((slab * planes + plane) * rows + row) * <usize>squares) << 1), squares);
      if (converts) copy(setAt(converts, slab) + at, convertsWord());
      if (captures) copy(setAt(captures, slab) + at, capturesWord());
      if (answers) copy(setAt(answers, slab) + at, answersWord());
    }
  }
}

/** Enters a conversion for a word. `afterSquares` has the squares of all but the lane piece, and has them again afterwards. */
function wordConversions(conversion: usize, slab: i32, plane: i32, row: i32): void {
  const lane = men() - 1;
  const moving = conversionMover(conversion);
  const taken = conversionVictim(conversion);
  if (moving == lane) {
    if (taken >= 0) captureByLane(conversion, squareOf(taken, slab, plane, row));
    else convertLane(conversion);
    return;
  }
  const from = squareOf(moving, slab, plane, row);
  if (taken == lane) captureLane(conversion, from, slab, plane, row);
  else if (taken >= 0) captureBetween(conversion, from, squareOf(taken, slab, plane, row));
  else convertOther(conversion, from);
  store<u8>(afterSquares() + <usize>moving, <u8>from);
}

/** The lane piece takes another: wherever it comes from, the position is the same. */
function captureByLane(conversion: usize, target: i32): void {
  if (!endsOn(conversion, target)) return;
  const moving = men() - 1;
  const lanes = secondWord();
  clear(lanes);
  addOpenTargets(pathsOf(moving, TAKES_INTO), target, occupiedWord(), lanes);
  andInto(lanes, domainWord());
  if (isEmpty(lanes)) return;
  store<u8>(afterSquares() + <usize>moving, <u8>target);
  const code = codeAfter(conversion, target);
  if (code != UNCOVERED) offer(conversion, target, worthOf(code), lanes);
}

/** Another piece takes the lane piece. */
function captureLane(conversion: usize, from: i32, slab: i32, plane: i32, row: i32): void {
  const moving = conversionMover(conversion);
  const lanes = firstWord();
  copy(lanes, domainWord());
  andInto(lanes, conversion + WHERE);
  const targets = secondWord();
  clear(targets);
  addOpenTargets(pathsOf(moving, TAKES), from, occupiedWord(), targets);
  andInto(lanes, targets);
  if (isEmpty(lanes)) return;
  if (countsAsAnswer(conversion) || !findKept(conversion, slab, plane, row)) captureSquares(conversion, lanes);
  else offerRun(conversion, 0, lanes);
}

/** Enters captures of the lane piece on these squares one by one. */
function captureSquares(conversion: usize, lanes: usize): void {
  const moving = conversionMover(conversion);
  const run = startRun(conversion, moving);
  if (run == ILLEGAL) return;
  for (let at: usize = 0; at < LANE_BYTES; at += 8) {
    for (let rest = load<u64>(lanes + at); rest; rest &= rest - 1) {
      const target = (<i32>at << 3) + <i32>ctz(rest);
      if (run == RUN) {
        const code = codeIn(target);
        if (code != UNCOVERED) offerOne(conversion, target, target, worthAfter(code));
      } else {
        store<u8>(afterSquares() + <usize>moving, <u8>target);
        store<u8>(afterSquares() + <usize>(men() - 1), <u8>target);
        enter(conversion, target, target);
      }
    }
  }
}

// After a capture of the lane piece it does not matter where the piece that took came from. So the codes by the square of the capture, i16,
// are kept: of a row piece for the rows of a plane; of an outer piece, by row, for the planes of a slab; of a fixed piece, by row, for a
// plane, since those of one square come in a run. They lie in scratch memory for slabs, which only plies need: u32 by row what they are of,
// then the codes.

/** Makes the kept codes the run. False if none can be kept, or the squares of the others are no run. */
function findKept(conversion: usize, slab: i32, plane: i32, row: i32): bool {
  const keeping = keptAt(conversion);
  if (!keeping) return false;
  const role = roleOf(conversionMover(conversion));
  const line = role == ROW ? 0 : row;
  const own = <u32>((role == OUTER ? slab : slab * planeCount() + plane) + 1);
  const tag = keeping + (<usize>(role == OUTER ? row : 0) << 2);
  const codes = keeping + tagBytes(role) + <usize>line * keptBytes();
  if (load<u32>(tag) != own) {
    const isKept = role == FIXED ? keepRows(conversion, slab, keeping + tagBytes(role)) : keepRow(conversion, codes);
    if (!isKept) return false;
    store<u32>(tag, own);
  }
  runCodes = codes;
  runIsPlain = true;
  return true;
}

function keepRow(conversion: usize, codes: usize): bool {
  const run = startRun(conversion, conversionMover(conversion));
  if (run == NO_RUN) return false;
  const squares = squareCount();
  for (let square = 0; square < squares; square++) {
    store<i16>(codes + (<usize>square << 1), <i16>(run == RUN ? codeIn(square) : UNCOVERED));
  }
  return true;
}

/** For all squares that a fixed piece may take on. */
function keepRows(conversion: usize, slab: i32, codes: usize): bool {
  const moving = conversionMover(conversion);
  const takes = pathsOf(moving, TAKES);
  const from = fixedSquare(slab, moving);
  const end = pathsEnd(takes, from);
  const rows = rowCount();
  const rowPiece = men() - 2;
  const rowSquare = load<u8>(afterSquares() + <usize>rowPiece);
  let isRun = true;
  for (let path = pathsFrom(takes, from); isRun && path < end; path = nextPath(path)) {
    const target = targetOf(path);
    store<u8>(afterSquares() + <usize>moving, <u8>target);
    const run = startRun(conversion, rowPiece);
    if (run == NO_RUN) isRun = false;
    for (let row = 0; isRun && row < rows; row++) {
      const to = codes + <usize>row * keptBytes() + (<usize>target << 1);
      store<i16>(to, <i16>(run == RUN ? codeIn(row) : UNCOVERED));
    }
  }
  store<u8>(afterSquares() + <usize>moving, <u8>from);
  store<u8>(afterSquares() + <usize>rowPiece, rowSquare);
  return isRun;
}

@inline function keptBytes(): usize { return LANE_BYTES << 4; }
@inline function tagBytes(role: i32): usize { return role == OUTER ? (<usize>rowCount() * 4 + 15) & ~15 : 16; }

/** Where the codes of a conversion are kept, or 0. */
@inline function keptAt(conversion: usize): usize { return <usize>load<u32>(keptPlaces() + ((<usize>load<i32>(conversion + NUMBER)) << 2)); }

/** Gives the conversions of a side their places, as long as there is room. */
function makeRoom(side: i32): void {
  const count = min(load<i32>(conversionsOf(side)), MOST_KEPT);
  let conversion = conversionsBegin(side);
  let at = slabScratch(0);
  const end = slabScratch(3);
  memory.fill(at, 0, end - at);
  memory.fill(keptPlaces(), 0, (<usize>MOST_KEPT + 1) << 2);
  const lane = men() - 1;
  for (let i = 0; i < count; i++, conversion = nextConversion(conversion)) {
    const moving = conversionMover(conversion);
    const role = roleOf(moving);
    if (conversionVictim(conversion) != lane || rowCount() == 1) continue;
    const lines: usize = role == ROW ? 1 : <usize>rowCount();
    const bytes = tagBytes(role) + lines * keptBytes();
    if (at + bytes > end) continue;
    store<u32>(keptPlaces() + (<usize>i << 2), <u32>at);
    at += bytes;
  }
}

/** A piece takes another, neither being the lane piece. */
function captureBetween(conversion: usize, from: i32, target: i32): void {
  if (!endsOn(conversion, target)) return;
  const moving = conversionMover(conversion);
  let path = <usize>load<u32>(pathsOf(moving, TAKES_AT) + ((<usize>(from * squareCount() + target)) << 2));
  if (!path) return;
  store<u8>(afterSquares() + <usize>moving, <u8>target);
  const end = pathsEnd(pathsOf(moving, TAKES), from);
  for (; path < end && targetOf(path) == target; path = nextPath(path)) {
    if (openLanes(path, occupiedWord(), firstWord())) enterLanes(conversion, target);
  }
}

/** The lane piece promotes. */
function convertLane(conversion: usize): void {
  const lane = men() - 1;
  const moves = pathsOf(lane, ALL_MOVES);
  const squares = squareCount();
  for (let from = 0; from < squares; from++) {
    if (!has(domainWord(), from)) continue;
    const end = pathsEnd(moves, from);
    for (let path = pathsFrom(moves, from); path < end; path = nextPath(path)) {
      const target = targetOf(path);
      if (!endsOn(conversion, target) || has(occupiedWord(), target) || !isOpen(path, occupiedWord())) continue;
      store<u8>(afterSquares() + <usize>lane, <u8>target);
      enter(conversion, from, target);
    }
  }
}

/** Another piece promotes. */
function convertOther(conversion: usize, from: i32): void {
  const moving = conversionMover(conversion);
  const moves = pathsOf(moving, ALL_MOVES);
  const end = pathsEnd(moves, from);
  for (let path = pathsFrom(moves, from); path < end; path = nextPath(path)) {
    const target = targetOf(path);
    if (!endsOn(conversion, target) || has(occupiedWord(), target)) continue;
    if (!openLanes(path, occupiedWord(), firstWord())) continue;
    drop(firstWord(), target);
    store<u8>(afterSquares() + <usize>moving, <u8>target);
    enterLanes(conversion, target);
  }
}

/** Enters a conversion of pieces other than the lane piece, for the lanes in `firstWord`. */
function enterLanes(conversion: usize, target: i32): void {
  const lanes = firstWord();
  andInto(lanes, domainWord());
  if (isEmpty(lanes)) return;
  const lane = men() - 1;
  const run = startRun(conversion, lane);
  if (run == ILLEGAL) return;
  if (run == RUN) {
    offerRun(conversion, target, lanes);
    return;
  }
  for (let at: usize = 0; at < LANE_BYTES; at += 8) {
    for (let rest = load<u64>(lanes + at); rest; rest &= rest - 1) {
      const square = (<i32>at << 3) + <i32>ctz(rest);
      store<u8>(afterSquares() + <usize>lane, <u8>square);
      enter(conversion, square, target);
    }
  }
}

function enter(conversion: usize, square: i32, target: i32): void {
  const code = codeAfter(conversion, target);
  if (code != UNCOVERED) offerOne(conversion, square, target, worthOf(code));
}

// Runs: the positions in which one piece, that is no leader of the table that a conversion leads to, stands on any square.
/** There are none: each position has to be found by itself. */
const NO_RUN: i32 = 0;
const RUN: i32 = 1;
/** No square makes a position. */
const ILLEGAL: i32 = 2;

let runCodes: usize = 0;
let runStride: usize = 0;
/** u8 by square: where it leads; 0 if nowhere else. */
let runFlip: usize = 0;
let runMap: usize = 0;
let runIsPlain: bool = false;

/** `varying`: a piece whose square in `afterSquares` does not count. */
function startRun(conversion: usize, varying: i32): i32 {
  const taken = conversionVictim(conversion);
  if (taken >= 0 && blasts()) return NO_RUN;
  const outcome = outcomeOf(conversion, taken < 0 ? 0 : 1 << taken);
  if (!outcome) return ILLEGAL;
  const kind = load<i32>(outcome + KIND);
  if (kind == 0) return ILLEGAL;
  if (kind == 1) return NO_RUN;
  const table = <usize>load<u32>(outcome + TABLE);
  const fixed = fixedIn(table);
  const count = menIn(table);
  const sources = <usize>load<u32>(outcome + SOURCES);
  const flip = <usize>load<u32>(outcome + FLIP);
  let digit = -1;
  for (let i = 0; i < count; i++) {
    const source = <i32>load<u8>(sources + <usize>i);
    if (source == varying) {
      if (i < fixed) return NO_RUN;
      digit = i;
    }
    const square = load<u8>(afterSquares() + <usize>source);
    store<u8>(slotSquares() + <usize>i, flip ? load<u8>(flip + <usize>square) : square);
  }
  const entry = entryOf(table, slotSquares());
  if (entry < 0) return ILLEGAL;
  const map = mapIn(table, entry);
  const size = <usize>squaresIn(table);
  let place = <usize>(entry >> 3);
  let stride: usize = 2;
  for (let i = fixed; i < count; i++) {
    place = place * size + (i == digit ? 0 : <usize>load<u8>(map + <usize>load<u8>(slotSquares() + <usize>i)));
    if (i > digit) stride *= size;
  }
  runCodes = <usize>load<u32>(outcome + TABLE_CODES) + (place << 1);
  runStride = stride;
  runFlip = flip;
  runMap = map;
  runIsPlain = stride == 2 && !flip && (entry & 7) == 0;
  return RUN;
}

@inline function codeIn(square: i32): i32 {
  const there = runFlip ? <usize>load<u8>(runFlip + <usize>square) : <usize>square;
  return <i32>load<i16>(runCodes + <usize>load<u8>(runMap + there) * runStride);
}

/** Offers what the run has for some lanes. */
function offerRun(conversion: usize, target: i32, lanes: usize): void {
  const legal = secondWord();
  clear(legal);
  const looked = lookedCodes();
  for (let part: usize = 0; part < LANE_BYTES; part += 8) {
    const word = load<u64>(lanes + part);
    if (!word) continue;
    if (!runIsPlain) {
      for (let rest = word; rest; rest &= rest - 1) {
        const square = (<i32>part << 3) + <i32>ctz(rest);
        store<i16>(looked + (<usize>square << 1), <i16>codeIn(square));
      }
    }
    const from = runIsPlain ? runCodes : looked;
    let found: u64 = 0;
    for (let byte: usize = 0; byte < 8; byte++) {
      const eight = (word >> (<u64>byte << 3)) & 0xff;
      if (!eight) continue;
      const at = (part << 4) + (byte << 4);
      const code = v128.load(from + at);
      const valid = v128.andnot(spread(eight), i16x8.eq(code, i16x8.splat(<i16>UNCOVERED)));
      const wins = v128.and(i16x8.lt_s(code, i16x8.splat(0)), i16x8.splat(WORTH_AFTER));
      const loses = v128.and(i16x8.gt_s(code, i16x8.splat(0)), i16x8.splat(WORTH_AFTER));
      const worth = i16x8.sub(i16x8.add(code, wins), loses);
      const best = bestWorths() + at;
      v128.store(best, i16x8.max_s(v128.load(best), v128.bitselect(worth, i16x8.splat(NO_WORTH), valid)));
      found |= (<u64>i16x8.bitmask(valid)) << (<u64>byte << 3);
    }
    store<u64>(legal + part, found);
  }
  note(conversion, target, legal);
}

/** Masks of eight lanes. */
@inline function spread(lanes: u64): v128 {
  const bits = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
  return i16x8.eq(v128.and(i16x8.splat(<i16>lanes), bits), bits);
}

function offer(conversion: usize, target: i32, worth: i32, lanes: usize): void {
  for (let at: usize = 0; at < LANE_BYTES; at += 8) {
    for (let rest = load<u64>(lanes + at); rest; rest &= rest - 1) raise((<i32>at << 3) + <i32>ctz(rest), worth);
  }
  note(conversion, target, lanes);
}

function offerOne(conversion: usize, square: i32, target: i32, worth: i32): void {
  raise(square, worth);
  const one = secondWord();
  clear(one);
  put(one, square);
  note(conversion, target, one);
}

@inline function raise(square: i32, worth: i32): void {
  const at = bestWorths() + (<usize>square << 1);
  if (worth > <i32>load<i16>(at)) store<i16>(at, <i16>worth);
}

function note(conversion: usize, target: i32, lanes: usize): void {
  orInto(convertsWord(), lanes);
  if (conversionVictim(conversion) >= 0) orInto(capturesWord(), lanes);
  const goal = goalWord(conversionMover(conversion));
  if (goal && countsAsAnswer(conversion) && has(goal, target)) orInto(answersWord(), lanes);
}

/** The code of a win in one ply. */
const WON_AT_ONCE = 2;

// The worth of a code is greater for what the side to move prefers: wins above 0, the quickest uppermost; losses below, the slowest uppermost.
const WORTH_BASE: i32 = 32767;
const WORTH_AFTER: i16 = 32766;
const NO_WORTH: i16 = -32768;

/** Its own inverse, but for NO_WORTH. */
@inline function worthOf(code: i32): i32 {
  return code > 0 ? WORTH_BASE - code : code < 0 ? -WORTH_BASE - code : 0;
}

/** The worth of a move to a position with this code. */
@inline function worthAfter(code: i32): i32 {
  return code > 0 ? code - <i32>WORTH_AFTER : code < 0 ? code + <i32>WORTH_AFTER : 0;
}

/** Greater for what the side to move prefers, the code of no conversion least. */
@inline export function preference(code: i32): i32 {
  return code == NO_CONVERSION ? <i32>NO_WORTH : worthOf(code);
}

/** Writes the best codes of a word. */
function writeBest(codes: usize, squares: i32): void {
  for (let square: i32 = 0; square < squares; square += 8) {
    const at = <usize>square << 1;
    const worth = v128.load(bestWorths() + at);
    const zero = i16x8.splat(0);
    const positive = i16x8.sub(i16x8.splat(<i16>WORTH_BASE), worth);
    const negative = i16x8.sub(i16x8.splat(<i16>-WORTH_BASE), worth);
    let code = v128.and(positive, i16x8.gt_s(worth, zero));
    code = v128.or(code, v128.and(negative, i16x8.lt_s(worth, zero)));
    code = v128.bitselect(i16x8.splat(<i16>NO_CONVERSION), code, i16x8.eq(worth, i16x8.splat(NO_WORTH)));
    if (square + 8 <= squares) v128.store(codes + at, code);
    else {
      v128.store(bestWorths() + at, code);
      memory.copy(codes + at, bestWorths() + at, (<usize>(squares - square)) << 1);
    }
  }
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
  const stride = conversionPlaces(0, 1, 0) - conversionPlaces(0, 0, 0);
  let longest = 0;
  for (let plane = 0; plane < planes; plane++) {
    const wonPlaces = conversionPlaces(2 * side, 0, slab) + (<usize>plane << 3);
    const lostPlaces = conversionPlaces(2 * side + 1, 0, slab) + (<usize>plane << 3);
    for (let row = 0; row < rows; row++) {
      const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      const codes = codesOf(side) + ((<usize>((slab * planes + plane) * rows + row) * <usize>squares) << 1);
      const bit = (<u64>1) << <u64>(row / rowsInGroup());
      for (let part: usize = 0; part < LANE_BYTES; part += 8) {
        const open = load<u64>(setAt(among, slab) + at + part);
        let won: u64 = 0;
        let lost: u64 = 0;
        let none: u64 = 0;
        for (let byte: usize = 0; byte < 8; byte++) {
          if (!((open >> (<u64>byte << 3)) & 0xff)) continue;
          const code = v128.load(codes + (part << 4) + (byte << 4));
          const zero = i16x8.splat(0);
          won |= (<u64>i16x8.bitmask(i16x8.gt_s(code, zero))) << (<u64>byte << 3);
          lost |= (<u64>i16x8.bitmask(code)) << (<u64>byte << 3);
          none |= (<u64>i16x8.bitmask(i16x8.eq(code, i16x8.splat(<i16>NO_CONVERSION)))) << (<u64>byte << 3);
        }
        won &= open;
        lost &= open & ~none;
        store<u64>(setAt(wins, slab) + at + part, won);
        store<u64>(setAt(loses, slab) + at + part, lost);
        store<u64>(setAt(holds, slab) + at + part, open & ~none);
        longest = max(longest, noteDistances(codes + (part << 4), won, wonPlaces, stride, bit));
        longest = max(longest, noteDistances(codes + (part << 4), lost, lostPlaces, stride, bit));
      }
    }
  }
  return longest;
}

/** Notes the distances of some lanes' conversions for a row. Returns the longest, in plies. */
function noteDistances(codes: usize, lanes: u64, places: usize, stride: usize, bit: u64): i32 {
  let longest = 0;
  for (; lanes; lanes &= lanes - 1) {
    const plies = abs(<i32>load<i16>(codes + (<usize>ctz(lanes) << 1))) - 1;
    longest = max(longest, plies);
    const to = places + <usize>plies * stride;
    store<u64>(to, load<u64>(to) | bit);
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
