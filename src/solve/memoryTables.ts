import { ok, type Result } from '../board/result.ts';
import { endgameOf } from '../rules/endgame.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import { DRAWN, pliesOf, UNCOVERED } from '../table/value.ts';
import { MOST_DISTANCE, SlabValues, valueOfCode } from '../table/values.ts';
import type {
  BothCodes,
  Find,
  GeneratedTable,
  SolverEvent,
  TableContent,
  TableHome,
} from './generation.ts';

/** Finished tables in memory, by name. */
export class MemoryTables implements TableHome {
  private readonly rules: RuleSet;
  private readonly given: ReadonlyMap<string, Table>;
  private readonly all: Map<string, Table>;
  /** The codes of tables that were found or made, by name: the input of a team. */
  readonly ready = new Map<string, BothCodes>();

  /** `given`: tables that exist already. */
  constructor(rules: RuleSet, given: ReadonlyMap<string, Table>) {
    this.rules = rules;
    this.given = given;
    this.all = new Map();
  }

  /** All tables that were found or made, by name. */
  get tables(): ReadonlyMap<string, Table> {
    return this.all;
  }

  async find({ name }: Material, needed: TableContent): Promise<Result<Find>> {
    const table = this.given.get(name);
    if (!table) return ok({ kind: 'missing' });
    const [white, black] = table.values;
    const found = { kind: 'found', table: { table: name, seconds: null } } as const;
    if (needed === 'values') {
      this.all.set(name, table);
      return ok({ ...found, longest: 0 });
    }
    // It is solved again with codes, which hold more than values.
    if (!(white instanceof SlabValues && black instanceof SlabValues))
      return ok({ kind: 'missing' });
    this.all.set(name, table);
    this.ready.set(name, [white.codes, black.codes]);
    return ok({ ...found, longest: Math.max(longestOf(white), longestOf(black)) });
  }

  async prepare(): Promise<Result<undefined>> {
    return ok(undefined);
  }

  keep({
    table,
    seconds,
    solveSeconds,
    codes,
    values,
  }: Extract<SolverEvent, { kind: 'solved' }>): GeneratedTable {
    if (codes) this.ready.set(table, codes);
    const [white, black] = codes?.map((side) => new SlabValues(side)) ?? values!;
    const named = parseMaterial(table, this.rules);
    if (named.ok) {
      const endgame = endgameOf(this.rules, named.value.material);
      this.all.set(table, { ...endgame, values: [white!, black!] });
    }
    return { table, seconds, solveSeconds: solveSeconds! };
  }

  async close(): Promise<void> {}
}

/** The longest distance, in moves, that these codes have; of narrow ones, that they can hold. */
function longestOf({ codes }: SlabValues): number {
  if (codes instanceof Int8Array) return MOST_DISTANCE[1];
  let longest = 0;
  for (const code of codes) {
    const value = valueOfCode(code);
    if (value !== DRAWN && value !== UNCOVERED)
      longest = Math.max(longest, (pliesOf(value) + 1) >> 1);
  }
  return longest;
}
