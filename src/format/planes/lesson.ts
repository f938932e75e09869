import { type GrownTree, growTree, SAMPLE_BYTES, treeParts } from './growTree.ts';
import { isDerived } from './layout.ts';
import { PlaneEncoder } from './planeEncoder.ts';
import {
  isListed,
  type ListedEndgame,
  type ListedShape,
  type PlaneEndgame,
  type PlanesShape,
  planesOf,
} from './planeEndgame.ts';
import { type ModelParts, SYMBOLS, type TreeParts } from './planeModel.ts';
import type { PlaneValues } from './planeSources.ts';
import { CELLS, type Planes } from './planes.ts';

/** How much a model is learnt from. */
export interface Effort {
  /** The most planes, spread evenly. */
  readonly planes: number;
  /** About how many samples, of the cells that are coded first, and of the others or of captures. */
  readonly samples: readonly [number, number];
}

const TRIAL_LEAVES = 96;
/** About how many of a plane's cells are coded: of one side, and captures. */
const OF_PLANE = 2500;
const CAPTURES_OF_PLANE = 200;
/** The most leaves of both trees: where the second is of captures, and where it is of the other side. */
const LEAVES = { derived: [384, 96], coded: [256, 192] } as const;
/** About how many bits a leaf and its node take in a file: a split must save more; and more than chance seems to save. */
const LEAF_BITS = 160;
const CHANCE_BITS = 20;
const FEATURES = 40;
/** The symbol of a capture that decides nothing. */
const NO_VALUE = 2;

/** Learns a model of a table from samples of planes that are spread over it evenly. */
export class Lesson {
  private readonly encoder: PlaneEncoder;
  private readonly ranks: readonly [number, number];
  private readonly derived: boolean;
  /** Numbers of planes. */
  private readonly taken: readonly number[];
  /** Every n-th coded cell is a sample, by set. */
  private readonly steps: readonly [number, number];
  private readonly capacities: readonly [number, number];
  private readonly counts: [number, number] = [0, 0];
  /** Where the samples of each set are. */
  private readonly samples: readonly [number, number];
  private readonly room: number;
  /** Planes of the table for each that is taken. */
  private readonly spread: number;
  private positions = 0;

  constructor(
    endgame: PlaneEndgame | ListedEndgame,
    shape: PlanesShape | ListedShape,
    values: PlaneValues,
    effort: Effort,
  ) {
    const { material, placements } = endgame;
    this.derived = !isListed(shape) && isDerived(material, shape);
    this.taken = planesOfLesson(endgame, shape, effort);
    const ofPlane = [OF_PLANE, this.derived ? CAPTURES_OF_PLANE : OF_PLANE];
    const steps = ofPlane.map((cells, set) =>
      oddAtLeast((this.taken.length * cells) / effort.samples[set]!),
    );
    this.steps = [steps[0]!, steps[1]!];
    // What a plane has varies; what is beyond is not taken.
    this.capacities = [2 * effort.samples[0], 2 * effort.samples[1]];
    const bytes = this.capacities.map((capacity) => capacity * SAMPLE_BYTES);
    const all = bytes[0]! + bytes[1]!;
    this.encoder = new PlaneEncoder(
      endgame,
      shape,
      values,
      ({ learningBytes }) => all + 16 + learningBytes(Math.max(...this.capacities)),
    );
    const { free } = this.encoder;
    this.ranks = this.encoder.ranks;
    this.samples = [free, free + bytes[0]!];
    this.room = roundUp(free + all, 16);
    this.spread = Math.max(1, placements.size / CELLS / Math.max(1, this.taken.length));
  }

  /** Takes the samples. False if the values are no table. */
  take(): boolean {
    const { encoder, taken, steps, samples, capacities, counts } = this;
    const { exports } = encoder;
    exports.beginSamples();
    for (const number of taken) {
      if (!encoder.prepare(encoder.planes.squares(number)!)) return false;
      if (encoder.isEmpty) continue;
      this.positions += exports.positions();
      for (const set of [0, 1] as const) {
        counts[set] = exports.takeSamples(
          set,
          steps[set],
          samples[set],
          capacities[set],
          counts[set],
        );
      }
    }
    return true;
  }

  /** About how many bits a position takes, by small trees. */
  bitsOfPosition(): number {
    const bits = ([0, 1] as const).map(
      (set) => this.grow(set, TRIAL_LEAVES, CHANCE_BITS).bits * this.steps[set],
    );
    return (bits[0]! + bits[1]!) / this.positions;
  }

  learn(): ModelParts {
    const leaves = this.derived ? LEAVES.derived : LEAVES.coded;
    const [first, second] = ([0, 1] as const).map((set) => {
      const scale = this.spread * this.steps[set];
      const tree = this.grow(set, leaves[set], Math.max(CHANCE_BITS, LEAF_BITS / scale));
      return this.partsOf(set, tree);
    });
    return [first!, second!];
  }

  private grow(set: 0 | 1, mostLeaves: number, leastGain: number): GrownTree {
    const { encoder, counts, room } = this;
    const samples = { at: this.samples[set], count: counts[set], room };
    const features = Array.from({ length: FEATURES }, (_, feature) => feature);
    return growTree(encoder.exports, samples, { features, mostLeaves, leastGain });
  }

  private partsOf(set: 0 | 1, grown: GrownTree): TreeParts {
    const parts = treeParts(grown, this.encoder.escaped(set), this.ranks[set]);
    // That a capture has no value is no rank, so it cannot escape.
    if (set === 1 && this.derived) {
      for (let at = NO_VALUE; at < parts.levels.length; at += SYMBOLS) parts.levels[at] ||= 1;
    }
    return parts;
  }
}

/** The numbers of the planes that a lesson takes samples of. */
export function planesOfLesson(
  endgame: PlaneEndgame | ListedEndgame,
  shape: PlanesShape | ListedShape,
  effort: Effort,
): number[] {
  return evenly(planesOf(endgame, shape), effort.planes);
}

/** Numbers of planes, spread evenly; if a number has none, the next that has one. */
function evenly(planes: Planes, most: number): number[] {
  const wanted = Math.min(most, planes.count);
  const taken: number[] = [];
  let next = 0;
  for (let i = 0; i < wanted; i++) {
    let plane = Math.max(next, Math.floor(((i + 0.5) * planes.count) / wanted));
    while (plane < planes.count && !planes.squares(plane)) plane++;
    if (plane === planes.count) break;
    next = plane + 1;
    taken.push(plane);
  }
  return taken;
}

function oddAtLeast(number: number): number {
  return 1 + 2 * Math.ceil((Math.max(1, number) - 1) / 2);
}

function roundUp(number: number, unit: number): number {
  return Math.ceil(number / unit) * unit;
}
