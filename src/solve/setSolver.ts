import { type Army, ROYAL } from '../chess/men.ts';
import { fail, InputError, unwrap } from '../chess/result.ts';
import { Frame, type FrameMan, type FrameSlab, TALLY_PLIES } from '../kernel/frame.ts';
import { BLOCK_BYTES, type Kernel } from '../kernel/kernel.ts';
import type { KernelMemory } from '../kernel/memory.ts';
import { type KernelMovement, type Step, writeMovement } from '../kernel/movement.ts';
import { checkSetwise } from '../rules/folding.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import { boardSymmetries } from '../table/slabPlacements.ts';
import { MOST_DISTANCE } from '../table/values.ts';
import type { Checkpoint, CheckpointStore, Stretch } from './checkpoint.ts';
import type { Control, TeamProgress } from './control.ts';
import type { GroupMan } from './exits.ts';
import { ExitWriter, KingTables } from './exitWriter.ts';
import { batchesOf, Problem } from './problem.ts';
import { applyFirstLayer } from './setLayer.ts';
import { type SolvedTable, SolvedTables, sideBytes } from './solvedTables.ts';
import { Team } from './team.ts';

/** By side: positions decided by ply, and draws; on the board and up to symmetry. */
export interface SolvedCounts {
  readonly board: readonly [Float64Array, Float64Array];
  readonly unique: readonly [Float64Array, Float64Array];
}

const TALLY_BYTES = 8 * 4 * TALLY_PLIES;

/** At index DRAWN of the counts: draws. */
export const DRAWN = TALLY_PLIES - 1;

/** What a solve needs from outside. */
export interface SolveOptions {
  readonly control: Control;
  /** Called by worker 0. */
  readonly progress?: (progress: TeamProgress) => void;
  readonly checkpoints?: CheckpointStore;
  /** Awaited between plies, and between groups: where one thread has more to do than this. */
  readonly pause?: () => Promise<void>;
}

/**
 * Retrograde analysis as set algebra (README: How it works). Every worker of a team runs the same calls on a solver of
 * its own over the same memory.
 */
export class SetSolver {
  readonly memory: KernelMemory;
  readonly rules: RuleSet;
  readonly team: Team;
  /** This worker by himself, for tables too small to wait for the others, who may just be starting. */
  private readonly alone: Team;
  /** Who solves the table at hand. */
  private acting: Team;
  private readonly kernel: Kernel;
  private readonly army: Army;
  /** By kind and colour: addresses of the movement and of the same backwards. */
  private readonly movements: readonly (readonly (readonly [number, number])[])[];
  private readonly squareMaps: number;
  private readonly kings: KingTables;
  private pawnlessSlabs: readonly FrameSlab[] | undefined;
  private readonly syncs: readonly number[];
  /** u32 in memory: up to where worker 0 has used it. */
  private readonly usedMark: number;
  private readonly block: number;
  readonly tables: SolvedTables;

  constructor(
    rules: RuleSet,
    memory: KernelMemory,
    kernel: Kernel,
    index: number,
    workers: number,
  ) {
    this.rules = rules;
    this.army = rules.army;
    this.memory = memory;
    this.kernel = kernel;
    this.tables = new SolvedTables(rules, memory);
    const teamSync = memory.allocate(64);
    this.syncs = Array.from({ length: workers + 1 }, () => memory.allocate(64));
    this.team = new Team(index, workers, memory.i32(teamSync, 3));
    this.usedMark = teamSync + 32;
    this.alone = new Team(0, 1, memory.i32(memory.allocate(64), 3));
    this.acting = this.team;
    this.squareMaps = memory.allocate(64 * boardSymmetries.length);
    memory.u8(this.squareMaps, 64 * boardSymmetries.length).set(boardSymmetries.flat());
    this.kings = new KingTables(memory);
    // Most men move alike forwards and backwards, and so do White's and Black's.
    const written = new Map<string, number>();
    const write = (movement: KernelMovement) => {
      const key = JSON.stringify([movement.leaps.toSorted(), movement.slides.toSorted()]);
      const address = written.get(key) ?? writeMovement(memory, movement);
      written.set(key, address);
      return address;
    };
    this.movements = this.army.map(({ movement, pawn }) =>
      [1, -1].map((forward) => {
        // A pawn's moves are exits; here it only attacks.
        const { leaps, slides } = pawn ? { leaps: [[-1, 1], [1, 1]] as const, slides: [] } : movement; // biome-ignore format: two steps
        const turned = (sense: number) => ({
          leaps: leaps.map((step) => turnStep(step, sense, forward)),
          slides: slides.map((step) => turnStep(step, sense, forward)),
        });
        return [write(turned(1)), write(turned(-1))] as const;
      }),
    );
    const blocks = Array.from({ length: workers }, () => memory.allocate(BLOCK_BYTES));
    this.block = blocks[index]!;
    kernel.useFrame(0, this.block);
    kernel.initMoves();
  }

  /**
   * Solves a table that has its room in memory, and all its targets too, and writes its codes there. Every worker gets
   * the same counts; undefined where it was stopped and has left a checkpoint. `alone`: worker 0 alone calls this.
   */
  async solve(
    material: Material,
    options: SolveOptions,
    alone = false,
  ): Promise<SolvedCounts | undefined> {
    unwrap(checkSetwise(this.rules, material));
    this.acting = alone ? this.alone : this.team;
    const { acting } = this;
    const codes = this.tables.get(material.name)!;
    const mark = this.memory.mark();
    const problem = new Problem(this.army, material);
    const counts = { address: this.memory.allocate(TALLY_BYTES), bytes: TALLY_BYTES };
    const used = this.memory.u32(this.usedMark, 1);
    if (acting.index === 0) {
      this.memory.u8(counts.address, TALLY_BYTES).fill(0);
      used[0] = this.memory.fresh;
    }
    acting.meet();
    this.memory.noteUsed(used[0]!);
    const finished = problem.shape.pawnless
      ? await this.solveTogether(problem, codes, counts, options)
      : await this.solveApart(problem, codes, counts, options);
    const result = finished ? this.readCounts(counts.address) : undefined;
    acting.meet();
    this.memory.release(mark);
    return result;
  }

  /** One group, its slabs shared among the workers. */
  private async solveTogether(
    problem: Problem,
    codes: SolvedTable,
    counts: Stretch,
    options: SolveOptions,
  ): Promise<boolean> {
    const { control, progress, pause } = options;
    const { acting: team, kernel } = this;
    // A placement's code of one byte takes as much room as its bits in eight sets.
    const fits = problem.shape.dimensions > 1 && codes.codeBytes === 1;
    const room = fits ? codes.addresses : undefined;
    const [sync] = this.syncs as [number];
    const frame = this.makeFrame(problem, codes, team.size, sync, counts.address, room);
    const exits = this.exitWriter();
    const men = problem.men([]);
    const lists = exits.write(men);
    frame.useMen(this.frameMen(problem, men));
    frame.useSlabs(this.kingSlabs(problem));
    frame.useLists(lists, codes.addresses);
    frame.clearShare(team.index, team.size);
    team.meet();
    this.begin(frame);
    const stretches = [counts, ...frame.state()];
    const done = await this.restore(problem.material.name, stretches, options);
    const longestExit = frame.longestExit();
    const total = 2 * problem.placements.size;
    let ply = done + 1;
    for (; ; ply++) {
      if (team.index === 0) {
        control.begin(ply);
        progress?.({ done: frame.decidedBefore(ply), total, ply });
      }
      kernel.ply((ply + 1) >> 1, ply & 1);
      if (control.stopsAfter(ply)) {
        await this.save({ table: problem.material.name, steps: ply, stretches }, options);
        return false;
      }
      const found = frame.decidedAt(ply);
      const distance = (ply + 1) >> 1;
      if (found) checkDistance(problem.material, distance, codes);
      if (!found && distance > longestExit) break;
      if (pause) await pause();
    }
    this.end(ply);
    return true;
  }

  /** Groups shared among the workers, each solved by one; those with pawns further on come first. */
  private async solveApart(
    problem: Problem,
    codes: SolvedTable,
    counts: Stretch,
    options: SolveOptions,
  ): Promise<boolean> {
    const { acting: team, memory } = this;
    const { control, progress, pause } = options;
    const { placements, material } = problem;
    const frames = this.syncs
      .slice(1)
      .map((sync) => this.makeFrame(problem, codes, 1, sync, counts.address));
    const rooms = frames.map(() => memory.allocate(ExitWriter.bytes(placements)));
    const frame = frames[team.index]!;
    const exits = this.exitWriter();
    const stretches = [
      counts,
      ...codes.addresses.map((address) => ({
        address,
        bytes: sideBytes(placements, codes),
      })),
    ];
    const batches = batchesOf(this.army, material);
    const done = await this.restore(material.name, stretches, options);
    if (team.index === 0) control.resetGroups();
    const before = batches.slice(0, done).flat().length;
    for (let step = done + 1; step <= batches.length; step++) {
      const batch = batches[step - 1]!;
      if (team.index === 0) control.begin(step);
      team.meet();
      for (let next = team.take(); next < batch.length; next = team.take()) {
        this.solveGroup(
          problem,
          batch[next]!,
          frame,
          exits.write(problem.groupMen(batch[next]!), rooms[team.index]),
          codes,
        );
        const groups = before + control.countGroup();
        if (team.index === 0) {
          progress?.({
            done: 2 * groups * placements.groupSize,
            total: 2 * placements.size,
            ply: 0,
          });
        }
        if (pause) await pause();
      }
      team.meet();
      if (control.stopsAfter(step)) {
        await this.save({ table: material.name, steps: step, stretches }, options);
        return false;
      }
    }
    return true;
  }

  private solveGroup(
    problem: Problem,
    group: number,
    frame: Frame,
    exits: readonly number[],
    codes: SolvedTable,
  ): void {
    const { addresses, codeBytes } = codes;
    const { groupSize, groups } = problem.placements;
    const { pawns, symmetric } = groups[group]!;
    frame.useMen(this.frameMen(problem, problem.men(pawns)));
    frame.useSlabs(problem.slabs(pawns, symmetric));
    frame.useLists(
      exits,
      addresses.map((address) => address + group * groupSize * codeBytes),
    );
    frame.clearShare(0, 1);
    this.begin(frame);
    const longestExit = frame.longestExit();
    let ply = 1;
    for (; ; ply++) {
      const distance = (ply + 1) >> 1;
      const found = this.kernel.ply(distance, ply & 1) !== 0;
      if (found) checkDistance(problem.material, distance, codes);
      if (!found && distance > longestExit) break;
    }
    this.end(ply);
  }

  /** From the men of a frame to the sets before ply 1. */
  private begin(frame: Frame): void {
    const { kernel } = this;
    kernel.useFrame(frame.address, this.block);
    kernel.findLegal();
    kernel.findExits();
    applyFirstLayer(this.rules, kernel);
  }

  private end(lastPly: number): void {
    this.kernel.tallyDraws();
    this.kernel.writeCodes(32 - Math.clz32((lastPly + 1) >> 1));
  }

  /** The steps of a checkpoint, which is then in memory for all workers; 0 where there is none. */
  private async restore(
    table: string,
    stretches: readonly Stretch[],
    { checkpoints, control }: SolveOptions,
  ): Promise<number> {
    if (!checkpoints) return 0;
    this.acting.meet();
    if (this.acting.index === 0)
      control.tell(await checkpoints.restore(table, stretches, this.memory));
    this.acting.meet();
    return control.told();
  }

  private async save(checkpoint: Checkpoint, { checkpoints }: SolveOptions): Promise<void> {
    this.acting.meet();
    if (this.acting.index === 0) await checkpoints?.save(checkpoint, this.memory);
    this.acting.meet();
  }

  /** The slabs of a table without pawns: the same for all. */
  private kingSlabs(problem: Problem): readonly FrameSlab[] {
    this.pawnlessSlabs ??= problem.slabs([]);
    return this.pawnlessSlabs;
  }

  private exitWriter(): ExitWriter {
    return new ExitWriter(this.memory, this.rules, this.kings, (name) => this.tables.get(name)!);
  }

  private makeFrame(
    problem: Problem,
    { codeBytes }: SolvedTable,
    workers: number,
    sync: number,
    tally: number,
    distanceRoom?: readonly [number, number],
  ): Frame {
    return new Frame(this.memory, {
      slabs: problem.shape.slabs,
      dimensions: problem.shape.dimensions,
      codeBytes,
      likeMen: problem.likeMen,
      forbids: this.rules.setwise!.forbidsMateInOne,
      men: problem.material.men.length,
      workers,
      sync,
      tally,
      squareMaps: this.squareMaps,
      distanceRoom,
    });
  }

  private frameMen(problem: Problem, men: readonly GroupMan[]): FrameMan[] {
    return men.map((man, i) => {
      const [movement, backward] = this.movements[man.kind]![man.color]!;
      const role = problem.role(i);
      const { color, kind } = man;
      return {
        color,
        movement,
        backward,
        role,
        royal: kind === ROYAL,
        squares: problem.stills(men, i),
      };
    });
  }

  private readCounts(address: number): SolvedCounts {
    const entries = this.memory.u64(address, 4 * TALLY_PLIES);
    const column = (i: number) =>
      Float64Array.from({ length: TALLY_PLIES }, (_, ply) => Number(entries[4 * ply + i]));
    return { board: [column(0), column(2)], unique: [column(1), column(3)] };
  }
}

/** Backwards where `sense` is -1, Black's where `forward` is. */
function turnStep([files, ranks]: Step, sense: number, forward: number): Step {
  // Never -0, which is another key.
  return [sense * files || 0, sense * forward * ranks || 0];
}

/** Throws where the codes cannot tell the distance. */
function checkDistance({ name }: Material, distance: number, { codeBytes }: SolvedTable): void {
  if (distance <= MOST_DISTANCE[codeBytes]) return;
  const way =
    codeBytes === 1 ? `name it in the rule set's longTables` : 'there are no codes for that';
  const far = `${name} has a mate in ${distance} moves or more, beyond what its codes tell`;
  throw new InputError(fail('too-far', `${far}: ${way}`, name).problem);
}
