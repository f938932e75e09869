import { type Failure, fail, ok, type Result } from '../board/result.ts';
import type { Source } from '../format/mtb/source.ts';
import { isOutdated } from '../format/mtb/startParts.ts';
import { endgameOf } from '../rules/endgame.ts';
import { flagsOf } from '../rules/gameRef.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import { OpenTable, type Shared } from './openTable.ts';
import { SharedWork } from './sharedWork.ts';

/** The tables of a rule set in a source, each opened on first use. */
export class Tables {
  private readonly rules: RuleSet;
  private readonly source: Source;
  private readonly shared: Shared;
  private readonly tables = new Map<string, OpenTable>();
  private readonly opening = new SharedWork<string, OpenTable>();
  /** Names of tables whose files changed while they were read. */
  private readonly stale = new Set<string>();

  constructor(rules: RuleSet, source: Source, shared: Shared) {
    this.rules = rules;
    this.source = source;
    this.shared = shared;
  }

  /** The table, or undefined if it has not been opened. */
  opened({ name }: Material): OpenTable | undefined {
    return this.tables.get(name);
  }

  /**
   * Failures are not cached; the file may be repaired. Errors: `missing-table`, and those of {@link OpenTable.open}.
   */
  async open(material: Material, signals: readonly AbortSignal[]): Promise<Result<OpenTable>> {
    const { name } = material;
    const table = this.tables.get(name);
    if (table) return ok(table);
    return this.opening.join(name, signals, (signal) => this.load(material, signal));
  }

  /** Closes a table so that it is opened again. `table`: the outdated version, if it was opened at all. */
  forget({ name }: Material, table: OpenTable | undefined): void {
    // Otherwise another request noticed first, and the table may have been opened again.
    if (table === this.tables.get(name)) {
      this.stale.add(name);
      this.tables.delete(name);
    }
    table?.close();
  }

  private async load(material: Material, signal: AbortSignal): Promise<Result<OpenTable>> {
    const { rules, source, shared } = this;
    const { name } = material;
    const options = { signal, fresh: this.stale.has(name) };
    const file = await shared.reads.run(() => source.open(name, options));
    if (!file.ok) return file;
    if (!file.value) {
      const missing = `no ${rules.name} table ${name}: make it with '${this.generateCommand(name)}'`;
      return fail('missing-table', missing, name);
    }
    // Only once the file is known to exist: with many pawns, counting the placements takes seconds.
    const table = await OpenTable.open(file.value, endgameOf(rules, material), shared, signal);
    // No request waits for this one any more; another may be opening the table again.
    if (signal.aborted) return table;
    if (!table.ok) return this.withRemedy(name, table);
    this.tables.set(name, table.value);
    this.stale.delete(name);
    return table;
  }

  private withRemedy(name: string, failure: Failure): Failure {
    const { code, message, text } = failure.problem;
    if (!isOutdated(failure.problem)) return failure;
    return fail(code, `${message}; '${this.generateCommand(name)}' makes it again`, text);
  }

  private generateCommand(name: string): string {
    const { source, rules } = this;
    return source.generateCommand?.(name) ?? `metatb generate ${name} ${flagsOf(rules)}`;
  }
}
