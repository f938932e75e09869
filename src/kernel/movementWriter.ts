import type { KernelMemory } from './kernelMemory.ts';

/** Files to the right and ranks forward. */
export type Step = readonly [files: number, ranks: number];

/** How a piece of one colour moves: single leaps, and slides repeated until something blocks them. */
export interface KernelMovement {
  readonly leaps: readonly Step[];
  readonly slides: readonly Step[];
}

const SQUARES = 64;
const squares = Array.from({ length: SQUARES }, (_, square) => square);
const HEADER_BYTES = 16;
const STEP_BYTES = 192;
const TABLES_BYTES = 2 * 512 + 2 * 512 * SQUARES;

/**
 * Writes a movement for the kernel (layout: assembly/movement.ts) and returns its address. All workers write it at the
 * same time, so nothing is read back that another may be writing: words are made elsewhere and then copied.
 */
export function writeMovement(memory: KernelMemory, { leaps, slides }: KernelMovement): number {
  const address = memory.allocate(HEADER_BYTES + STEP_BYTES * (leaps.length + slides.length));
  const tables = memory.allocate(TABLES_BYTES);
  memory.i32(address, 3).set([leaps.length, slides.length, tables]);
  for (const [i, step] of [...leaps, ...slides].entries()) {
    writeStep(memory, address + HEADER_BYTES + i * STEP_BYTES, step);
  }
  // Words in halves: every process starts with this, and BigInts are slow at first.
  const halves = new Uint32Array(TABLES_BYTES / 4);
  const add = (word: number, to: number) => {
    halves[2 * word + (to >> 5)]! |= 1 << (to & 31);
  };
  const behind = 2 * SQUARES;
  const between = behind + SQUARES * SQUARES;
  for (let square = 0; square < SQUARES; square++) {
    for (const leap of leaps) {
      const to = away(square, leap, 1);
      if (to >= 0) add(square, to);
    }
    for (const slide of slides) {
      const line: number[] = [];
      for (let to = away(square, slide, 1); to >= 0; to = away(to, slide, 1)) line.push(to);
      for (const [i, to] of line.entries()) {
        add(SQUARES + square, to);
        for (const [j, other] of line.entries()) {
          if (j !== i) add((j > i ? behind : between) + square * SQUARES + to, other);
        }
      }
    }
  }
  memory.u32(tables, halves.length).set(halves);
  return address;
}

function writeStep(memory: KernelMemory, address: number, step: Step): void {
  const [files, ranks] = step;
  memory.i32(address, 3).set([ranks * 8 + files, files, ranks]);
  const next = squares.map((square) => away(square, step, 1));
  const previous = squares.map((square) => away(square, step, -1));
  memory.setU64(address + 16, wordOf(squares.filter((square) => next[square]! >= 0)));
  memory.i8(address + 64, SQUARES).set(next);
  memory.i8(address + 128, SQUARES).set(previous);
}

/** The square `times` steps away, or -1 off the board. */
function away(square: number, [files, ranks]: Step, times: number): number {
  const file = (square & 7) + files * times;
  const rank = (square >> 3) + ranks * times;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : -1;
}

export function bit(square: number): bigint {
  return 1n << BigInt(square);
}

export function wordOf(squares: Iterable<number>): bigint {
  let word = 0n;
  for (const square of squares) word |= bit(square);
  return word;
}
