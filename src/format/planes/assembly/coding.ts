// Range coding by asymmetric numeral systems (rANS): a state of 32 bits, frequencies that sum up to 4096, words of 16 bits. What
// is decoded first is coded last, so coding first queues numbers of coders. The least state is 2^15, since reciprocals of 32 bits
// are exact for states below 2^31.
import {
  BATCH, cellRanksOf, CODED, CODERS, CORRECTIONS, endsOf, ESCAPE, LENGTHS, masksOf, MOST_LEAVES, MOST_PLANE_BYTES, MOST_QUEUED, QUEUED,
  QUEUES, SYMBOLS, symbolsOf,
} from './memory';

const LEAST: u32 = 1 << 15;

// A coder: reciprocal (u32), frequency and 4096 less it (u16 x 2), bias and shift (u32 x 2).
@inline function coderAt(number: u32): usize { return CODERS + (<usize>number << 4); }
@inline function frequencyOf(coder: usize): u32 { return load<u16>(coder, 4); }
@inline function escapeCoder(set: i32, rank: i32): i32 { return 2 * MOST_LEAVES * SYMBOLS + (set << 8) + rank; }

// Numbers that stand for no coder: values that are equally likely, by their bits.
export const TWELVE_BITS: i32 = 0x8000, EIGHT_BITS: i32 = 0xa000, ONE_BIT: i32 = 0xc000;
/** Is there a correction? Hardly ever. */
export const RARELY: i32 = 0xe000;

@inline function queueAt(plane: i32, i: i32): usize { return QUEUES + ((plane * MOST_QUEUED + i) << 1); }

@inline function tailOf(plane: i32): usize { return QUEUED + (plane << 3); }
@inline function countOf(plane: i32): usize { return QUEUED + (plane << 3) + 4; }

function queue(plane: i32, number: i32): void {
  const at = tailOf(plane), count = load<i32>(at);
  store<u16>(queueAt(plane, count), <u16>number);
  store<i32>(at, count + 1);
  store<i32>(countOf(plane), count + 1);
}

/** Queues the cells of one set of a plane, in the order of rows. */
export function queueCells(set: i32, plane: i32): void {
  const ends = endsOf(set), symbols = symbolsOf(set), ranks = cellRanksOf(set), first = set * MOST_LEAVES * SYMBOLS;
  let count = load<i32>(countOf(plane));
  for (let row = plane << 6; row < (plane + 1) << 6; row++) {
    for (let mask = load<u64>(masksOf(set) + (row << 3)); mask; mask &= mask - 1) {
      const cell = <usize>(row << 6) + <usize>ctz(mask);
      const number = first + <i32>load<u16>(ends + (cell << 1)), symbol = <i32>load<u8>(symbols + cell);
      if (symbol != ESCAPE && frequencyOf(coderAt(number))) {
        store<u16>(queueAt(plane, count++), <u16>number);
      } else {
        store<u16>(queueAt(plane, count++), <u16>(number - symbol + ESCAPE));
        store<u16>(queueAt(plane, count++), <u16>escapeCoder(set, load<u8>(ranks + cell)));
      }
    }
  }
  store<i32>(countOf(plane), count);
}

/** Begins the queue of a plane with its corrections, which are decoded last: each a side, a cell and a rank, or 0 and a code; after each whether another follows. */
export function queueCorrections(plane: i32): void {
  store<i32>(tailOf(plane), 0);
  const count = load<i32>(CORRECTIONS);
  queue(plane, RARELY | <i32>(count > 0));
  for (let i = 0; i < count; i++) {
    const where = load<i32>(CORRECTIONS + 4 + (i << 3)), value = load<i32>(CORRECTIONS + 8 + (i << 3));
    queue(plane, ONE_BIT | where >> 12);
    queue(plane, TWELVE_BITS | where & 4095);
    queue(plane, EIGHT_BITS | (value >> 16 ? 0 : value));
    if (value >> 16) {
      queue(plane, EIGHT_BITS | value >> 8 & 255);
      queue(plane, EIGHT_BITS | value & 255);
    }
    queue(plane, ONE_BIT | <i32>(i + 1 < count));
  }
}

/** Where the bytes of a batch's plane end; they begin {@link LENGTHS} before. */
@inline function endOf(plane: i32): usize { return CODED + (plane + 1) * MOST_PLANE_BYTES; }

/** Codes the queues of a batch's planes. Four streams side by side: a step of one does not wait for the step before. */
export function codeQueues(planes: i32): void {
  for (let plane = 0; plane < planes; plane++) {
    begin(plane);
    const tail = load<i32>(tailOf(plane));
    for (let i = tail - 1; i >= 0; i--) put(load<u16>(queueAt(plane, i)));
    end(plane);
  }
  if (planes == BATCH) codeFour();
  for (let plane = 0; plane < planes; plane++) {
    resume(plane);
    const tail = load<i32>(tailOf(plane));
    for (let i = load<i32>(countOf(plane)) - 1; i >= tail; i--) put(load<u16>(queueAt(plane, i)));
    out -= 4;
    store<u32>(out, state);
    store<i32>(LENGTHS + (plane << 2), <i32>(endOf(plane) - out));
  }
}

/** State and output of each plane's stream, between steps. */
const STATES = memory.data(BATCH * 4), OUTS = memory.data(BATCH * 4);

let state: u32 = 0;
let out: usize = 0;

@inline function begin(plane: i32): void {
  state = LEAST;
  out = endOf(plane);
}

@inline function end(plane: i32): void {
  store<u32>(STATES + (plane << 2), state);
  store<u32>(OUTS + (plane << 2), <u32>out);
}

@inline function resume(plane: i32): void {
  state = load<u32>(STATES + (plane << 2));
  out = load<u32>(OUTS + (plane << 2));
}

/** Codes as much of the cells of four planes as all of them have. */
function codeFour(): void {
  let x0 = load<u32>(STATES), x1 = load<u32>(STATES, 4), x2 = load<u32>(STATES, 8), x3 = load<u32>(STATES, 12);
  let o0 = <usize>load<u32>(OUTS), o1 = <usize>load<u32>(OUTS, 4), o2 = <usize>load<u32>(OUTS, 8), o3 = <usize>load<u32>(OUTS, 12);
  let n0 = cellsOf(0), n1 = cellsOf(1), n2 = cellsOf(2), n3 = cellsOf(3);
  const common = min(min(n0, n1), min(n2, n3));
  let q0 = lastOf(0), q1 = lastOf(1), q2 = lastOf(2), q3 = lastOf(3);
  for (let i = 0; i < common; i++) {
    const c0 = coderAt(load<u16>(q0)), c1 = coderAt(load<u16>(q1)), c2 = coderAt(load<u16>(q2)), c3 = coderAt(load<u16>(q3));
    q0 -= 2;
    q1 -= 2;
    q2 -= 2;
    q3 -= 2;
    if (x0 >= limit(c0)) { o0 -= 2; store<u16>(o0, <u16>x0); x0 >>= 16; }
    if (x1 >= limit(c1)) { o1 -= 2; store<u16>(o1, <u16>x1); x1 >>= 16; }
    if (x2 >= limit(c2)) { o2 -= 2; store<u16>(o2, <u16>x2); x2 >>= 16; }
    if (x3 >= limit(c3)) { o3 -= 2; store<u16>(o3, <u16>x3); x3 >>= 16; }
    x0 = step(x0, c0);
    x1 = step(x1, c1);
    x2 = step(x2, c2);
    x3 = step(x3, c3);
  }
  for (let plane = 0; plane < BATCH; plane++) store<i32>(countOf(plane), load<i32>(countOf(plane)) - common);
  store<u32>(STATES, x0);
  store<u32>(STATES, x1, 4);
  store<u32>(STATES, x2, 8);
  store<u32>(STATES, x3, 12);
  store<u32>(OUTS, <u32>o0);
  store<u32>(OUTS, <u32>o1, 4);
  store<u32>(OUTS, <u32>o2, 8);
  store<u32>(OUTS, <u32>o3, 12);
}

@inline function cellsOf(plane: i32): i32 { return load<i32>(countOf(plane)) - load<i32>(tailOf(plane)); }
@inline function lastOf(plane: i32): usize { return queueAt(plane, load<i32>(countOf(plane)) - 1); }

@inline function limit(coder: usize): u32 { return frequencyOf(coder) << 19; }

/** x / frequency * 4096 + x % frequency + start, without a division. */
@inline function step(x: u32, coder: usize): u32 {
  const quotient = <u32>(<u64>x * <u64>load<u32>(coder) >> 32) >> load<u32>(coder, 12);
  return x + load<u32>(coder, 8) + quotient * <u32>load<u16>(coder, 6);
}

/** Codes one number of any kind. */
function put(number: u32): void {
  if (number < 0x8000) {
    const coder = coderAt(number);
    if (state >= limit(coder)) flush();
    state = step(state, coder);
    return;
  }
  let frequency: u32 = 1, start = number & 0xfff;
  const kind = <i32>number & 0xe000;
  if (kind == EIGHT_BITS) {
    frequency = 16;
    start <<= 4;
  } else if (kind == ONE_BIT) {
    frequency = 2048;
    start <<= 11;
  } else if (kind == RARELY) {
    frequency = start ? 1 : 4095;
    start = start ? 4095 : 0;
  }
  if (state >= frequency << 19) flush();
  state = (state / frequency << 12) + state % frequency + start;
}

@inline function flush(): void {
  out -= 2;
  store<u16>(out, <u16>state);
  state >>= 16;
}
