import { ok, type Result } from '../../chess/result.ts';
import { checkNative, readStatistics } from '../../format/native.ts';
import type { OpenOptions, Source, SourceFile } from '../../format/source.ts';
import { HttpSource } from '../../probe/httpSource.ts';
import { MemorySource } from '../../probe/memorySource.ts';
import { Tablebase } from '../../probe/tablebase.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { parseMaterial } from '../../table/material.ts';
import type { Statistics } from '../../table/statistics.ts';
import { countInPage } from './runJob.ts';

/** The folder of tables, relative to the page. */
const TABLES = 'tables';

/** No file has a longer beginning, in bytes. */
const MOST_START = 1 << 18;
/** Where the browser keeps what was solved here. */
const KEPT = 'metatb-solved';

/** A table on the server, as its list has it. */
export interface Listed {
  readonly table: string;
  readonly bytes: number;
}

/** The tables of one rule set: those solved in this page, or in it before, then the server's. */
export class PageTables implements Source {
  readonly rules: RuleSet;
  readonly tablebase: Tablebase<unknown>;
  private readonly own = new Map<string, Uint8Array>();
  private readonly memory = new MemorySource(this.own);
  private readonly http: HttpSource;

  constructor(rules: RuleSet) {
    this.rules = rules;
    this.http = new HttpSource(rules, new URL(TABLES, document.baseURI).href);
    this.tablebase = new Tablebase(rules, this);
  }

  async open(table: string, options?: OpenOptions): Promise<Result<SourceFile | undefined>> {
    if (!this.own.has(table)) {
      const file = await this.http.open(table, options);
      if (file.ok && file.value && isTable(file.value)) return file;
      // What answers without a table, or not at all, has none: the page can do without a server.
      const kept = await this.kept(table);
      if (kept) this.own.set(table, kept);
      else if (!file.ok && !/^http-(network|status)$/.test(file.problem.code)) return file;
    }
    return this.memory.open(table);
  }

  /** Takes tables that were solved here, and has the browser keep them. */
  async add(files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    for (const [name, bytes] of files) this.own.set(name, bytes);
    try {
      const cache = await caches.open(KEPT);
      const puts = [...files].map(([name, bytes]) =>
        cache.put(this.keyOf(name), new Response(new Blob([bytes.slice()]))),
      );
      await Promise.all(puts);
    } catch {
      // Without room or leave to keep them they last as long as the page.
    }
  }

  /** The whole file, undefined where there is none. Errors: those of the source. */
  async bytes(table: string): Promise<Result<Uint8Array | undefined>> {
    const file = await this.open(table);
    if (!file.ok) return file;
    if (!file.value) return ok(undefined);
    return file.value.read({ from: 0, bytes: file.value.size });
  }

  /**
   * What a table has in numbers: from its file, or counted here where that does not say; undefined where there is no
   * table. Errors: those of the source and of the format.
   */
  async statistics(table: string): Promise<Result<Statistics | undefined>> {
    const file = await this.open(table);
    if (!file.ok) return file;
    const named = parseMaterial(table, this.rules.army);
    if (!file.value || !named.ok) return ok(undefined);
    const endgame = endgameOf(this.rules, named.value.material);
    const { start, size } = file.value;
    const told = readStatistics(start, endgame);
    if (told.ok && told.value) return told;
    if (!told.ok) {
      const more = await file.value.read({ from: 0, bytes: Math.min(size, MOST_START) });
      const then = more.ok ? readStatistics(more.value, endgame) : more;
      if (!then.ok || then.value) return then;
    }
    const bytes = await file.value.read({ from: 0, bytes: size });
    return bytes.ok ? countInPage(this.rules.name, table, bytes.value) : bytes;
  }

  /** What the server has; empty where there is none to ask. */
  async listed(): Promise<readonly Listed[]> {
    try {
      const response = await fetch(new URL(TABLES, document.baseURI));
      const lists: unknown = response.ok ? await response.json() : {};
      const list = (lists as Record<string, unknown>)[this.rules.name];
      return Array.isArray(list) ? list.filter(isListed) : [];
    } catch {
      return [];
    }
  }

  /** The names of tables that were solved here. */
  async solvedHere(): Promise<ReadonlySet<string>> {
    const names = new Set(this.own.keys());
    try {
      const cache = await caches.open(KEPT);
      const prefix = this.keyOf('');
      for (const { url } of await cache.keys()) {
        if (url.startsWith(prefix)) names.add(decodeURIComponent(url.slice(prefix.length)));
      }
    } catch {
      // No cache, nothing kept.
    }
    return names;
  }

  private async kept(table: string): Promise<Uint8Array | undefined> {
    try {
      const cache = await caches.open(KEPT);
      const found = await cache.match(this.keyOf(table));
      if (!found) return undefined;
      const bytes = new Uint8Array(await found.arrayBuffer());
      const named = parseMaterial(table, this.rules.army);
      if (named.ok && checkNative(bytes, endgameOf(this.rules, named.value.material)).ok) {
        return bytes;
      }
      // Made by another version of the page.
      await cache.delete(this.keyOf(table));
    } catch {
      // No cache, nothing kept.
    }
    return undefined;
  }

  private keyOf(table: string): string {
    return new URL(`solved/${this.rules.name}/${encodeURIComponent(table)}`, document.baseURI).href;
  }
}

/** Some hosts answer any address with a page. */
function isTable({ start }: SourceFile): boolean {
  return String.fromCharCode(...start.subarray(0, 3)) === 'MTB';
}

function isListed(entry: unknown): entry is Listed {
  const { table, bytes } = (entry ?? {}) as Partial<Record<keyof Listed, unknown>>;
  return typeof table === 'string' && typeof bytes === 'number';
}

const byRules = new Map<string, PageTables>();

/** The tables of a rule set: always the same object. */
export function tablesOf(rules: RuleSet): PageTables {
  const known = byRules.get(rules.name) ?? new PageTables(rules);
  byRules.set(rules.name, known);
  return known;
}
