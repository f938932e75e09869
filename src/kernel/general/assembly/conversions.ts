// Conversions: moves that change the material. Their values are known; the best one of each placement is kept in the codes, which hold
// it until the placement is decided.
import { ALL_MOVES, CONVERSION_BYTES, TAKES, TAKES_AT, TAKES_INTO, UNCOVERED, WHERE } from '../layout';
import { codeAfter, conversionMover, conversionVictim, countsAsAnswer, endsOn } from './conversion';
import {
  afterSquares, bestWorths, codesOf, conversionsOf, firstWord, men, occupiedWord, pathsOf, planeBytes, planeCount, rowCount,
  secondWord, setAt, squareCount, squareOf,
} from './frame';
import {
  answersWord, capturesWord, convertsWord, domainWord, NO_WORTH, offer, offerOne, worthAfter, worthOf, writeBest,
} from './offers';
import { addOpenTargets, isOpen, nextPath, occupiedBy, openLanes, pathsEnd, pathsFrom, targetOf } from './paths';
import { codeIn, findKept, ILLEGAL, makeRoom, offerRun, RUN, startRun } from './runs';
import { andInto, clear, copy, drop, has, isEmpty, LANE_BYTES, removeFrom } from './words';

// Sets by name, of the side that moves; 0 for none.
let converts: i32 = 0;
let captures: i32 = 0;
let answers: i32 = 0;

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
    // It may promote where it stands.
    if (!endsOn(conversion, target) || (target != from && has(occupiedWord(), target))) continue;
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
