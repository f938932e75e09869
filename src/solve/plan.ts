import { ok, type Result } from '../board/result.ts';
import { checkSetwise } from '../rules/folding.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { exitMaterials, type Material } from '../table/material.ts';

/** A table to solve, and the tables that must be finished before it. */
export interface PlannedTable {
  readonly material: Material;
  /** Names of the tables that one move leads to; trivially drawn materials have none. */
  readonly needs: readonly string[];
}

/** The wanted tables and all that they depend on, each after those that it needs; fewer men first. */
export function planTables(rules: RuleSet, wanted: readonly Material[]): readonly PlannedTable[] {
  const tables = new Map<string, PlannedTable>();
  const visit = (material: Material) => {
    if (tables.has(material.name) || rules.isSettled(material.men)) return;
    const targets = exitMaterials(material, rules, rules.variant.equipment).filter(
      ({ men }) => !rules.isSettled(men),
    );
    for (const target of targets) visit(target);
    tables.set(material.name, { material, needs: targets.map(({ name }) => name) });
  };
  for (const material of wanted) visit(material);
  // The sort is stable: among tables of as many men, the order of discovery (promotions before pawns) is kept.
  return [...tables.values()].sort((a, b) => a.material.men.length - b.material.men.length);
}

/** Can threads solve every table of a plan by sets together? Errors: those of {@link checkSetwise}. */
export function checkSetPlan(rules: RuleSet, steps: readonly PlannedTable[]): Result<undefined> {
  for (const { material } of steps) {
    const checked = checkSetwise(rules, material);
    if (!checked.ok) return checked;
  }
  return ok(undefined);
}
