import { COUNTS_BYTES, EDGE_BYTES } from '../../kernel/general/kernel.ts';
import { NO_CONVERSION } from '../../kernel/general/layout.ts';
import {
  CAPTURES,
  CHECK,
  CONVERSION_LOSES,
  CONVERSION_WINS,
  CONVERTS,
  COVERED,
  EDGE_HOLDS,
  EDGE_NEAR,
  EDGE_WINS,
  ENTERABLE,
  FIRST_SPARE,
  GIVES_PASSANT,
  HOLDS,
  LOST,
  MOVABLE,
  MOVES_ANY,
  OPEN,
  OVER_DRAWN,
  OVER_LOST,
  OVER_WON,
  PASSING,
  PLACED,
  SAFE,
  SECOND_SPARE,
  THIRD_SPARE,
  WON,
} from '../../kernel/general/sets.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { BLACK, type Color, opposite, WHITE } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { firstsOfKind, identicalOrders } from '../../table/placements.ts';
import type { SideStatistics, Statistics } from '../../table/statistics.ts';
import { DRAWN, lostIn, wonIn } from '../../table/value.ts';
import type { Progress } from '../reference/moveGraph.ts';
import { mayTakeEnPassant } from './scope.ts';
import { sideStatistics } from './statistics.ts';
import { type SetId, sides, type TableFrame } from './tableFrame.ts';
import { findOver } from './terminal.ts';

/** Edges in the kernel's memory. */
interface Edges {
  readonly list: number;
  readonly length: number;
}

/** The solve of one table, whose frame and conversions are laid out. Leaves its values in the frame's codes. */
export class Solve {
  private readonly rules: RuleSet;
  private readonly frame: TableFrame;
  private readonly memory: KernelMemory;
  private readonly progress: Progress;
  private longest = 0;
  private conversionPlies = 0;
  private decided = 0;
  private readonly edges: [Edges, Edges] = [
    { list: 0, length: 0 },
    { list: 0, length: 0 },
  ];

  constructor(rules: RuleSet, frame: TableFrame, memory: KernelMemory, progress: Progress) {
    this.rules = rules;
    this.frame = frame;
    this.memory = memory;
    this.progress = progress;
  }

  run(): Statistics {
    this.progress(0, this.total);
    findOver(this.rules, this.frame, true);
    this.progress(0, this.total);
    this.findMoves();
    for (const side of sides) this.begin(side);
    this.sortConversions();
    this.findEdges();
    this.runPlies();
    return { white: this.finish(WHITE), black: this.finish(BLACK) };
  }

  /** Numbers of both sides to move. */
  private get total(): number {
    return 2 * this.frame.shape.placements.size;
  }

  private get passes(): boolean {
    const { stuck } = this.rules.variant;
    return stuck === 'pass' || stuck.free === 'pass';
  }

  /** MOVES_ANY: which placements have a legal move. */
  private findMoves(): void {
    const { frame } = this;
    const { variant } = this.rules;
    for (const side of sides) {
      const moves = frame.set(MOVES_ANY, side);
      frame.unmoves(side, frame.set(ENTERABLE, opposite(side)), frame.set(PLACED, 0), moves);
      frame.or(moves, frame.set(CONVERTS, side), moves);
    }
    if (variant.stuck !== 'pass') return;
    // Positions that only a pass leads to: the side to move attacks the royal piece of the other, which had no move.
    for (const side of sides) {
      const exposed = frame.set(FIRST_SPARE, side);
      frame.and(exposed, frame.set(MOVES_ANY, side), exposed);
      frame.without(exposed, frame.set(MOVES_ANY, opposite(side)), exposed);
      frame.or(frame.set(COVERED, side), exposed, frame.set(COVERED, side));
    }
  }

  /** The state before ply 1. */
  private begin(side: Color): void {
    const { frame } = this;
    const { variant } = this.rules;
    const { stuck } = variant;
    const covered = frame.set(COVERED, side);
    const [won, lost] = [frame.set(WON, side), frame.set(LOST, side)];
    const drawn = frame.set(THIRD_SPARE, side);
    frame.without(covered, covered, drawn);
    const decide = (wdl: -1 | 0 | 1, among: SetId) => {
      const set = wdl > 0 ? won : wdl < 0 ? lost : drawn;
      frame.or(set, among, set);
      frame.enter(side, among, wdl > 0 ? wonIn(0) : wdl < 0 ? lostIn(0) : DRAWN);
    };
    const without = frame.without(
      covered,
      frame.set(MOVES_ANY, side),
      frame.set(SECOND_SPARE, side),
    );
    const attacked = frame.set(FIRST_SPARE, side);
    const passing = (among: SetId) => {
      const moves = frame.set(MOVES_ANY, opposite(side));
      frame.and(among, moves, frame.set(PASSING, side));
      decide(0, frame.without(among, moves, attacked));
    };
    if (stuck === 'pass') passing(without);
    else {
      frame.and(without, frame.set(CHECK, side), attacked);
      decide(stuck.attacked.wdl, attacked);
      const free = frame.without(without, attacked, without);
      if (stuck.free === 'pass') passing(free);
      else decide(stuck.free.wdl, free);
    }
    const open = frame.set(OPEN, side);
    frame.without(covered, won, open);
    frame.without(open, lost, open);
    frame.without(open, drawn, open);
    frame.each((slab) => this.frame.kernel.flagSet(open, slab));

    const safe = frame.set(SAFE, side);
    frame.without(covered, won, safe);
    frame.or(safe, frame.set(OVER_DRAWN, side), safe);
    frame.or(safe, frame.set(OVER_LOST, side), safe);
    decide(1, frame.set(OVER_WON, side));
    decide(-1, frame.set(OVER_LOST, side));
    const enterable = frame.set(ENTERABLE, side);
    for (const set of [safe, won, lost]) frame.and(set, enterable, set);
    for (const name of [WON, LOST]) {
      const set = frame.set(name, side);
      frame.each((slab) => this.frame.kernel.flagSet(set, slab));
      frame.set(name + 1, side);
    }
    if (variant.equipment.laws.mustCapture) {
      frame.without(frame.set(PLACED, 0), frame.set(CAPTURES, side), frame.set(MOVABLE, side));
    }
  }

  private sortConversions(): void {
    const { frame, memory } = this;
    const { kernel, shape } = frame;
    const sets = sides.map((side) => ({
      wins: frame.set(CONVERSION_WINS, side),
      loses: frame.set(CONVERSION_LOSES, side),
      holds: frame.set(HOLDS, side),
      open: frame.set(OPEN, side),
    }));
    for (const side of sides) {
      const { wins, loses, holds, open } = sets[side]!;
      frame.each((slab) => {
        const plies = kernel.sortConversions(side, wins, loses, holds, open, slab);
        this.longest = Math.max(this.longest, plies);
      });
    }
    const plies = this.longest + 1;
    this.conversionPlies = plies;
    const bytes = 4 * plies * shape.slabs * shape.planes;
    const address = memory.allocate(bytes);
    memory.u8(address, bytes).fill(0);
    frame.setConversionPlaces(address, plies);
    for (const side of sides) {
      const { wins, loses } = sets[side]!;
      frame.each((slab) => kernel.placeConversions(side, wins, loses, slab));
    }
  }

  /** Lists the moves that are edges of their own (assembly/edges.ts), by side. */
  private findEdges(): void {
    const { frame, memory } = this;
    for (const side of sides) {
      const find = this.edgeFinder(side);
      const length = find(0);
      if (length === 0) continue;
      const list = memory.allocate(EDGE_BYTES * length);
      find(list);
      this.edges[side] = { list, length };
      for (const name of [EDGE_WINS, EDGE_NEAR, EDGE_HOLDS]) frame.set(name, side);
      const words = memory.i32(list, 4 * length);
      for (let edge = 0; edge < length; edge++) {
        const code = words[4 * edge + 2]!;
        // A win or loss in one ply more.
        if (code !== NO_CONVERSION) this.longest = Math.max(this.longest, Math.abs(code));
      }
    }
  }

  /** A function that writes a side's edges to an address (0: nowhere) and returns their number. */
  private edgeFinder(side: Color): (address: number) => number {
    const { frame, rules } = this;
    const { kernel, shape } = frame;
    const { men } = shape.material;
    const { equipment } = rules.variant;
    const isPassing = mayTakeEnPassant(equipment, men);
    const forced = equipment.laws.mustCapture === true;
    const open = frame.set(OPEN, side);
    const domain =
      isPassing && forced
        ? frame.and(open, frame.set(MOVABLE, side), frame.set(SECOND_SPARE, side))
        : open;
    for (const [i, { color }] of men.entries()) {
      if (isPassing && color === side) frame.set(GIVES_PASSANT + i, 0);
    }
    const passing = this.passes ? frame.set(PASSING, side) : undefined;
    return (address) => {
      let found = 0;
      kernel.startEdges(address);
      frame.each((slab) => {
        if (isPassing) found = kernel.findPassants(side, domain, forced, slab);
        if (passing !== undefined) found = kernel.findPasses(passing, slab);
      });
      return found;
    };
  }

  private runPlies(): void {
    const { frame } = this;
    const { kernel } = frame;
    let before = 1;
    for (let plies = 1; before > 0 || plies <= this.longest; plies++) {
      const isConverting = plies < this.conversionPlies;
      for (const side of sides) {
        const { list, length } = this.edges[side];
        const any = before > 0 || length > 0;
        if (length > 0) kernel.markEdges(side, plies, list, length);
        frame.each((slab) =>
          kernel.findDecided(side, plies, any, any, isConverting, isConverting, slab),
        );
        if (length > 0) kernel.clearEdges(side, list, length);
      }
      before = 0;
      for (const side of sides) {
        frame.each((slab) => {
          before += kernel.enterDecided(side, plies, slab);
        });
      }
      this.decided += before;
      this.progress(this.decided, this.total);
    }
    this.progress(this.total, this.total);
  }

  /** Writes draws, clears what is no position or no index, and counts. */
  private finish(side: Color): SideStatistics {
    const { frame, memory } = this;
    const { shape, kernel } = frame;
    const { board, symmetries, region, fixedMen } = shape;
    const runs = firstsOfKind(shape.material.men);
    const isAlike = runs.some((start, slot) => start !== slot);
    const weight = symmetries.length * identicalOrders(runs);
    const slabsOfFirst = board.size ** (fixedMen - 1);
    const covered = frame.set(COVERED, side);
    const open = frame.set(OPEN, side);
    const mayExpose = this.rules.variant.stuck === 'pass';
    const apart = mayExpose ? frame.set(CHECK, opposite(side)) : 0;
    const counts = memory.allocate(COUNTS_BYTES);
    memory.u8(counts, COUNTS_BYTES).fill(0);
    frame.each((slab) => {
      const first = region[Math.floor(slab / slabsOfFirst)]!;
      const isPlain = !isAlike && symmetries.filter((map) => map[first] === first).length === 1;
      kernel.finishCodes(side, covered, open, apart, isPlain, weight, counts, slab);
    });
    const { placements } = shape;
    const codes = memory.i16(frame.codes[side], placements.size);
    return sideStatistics(placements, codes, memory.u64(counts, COUNTS_BYTES / 8), mayExpose);
  }
}
