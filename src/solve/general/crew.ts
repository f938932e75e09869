import { type GeneralKernel, instantiateGeneral } from '../../kernel/general/kernel.ts';

/** The functions of the kernel that work on slabs in any order, each with what becomes of their results. */
const slabWork = {
  findPlaced: 'none',
  findChecks: 'none',
  findGoals: 'none',
  findConversions: 'none',
  sortConversions: 'greatest',
  findUnmoves: 'none',
  combine: 'none',
  enterCode: 'sum',
  flagSet: 'none',
  findDecided: 'none',
  enterDecided: 'sum',
  spreadCodes: 'greatest',
  finishCodes: 'none',
} as const satisfies Partial<Record<keyof GeneralKernel, 'none' | 'sum' | 'greatest'>>;

export type SlabWork = keyof typeof slabWork;
const works = Object.keys(slabWork) as readonly SlabWork[];

/** What `work` takes besides the slabs. */
export type SlabArguments<W extends SlabWork> =
  Parameters<GeneralKernel[W]> extends [...infer Given extends number[], number, number]
    ? Given
    : never;

// Words that a crew shares.
/** Counts orders. */
const ORDER = 0;
/** How many followers are done with the order. */
const DONE = 1;
/** The next slab that nobody has taken. */
const NEXT = 2;
const END = 3;
/** Slabs that are taken at once. */
const CHUNK = 4;
/** The number of the work, or {@link USE_FRAME}. */
const WORK = 5;
const USE_FRAME = -1;
const RESULT = 6;
/** Followers that have come; those of them that take part, and from which order on. */
export const PRESENT = 7;
const ADMITTED = 8;
const SINCE = 9;
const DISMISSED = 10;
const ARGUMENTS = 12;
const MOST_ARGUMENTS = 8;
/** Bytes of the words that a crew shares. */
export const CREW_BYTES = 4 * (ARGUMENTS + MOST_ARGUMENTS);

/** Slabs are shared out in so many parts a thread, so that none waits long for another. */
const PARTS = 12;
/** What takes fewer bytes of sets than this is done sooner by one thread. */
const LEAST_BYTES = 1 << 17;

/** Bytes of memory that each thread of a crew has of its own. */
export interface OwnBytes {
  /** The address of the first thread's; the others' follow. */
  readonly address: number;
  readonly bytes: number;
}

type AnyWork = (...given: number[]) => number | undefined;

/**
 * The threads that solve a table together, as its leader sees them: the leader runs the solver, and orders what is to be done for all
 * slabs. Followers ({@link follow}) share that work over the same memory from the next frame on after they have come.
 */
export class Crew {
  /** The most threads, the leader's among them. */
  readonly size: number;
  /** The leader's. */
  readonly kernel: GeneralKernel;
  private readonly words: Int32Array;
  private followers = 0;
  private slabBytes = 0;
  /** A page's own thread may not: it asks again and again, for the short time that a part of the slabs takes. */
  private readonly maySleep = typeof document === 'undefined';

  /** `words`: {@link CREW_BYTES} bytes that the threads share. */
  constructor(
    kernel: GeneralKernel,
    size = 1,
    words: ArrayBufferLike = new ArrayBuffer(CREW_BYTES),
  ) {
    this.kernel = kernel;
    this.size = size;
    this.words = new Int32Array(words);
  }

  /** Makes this the frame that all work on. `scratch` and `counts`: see GeneralKernel. */
  useFrame(address: number, slabBytes: number, scratch: OwnBytes, counts: OwnBytes): void {
    const { words } = this;
    this.slabBytes = slabBytes;
    this.followers = Math.min(Atomics.load(words, PRESENT), this.size - 1);
    if (words[ADMITTED] !== this.followers) {
      words[SINCE] = Atomics.load(words, ORDER) + 1;
      words[ADMITTED] = this.followers;
    }
    const given = [address, scratch.address, scratch.bytes, counts.address, counts.bytes];
    this.order(USE_FRAME, given);
    useFrame(this.kernel, given, 0);
    this.wait();
  }

  /** Does the work for the slabs from `begin` to `end`. Returns the sum, or the greatest, of what it gives. */
  run<W extends SlabWork>(work: W, begin: number, end: number, ...given: SlabArguments<W>): number {
    const { kernel, followers, words } = this;
    if (followers === 0 || (end - begin) * this.slabBytes < LEAST_BYTES) {
      return (kernel[work] as AnyWork)(...given, begin, end) ?? 0;
    }
    words[NEXT] = begin;
    words[END] = end;
    words[CHUNK] = Math.ceil((end - begin) / ((followers + 1) * PARTS));
    words[RESULT] = 0;
    const number = works.indexOf(work);
    this.order(number, given);
    share(kernel, words, number);
    this.wait();
    return words[RESULT]!;
  }

  /** Sends the followers home, and those that are still to come. */
  dismiss(): void {
    Atomics.store(this.words, DISMISSED, 1);
    this.order(USE_FRAME, []);
  }

  private order(work: number, given: readonly number[]): void {
    const { words } = this;
    words[WORK] = work;
    words[DONE] = 0;
    for (const [i, each] of given.entries()) words[ARGUMENTS + i] = each;
    Atomics.add(words, ORDER, 1);
    Atomics.notify(words, ORDER);
  }

  private wait(): void {
    const { words, followers } = this;
    for (;;) {
      const done = Atomics.load(words, DONE);
      if (done === followers) return;
      if (this.maySleep) Atomics.wait(words, DONE, done);
    }
  }
}

/** What a follower works with, as plain data for another thread. */
export interface CrewWork {
  readonly module: WebAssembly.Module;
  /** Shared by all. */
  readonly memory: WebAssembly.Memory;
  readonly words: SharedArrayBuffer;
}

/** Threads that follow a leader if it has work for them. */
export interface Followers {
  readonly count: number;
  /** Makes each of them {@link follow}. */
  start(work: CrewWork): void;
}

/** Follows the orders of a crew's leader until it dismisses the crew. */
export function follow(work: CrewWork): void {
  const kernel = instantiateGeneral(work.module, work.memory);
  const words = new Int32Array(work.words);
  // In this order: whoever is seen to be present misses no order that comes after.
  let last = Atomics.load(words, ORDER);
  const index = Atomics.add(words, PRESENT, 1) + 1;
  for (;;) {
    if (Atomics.load(words, DISMISSED)) return;
    const order = Atomics.load(words, ORDER);
    if (order === last) {
      Atomics.wait(words, ORDER, last);
      continue;
    }
    last = order;
    if (index > words[ADMITTED]! || order < words[SINCE]!) continue;
    const work = words[WORK]!;
    if (work === USE_FRAME) useFrame(kernel, words.subarray(ARGUMENTS), index);
    else share(kernel, words, work);
    Atomics.add(words, DONE, 1);
    Atomics.notify(words, DONE);
  }
}

function useFrame(kernel: GeneralKernel, given: ArrayLike<number>, index: number): void {
  const [address, scratch, scratchBytes, counts, countsBytes] = Array.from(given);
  kernel.useFrame(address!, scratch! + index * scratchBytes!, counts! + index * countsBytes!);
}

/** Takes slabs that nobody has taken, until there are none. */
function share(kernel: GeneralKernel, words: Int32Array, work: number): void {
  const name = works[work]!;
  const fold = slabWork[name];
  const call = kernel[name] as AnyWork;
  const given = Array.from(words.subarray(ARGUMENTS, ARGUMENTS + call.length - 2));
  const [end, chunk] = [words[END]!, words[CHUNK]!];
  for (;;) {
    const begin = Atomics.add(words, NEXT, chunk);
    if (begin >= end) return;
    const result = call(...given, begin, Math.min(begin + chunk, end));
    if (result === undefined) continue;
    if (fold === 'sum') Atomics.add(words, RESULT, result);
    else raise(words, result);
  }
}

function raise(words: Int32Array, result: number): void {
  for (;;) {
    const before = Atomics.load(words, RESULT);
    if (before >= result || Atomics.compareExchange(words, RESULT, before, result) === before) {
      return;
    }
  }
}
