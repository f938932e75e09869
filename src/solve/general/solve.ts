import {
  COUNT_LISTS,
  EDGE_BYTES,
  EDGE_CODE,
  NO_CONVERSION,
  UNCOVERED,
} from '../../kernel/general/layout.ts';
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
import type { Statistics } from '../../table/statistics.ts';
import { DRAWN, lostIn, wonIn } from '../../table/value.ts';
import { PlyValues } from '../../table/values.ts';
import type { Progress } from '../reference/moveGraph.ts';
import type { OwnBytes } from './crew.ts';
import { mayTakeEnPassant } from './scope.ts';
import { sideStatistics } from './statistics.ts';
import { type SetId, sides, type TableFrame } from './tableFrame.ts';
import { stretchesOf } from './tableShape.ts';
import { findOver } from './terminal.ts';

/** Edges in the kernel's memory. */
interface Edges {
  readonly list: number;
  /** Of those that matter still. */
  length: number;
}

/** What a solve finds. */
export interface Solved {
  readonly statistics: Statistics;
  readonly values: readonly [PlyValues, PlyValues];
}

/** The solve of one table, whose frame and conversions are laid out. */
export class Solve {
  private readonly rules: RuleSet;
  private readonly frame: TableFrame;
  private readonly memory: KernelMemory;
  private readonly progress: Progress;
  /** The most plies in which something may be decided that does not follow from the ply before. */
  private longest: number;
  private longestEdge = 0;
  private conversionPlies = 0;
  private decided = 0;
  private readonly edges: [Edges, Edges] = [
    { list: 0, length: 0 },
    { list: 0, length: 0 },
  ];

  /** `longest`: no conversion wins or loses in more plies. */
  constructor(
    rules: RuleSet,
    frame: TableFrame,
    memory: KernelMemory,
    longest: number,
    progress: Progress,
  ) {
    this.rules = rules;
    this.frame = frame;
    this.memory = memory;
    this.longest = longest;
    this.progress = progress;
  }

  run(): Solved {
    this.progress(0, this.total);
    const counts = this.frame.allocateCounts();
    this.frame.use(counts);
    findOver(this.rules, this.frame, true);
    this.frame.keepOnly(this.positions);
    this.progress(0, this.total);
    this.findMoves();
    this.frame.keepOnly(this.starting);
    for (const side of sides) this.begin(side);
    this.findEdges();
    this.frame.keepOnly(this.lasting);
    this.sortConversions();
    this.runPlies();
    return this.finish(counts);
  }

  /** The sets that tell which placements have a move. */
  private get positions(): ReadonlySet<number> {
    const exposed = this.rules.variant.stuck === 'pass' ? [FIRST_SPARE] : [];
    return new Set([...this.starting, CONVERTS, ...exposed]);
  }

  /** The sets that the state before the first ply is made of. */
  private get starting(): ReadonlySet<number> {
    const over = [OVER_WON, OVER_DRAWN, OVER_LOST];
    const captures = this.rules.variant.equipment.laws.mustCapture ? [CAPTURES] : [];
    return new Set([PLACED, CHECK, COVERED, ENTERABLE, MOVES_ANY, ...over, ...captures]);
  }

  /** The sets that plies and what comes after them need. */
  private get lasting(): ReadonlySet<number> {
    const { stuck, equipment } = this.rules.variant;
    const { mustCapture, noChecks } = equipment.laws;
    const names = [COVERED, OPEN, SAFE, WON, LOST];
    // Otherwise a move may lead to whatever is open.
    if (stuck === 'pass' || noChecks) names.push(ENTERABLE);
    if (stuck === 'pass') names.push(CHECK);
    if (mustCapture) names.push(MOVABLE);
    for (const i of this.frame.shape.men.keys()) names.push(GIVES_PASSANT + i);
    return new Set(names);
  }

  /** Numbers of both sides to move. */
  private get total(): number {
    return 2 * this.frame.shape.size;
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
    const drawn = frame.set(THIRD_SPARE, 0);
    frame.without(covered, covered, drawn);
    const decide = (wdl: -1 | 0 | 1, among: SetId) => {
      const set = wdl > 0 ? won : wdl < 0 ? lost : drawn;
      frame.or(set, among, set);
      frame.enter(side, among, wdl > 0 ? wonIn(0) : wdl < 0 ? lostIn(0) : DRAWN);
    };
    const without = frame.without(covered, frame.set(MOVES_ANY, side), frame.set(SECOND_SPARE, 0));
    const attacked = frame.set(FIRST_SPARE, 0);
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
    frame.run('flagSet', open);

    const safe = frame.set(SAFE, side);
    frame.without(covered, won, safe);
    const over = (name: number) => [2 * name + side].filter((set) => frame.has(set));
    for (const set of [...over(OVER_DRAWN), ...over(OVER_LOST)]) frame.or(safe, set, safe);
    for (const set of over(OVER_WON)) decide(1, set);
    for (const set of over(OVER_LOST)) decide(-1, set);
    const enterable = frame.set(ENTERABLE, side);
    for (const set of [safe, won, lost]) frame.and(set, enterable, set);
    for (const name of [WON, LOST]) {
      const set = frame.set(name, side);
      frame.run('flagSet', set);
    }
    if (variant.equipment.laws.mustCapture) {
      frame.without(frame.set(PLACED, 0), frame.set(CAPTURES, side), frame.set(MOVABLE, side));
    }
  }

  private sortConversions(): void {
    const { frame, memory } = this;
    const { slabs, planes } = frame.shape;
    const plies = this.longest + 1;
    frame.setConversionPlaces(memory.allocateZeros(8 * 4 * plies * slabs * planes), plies);
    for (const side of sides) {
      const [wins, loses] = [frame.set(CONVERSION_WINS, side), frame.set(CONVERSION_LOSES, side)];
      const [holds, open] = [frame.set(HOLDS, side), frame.set(OPEN, side)];
      const longest = frame.run('sortConversions', side, wins, loses, holds, open);
      this.conversionPlies = Math.max(this.conversionPlies, longest + 1);
      // The frontiers of the other plies.
      frame.set(WON + 1, side);
      frame.set(LOST + 1, side);
      if (this.edges[side].length === 0) continue;
      for (const name of [EDGE_WINS, EDGE_NEAR, EDGE_HOLDS]) frame.set(name, side);
    }
    this.longest = Math.max(this.conversionPlies - 1, this.longestEdge);
  }

  /** Lists the moves that are edges of their own (assembly/edges.ts), by side. */
  private findEdges(): void {
    const { memory } = this;
    for (const side of sides) {
      const find = this.edgeFinder(side);
      const length = find(0);
      if (length === 0) continue;
      const list = memory.allocate(EDGE_BYTES * length);
      find(list);
      this.edges[side] = { list, length };
      const words = memory.i32(list, (EDGE_BYTES / 4) * length);
      for (let edge = 0; edge < length; edge++) {
        const code = words[(EDGE_BYTES * edge + EDGE_CODE) / 4]!;
        // A win or loss in one ply more.
        if (code !== NO_CONVERSION) this.longestEdge = Math.max(this.longestEdge, Math.abs(code));
      }
    }
  }

  /** A function that writes a side's edges to an address (0: nowhere) and returns their number. */
  private edgeFinder(side: Color): (address: number) => number {
    const { frame, rules } = this;
    const { men, slabs } = frame.shape;
    const { equipment } = rules.variant;
    const isPassing = mayTakeEnPassant(equipment, men);
    const forced = equipment.laws.mustCapture ? 1 : 0;
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
      const { kernel } = frame;
      let found = 0;
      kernel.startEdges(address);
      if (isPassing) found = kernel.findPassants(side, domain, forced, 0, slabs);
      if (passing !== undefined) found = kernel.findPasses(passing, 0, slabs);
      return found;
    };
  }

  private runPlies(): void {
    const { frame } = this;
    const { kernel } = frame;
    let before = 1;
    for (let plies = 1; before > 0 || plies <= this.longest; plies++) {
      const isConverting = plies < this.conversionPlies ? 1 : 0;
      for (const side of sides) {
        const edges = this.edges[side];
        const { list, length } = edges;
        const any = before > 0 || length > 0 ? 1 : 0;
        if (length > 0) edges.length = kernel.markEdges(side, plies, list, length);
        frame.run('findDecided', side, plies, any, any, isConverting, isConverting);
        kernel.clearEdges(side, list, edges.length);
      }
      before = 0;
      for (const side of sides) before += frame.run('enterDecided', side, plies);
      this.decided += before;
      this.progress(this.decided, this.total);
    }
    this.progress(this.total, this.total);
  }

  /** Brings the codes into the order of the index, and counts. */
  private finish(counts: OwnBytes): Solved {
    const { placements } = this.frame.shape;
    const isExposing = this.rules.variant.stuck === 'pass';
    const made = sides.map((side) => {
      const codes = this.readCodes(side);
      const tally = this.tallyOf(counts);
      const statistics = sideStatistics(placements, codes, tally, isExposing);
      return { statistics, values: new PlyValues(codes) };
    });
    const [white, black] = [made[WHITE]!, made[BLACK]!];
    return {
      statistics: { white: white.statistics, black: black.statistics },
      values: [white.values, black.values],
    };
  }

  private readCodes(side: Color): Int16Array {
    const { frame, memory } = this;
    const { shape } = frame;
    const covered = frame.set(COVERED, side);
    const open = frame.set(OPEN, side);
    const apart = this.rules.variant.stuck === 'pass' ? frame.set(CHECK, opposite(side)) : 0;
    const most = !shape.hasAlike ? shape.symmetries.length : 0;
    const codes = new Int16Array(shape.placements.size);
    const mark = memory.mark();
    let address = 0;
    for (const { start, end, slabs } of stretchesOf(shape)) {
      if (address === 0) address = memory.allocate(2 * (end - start));
      const out = () => memory.i16(address, end - start);
      out().fill(UNCOVERED);
      const [first, last] = slabs;
      const given = [side, covered, open, apart, most, address, start] as const;
      // An index counts once: by the thread that writes it first, if there is but one.
      if (shape.splitsIndices) frame.kernel.finishCodes(...given, first, last);
      else frame.runSome(first, last, 'finishCodes', ...given);
      codes.set(out(), start);
    }
    memory.release(mark);
    return codes;
  }

  /** What all threads have counted, which begin again: the three lists of sideStatistics. */
  private tallyOf({ address, bytes }: OwnBytes): BigUint64Array {
    const { frame, memory } = this;
    const length = bytes / 8;
    const listed = length / COUNT_LISTS;
    const sum = new BigUint64Array(length);
    for (let thread = 0; thread < frame.threads; thread++) {
      const own = memory.u64(address + thread * bytes, length);
      for (let i = 0; i < length; i++) if (own[i]) sum[i]! += own[i]!;
      own.fill(0n);
    }
    const weight = BigInt(frame.shape.symmetries.length);
    for (let i = 0; i < listed; i++) {
      const plain = sum[3 * listed + i]! + sum[4 * listed + i]!;
      sum[i]! += plain * weight;
      sum[listed + i]! += plain;
    }
    return sum.subarray(0, 3 * listed);
  }
}
