import { unwrap } from '../src/board/result.ts';
import { slabPlacementsOf } from '../src/index/slabPlacements.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { shapeOf } from '../src/solve/general/tableShape.ts';
import { type Material, parseMaterial } from '../src/table/material.ts';
import { positionsIn, type Statistics } from '../src/table/statistics.ts';
import { Contender, contest } from './contest.ts';
import type { Contest, Entry } from './generalContests.ts';
import { differences, unlikeKnown } from './generalFigures.ts';
import { gameNamed } from './generalGames.ts';
import { generateFiles, type Made, solveGeneralOnly, solveOnly } from './making.ts';

/** What was measured of one entry: medians of all tries. */
export interface MeasuredEntry extends Entry {
  readonly userSeconds: number | null;
  readonly wallSeconds: number;
  /** That the solver walks, both sides to move: those equal by symmetry or exchange, too. */
  readonly placements: number;
  /** Plies in which something is decided. */
  readonly plies: number;
  /** Of user time, per placement and ply; of solves alone. */
  readonly picoseconds: number | null;
  /** As multiples of the first in the contest, if it is compared: of `picoseconds`, and of user time. */
  readonly ratio: number | null;
  readonly timeRatio: number | null;
  /** Up to symmetry, both sides to move. */
  readonly positions: number;
  /** By user time. */
  readonly positionsASecond: number | null;
  readonly isMet: boolean | null;
  /** The most of all tries. */
  readonly peakBytes: number | null;
  readonly others: number | null;
  readonly faults: readonly string[];
}

export interface MeasuredContest {
  readonly title: string;
  readonly entries: readonly MeasuredEntry[];
}

export async function measureContest(
  { title, isCompared, entries }: Contest,
  tries: number,
): Promise<MeasuredContest> {
  const rivals = entries.map((entry) => new Rival(entry));
  await contest(tries, rivals);
  const first = isCompared ? rivals[0] : undefined;
  return { title, entries: rivals.map((rival) => measured(rival, first, rivals)) };
}

/** An entry and its tries. */
class Rival extends Contender<Made> {
  readonly entry: Entry;
  readonly rules: RuleSet;
  readonly material: Material;

  constructor(entry: Entry) {
    const rules = gameNamed(entry.game);
    const { material } = unwrap(parseMaterial(entry.table, rules));
    const threads = entry.threads ?? 1;
    const setting = { rules, materials: [material], threads };
    const start = {
      general: () => solveGeneralOnly(entry.game, threads, material.name),
      own: () => solveOnly(setting),
      generate: () => generateFiles(setting),
    };
    super(start[entry.by]);
    this.entry = entry;
    this.rules = rules;
    this.material = material;
  }

  get statistics(): readonly Statistics[] {
    return this.runs.map((made) => this.own(made).statistics);
  }

  get userSeconds(): number | undefined {
    const figure = (made: Made) => (this.isWhole ? made.userSeconds : this.own(made).userSeconds);
    if (this.runs.some((made) => figure(made) === undefined)) return undefined;
    return this.median((made) => figure(made)!);
  }

  get wallSeconds(): number {
    return this.median((made) => (this.isWhole ? made.seconds : this.own(made).seconds));
  }

  get placements(): number {
    const { rules, material, entry } = this;
    const { size } =
      entry.by === 'own' ? slabPlacementsOf(material, rules.army) : shapeOf(rules, material);
    return 2 * size;
  }

  get plies(): number {
    const { white, black } = this.statistics[0]!;
    const histograms = [white, black].flatMap(({ histogram: { win, loss } }) => [win, loss]);
    const plies = new Set(histograms.flatMap((each) => Object.keys(each)));
    plies.delete('0');
    return plies.size;
  }

  get picoseconds(): number | undefined {
    const { userSeconds } = this;
    if (userSeconds === undefined || this.isWhole) return undefined;
    return (userSeconds * 1e12) / this.placements / this.plies;
  }

  private get isWhole(): boolean {
    return this.entry.by === 'generate';
  }

  private own({ tables }: Made) {
    return tables.find(({ table }) => table === this.material.name)!;
  }
}

function measured(rival: Rival, first: Rival | undefined, all: readonly Rival[]): MeasuredEntry {
  const { entry, runs, rules, material, statistics, userSeconds, wallSeconds, picoseconds } = rival;
  const positions = positionsIn(statistics[0]!);
  const most = (figure: (made: Made) => number | undefined) => {
    const figures = runs.flatMap((made) => figure(made) ?? []);
    return figures.length > 0 ? Math.max(...figures) : null;
  };
  const ratio = quotient(picoseconds, first?.picoseconds);
  const goalFigure = entry.goal?.of === 'seconds' ? wallSeconds : ratio;
  const same = all.find((each) => each.rules === rules && each.material.name === material.name)!;
  const faults = statistics.flatMap((each) => [
    ...unlikeKnown(rules, material, each),
    ...differences(each, same.statistics[0]!),
  ]);
  return {
    ...entry,
    userSeconds: userSeconds ?? null,
    wallSeconds,
    placements: rival.placements,
    plies: rival.plies,
    picoseconds: picoseconds ?? null,
    ratio,
    timeRatio: quotient(userSeconds, first?.userSeconds),
    positions,
    positionsASecond: quotient(positions, userSeconds),
    isMet: entry.goal && goalFigure !== null ? goalFigure <= entry.goal.atMost : null,
    peakBytes: most(({ peakBytes }) => peakBytes),
    others: most(({ others }) => others),
    faults: [...new Set(faults)],
  };
}

function quotient(a: number | undefined, b: number | undefined): number | null {
  return a === undefined || !b ? null : a / b;
}
