import type { Kernel } from '../../kernel/kernel.ts';
import { type Frame, tallyBytes } from '../../kernel/kernelFrame.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { CodeBytes } from '../../table/values.ts';
import type { Stretch } from '../sets/checkpoint.ts';
import type { Control } from '../sets/control.ts';
import type { Frames } from '../sets/frames.ts';
import type { TableLayout } from '../sets/layout.ts';
import type { SolvedTable } from '../sets/solvedTables.ts';
import type { Team } from '../sets/team.ts';
import type { CodeStore } from './codeBlocks.ts';
import { sourcesOf } from './finishedSources.ts';
import { type FinishedStore, FinishedTargets } from './finishedTargets.ts';
import { GroupCodes } from './groupCodes.ts';
import { GroupTargets } from './groupTargets.ts';
import { GrowingStore, type LogStore } from './growing.ts';
import { Log } from './log.ts';
import { PageStore, type RawStore } from './pages.ts';
import { allocateRooms, divideWindow, windowShape } from './rooms.ts';
import { pagesOfSets, Window } from './window.ts';
import type { WindowCodes } from './windowCodes.ts';
import { Rows } from './windowPasses.ts';
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
  /** Of a table with pawns: the codes of groups that are solved. */
  readonly codes?: CodeStore;
  /** Of such a table: tables that its groups' conversions lead to, if some are not in memory. */
  readonly finished?: FinishedStore;
}

/** What a worker of the set solver lends. */
export interface Bench {
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
export const LEAST_PAUSE = 2000;
const SAVING = 1 / 60;

/** How long to wait, in milliseconds, after a checkpoint that took so long. */
export function pauseAfter(saving: number): number {
  return Math.max(LEAST_PAUSE, saving / SAVING);
}

/** i32 that workers share: what plies have, in turn, and the longest distance of a conversion. */
const TURNS = 3;
const LONGEST = TURNS;
const SHARED = TURNS + 1;
/** Of a ply, or of going on from a checkpoint: something was found; the log is damaged. Of a ply: a checkpoint is due. */
const FOUND = 1;
const DUE = 2;

type OnPly = (ply: PlyDone) => Promise<void>;

/** `saves`: a checkpoint is due, as it is after the last ply. */
export interface PlyDone {
  readonly ply: number;
  readonly found: boolean;
  readonly saves: boolean;
}

/**
 * A worker's part of solving a table, or groups of it, through a window. Every worker of a team makes the same calls. A table
 * without pawns keeps its log, from which codes are made; of one with pawns the codes of each group are kept.
 */
export class WindowTeam {
  private readonly bench: Bench;
  private readonly frame: Frame;
  private readonly first: Frame;
  private readonly store: Int32Array;
  private readonly log: Log;
  /** Of a table with pawns. */
  private readonly groups: GroupCodes | undefined;
  private readonly targets: GroupTargets | undefined;
  private readonly finished: FinishedTargets | undefined;
  /** What outlives the run if anything does. */
  private readonly lasting: GrowingStore;
  private readonly shared: Int32Array;
  /** i32, 1: the log has all of a table, and draws are counted. */
  private readonly ended: Int32Array;
  private readonly solver: WindowSolver;
  private readonly rooms: readonly number[];
  /** The number of plies that there can be. */
  private readonly plies: number;
  /** Between what the workers of the team stop together. */
  private step = 0;
  /** What a checkpoint holds, but for {@link pliesDone}. */
  readonly state: readonly Stretch[];
  /** The plies that are done. */
  pliesDone = 0;

  constructor(bench: Bench, stores: WindowStores, forbids: boolean) {
    const { memory, kernel, frames, team, control, layout, codes, syncs, tally, rules } = bench;
    const { distanceBits, codeBytes } = codes;
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
    const { count: rows, plies } = new Rows(distanceBits);
    this.plies = plies;
    const logged = new GrowingStore(memory, stores.log);
    this.log = new Log(memory, kernel, logged, { rows, tasks });
    const counts = { address: tally, bytes: tallyBytes(distanceBits) };
    const ended = { address: memory.allocate(4), bytes: 4 };
    this.ended = memory.i32(ended.address, 1);
    this.rooms = all.map(() => frames.conversionRoom(layout));
    const pageBytes = shape.slabsAtOnce * shape.slabBytes;
    const zeros = memory.allocate(pageBytes);
    const { places, homes } = divideWindow(layout.shape, stores.bytes, team.size);
    const own = all.map(() => ({
      base: memory.allocate(places * pageBytes),
      rooms: allocateRooms(memory, shape, codeBytes, layout.shape.pawns),
    }));
    for (const [i, { rooms }] of own.entries()) all[i]!.useRecords(rooms.frontiers.records);
    const { base, rooms } = own[team.index]!;
    if (layout.shape.pawnless) {
      this.lasting = logged;
      this.state = [counts, ended, ...this.log.state];
    } else {
      const kept = stores.codes!;
      const { groups } = layout.shape;
      const of = { codeBytes, taskCodes: shape.taskCodes, groups, tasksOfGroup: tasks };
      this.groups = new GroupCodes(memory, kept, rooms.codes, of);
      this.lasting = this.groups.growing;
      this.targets = new GroupTargets(memory, rooms.targets, this.groups, shape);
      this.state = [counts, ...this.groups.state];
      const sources = sourcesOf(rules, layout.material, (name) => frames.awayBytes(name));
      if (sources.length > 0) {
        const [buffer] = stores.buffers;
        this.finished = new FinishedTargets(memory, team, stores.finished!, buffer, sources, shape);
      }
    }
    const store = new PageStore(pages, pageBytes, this.store, stores.buffers, stores.pages, {
      address: memory.allocate(homes * pageBytes),
      count: homes,
    });
    const { frame, log, targets, finished } = this;
    const window = new Window(kernel, memory, frame, store, shape, { base, places, zeros });
    memory.u8(zeros, pageBytes).fill(0);
    const stops = () => {
      control.begin(this.step);
      return control.stopsAfter(this.step);
    };
    const parts = { rules, memory, kernel, frame, team, window, log, shape, rooms, stops };
    this.solver = new WindowSolver(parts, (task) => {
      targets?.load(task);
      finished?.load(task);
    });
  }

  /**
   * Is there still what a checkpoint says that was restored to {@link state}? Then no other process goes on with it; otherwise
   * nothing is counted.
   */
  takeOver(): boolean {
    const isOwn = this.agree(() => this.lasting.takeOver());
    if (!isOwn && this.bench.team.index === 0) this.counted().fill(0);
    return isOwn;
  }

  /** What worker 0 says, for all. */
  agree(says: () => boolean): boolean {
    const { team } = this.bench;
    const { shared } = this;
    if (team.index === 0) shared[LONGEST] = says() ? 1 : 0;
    team.meet();
    const agreed = shared[LONGEST] === 1;
    team.meet();
    return agreed;
  }

  private counted(): Uint8Array {
    const { address, bytes } = this.state[0]!;
    return this.bench.memory.u8(address, bytes);
  }

  /** Solves a table without pawns from where `pliesDone` are done. `onPly` may throw. */
  async solve(pliesDone: number, onPly: OnPly): Promise<'solved' | 'stopped' | 'damaged'> {
    this.pliesDone = pliesDone;
    const { frames, layout, codes } = this.bench;
    frames.useTable(this.frame, layout, codes);
    const begun = this.begin();
    return begun === 'begun' ? this.decide(onPly) : begun;
  }

  /** Before groups of a table are solved: `anew` if none are. */
  beginGroups(anew: boolean): void {
    const { team } = this.bench;
    if (team.index === 0) {
      if (anew) this.groups!.clear();
      this.finished?.clear();
    }
    team.meet();
  }

  /** When all are solved. */
  endGroups(): void {
    const { team } = this.bench;
    // What they needed takes more of the disk than they do.
    if (team.index === 0) this.finished?.clear();
  }

  /** Are the codes of these groups not what was written? */
  areDamaged(groups: readonly number[]): boolean {
    const { team } = this.bench;
    const { shared, solver } = this;
    this.step++;
    if (team.index === 0) shared.fill(0);
    team.meet();
    if (solver.areDamaged(this.groups!, groups)) Atomics.store(shared, 0, FOUND);
    team.meet();
    if (shared[0] === 0) return false;
    if (team.index === 0) this.counted().fill(0);
    return true;
  }

  /** Solves a group of pawns; those that its moves lead to are solved. `onPly` may throw. */
  async solveGroup(group: number, onPly: OnPly): Promise<'solved' | 'stopped'> {
    const { control, team } = this.bench;
    const before = this.counted().slice();
    this.pliesDone = 0;
    const isUsed = await this.useGroup(group);
    if (isUsed && this.begin() === 'begun' && (await this.decide(onPly)) === 'solved') {
      this.step++;
      this.solver.keep(this.groups!, group, this.pliesDone);
      if (!control.stopsAfter(this.step)) return 'solved';
    }
    if (team.index === 0) this.counted().set(before);
    return 'stopped';
  }

  /** Decides ply after ply, and counts draws. */
  private async decide(onPly: OnPly): Promise<'solved' | 'stopped'> {
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
      if (saves) due = now + pauseAfter(now - done);
      if (isLast) break;
    }
    this.step++;
    solver.countDraws();
    if (control.stopsAfter(this.step)) return 'stopped';
    if (team.index === 0) this.ended[0] = 1;
    team.meet();
    return 'solved';
  }

  /** Fills the frame with a group, and brings in what its conversions need. False if the team was asked to stop. */
  private async useGroup(group: number): Promise<boolean> {
    const { frames, layout, codes, team, control } = this.bench;
    const { frame, finished, rooms } = this;
    const { name } = layout.material;
    const room = rooms[team.index]!;
    const away = frames.useGroup(frame, layout, group, codes, room, finished?.kings);
    this.targets!.use(away.filter(({ table }) => table === name));
    const others = away.filter(({ table }) => table !== name);
    const stops = () => {
      control.begin(this.step + 1);
      team.meet();
      return control.stopsAfter(++this.step);
    };
    await finished?.use(others, stops);
    return !control.stopsAfter(this.step);
  }

  /** Finds what the first ply starts from that is not done, if there is one. */
  private begin(): 'begun' | 'solved' | 'stopped' | 'damaged' {
    const { kernel, team, control, block } = this.bench;
    const { frame, first, shared, ended, solver, pliesDone } = this;
    first.clearShare(team.index, team.size);
    const counted = this.counted();
    const before = counted.slice();
    team.meet();
    if (team.index === 0) {
      this.store.fill(0);
      shared.fill(0);
      if (pliesDone === 0) {
        this.log.clear();
        ended[0] = 0;
      }
    }
    kernel.useFrame(frame.address, block);
    this.step++;
    team.meet();
    const isSolved = ended[0] === 1;
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
    this.lasting.sync();
  }

  /** Of a table that is solved. */
  codes(codeBytes: CodeBytes): WindowCodes {
    const { solver, groups, pliesDone } = this;
    return solver.codes(groups?.all(codeBytes) ?? solver.logCodes(codeBytes, pliesDone));
  }

  /** The positions that are decided before a ply, by default so far, up to symmetry. */
  decidedBefore(ply = this.plies): number {
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
