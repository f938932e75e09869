import { COMBINE, type Kernel } from '../../kernel/kernel.ts';
import { SET } from '../../kernel/kernelFrame.ts';
import { SETS_A_SIDE } from '../../kernel/layout.ts';
import type { Color } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { ExitTarget, SetAlgebra } from '../../rules/setAlgebra.ts';

/** A kernel set: `side * SETS_A_SIDE + name`. */
type KernelSet = number;

/**
 * The kernel's sets of conversions by target. If nothing is forbidden it marks only the last: all legal ones are
 * permitted.
 */
const conversionSets = {
  legal: SET.conversionLegal,
  mated: SET.conversionMates,
  permitted: SET.safeConversion,
} as const;

/**
 * Sets of a side that are unused before the first ply. Those whose memory is used later anyway come first, because
 * touching new memory costs more than the work in it.
 */
const spareNames = [
  SET.safe,
  SET.open,
  SET.lost,
  SET.won,
  SET.secondSpare,
  SET.spare,
  SET.thirdSpare,
];

/** What computes a terminal layer: the kernel, or what runs it over a window. */
type TerminalKernel = Pick<Kernel, 'movesInto' | 'combine' | 'beginPlies'>;

class KernelAlgebra implements SetAlgebra<KernelSet> {
  private readonly kernel: TerminalKernel;
  private readonly forbids: boolean;
  private readonly free: readonly [number[], number[]];

  constructor(kernel: TerminalKernel, forbids: boolean) {
    this.kernel = kernel;
    this.forbids = forbids;
    this.free = [spareNames.toReversed(), spareNames.toReversed()];
  }

  valid(side: Color): KernelSet {
    return named(SET.legal, side);
  }

  inCheck(side: Color, set: KernelSet): KernelSet {
    // A side is in check exactly if the placement is not valid with its opponent to move.
    return this.combine(COMBINE.andNot, set, this.valid((1 - side) as Color));
  }

  moves(side: Color, target: KernelSet, conversions: ExitTarget): KernelSet {
    const { kernel } = this;
    if (conversions === 'mated' && !this.forbids) {
      throw new Error('conversions into mates are marked for rule sets that forbid something');
    }
    const out = this.take(side);
    kernel.movesInto(
      side,
      nameOf(target),
      this.forbids ? conversionSets[conversions] : SET.safeConversion,
      nameOf(out),
    );
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

  release(set: KernelSet): void {
    this.free[sideOf(set) as Color].push(nameOf(set));
  }

  private combine(op: number, a: KernelSet, b: KernelSet): KernelSet {
    const out = this.take(sideOf(a));
    this.kernel.combine(op, a, b, out);
    return out;
  }

  private take(side: number): KernelSet {
    const name = this.free[side as Color].pop();
    if (name === undefined) throw new Error('a terminal layer uses more sets than the kernel has');
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

/** Computes the rule set's terminal layer and makes it the state before ply 1. */
export function applyTerminal(rules: RuleSet, kernel: TerminalKernel): void {
  const algebra = new KernelAlgebra(kernel, rules.variant.bar?.isMateInOne === true);
  const { lost, stalemate, mated, forbidden } = rules.setwise!.terminal(algebra);
  for (const side of [0, 1] as const) {
    const barred = forbidden ? nameOf(forbidden[side]) : -1;
    kernel.beginPlies(
      side,
      nameOf(lost[side]),
      nameOf(stalemate[side]),
      nameOf(mated[side]),
      barred,
    );
  }
}
