import { fail, ok, type Result } from '../board/result.ts';
import { checkNativeStart, startBytes } from '../format/mtb/native.ts';
import type { Header } from '../format/mtb/nativeHeader.ts';
import { endgameOf } from '../rules/endgame.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { longestOf } from '../solve/folderTables.ts';
import type { Find, TableContent } from '../solve/generation.ts';
import type { Material } from '../table/material.ts';
import { type PatienceOptions, withPatience } from './stores/patience.ts';
import type { SharedStore } from './stores/sharedStore.ts';

/** A store may be away for so many milliseconds, ten minutes, before that is a failure. */
export const PATIENCE_MS = 10 * 60_000;

/** Finished tables in a store, for a plan. */
export class StoreTables {
  private readonly store: SharedStore;
  private readonly rules: RuleSet;
  private readonly trying: PatienceOptions;

  /** `trying`: for how long, while the store is away. */
  constructor(store: SharedStore, rules: RuleSet, trying: PatienceOptions) {
    this.store = store;
    this.rules = rules;
    this.trying = trying;
  }

  /** Errors: those of reading, and `store`: a file that stands in the way, as nothing in a store is replaced. */
  find(material: Material, needed: TableContent): Promise<Result<Find>> {
    return withPatience(() => this.look(material, needed), this.trying);
  }

  private async look(material: Material, needed: TableContent): Promise<Result<Find>> {
    const { store, rules } = this;
    const { name: table } = material;
    const opened = await store.source(rules).open(table, { fresh: true });
    if (!opened.ok) return opened;
    const file = opened.value;
    if (!file) return ok({ kind: 'missing' });
    const header = await this.headerOf(file, material);
    const inTheWay = (why: string) => {
      const right = 'take it away, or use another store: nothing in a store is replaced';
      return fail('store', `${table} in ${store.name} is of no use here: ${why}: ${right}`, table);
    };
    if (!header.ok) {
      const { problem } = header;
      return problem.code.startsWith('mtb-') ? inTheWay(problem.message) : header;
    }
    if (needed === 'codes' && header.value.values === 'plies') {
      return inTheWay('its values are plies, and codes are needed');
    }
    const found = { table, bytes: file.size, seconds: null };
    return ok({ kind: 'found', table: found, longest: longestOf(header.value) });
  }

  private async headerOf(
    { start, size, read }: { start: Uint8Array; size: number; read: FileRead },
    material: Material,
  ): Promise<Result<Header>> {
    const bytes = startBytes(start);
    const whole = bytes > start.length ? await read({ from: 0, bytes }) : ok(start);
    return whole.ok ? checkNativeStart(whole.value, size, endgameOf(this.rules, material)) : whole;
  }
}

type FileRead = (range: { from: number; bytes: number }) => Promise<Result<Uint8Array>>;
