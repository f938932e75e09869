import { ok, type Result } from '../chess/result.ts';
import { checkSetwise } from '../rules/folding.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { exitMaterials, type Material } from '../table/material.ts';

/** A table to solve and the tables that must be there before. */
export interface PlannedTable {
  readonly material: Material;
  /** Names of the tables that one move leads to; dead materials need none. */
  readonly needs: readonly string[];
}

/** The given tables and all that they stand on, each after those that it needs; fewer men first. */
export function planTables(rules: RuleSet, wanted: readonly Material[]): readonly PlannedTable[] {
  const tables = new Map<string, PlannedTable>();
  const visit = (material: Material) => {
    if (tables.has(material.name) || rules.isTriviallyDrawn(material.men)) return;
    const targets = exitMaterials(material, rules.army).filter(
      ({ men }) => !rules.isTriviallyDrawn(men),
    );
    for (const target of targets) visit(target);
    tables.set(material.name, { material, needs: targets.map(({ name }) => name) });
  };
  for (const material of wanted) visit(material);
  // A stable sort: within a number of men the order of discovery stands, promotions before pawns.
  return [...tables.values()].sort((a, b) => a.material.men.length - b.material.men.length);
}

/** Can the set solver solve every table of a plan? Errors: those of {@link checkSetwise}. */
export function checkSetPlan(rules: RuleSet, steps: readonly PlannedTable[]): Result<undefined> {
  for (const { material } of steps) {
    const checked = checkSetwise(rules, material);
    if (!checked.ok) return checked;
  }
  return ok(undefined);
}
