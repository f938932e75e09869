import type { Color } from '../chess/men.ts';
import { SET, SETS_A_SIDE } from '../kernel/frame.ts';
import { COMBINE, type Kernel } from '../kernel/kernel.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { ExitTarget, SetAlgebra } from '../rules/setAlgebra.ts';

/** A kernel set: `side * SETS_A_SIDE + name`. */
type KernelSet = number;

const exitSets = { legal: SET.exitLegal, mated: SET.exitMates, permitted: SET.holding } as const;

/** Sets that hold nothing yet before the first ply, a side; the planes of depth must be empty again after. */
const spareNames = [SET.spare, 15, SET.won, SET.safe, SET.allLost, SET.open, SET.lost];
const depthNames = [6, 5, 4, 3, 2, 1, 0].map((plane) => SET.depth + plane);

class KernelAlgebra implements SetAlgebra<KernelSet> {
  private readonly kernel: Kernel;
  private readonly free: readonly [number[], number[]];

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    const names = () => [...spareNames, ...depthNames].reverse();
    this.free = [names(), names()];
  }

  legal(side: Color): KernelSet {
    return named(SET.legal, side);
  }

  inCheck(side: Color, set: KernelSet): KernelSet {
    // In check is whose opponent could not be to move.
    return this.combine(COMBINE.andNot, set, this.legal((1 - side) as Color));
  }

  moves(side: Color, target: KernelSet, exits: ExitTarget): KernelSet {
    const { kernel } = this;
    const out = this.take(side);
    kernel.quietInto(side, nameOf(target), nameOf(out));
    kernel.combine(COMBINE.or, out, named(exitSets[exits], side), out);
    kernel.combine(COMBINE.and, out, this.legal(side), out);
    return out;
  }

  and(a: KernelSet, b: KernelSet): KernelSet {
    return this.combine(COMBINE.and, a, b);
  }

  or(a: KernelSet, b: KernelSet): KernelSet {
    return this.combine(COMBINE.or, a, b);
  }

  without(a: KernelSet, b: KernelSet): KernelSet {
    return this.combine(COMBINE.andNot, a, b);
  }

  /** The names of this side's sets that hold something by now. */
  used(side: Color): readonly number[] {
    return [...spareNames, ...depthNames].filter((name) => !this.free[side].includes(name));
  }

  private combine(op: number, a: KernelSet, b: KernelSet): KernelSet {
    const out = this.take(sideOf(a));
    this.kernel.combine(op, a, b, out);
    return out;
  }

  private take(side: number): KernelSet {
    const name = this.free[side as Color].pop();
    if (name === undefined) throw new Error('a first layer uses more sets than the kernel has');
    return named(name, side);
  }
}

function named(name: number, side: number): KernelSet {
  return side * SETS_A_SIDE + name;
}

function nameOf(set: KernelSet): number {
  return set % SETS_A_SIDE;
}

function sideOf(set: KernelSet): number {
  return Math.floor(set / SETS_A_SIDE);
}

/** Computes the rule set's first layer and makes it the state before ply 1. */
export function applyFirstLayer(rules: RuleSet, kernel: Kernel): void {
  const algebra = new KernelAlgebra(kernel);
  const { lost, stalemate, mated, forbidden } = rules.setwise!.firstLayer(algebra);
  const { combine } = kernel;
  for (const side of [0, 1] as const) {
    // Names that are results here may be sources of the other copies: the marks first, then what overwrites them.
    const copy = (set: KernelSet, name: number) => combine(COMBINE.or, set, set, named(name, side));
    copy(mated[side], SET.mate);
    copy(stalemate[side], SET.stuck);
    if (forbidden) copy(forbidden[side], SET.forbidden);
    else combine(COMBINE.andNot, mated[side], mated[side], named(SET.forbidden, side));
    copy(lost[side], SET.exitLegal);
  }
  for (const side of [0, 1] as const) {
    const of = (name: number) => named(name, side);
    for (const name of [SET.lost, SET.allLost])
      combine(COMBINE.or, of(SET.exitLegal), of(SET.exitLegal), of(name));
    combine(COMBINE.or, of(SET.legal), of(SET.legal), of(SET.safe));
    combine(COMBINE.andNot, of(SET.legal), of(SET.stuck), of(SET.open));
    combine(COMBINE.andNot, of(SET.open), of(SET.lost), of(SET.open));
    for (const name of algebra.used(side)) {
      if (name >= SET.depth) combine(COMBINE.andNot, of(name), of(name), of(name));
    }
    kernel.flagSet(SET.lost, side);
    kernel.flagSet(SET.open, side);
  }
}
