import { unwrap } from '../../board/result.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { drawnPly, type Frame, SET, tallyBytes } from '../../kernel/kernelFrame.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { BLOCK_BYTES } from '../../kernel/layout.ts';
import { checkSetwise } from '../../rules/folding.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { CodeBytes } from '../../table/values.ts';
import type { CheckpointEvent } from '../generation.ts';
import type { ThroughWindow, WindowRun } from '../window/runs.ts';
import type { WindowCodes } from '../window/windowCodes.ts';
import type { CheckpointStore, Stretch } from './checkpoint.ts';
import type { Control, TeamProgress } from './control.ts';
import { checkDistance, tooNarrow } from './distanceBits.ts';
import { Frames } from './frames.ts';
import { batchesOf, fitsInPlace, TableLayout } from './layout.ts';
import { type SolvedTable, SolvedTables, sideBytes } from './solvedTables.ts';
import { Team } from './team.ts';
import { applyTerminal } from './terminal.ts';

/** Positions of one side to move: those decided at each ply, and draws. */
export interface PlyCounts {
  readonly plies: readonly number[];
  readonly draws: number;
}

/** By side to move: on the whole board and up to symmetry. */
export interface SolvedCounts {
  readonly board: readonly [PlyCounts, PlyCounts];
  readonly unique: readonly [PlyCounts, PlyCounts];
}

/** What a solve needs from its caller. */
export interface SolveOptions {
  readonly control: Control;
  /** Called by worker 0. */
  readonly progress?: (progress: TeamProgress) => void;
  readonly checkpoints?: CheckpointStore;
  /** Called by worker 0. */
  readonly onCheckpoint?: (event: CheckpointEvent) => void;
  /** How to solve with most of the table's sets outside of the kernel's memory: a browser has no such code. */
  readonly window?: ThroughWindow;
  /**
   * Awaited by each worker that solves a table through a window, while its codes can be had. They are not written to memory: its
   * place needs none. They have as many bytes as they are asked for.
   */
  readonly take?: (
    counts: SolvedCounts,
    codes: (codeBytes: CodeBytes) => WindowCodes,
    team: Team,
  ) => Promise<void>;
  /** The fewest pieces that slabs fix: see shapeOf. Default: 2. */
  readonly still?: number;
  /** Awaited between plies and between groups, on a thread that has other work to do too. */
  readonly pause?: () => Promise<void>;
}

/** The state of a table being solved. */
interface Solve {
  readonly layout: TableLayout;
  readonly codes: SolvedTable;
  readonly counts: Stretch;
  readonly options: SolveOptions;
}

/**
 * Retrograde analysis as set algebra (docs/how-it-works.md). Every worker of a team makes the same calls on its own
 * solver over the same memory.
 */
export class SetSolver {
  readonly memory: KernelMemory;
  readonly rules: RuleSet;
  readonly team: Team;
  readonly tables: SolvedTables;
  /** This worker alone, for tables too small to be worth waiting for the others to start. */
  private readonly alone: Team;
  /** The workers that solve the current table. */
  private acting: Team;
  private readonly kernel: Kernel;
  private readonly frames: Frames;
  private readonly syncs: readonly number[];
  /** u32: the highest address that worker 0 has used. */
  private readonly usedMark: number;
  private readonly block: number;

  constructor(
    rules: RuleSet,
    memory: KernelMemory,
    kernel: Kernel,
    index: number,
    workers: number,
  ) {
    this.rules = rules;
    this.memory = memory;
    this.kernel = kernel;
    this.tables = new SolvedTables(rules, memory);
    const teamSync = memory.allocate(64);
    this.syncs = Array.from({ length: workers + 1 }, () => memory.allocate(64));
    this.team = new Team(index, workers, memory.i32(teamSync, 4));
    this.usedMark = teamSync + 32;
    this.alone = new Team(0, 1, memory.i32(memory.allocate(64), 4));
    this.acting = this.team;
    this.frames = new Frames(rules, memory, this.tables);
    const blocks = Array.from({ length: workers }, () => memory.allocate(BLOCK_BYTES));
    this.block = blocks[index]!;
    kernel.useFrame(0, this.block);
    kernel.initMoves();
    kernel.initPackedWords();
  }

  /**
   * Solves a table and writes its codes to memory, where its place is allocated and all its targets are loaded. Every
   * worker gets the same counts, or undefined if the solve was stopped and left a checkpoint. `alone`: only worker 0
   * calls this.
   */
  async solveTable(
    material: Material,
    options: SolveOptions,
    alone = false,
  ): Promise<SolvedCounts | undefined> {
    unwrap(checkSetwise(this.rules, material));
    this.acting = alone ? this.alone : this.team;
    const { acting, memory } = this;
    const codes = this.tables.get(material.name)!;
    const mark = memory.mark();
    const layout = new TableLayout(this.rules.army, material, options.still);
    const bytes = tallyBytes(codes.distanceBits);
    const counts = { address: memory.allocate(bytes), bytes };
    const used = memory.u32(this.usedMark, 1);
    if (acting.index === 0) {
      memory.u8(counts.address, bytes).fill(0);
      used[0] = memory.fresh;
    }
    acting.meet();
    memory.noteUsed(used[0]!);
    const solve: Solve = { layout, codes, counts, options };
    const finished = options.window
      ? await this.solveThroughWindow(solve, options.window)
      : layout.shape.pawnless
        ? await this.solveTogether(solve)
        : await this.solveApart(solve);
    const result = finished ? this.readCounts(counts.address, codes.distanceBits) : undefined;
    acting.meet();
    memory.release(mark);
    return result;
  }

  /** A table without pawns is one group; the workers share its slabs. */
  private async solveTogether(solve: Solve): Promise<boolean> {
    const { layout, codes, counts } = solve;
    const { acting: team } = this;
    const frame = this.frames.make(layout, codes, {
      workers: team.size,
      sync: this.syncs[0]!,
      tally: counts.address,
      distanceRoom: fitsInPlace(layout.shape) ? codes.addresses : undefined,
    });
    this.frames.useTable(frame, layout, codes);
    frame.clearShare(team.index, team.size);
    team.meet();
    this.findTerminal(frame);
    const stretches = [counts, ...frame.state()];
    const pliesDone = await this.restore(solve, stretches);
    const lastPly = await this.runPlies(frame, solve, stretches, pliesDone);
    if (lastPly === undefined) return false;
    this.writeCodes(lastPly, codes);
    return true;
  }

  /** The last ply, or undefined if the team was asked to stop and has left a checkpoint. */
  private async runPlies(
    frame: Frame,
    solve: Solve,
    stretches: readonly Stretch[],
    pliesDone: number,
  ): Promise<number | undefined> {
    const { layout, codes, options } = solve;
    const { control, progress, pause } = options;
    const first = this.acting.index === 0;
    const longestConversion = frame.longestConversion();
    const total = 2 * layout.placements.size;
    for (let ply = pliesDone + 1; ; ply++) {
      if (first) {
        control.begin(ply);
        progress?.({ done: frame.decidedBefore(ply), total, ply });
      }
      const distance = distanceOf(ply);
      this.kernel.ply(distance, ply & 1);
      if (control.stopsAfter(ply)) {
        await this.save(solve, stretches, ply);
        return undefined;
      }
      const found = frame.decidedAt(ply);
      if (found) checkDistance(layout.material, distance, codes);
      if (!found && distanceOf(ply + 1) > longestConversion) return ply;
      if (pause) await pause();
    }
  }

  /** A table with pawns: the workers share its groups, those with advanced pawns first. */
  private async solveApart(solve: Solve): Promise<boolean> {
    const { layout, codes, counts, options } = solve;
    const { acting: team, frames } = this;
    const { control, progress, pause } = options;
    const { placements, material } = layout;
    const all = this.syncs
      .slice(1)
      .map((sync) => frames.make(layout, codes, { workers: 1, sync, tally: counts.address }));
    const rooms = all.map(() => frames.conversionRoom(layout));
    const [frame, room] = [all[team.index]!, rooms[team.index]!];
    const bytes = sideBytes(placements, codes);
    const stretches = [counts, ...codes.addresses.map((address) => ({ address, bytes }))];
    const batches = batchesOf(this.rules.army, material);
    const batchesDone = await this.restore(solve, stretches);
    if (team.index === 0) control.resetGroups();
    const before = batches.slice(0, batchesDone).flat().length;
    for (let step = batchesDone + 1; step <= batches.length; step++) {
      const batch = batches[step - 1]!;
      if (team.index === 0) control.begin(step);
      team.meet();
      for (let next = team.take(); next < batch.length; next = team.take()) {
        this.solveGroup(solve, frame, batch[next]!, room);
        const done = 2 * (before + control.countGroup()) * placements.groupSize;
        if (team.index === 0) progress?.({ done, total: 2 * placements.size, ply: 0 });
        if (pause) await pause();
      }
      team.meet();
      if (control.stopsAfter(step)) {
        await this.save(solve, stretches, step);
        return false;
      }
    }
    return true;
  }

  /** Solves one group of pawns on this worker alone. */
  private solveGroup({ layout, codes }: Solve, frame: Frame, group: number, room: number): void {
    this.frames.useGroup(frame, layout, group, codes, room);
    frame.clearShare(0, 1);
    this.findTerminal(frame);
    const longestConversion = frame.longestConversion();
    let ply = 1;
    for (; ; ply++) {
      const distance = distanceOf(ply);
      const found = this.kernel.ply(distance, ply & 1) !== 0;
      if (found) checkDistance(layout.material, distance, codes);
      if (!found && distanceOf(ply + 1) > longestConversion) break;
    }
    this.writeCodes(ply, codes);
  }

  /** The workers share the slabs of the table, or of one group of pawns after another. */
  private async solveThroughWindow(solve: Solve, through: ThroughWindow): Promise<boolean> {
    const { layout, codes, counts, options } = solve;
    const { rules, memory, kernel, frames, acting: team, block } = this;
    const { control, take } = options;
    const bench = { rules, memory, kernel, frames, team, control, block, layout, codes };
    const places = { syncs: this.syncs.slice(1), tally: counts.address };
    const codesOf = await through({ ...bench, ...places }, this.windowRun(solve));
    if (!codesOf) return false;
    await take?.(this.readCounts(counts.address, codes.distanceBits), codesOf, team);
    return true;
  }

  private windowRun(solve: Solve): WindowRun {
    const { layout, codes, options } = solve;
    const { placements, material } = layout;
    const { progress, pause, onCheckpoint, checkpoints } = options;
    const isFirst = this.acting.index === 0;
    return {
      ...{ material, isFirst, progress, pause },
      distanceBits: codes.distanceBits,
      total: 2 * placements.size,
      restore: (state) => this.restore(solve, state),
      save: async (state, done, sync) => {
        if (!checkpoints) return;
        if (isFirst) sync();
        await this.save(solve, state, done);
      },
      discard: (reason) => {
        const table = material.name;
        if (isFirst) onCheckpoint?.({ kind: 'checkpoint', table, action: 'discarded', reason });
      },
    };
  }

  /** Computes the sets that ply 1 starts from: legal placements, conversions, the terminal layer. */
  private findTerminal(frame: Frame): void {
    const { kernel } = this;
    kernel.useFrame(frame.address, this.block);
    kernel.findLegal();
    kernel.findConversions();
    applyTerminal(this.rules, kernel);
  }

  private writeCodes(lastPly: number, { distanceBits }: SolvedTable): void {
    const draws = drawnPly(distanceBits);
    for (const side of [0, 1]) {
      for (const name of [SET.stuck, SET.open]) this.kernel.tallyDrawn(name, side, draws);
    }
    this.kernel.writeCodes(32 - Math.clz32(distanceOf(lastPly)));
  }

  /** Reads a checkpoint into memory for all workers. Returns its number of finished plies, 0 if there is none. */
  private async restore(
    { layout, codes, options }: Solve,
    stretches: readonly Stretch[],
  ): Promise<number> {
    const { checkpoints, control, onCheckpoint } = options;
    if (!checkpoints) return 0;
    const { acting } = this;
    const { distanceBits } = codes;
    const table = layout.material.name;
    acting.meet();
    if (acting.index === 0) {
      const state = { table, distanceBits, stretches };
      const { pliesDone, discarded, isWider } = await checkpoints.restore(state, this.memory);
      if (isWider) throw tooNarrow(table, distanceBits);
      if (pliesDone > 0) {
        onCheckpoint?.({ kind: 'checkpoint', table, action: 'resumed', pliesDone });
      } else if (discarded !== undefined) {
        onCheckpoint?.({ kind: 'checkpoint', table, action: 'discarded', reason: discarded });
      }
      control.publish(pliesDone);
    }
    acting.meet();
    return control.published;
  }

  private async save(
    { layout, codes, options }: Solve,
    stretches: readonly Stretch[],
    pliesDone: number,
  ): Promise<void> {
    const { checkpoints, onCheckpoint } = options;
    const { acting } = this;
    const table = layout.material.name;
    acting.meet();
    if (acting.index === 0 && checkpoints) {
      const size = stretches.reduce((sum, { bytes }) => sum + bytes, 0);
      onCheckpoint?.({ kind: 'checkpoint', table, action: 'writing', bytes: size });
      const { distanceBits } = codes;
      await checkpoints.save({ table, distanceBits, pliesDone, stretches }, this.memory);
    }
    acting.meet();
  }

  private readCounts(address: number, distanceBits: number): SolvedCounts {
    const draws = drawnPly(distanceBits);
    const entries = this.memory.u64(address, 4 * (draws + 1));
    const column = (i: number): PlyCounts => {
      const count = (ply: number) => Number(entries[4 * ply + i]);
      return { plies: Array.from({ length: draws }, (_, ply) => count(ply)), draws: count(draws) };
    };
    return { board: [column(0), column(2)], unique: [column(1), column(3)] };
  }
}

/** The distance of a ply, in moves of the winning side: plies 1 and 2 are distance 1. */
function distanceOf(ply: number): number {
  return (ply + 1) >> 1;
}
