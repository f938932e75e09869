import { fail, ok, type Result } from '../board/result.ts';
import { endgameOf } from '../rules/endgame.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import { SlabValues } from '../table/values.ts';
import type { BothCodes, Find, GeneratedTable, SolverEvent, TableHome } from './generation.ts';

/** Finished tables in memory, by name. */
export class MemoryTables implements TableHome {
  private readonly rules: RuleSet;
  private readonly given: ReadonlyMap<string, Table>;
  private readonly all: Map<string, Table>;
  /** The codes of all tables that were found or made, by name: the input of a team. */
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

  async find({ name }: Material): Promise<Result<Find>> {
    const table = this.given.get(name);
    if (!table) return ok({ kind: 'missing' });
    const [white, black] = table.values;
    if (!(white instanceof SlabValues && black instanceof SlabValues)) {
      const why = `table ${name} is another solver's: the set solver cannot build on it`;
      return fail('solver', why, name);
    }
    this.ready.set(name, [white.codes, black.codes]);
    this.all.set(name, table);
    const isLong = white.codes instanceof Int16Array;
    return ok({ kind: 'found', table: { table: name, seconds: null }, isLong });
  }

  async prepare(): Promise<Result<undefined>> {
    return ok(undefined);
  }

  keep({
    table,
    seconds,
    solveSeconds,
    codes,
  }: Extract<SolverEvent, { kind: 'solved' }>): GeneratedTable {
    const [white, black] = codes!;
    this.ready.set(table, codes!);
    const values = [new SlabValues(white), new SlabValues(black)] as const;
    const named = parseMaterial(table, this.rules);
    if (named.ok) this.all.set(table, { ...endgameOf(this.rules, named.value.material), values });
    return { table, seconds, solveSeconds: solveSeconds! };
  }

  async close(): Promise<void> {}
}
