import { type Failure, fail, ok, type Result, unwrap } from '../../board/result.ts';
import { formatBytes } from '../../format/byteCount.ts';
import { MOST_BYTES } from '../../kernel/kernelMemory.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { type Material, parseMaterial } from '../../table/material.ts';
import { checkGeneral, generalBytes, generalThreads } from '../general/scope.ts';
import type { SolverEvent, SolverName, TableEstimate } from '../generation.ts';
import type { PlannedTable } from '../plan.ts';
import {
  graphSizeOf,
  MOST_EDGES,
  PROGRAM_BYTES,
  solveBytes,
  tableBytes,
} from '../reference/memory.ts';

/** What the general set solver tells of a table before it solves it. */
export interface GeneralSolver {
  readonly check: typeof checkGeneral;
  readonly bytes: typeof generalBytes;
  readonly threads: typeof generalThreads;
}

export const generalSolver: GeneralSolver = {
  check: checkGeneral,
  bytes: generalBytes,
  threads: generalThreads,
};

/** What a table is to be solved by, and why that is impossible, if it is. */
interface Choice extends TableEstimate {
  readonly refused?: Failure;
}

/**
 * Chooses the solver of each table that is solved alone: by sets if they take it and its memory fits, else one position at
 * a time; or as the caller says. Each table is looked into once.
 */
export class SolverChoice {
  private readonly rules: RuleSet;
  readonly allowed: number;
  private readonly wanted: SolverName | undefined;
  private readonly general: GeneralSolver;
  private readonly choices = new Map<string, Choice>();

  /** `allowed`: the most bytes of memory. `wanted`: the solver of all tables, whether or not it takes them. */
  constructor(rules: RuleSet, allowed: number, wanted?: SolverName, sets = generalSolver) {
    this.rules = rules;
    this.allowed = allowed;
    this.wanted = wanted;
    this.general = sets;
  }

  /** By table; those that the wanted solver does not take are left out. */
  estimate(steps: readonly PlannedTable[]): ReadonlyMap<string, TableEstimate> {
    const all = steps.map((step) => [step.material.name, this.of(step)] as const);
    return new Map(all.filter(([, { refused }]) => !refused || refused.problem.code === 'memory'));
  }

  /** Can these tables be solved? Resolves to {@link estimate}. Errors: `solver`, `memory`. */
  check(steps: readonly PlannedTable[]): Result<ReadonlyMap<string, TableEstimate>> {
    for (const step of steps) {
      const { refused } = this.of(step);
      if (refused) return refused;
    }
    return ok(this.estimate(steps));
  }

  /** How many of `most` threads work on a table together. */
  threadsFor(material: Material, solver: SolverName, most: number): number {
    return solver === 'sets' ? this.general.threads(this.rules, material, most) : 1;
  }

  private of(step: PlannedTable): Choice {
    const { name } = step.material;
    const known = this.choices.get(name);
    if (known) return known;
    const choice = this.choose(step);
    this.choices.set(name, choice);
    return choice;
  }

  private choose(step: PlannedTable): Choice {
    if (this.wanted === 'reference') return this.byReference(step);
    const bySets = this.bySets(step);
    if (this.wanted === 'sets' || !bySets.refused) return bySets;
    const reference = this.byReference(step);
    const { code, message } = bySets.refused.problem;
    if (!reference.refused) return { ...reference, fallback: reasonIn(message, step.material) };
    // Of two that lack room, the one that needs less says what to allow.
    return code === 'memory' ? bySets : reference;
  }

  private bySets({ material, needs }: PlannedTable): Choice {
    const solver = 'sets';
    const taken = this.general.check(this.rules, material);
    if (!taken.ok) return { solver, bytes: 0, refused: taken };
    const below = needs.map((name) => unwrap(parseMaterial(name, this.rules)).material);
    const kernel = this.general.bytes(this.rules, material, below);
    // The values that it gives lie outside the kernel's memory.
    const bytes = Math.ceil(PROGRAM_BYTES + kernel + this.bytesOf([...needs, material.name]));
    if (kernel > MOST_BYTES) {
      const message = `${needsOf(material, bytes)}: WebAssembly addresses no more than 4 GiB`;
      return { solver, bytes, refused: fail('memory', message, material.name) };
    }
    return this.within({ solver, bytes }, material);
  }

  private byReference({ material, needs }: PlannedTable): Choice {
    const solver = 'reference';
    const size = graphSizeOf(this.rules, material);
    const bytes = Math.ceil(solveBytes(this.rules, size) + this.bytesOf(needs));
    if (Math.max(size.nodes, size.edges) > MOST_EDGES) {
      const why = 'the reference solver cannot number all of its moves';
      const message = `${needsOf(material, bytes)}: ${why}`;
      return { solver, bytes, refused: fail('memory', message, material.name) };
    }
    return this.within({ solver, bytes }, material);
  }

  private within(choice: Choice, material: Material): Choice {
    if (choice.bytes <= this.allowed) return choice;
    const allowed = `${formatBytes(this.allowed, Math.floor)} allowed`;
    const message = `${needsOf(material, choice.bytes)}, ${allowed}: --memory allows more`;
    return { ...choice, refused: fail('memory', message, material.name) };
  }

  /** Bytes of tables' values. */
  private bytesOf(names: readonly string[]): number {
    return names.reduce((sum, name) => {
      const { material } = unwrap(parseMaterial(name, this.rules));
      return sum + tableBytes(2 * endgameOf(this.rules, material).placements.size);
    }, 0);
  }
}

/** A refusal without the name of the table that it begins with. */
function reasonIn(message: string, { name }: Material): string {
  return message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
}

function needsOf({ name }: Material, bytes: number): string {
  return `${name} needs about ${formatBytes(bytes, Math.ceil)}`;
}

/** Tells of the tables that are solved one position at a time because sets do not take them. */
export function publishFallbacks(
  estimates: ReadonlyMap<string, TableEstimate>,
  publish: (event: SolverEvent) => void,
): void {
  for (const [table, { fallback }] of estimates) {
    if (fallback !== undefined) publish({ kind: 'fallback', table, reason: fallback });
  }
}
