import { InputError } from '../../board/result.ts';
import { SET } from '../../kernel/kernelFrame.ts';
import type { CodeBytes } from '../../table/values.ts';
import { bitsFor, codeBytesFor } from '../sets/distanceBits.ts';
import { applyTerminal } from '../sets/terminal.ts';
import { Frontiers } from './frontiers.ts';
import type { GroupCodes } from './groupCodes.ts';
import { LogCodes } from './logCodes.ts';
import { replayTask } from './replay.ts';
import { ofTerminal, USE } from './window.ts';
import { type CodeTasks, WindowCodes } from './windowCodes.ts';
import { sides, type WindowParts, WindowPasses } from './windowPasses.ts';

/** Sets that are written before ply 1. */
const begun: readonly number[] = [SET.lost, SET.safe, SET.open];

/**
 * Retrograde analysis through a window: the same steps as the solver's with all sets in memory, slab after slab. What is
 * decided goes to a log, from which the codes are made in the end.
 */
export class WindowSolver {
  private readonly parts: WindowParts;
  private readonly passes: WindowPasses;
  private readonly frontiers: Frontiers;
  private readonly beforeConversions: ((task: number) => void) | undefined;
  private isLogging = true;

  /** `beforeConversions`: called before a task's conversions are found. */
  constructor(parts: WindowParts, beforeConversions?: (task: number) => void) {
    this.parts = parts;
    this.beforeConversions = beforeConversions;
    this.passes = new WindowPasses(parts);
    this.frontiers = new Frontiers(parts, this.passes);
  }

  /** Finds what ply 1 starts from. `logs`: false if the log has it already. */
  findTerminal(logs: boolean): void {
    const { rules, kernel, window } = this.parts;
    this.isLogging = logs;
    window.clear();
    this.frontiers.clear();
    this.parts.frame.clearPlaces();
    const { forbids } = this.parts.shape;
    const conversions = [
      SET.safeConversion,
      ...(forbids ? [SET.conversionLegal, SET.conversionMates] : []),
    ];
    this.passes.pass((first) => {
      for (const side of sides) window.use(SET.legal, side, first, USE.write);
      kernel.findLegal();
    });
    this.conversionPass((first) => {
      this.passes.usePassing(first);
      for (const side of sides) {
        window.use(SET.legal, side, first, USE.read);
        for (const name of conversions) window.use(name, side, first, USE.write);
      }
      kernel.findConversions();
    });
    applyTerminal(rules, {
      movesInto: (color, from, marked, to) => {
        this.passes.pass((first) => {
          this.passes.useSources(color, from, first);
          window.use(SET.legal, color, first, USE.read);
          window.use(marked, color, first, USE.read);
          window.use(to, color, first, USE.write);
          kernel.movesInto(color, from, marked, to);
        });
      },
      combine: (op, left, right, out) => {
        this.passes.pass((first) => {
          for (const set of [left, right]) this.passes.useNamed(set, first, USE.read);
          this.passes.useNamed(out, first, USE.write);
          kernel.combine(op, left, right, out);
        });
      },
      beginPlies: (color, lost, stuck, mated, forbidden) => {
        this.begin(color as 0 | 1, lost, stuck, mated, forbidden);
      },
    });
    this.passes.pass((first) => {
      for (const side of sides) for (const name of ofTerminal) window.drop(name, side, first);
    });
    // Where other workers' copies of these were, there may be frontiers from here on.
    window.clear();
  }

  /**
   * Goes on, from the terminal layer, to where so many plies are done, by the log. True if this worker finds it damaged: then
   * nothing is left of use.
   */
  replay(pliesDone: number): boolean {
    return this.findsDamage((task) => replayTask(this.parts, this.passes, task, pliesDone));
  }

  /** Does this worker find the log damaged? */
  isDamaged(): boolean {
    return this.findsDamage((task) => {
      for (const side of sides) {
        for (let row = 0; row < this.passes.rows.count; row++) {
          this.passes.readChunk(row, side, task);
        }
      }
    });
  }

  /** Does this worker find the codes of these groups damaged? */
  areDamaged(kept: GroupCodes, groups: readonly number[]): boolean {
    const { tasks } = this.passes;
    const codes = kept.all(kept.codeBytes);
    const read = (i: number) => codes.make(groups[Math.floor(i / tasks)]! * tasks + (i % tasks));
    return this.findsDamage(read, groups.length * tasks);
  }

  private findsDamage(read: (task: number) => void, tasks?: number): boolean {
    let isDamaged = false;
    const readTask = (task: number) => {
      try {
        read(task);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        isDamaged = true;
      }
    };
    this.passes.eachTask(readTask, () => isDamaged || this.parts.stops(), tasks);
    return isDamaged;
  }

  private begin(color: 0 | 1, lost: number, stuck: number, mated: number, forbidden: number): void {
    const { kernel, window, rooms } = this.parts;
    const { records } = rooms;
    const { stalemate, barred, mated: mates } = this.passes.rows;
    const read = [SET.legal, lost, stuck, mated, ...(forbidden < 0 ? [] : [forbidden])];
    const packSet = (name: number) => (slab: number) => kernel.packSet(name, color, slab, records);
    const rows = [
      { row: 0, pack: (slab: number) => kernel.packFrontier(SET.lost, color, slab, records) },
      { row: stalemate, pack: packSet(SET.stuck) },
      { row: mates, pack: packSet(SET.mate) },
      ...(forbidden < 0 ? [] : [{ row: barred, pack: packSet(SET.forbidden) }]),
    ];
    const logged = (this.isLogging ? rows : []).map((each) => ({
      ...each,
      pieces: [] as Uint8Array[],
    }));
    this.passes.pass(
      (unit, end) => {
        this.passes.usePassing(unit);
        for (const name of read) window.use(name, color, unit, USE.read);
        for (const name of begun) window.use(name, color, unit, USE.write);
        this.frontiers.useDecidedFlags(SET.lost, color, unit);
        for (const name of [SET.stuck, SET.mate]) {
          kernel.clear(this.passes.passingAt(name, color), this.passes.unitBytes);
        }
        kernel.beginPlies(color, lost, stuck, mated, forbidden);
        kernel.tallyDrawn(SET.stuck, color, this.passes.rows.plies);
        for (let slab = unit; slab < end; slab++) {
          for (const { pack, pieces } of logged) this.passes.keep(pieces, pack(slab));
        }
      },
      (task) => {
        for (const { row, pieces } of logged) {
          this.passes.writeChunk(row, color, task, pieces.splice(0));
        }
      },
    );
  }

  /** The longest distance of a conversion that this worker has found. */
  longestConversion(): number {
    return this.parts.frame.longestConversion();
  }

  /** Decides the wins, or the losses, in `distance`. True if this worker found any. */
  ply(distance: number, winning: boolean): boolean {
    const { kernel, window, rooms } = this.parts;
    const name = winning ? SET.won : SET.lost;
    const from = winning ? SET.lost : SET.won;
    const kind = winning ? SET.conversionWins : SET.conversionLoses;
    const row = this.passes.rows.conversions(winning, distance);
    const pieces: [Uint8Array[], Uint8Array[]] = [[], []];
    const next: [number, number] = [0, 0];
    const ends: [number, number] = [0, 0];
    const decided = 2 * distance - (winning ? 1 : 0);
    this.frontiers.begin(from, decided - 1);
    let any = false;
    this.passes.pass(
      (first, end) => {
        this.passes.usePassing(first);
        this.frontiers.useDecided(name, first);
        let works = false;
        const offered = sides.map((side) => {
          const before = next[side];
          while (next[side] < ends[side] && this.passes.slabAt(next[side]) < end) {
            next[side] = kernel.offer(kind, side, distance, next[side]);
          }
          return next[side] > before;
        });
        for (const side of sides) {
          if (this.passes.isAny(name, side, first, end)) works = true;
          if (!this.passes.isAny(SET.open, side, first, end)) continue;
          if (!offered[side] && !this.passes.isReached(from, side, first, end)) continue;
          works = true;
          this.useForPly(side, first, winning);
        }
        if (works && kernel.ply(distance, winning ? 1 : 0)) any = true;
        for (const side of sides) {
          for (let slab = first; offered[side] && slab < end; slab++) {
            kernel.withdraw(kind, side, slab, distance);
          }
          if (!works) continue;
          if (!this.passes.isAny(name, side, first, end)) {
            window.spare(SET.open, side, first);
            if (winning) window.spare(SET.safe, side, first);
            continue;
          }
          for (let slab = first; slab < end; slab++) {
            if (this.passes.flags(name, side)[slab]) {
              this.passes.keep(pieces[side], kernel.packFrontier(name, side, slab, rooms.records));
            }
          }
        }
      },
      (task) => {
        for (const side of sides) {
          this.passes.writeChunk(decided, side, task, pieces[side].splice(0));
        }
      },
      (task) => {
        for (const side of sides) {
          next[side] = rooms.chunks[side];
          ends[side] = next[side] + this.passes.readChunk(row, side, task);
        }
        const [first, end] = this.passes.slabsOf(task);
        this.frontiers.use(
          task,
          sides.filter((side) => this.passes.isAny(SET.open, side, first, end)),
        );
      },
    );
    return any;
  }

  /** Brings in what a ply reads and writes of one side. */
  private useForPly(side: 0 | 1, first: number, winning: boolean): void {
    const { window } = this.parts;
    window.use(SET.open, side, first, USE.shrink);
    window.use(winning ? SET.safe : SET.safeConversion, side, first, USE.shrink);
    if (winning) return;
    for (const slab of this.passes.sourcesOf(side, first)) {
      window.use(SET.safe, 1 - side, slab, USE.read);
    }
  }

  /** Counts draws, when nothing more is decided. */
  countDraws(): void {
    const { kernel, window } = this.parts;
    this.passes.pass((first) => {
      for (const side of sides) {
        window.use(SET.open, side, first, USE.read);
        kernel.tallyDrawn(SET.open, side, this.passes.rows.plies);
      }
    });
  }

  /** Makes the codes of what was solved from its log. */
  logCodes(codeBytes: CodeBytes, lastPly: number): LogCodes {
    return new LogCodes(this.parts, this.passes, codeBytes, lastPly);
  }

  /** Keeps those of a group that was solved. The workers share the tasks. */
  keep(groups: GroupCodes, group: number, lastPly: number): void {
    const codeBytes = codeBytesFor(bitsFor((lastPly + 1) >> 1));
    const codes = this.logCodes(codeBytes, lastPly);
    this.passes.eachTask((task) => groups.add(group, task, codes));
  }

  codes(codes: CodeTasks): WindowCodes {
    return new WindowCodes(this.passes, codes);
  }

  /** A pass that finds conversions: they go to the log by distance. */
  private conversionPass(find: (first: number) => void): void {
    const { kernel, memory, rooms } = this.parts;
    const found = new Map<number, Uint8Array[]>();
    this.passes.pass(
      (first, end) => {
        find(first);
        for (let slab = first; slab < end; slab++) {
          for (const side of sides) {
            if (!this.isLogging) continue;
            const count = kernel.packConversions(side, slab, rooms.records, rooms.ends);
            const ends = memory.u32(rooms.ends, 3 * count);
            let from = rooms.records;
            for (let i = 0; i < count; i++) {
              const row = this.passes.rows.conversions(ends[3 * i] === 0, ends[3 * i + 1]!);
              const to = ends[3 * i + 2]!;
              const pieces = found.get(2 * row + side) ?? [];
              pieces.push(memory.u8(from, to - from).slice());
              found.set(2 * row + side, pieces);
              from = to;
            }
          }
        }
      },
      (task) => {
        for (const [key, pieces] of found) {
          this.passes.writeChunk(key >> 1, (key & 1) as 0 | 1, task, pieces);
        }
        found.clear();
      },
      this.beforeConversions,
    );
  }
}
