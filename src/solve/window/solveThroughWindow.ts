import type { Kernel } from '../../kernel/kernel.ts';
import { type Frame, slabsAtOnceOf, tallyBytes } from '../../kernel/kernelFrame.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { SETS_A_SIDE } from '../../kernel/layout.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { CodeBytes } from '../../table/values.ts';
import type { Stretch } from '../sets/checkpoint.ts';
import type { Control } from '../sets/control.ts';
import { codeBytesFor } from '../sets/distanceBits.ts';
import type { Frames } from '../sets/frames.ts';
import type { LayoutShape, TableLayout } from '../sets/layout.ts';
import type { SolvedTable } from '../sets/solvedTables.ts';
import type { Team } from '../sets/team.ts';
import { Log, type LogStore } from './log.ts';
import { PageStore, type RawStore } from './pages.ts';
import { pagesOfSets, Window } from './window.ts';
import type { WindowCodes } from './windowCodes.ts';
import { passing, Rows, type WindowRooms, type WindowShape } from './windowPasses.ts';
import { WindowSolver } from './windowSolver.ts';

/** Where a table's sets and log are that are not in the kernel's memory. */
export interface WindowStores {
  /** Bytes of the kernel's memory for the pages of all workers. */
  readonly bytes: number;
  /** Memory for pages besides: see makeBuffers. */
  readonly buffers: readonly SharedArrayBuffer[];
  /** Pages that do not fit into it, and the log. */
  readonly pages: RawStore;
  readonly log: LogStore;
}

/** What a worker of the set solver lends. */
interface Bench {
  readonly rules: RuleSet;
  readonly memory: KernelMemory;
  readonly kernel: Kernel;
  readonly frames: Frames;
  readonly team: Team;
  readonly control: Control;
  /** Of each worker, for the barrier of its frame. */
  readonly syncs: readonly number[];
  readonly block: number;
  readonly layout: TableLayout;
  readonly codes: SolvedTable;
  readonly tally: number;
}

/** Checkpoints are not written more often, in milliseconds, and take no more than this part of the time. */
const LEAST_PAUSE = 2000;
const SAVING = 1 / 20;
/** A piece that slabs fix third leads to 63 others: they are one task. */
const THIRD_SLABS = 64;
/** Pages of a task otherwise. */
const TASK_PAGES = 8;
/** Sets of a side that pages are kept of, at most: those of a terminal layer. */
const KEPT_SETS = 11;
/** About how many bytes a log has for each placement of a side: 0.5 for KQRvkr, 0.9 for KQvkr (bench/window.ts). */
const LOG_BYTES = 1;
/** Of shapes that only places are counted of. */
const NO_BITS = { distanceBits: 0, conversionBits: 0 };
/** i32 that workers share: what plies have, in turn, and the longest distance of a conversion. */
const TURNS = 3;
const LONGEST = TURNS;
const SHARED = TURNS + 1;
/** Of a ply, or of going on from a checkpoint: something was found; the log is damaged. Of a ply: a checkpoint is due. */
const FOUND = 1;
const DUE = 2;

/** `saves`: a checkpoint is due, as it is after the last ply. */
export interface PlyDone {
  readonly ply: number;
  readonly found: boolean;
  readonly saves: boolean;
}

/**
 * A worker's part of solving a table, or groups of it, through a window. Every worker of a team makes the same calls. Codes go to
 * the table's place in memory; a table without such a place keeps its log, from which they are made.
 */
export class WindowTeam {
  private readonly bench: Bench;
  private readonly frame: Frame;
  private readonly first: Frame;
  private readonly store: Int32Array;
  private readonly log: Log;
  private readonly shared: Int32Array;
  /** i32, 1: the log has all of a table, and draws are counted. */
  private readonly finished: Int32Array;
  private readonly solver: WindowSolver;
  private readonly rooms: readonly number[];
  /** Has the table a place in memory? */
  private readonly isPlaced: boolean;
  /** Between what the workers of the team stop together. */
  private step = 0;
  /** What a checkpoint holds, but for {@link pliesDone}. */
  readonly state: readonly Stretch[];
  /** The plies that are done. */
  pliesDone = 0;

  constructor(bench: Bench, stores: WindowStores, forbids: boolean) {
    const { memory, kernel, frames, team, control, layout, codes, syncs, tally, rules } = bench;
    this.isPlaced = codes.addresses.some((address) => address > 0);
    const { distanceBits } = codes;
    const conversionBits = frames.conversionBits(layout, codes);
    const shape = windowShape(layout.shape, { distanceBits, conversionBits }, forbids);
    let flags: readonly number[] | undefined;
    const all = Array.from({ length: team.size }, (_, i) => {
      const places = { workers: 1, sync: syncs[i]!, tally, window: { flags } };
      const frame = frames.make(layout, { ...codes, distanceBits: conversionBits }, places);
      flags ??= frame.flagAddresses;
      return frame;
    });
    this.bench = bench;
    this.first = all[0]!;
    this.frame = all[team.index]!;
    const pages = pagesOfSets(shape);
    const words = PageStore.words(pages);
    this.store = memory.i32(memory.allocate(4 * words), words);
    this.shared = memory.i32(memory.allocate(4 * SHARED), SHARED);
    const tasks = Math.ceil(shape.slabs / shape.slabsOfTask);
    const { count: rows } = new Rows(distanceBits);
    this.log = new Log(memory, kernel, stores.log, { rows, tasks });
    const counts = { address: tally, bytes: tallyBytes(distanceBits) };
    const finished = { address: memory.allocate(4), bytes: 4 };
    this.finished = memory.i32(finished.address, 1);
    this.state = [counts, finished, ...this.log.state];
    this.rooms = all.map(() => frames.conversionRoom(layout));
    const pageBytes = shape.slabsAtOnce * shape.slabBytes;
    const zeros = memory.allocate(pageBytes);
    const places = Math.floor(stores.bytes / team.size / pageBytes);
    const own = all.map(() => ({
      base: memory.allocate(places * pageBytes),
      rooms: allocateRooms(memory, shape, this.isPlaced ? 0 : codes.codeBytes),
    }));
    const { base, rooms } = own[team.index]!;
    const store = new PageStore(pages, pageBytes, this.store, stores.buffers, stores.pages);
    const { frame, log } = this;
    const window = new Window(kernel, memory, frame, store, shape, { base, places, zeros });
    memory.u8(zeros, pageBytes).fill(0);
    this.solver = new WindowSolver({
      rules,
      memory,
      kernel,
      frame,
      team,
      window,
      log,
      shape,
      rooms,
      stops: () => {
        control.begin(this.step);
        return control.stopsAfter(this.step);
      },
    });
  }

  /**
   * Has the log what a checkpoint says that was restored to {@link state}? Then no other process goes on with it; otherwise
   * nothing is counted.
   */
  takeOver(): boolean {
    const { team } = this.bench;
    const { shared, log } = this;
    if (team.index === 0) {
      shared[LONGEST] = log.takeOver() ? 1 : 0;
      if (shared[LONGEST] === 0) this.counted().fill(0);
    }
    team.meet();
    const isOwn = shared[LONGEST] === 1;
    team.meet();
    return isOwn;
  }

  private counted(): Uint8Array {
    const { address, bytes } = this.state[0]!;
    return this.bench.memory.u8(address, bytes);
  }

  /** Solves the whole table from where `pliesDone` are done, or one group of pawns. `onPly` may throw. */
  async solve(
    group: number | undefined,
    pliesDone: number,
    onPly: (ply: PlyDone) => Promise<void>,
  ): Promise<'solved' | 'stopped' | 'damaged'> {
    const { control, codes } = this.bench;
    const { solver } = this;
    this.pliesDone = pliesDone;
    const begun = this.begin(group);
    const end = begun === 'begun' ? await this.decide(onPly) : begun;
    if (end !== 'solved') return end;
    this.step++;
    if (this.isPlaced) solver.codes(codes.codeBytes, this.pliesDone).write();
    return control.stopsAfter(this.step) ? 'stopped' : 'solved';
  }

  /** Decides ply after ply, and counts draws. */
  private async decide(onPly: (ply: PlyDone) => Promise<void>): Promise<'solved' | 'stopped'> {
    const { team, control } = this.bench;
    const { shared, solver } = this;
    let due = performance.now() + LEAST_PAUSE;
    for (let ply = this.pliesDone + 1; ; ply++) {
      const distance = (ply + 1) >> 1;
      const turn = ply % TURNS;
      this.step++;
      if (team.index === 0) {
        shared[(ply + 1) % TURNS] = 0;
        if (performance.now() > due) Atomics.or(shared, turn, DUE);
      }
      if (solver.ply(distance, ply % 2 === 1)) Atomics.or(shared, turn, FOUND);
      team.meet();
      const found = Atomics.load(shared, turn);
      if (control.stopsAfter(this.step)) {
        if (team.index === 0) this.forget(ply);
        return 'stopped';
      }
      this.pliesDone = ply;
      const isLast = !(found & FOUND) && (ply + 2) >> 1 > shared[LONGEST]!;
      const saves = isLast || (found & DUE) !== 0;
      const done = performance.now();
      await onPly({ ply, found: (found & FOUND) !== 0, saves });
      const now = performance.now();
      if (saves) due = now + Math.max(LEAST_PAUSE, (now - done) / SAVING);
      if (isLast) break;
    }
    this.step++;
    solver.countDraws();
    if (control.stopsAfter(this.step)) return 'stopped';
    if (team.index === 0) this.finished[0] = 1;
    team.meet();
    return 'solved';
  }

  /** Finds what the first ply starts from that is not done, if there is one. */
  private begin(group: number | undefined): 'begun' | 'solved' | 'stopped' | 'damaged' {
    const { kernel, frames, team, control, layout, codes, block } = this.bench;
    const { frame, first, shared, finished, solver, pliesDone } = this;
    if (group === undefined) frames.useTable(frame, layout, codes);
    else frames.useGroup(frame, layout, group, codes, this.rooms[team.index]!);
    first.clearShare(team.index, team.size);
    const counted = this.counted();
    const before = counted.slice();
    team.meet();
    if (team.index === 0) {
      this.store.fill(0);
      shared.fill(0);
      if (pliesDone === 0) {
        this.log.clear();
        finished[0] = 0;
      }
    }
    kernel.useFrame(frame.address, block);
    this.step++;
    team.meet();
    const isSolved = finished[0] === 1;
    if (!isSolved) solver.findTerminal(pliesDone === 0);
    if (control.stopsAfter(this.step)) return 'stopped';
    raise(shared, LONGEST, solver.longestConversion());
    if (pliesDone > 0) {
      this.step++;
      const isDamaged = isSolved ? solver.isDamaged() : solver.replay(pliesDone);
      if (isDamaged) Atomics.store(shared, pliesDone % TURNS, FOUND);
      // What the terminal layer counted is counted there already.
      if (team.index === 0) counted.set(before);
    }
    team.meet();
    if (control.stopsAfter(this.step)) return 'stopped';
    if (shared[pliesDone % TURNS] === 0) return isSolved ? 'solved' : 'begun';
    if (team.index === 0) counted.fill(0);
    return 'damaged';
  }

  /** Undoes what a ply has written down that was not finished. */
  private forget(ply: number): void {
    const { memory, tally } = this.bench;
    this.log.forget(ply);
    memory.u64(tally + 32 * ply, 4).fill(0n);
  }

  /** Before a checkpoint is written. For worker 0. */
  sync(): void {
    this.log.sync();
  }

  /** Of a table that is solved and has no place in memory. */
  codes(codeBytes: CodeBytes): WindowCodes {
    return this.solver.codes(codeBytes, this.pliesDone);
  }

  /** The positions that are decided before a ply, up to symmetry. */
  decidedBefore(ply: number): number {
    return this.frame.decidedBefore(ply);
  }
}

function raise(words: Int32Array, at: number, value: number): void {
  let known = Atomics.load(words, at);
  while (known < value) {
    const found = Atomics.compareExchange(words, at, known, value);
    if (found === known) return;
    known = found;
  }
}

function windowShape(
  { slabs, dimensions, pawnless, fixedCount }: LayoutShape,
  bits: Pick<WindowShape, 'distanceBits' | 'conversionBits'>,
  forbids: boolean,
): WindowShape {
  const slabsAtOnce = slabsAtOnceOf(dimensions);
  const third = pawnless && fixedCount > 2;
  return {
    slabs,
    slabsAtOnce,
    slabsOfTask: third ? THIRD_SLABS : TASK_PAGES * slabsAtOnce,
    slabBytes: dimensions === 1 ? 16 : 8 * 64 ** (dimensions - 1),
    slabCodes: 64 ** dimensions,
    planes: dimensions === 3 ? 64 : 1,
    ...bits,
    forbids,
    third,
  };
}

/** The most bytes of the record of one set of a slab, and of all conversions of one side. */
function recordBytes({ slabBytes, planes, conversionBits }: WindowShape): [number, number] {
  const head = 12 + 8 * planes;
  // Of each placement a byte, and of its word another: no two records have the same.
  return [head + (slabBytes * 9) / 8, 2 ** (conversionBits + 1) * head + 2 * 8 * slabBytes];
}

/** `codeBytes`: of a table whose codes have no place, else 0. */
function allocateRooms(
  memory: KernelMemory,
  shape: WindowShape,
  codeBytes: CodeBytes | 0,
): WindowRooms {
  const { slabsAtOnce, slabsOfTask, slabBytes, conversionBits } = shape;
  const [set, conversions] = recordBytes(shape);
  const page = slabsAtOnce * slabBytes;
  const chunkBytes = Math.ceil(slabsOfTask * set);
  const codes = slabsOfTask * shape.slabCodes * codeBytes;
  return {
    passing: memory.allocate(2 * passing.length * page),
    distances: memory.allocate(2 * conversionBits * page),
    chunks: [memory.allocate(chunkBytes), memory.allocate(chunkBytes)],
    chunkBytes,
    records: memory.allocate(Math.ceil(Math.max(set, conversions))),
    ends: memory.allocate(12 * 2 ** (conversionBits + 1)),
    sources: memory.allocate(4 * 128),
    codes: codes === 0 ? undefined : [memory.allocate(codes), memory.allocate(codes)],
  };
}

/** The most pages that one side's unmoves into a page are found from. */
function mostSources({ slabs, slabsAtOnce, third }: WindowShape): number {
  const pages = Math.ceil(slabs / slabsAtOnce);
  const kings = 1 + 8;
  if (third) {
    // A page has slabs of one pair of kings, or of several whole pairs; a king's move may scatter the third piece's squares.
    const most = slabsAtOnce === 1 ? kings + THIRD_SLABS - 1 : (kings * THIRD_SLABS) / slabsAtOnce;
    return Math.min(pages, most);
  }
  // Neighbours of a page of many small slabs may lie on any other.
  return slabsAtOnce === 1 ? Math.min(pages, kings) : pages;
}

/** The fewest bytes of a window that solve a table: what two sides read and write of a page in one ply. */
export function leastWindow(layout: LayoutShape, workers: number): number {
  const shape = windowShape(layout, NO_BITS, true);
  const places = 2 * (2 * mostSources(shape) + 3);
  return workers * places * shape.slabsAtOnce * shape.slabBytes;
}

/** The most bytes of all pages that are kept outside of a window at a time, and about how many a log takes. */
export function storeBytes(layout: LayoutShape, placements: number): [pages: number, log: number] {
  const { slabs, slabBytes } = windowShape(layout, NO_BITS, true);
  return [2 * KEPT_SETS * slabs * slabBytes, LOG_BYTES * 2 * placements];
}

/** About how many bytes of the kernel's memory solving through a window takes, besides the window itself. */
export function windowBytes(layout: LayoutShape, distanceBits: number, workers: number): number {
  const shape = windowShape(layout, { distanceBits, conversionBits: distanceBits }, true);
  const { slabs, slabsAtOnce, slabsOfTask, slabBytes, slabCodes, planes } = shape;
  const codes = layout.pawnless ? 2 * slabsOfTask * slabCodes * codeBytesFor(distanceBits) : 0;
  const [set, conversions] = recordBytes(shape);
  const page = slabsAtOnce * slabBytes;
  const own =
    (2 * passing.length + 2 * distanceBits) * page +
    2 * slabsOfTask * set +
    Math.max(set, conversions) +
    codes +
    4 * slabsAtOnce * planes * 2 ** distanceBits +
    slabs * (256 + 4 * 2 * SETS_A_SIDE);
  const shared =
    4 * PageStore.words(pagesOfSets(shape)) +
    Log.bytes(new Rows(distanceBits).count, Math.ceil(slabs / slabsOfTask)) +
    16 * slabs * (planes + 1);
  return workers * own + shared + (1 << 20);
}
