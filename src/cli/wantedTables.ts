import { fail, unwrap } from '../board/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { allMaterials, MAX_MEN, type Material } from '../table/material.ts';
import { type GameContext, readName } from './settings.ts';

/** The tables that a command names, and all of `men` men if it gives such a number. Throws InputError. */
export function wantedTables(
  context: GameContext,
  names: readonly string[],
  men: number | undefined,
): readonly Material[] {
  if (names.length === 0 && men === undefined) {
    return unwrap(fail('nothing-wanted', 'name at least one table, such as KQvk, or say --men 3'));
  }
  const named = names.map((name) => readName(context, name));
  return men === undefined ? named : [...tablesOf(context, men), ...named];
}

/** Every table of `men` men. */
function tablesOf({ rules }: GameContext, men: number): readonly Material[] {
  const tables = neededTables(rules, men);
  if (tables.length > 0) return tables;
  const others = Array.from({ length: MAX_MEN - 1 }, (_, i) => i + 2);
  const right = others.filter((count) => neededTables(rules, count).length > 0).join(', ');
  const message = `${rules.name} has no table of ${men} men: its tables have ${right}`;
  return unwrap(fail('men', message, String(men)));
}

function neededTables(rules: RuleSet, men: number): readonly Material[] {
  return allMaterials(men, rules).filter((material) => !rules.isSettled(material.men));
}
