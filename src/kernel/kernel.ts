import { kernelBytes } from './generated/kernelBytes.ts';
import { withSharedMemory } from './sharedMemory.ts';

/** The functions of the compiled kernel (assembly/index.ts). Addresses are bytes in its memory. */
export interface Kernel {
  useFrame(frame: number, block: number): void;
  initMoves(): void;
  initPackedWords(): void;
  findLegal(): void;
  findConversions(): void;
  movesWithin(color: number, from: number, to: number): void;
  movesInto(color: number, from: number, conversions: number, to: number): void;
  combine(op: number, left: number, right: number, out: number): void;
  /** Makes these sets the state before ply 1; `forbidden` is -1 if there is no such set. */
  beginPlies(color: number, lost: number, stuck: number, mated: number, forbidden: number): void;
  /** Truthy if this worker has decided something. */
  ply(distance: number, winning: number): number;
  /** Counts a set as draws, in an entry of the tally: see drawnPly in kernelFrame.ts. */
  tallyDrawn(name: number, color: number, entry: number): void;
  // For a window over slabs: see assembly/records.ts.
  /** Limits what this worker does to slabs from `first` on and before `end`. */
  workOn(first: number, end: number): void;
  listSources(color: number, slab: number, out: number): number;
  /** See assembly/thirdPass.ts. */
  findThirdMoves(name: number, first: number, found: number): number;
  packFrontier(name: number, color: number, slab: number, out: number): number;
  packSet(name: number, color: number, slab: number, out: number): number;
  packConversions(color: number, slab: number, out: number, ends: number): number;
  offer(name: number, color: number, distance: number, record: number): number;
  withdraw(name: number, color: number, slab: number, distance: number): void;
  blankCodes(color: number, slab: number): void;
  enterCode(color: number, code: number, record: number): number;
  takeOut(name: number, color: number, record: number): number;
  putIn(name: number, color: number, record: number): number;
  noteRecords(color: number, record: number, end: number): void;
  findFlags(name: number, color: number, slab: number): void;
  clear(address: number, bytes: number): void;
  checksum(address: number, bytes: number): number;
  hasBits(address: number, bytes: number): number;
  /** `bits`: how many the table's distances take. */
  writeCodes(bits: number): void;
}

export const COMBINE = { and: 0, or: 1, andNot: 2 } as const;

/** An instance of the kernel over a memory. Each thread needs its own. */
export function makeKernel(memory: WebAssembly.Memory): Kernel {
  const shared = !(memory.buffer instanceof ArrayBuffer);
  const bytes = kernelBytes();
  const module = new WebAssembly.Module(shared ? withSharedMemory(bytes) : bytes);
  const abort = () => {
    throw new Error('the kernel was aborted');
  };
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort } });
  return exports as unknown as Kernel;
}
