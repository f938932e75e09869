import { withSharedMemory } from '../sharedMemory.ts';
import { kernelOf1, kernelOf2, kernelOf4 } from './generated/generalBytes.ts';
import { MOST_FLAG_BYTES, SCRATCH_SLAB_COUNT, SCRATCH_SLABS } from './layout.ts';

/**
 * The kernel of the general set solver (assembly/index.ts), of one thread. Sets are named `2 * name + side`: see sets.ts; 0 names one that
 * is not wanted, where that is allowed. What ends with `begin` and `end` is done for these slabs.
 */
export interface GeneralKernel {
  /** `scratch`: {@link scratchBytes} bytes for this thread alone. `counts`: COUNT_LISTS lists (layout.ts); only for finishCodes. */
  useFrame(address: number, scratch: number, counts: number): void;
  findPlaced(out: number, begin: number, end: number): void;
  findChecks(color: number, placed: number, out: number, begin: number, end: number): void;
  /** `least`: how many pieces must be there; `safe`: 1 if none of them may be attacked. */
  findGoals(
    color: number,
    placed: number,
    least: number,
    safe: number,
    out: number,
    begin: number,
    end: number,
  ): void;
  findConversions(
    side: number,
    domain: number,
    any: number,
    captures: number,
    answers: number,
    forced: number,
    begin: number,
    end: number,
  ): void;
  /** Returns the longest distance, in plies. */
  sortConversions(
    side: number,
    wins: number,
    loses: number,
    holds: number,
    among: number,
    begin: number,
    end: number,
  ): number;
  findUnmoves(
    color: number,
    x: number,
    among: number,
    goals: number,
    out: number,
    begin: number,
    end: number,
  ): void;
  /** Does the operations of a list (layout.ts), one after another. */
  combine(list: number, count: number, begin: number, end: number): void;
  /** Returns how many placements the set has. */
  enterCode(side: number, set: number, code: number, begin: number, end: number): number;
  flagSet(set: number, begin: number, end: number): void;
  findDecided(
    side: number,
    plies: number,
    won: number,
    lost: number,
    wins: number,
    loses: number,
    begin: number,
    end: number,
  ): void;
  /** Returns how many placements are decided. */
  enterDecided(side: number, plies: number, begin: number, end: number): number;
  /** `from`: i16 by index. */
  spreadCodes(side: number, from: number, begin: number, end: number): void;
  /** `out`: i16 by index from `start` on. */
  finishCodes(
    side: number,
    covered: number,
    open: number,
    apart: number,
    most: number,
    out: number,
    start: number,
    begin: number,
    end: number,
  ): void;
  /** `address`: where edges are written from now on, or 0 to count them only. */
  startEdges(address: number): void;
  /** Both return how many edges there are since they were started. */
  findPassants(side: number, domain: number, forced: number, begin: number, end: number): number;
  findPasses(set: number, begin: number, end: number): number;
  /** Drops edges that do not matter any more; returns how many are left. */
  markEdges(side: number, plies: number, list: number, length: number): number;
  clearEdges(side: number, list: number, length: number): void;
}

const bytesOf = { 1: kernelOf1, 2: kernelOf2, 4: kernelOf4 };

/** Bytes of scratch memory for slabs of this many bytes. */
export function scratchBytes(slabBytes: number): number {
  return SCRATCH_SLABS + SCRATCH_SLAB_COUNT * (slabBytes + MOST_FLAG_BYTES);
}

/** Compiles the kernel for memory that threads share, or that one has for itself. */
export function compileGeneral(words: 1 | 2 | 4, shared: boolean): WebAssembly.Module {
  const bytes = bytesOf[words]();
  return new WebAssembly.Module(shared ? withSharedMemory(bytes) : bytes);
}

export function instantiateGeneral(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): GeneralKernel {
  const abort = () => {
    throw new Error('the kernel was aborted');
  };
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort } });
  return exports as unknown as GeneralKernel;
}
