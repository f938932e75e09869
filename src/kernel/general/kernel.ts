import { kernelOf1, kernelOf2, kernelOf4 } from './generated/generalBytes.ts';

/** The kernel of the general set solver (assembly/index.ts). Sets are named `2 * name + side`: see sets.ts. */
export interface GeneralKernel {
  /** `scratch`: {@link scratchBytes} bytes for this thread alone. */
  useFrame(address: number, scratch: number): void;
  findPlaced(out: number, slab: number): void;
  findChecks(color: number, placed: number, out: number, slab: number): void;
  /** `least`: how many pieces must be there; `safe`: must none of them be attacked? */
  findGoals(
    color: number,
    placed: number,
    least: number,
    safe: boolean,
    out: number,
    slab: number,
  ): void;
  /** A set of 0 is not wanted: set 0 is none of these. */
  findConversions(
    side: number,
    domain: number,
    any: number,
    captures: number,
    answers: number,
    forced: boolean,
    slab: number,
  ): void;
  /** Returns the longest distance, in plies. */
  sortConversions(
    side: number,
    wins: number,
    loses: number,
    holds: number,
    among: number,
    slab: number,
  ): number;
  placeConversions(side: number, wins: number, loses: number, slab: number): void;
  findUnmoves(
    color: number,
    x: number,
    among: number,
    goals: boolean,
    out: number,
    slab: number,
  ): void;
  /** `op`: see {@link COMBINE}. */
  combine(op: number, left: number, right: number, out: number, slab: number): void;
  enterCode(side: number, set: number, code: number, slab: number): number;
  flagSet(set: number, slab: number): number;
  findDecided(
    side: number,
    plies: number,
    won: boolean,
    lost: boolean,
    wins: boolean,
    loses: boolean,
    slab: number,
  ): void;
  enterDecided(side: number, plies: number, slab: number): number;
  /** `address`: where edges are written from now on, or 0 to count them only. */
  startEdges(address: number): void;
  findPassants(side: number, domain: number, forced: boolean, slab: number): number;
  findPasses(set: number, slab: number): number;
  markEdges(side: number, plies: number, list: number, length: number): void;
  clearEdges(side: number, list: number, length: number): void;
  /** `apart`: 0 for none. `counts`: see {@link COUNTS_BYTES}. */
  finishCodes(
    side: number,
    covered: number,
    open: number,
    apart: number,
    plain: boolean,
    weight: number,
    counts: number,
    slab: number,
  ): void;
}

/** Bytes of an edge of `findPassants`; its code, an i32, is at 8. */
export const EDGE_BYTES = 16;

/** Bytes of three lists of u64 by `code + 32768`: positions of the board, up to symmetry, and of the board but counted apart. */
export const COUNTS_BYTES = 3 * (8 << 16);

export const COMBINE = { and: 0, or: 1, andNot: 2 } as const;

const bytesOf = { 1: kernelOf1, 2: kernelOf2, 4: kernelOf4 };

/** Bytes of scratch memory for slabs of this many bytes. */
export function scratchBytes(slabBytes: number): number {
  return 16384 + 3 * (slabBytes + 512);
}

export function makeGeneralKernel(memory: WebAssembly.Memory, words: 1 | 2 | 4): GeneralKernel {
  const module = new WebAssembly.Module(bytesOf[words]());
  const abort = () => {
    throw new Error('the kernel was aborted');
  };
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort } });
  return exports as unknown as GeneralKernel;
}
