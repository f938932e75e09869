import { fail, ok, type Result, unwrap } from '../../board/result.ts';
import { formatBytes } from '../../format/byteCount.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { parseMaterial } from '../../table/material.ts';
import type { PlannedTable } from '../plan.ts';
import { type GraphSize, graphSizeOf, MOST_EDGES, solveBytes, tableBytes } from './memory.ts';

/** What the reference solver needs for the tables of one game, each looked into once. */
export class Estimates {
  private readonly rules: RuleSet;
  private readonly allowed: number;
  private readonly sizes = new Map<string, GraphSize>();

  /** `allowed`: the most bytes of memory. */
  constructor(rules: RuleSet, allowed: number) {
    this.rules = rules;
    this.allowed = allowed;
  }

  /** By table: bytes while it is solved, with those that it needs. */
  bytesOf(steps: readonly PlannedTable[]): ReadonlyMap<string, number> {
    return new Map(
      steps.map(({ material: { name }, needs }) => {
        const targets = needs.reduce((sum, each) => sum + tableBytes(this.sizeOf(each)), 0);
        return [name, targets + solveBytes(this.rules, this.sizeOf(name))];
      }),
    );
  }

  /** Can these tables be solved? Resolves to {@link bytesOf}. Errors: `memory`. */
  check(steps: readonly PlannedTable[]): Result<ReadonlyMap<string, number>> {
    const all = this.bytesOf(steps);
    for (const [name, bytes] of all) {
      const { nodes, edges } = this.sizeOf(name);
      const needs = `${name} needs about ${formatBytes(bytes, Math.ceil)}`;
      if (Math.max(nodes, edges) > MOST_EDGES) {
        const why = 'the reference solver cannot number all of its moves';
        return fail('memory', `${needs}: ${why}`, name);
      }
      if (bytes > this.allowed) {
        const allowed = `${formatBytes(this.allowed, Math.floor)} allowed`;
        return fail('memory', `${needs}, ${allowed}: --memory allows more`, name);
      }
    }
    return ok(all);
  }

  private sizeOf(name: string): GraphSize {
    const known = this.sizes.get(name);
    if (known) return known;
    const size = graphSizeOf(this.rules, unwrap(parseMaterial(name, this.rules)).material);
    this.sizes.set(name, size);
    return size;
  }
}
