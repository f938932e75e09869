import { fail, ok, type Result } from '../../board/result.ts';
import { checkNative, readStatistics } from '../../format/mtb/native.ts';
import type { OpenOptions, Source, SourceFile } from '../../format/mtb/source.ts';
import { HttpSource } from '../../probe/httpSource.ts';
import { MemorySource } from '../../probe/memorySource.ts';
import { Tablebase } from '../../probe/tablebase.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { parseMaterial } from '../../table/material.ts';
import type { Statistics } from '../../table/statistics.ts';
import { countInPage } from './runJob.ts';
import { type ListedTable, listedTables, TABLES } from './tableList.ts';

/** No file has a longer start, in bytes. */
const MOST_START = 1 << 16;
/** The browser's cache of tables that this page has solved. */
const SOLVED = 'metatb-solved';
/** More men take more memory and time than a page should. */
export const MOST_MEN_HERE = 4;

/** The tables of one rule set: those this page has solved, now or on an earlier visit, then the server's. */
export class PageTables implements Source {
  readonly rules: RuleSet;
  private prober: Tablebase;
  private readonly own = new Map<string, Uint8Array>();
  private readonly memory = new MemorySource(this.own);
  private readonly http: HttpSource;

  constructor(rules: RuleSet) {
    this.rules = rules;
    this.http = new HttpSource(rules, new URL(TABLES, document.baseURI).href);
    this.prober = new Tablebase(rules, this);
  }

  /** Answers from these tables. Another one after {@link add}: ask for it each time. */
  get tablebase(): Tablebase {
    return this.prober;
  }

  /** Errors: those of {@link HttpSource}, `offline`. */
  async open(table: string, options?: OpenOptions): Promise<Result<SourceFile | undefined>> {
    if (!this.own.has(table)) {
      const file = await this.openOnServer(table, options);
      if (file.ok && file.value && isTable(file.value)) return file;
      const solved = await this.solvedBefore(table);
      if (solved) this.own.set(table, solved);
      else if (!file.ok && !/^http-(network|status)$/.test(file.problem.code)) return file;
      // A table that this page can solve is missing, whatever the reason.
      else if (!file.ok && file.problem.code === 'http-network' && !this.canSolve(table)) {
        const why = `the server cannot be reached, and this device has not kept ${table}`;
        return fail('offline', why, table);
      }
    }
    return this.memory.open(table);
  }

  private async openOnServer(
    table: string,
    options?: OpenOptions,
  ): Promise<Result<SourceFile | undefined>> {
    const list = await listedTables(this.rules.name);
    if (list && !list.some((listed) => listed.table === table)) return ok(undefined);
    return this.http.open(table, options);
  }

  private canSolve(table: string): boolean {
    const named = parseMaterial(table, this.rules);
    return named.ok && named.value.material.men.length <= MOST_MEN_HERE;
  }

  /** Takes tables that were solved here, and has the browser keep them. */
  async add(files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    for (const [name, bytes] of files) this.own.set(name, bytes);
    // The old one may hold a file that can no longer be read.
    this.prober = new Tablebase(this.rules, this);
    try {
      const cache = await caches.open(SOLVED);
      const puts = [...files].map(([name, bytes]) =>
        cache.put(this.keyOf(name), new Response(new Blob([bytes.slice()]))),
      );
      await Promise.all(puts);
    } catch {
      // Without room or permission they last as long as the page.
    }
  }

  /** The whole file, or undefined if it is missing. Errors: those of the source. */
  async bytes(table: string): Promise<Result<Uint8Array | undefined>> {
    const file = await this.open(table);
    if (!file.ok) return file;
    if (!file.value) return ok(undefined);
    return file.value.read({ from: 0, bytes: file.value.size });
  }

  /**
   * A table's numbers, from its file or counted here if the file has none; undefined without a table. Errors: those of
   * the source and of the format.
   */
  async statistics(table: string): Promise<Result<Statistics | undefined>> {
    const file = await this.open(table);
    if (!file.ok) return file;
    const named = parseMaterial(table, this.rules);
    if (!file.value || !named.ok) return ok(undefined);
    const endgame = endgameOf(this.rules, named.value.material);
    const { start, size } = file.value;
    const first = readStatistics(start, endgame);
    if (first.ok && first.value) return first;
    if (!first.ok) {
      const more = await file.value.read({ from: 0, bytes: Math.min(size, MOST_START) });
      const second = more.ok ? readStatistics(more.value, endgame) : more;
      if (!second.ok || second.value) return second;
    }
    const bytes = await file.value.read({ from: 0, bytes: size });
    return bytes.ok ? countInPage(this.rules.name, table, bytes.value) : bytes;
  }

  /** The server's tables; none without a server. */
  async listed(): Promise<readonly ListedTable[]> {
    return (await listedTables(this.rules.name)) ?? [];
  }

  /** The names of tables that this page has solved. */
  async solvedHere(): Promise<ReadonlySet<string>> {
    const names = new Set(this.own.keys());
    try {
      const cache = await caches.open(SOLVED);
      const prefix = this.keyOf('');
      for (const { url } of await cache.keys()) {
        if (url.startsWith(prefix)) names.add(decodeURIComponent(url.slice(prefix.length)));
      }
    } catch {
      // No cache, nothing kept.
    }
    return names;
  }

  private async solvedBefore(table: string): Promise<Uint8Array | undefined> {
    try {
      const cache = await caches.open(SOLVED);
      const found = await cache.match(this.keyOf(table));
      if (!found) return undefined;
      const bytes = new Uint8Array(await found.arrayBuffer());
      const named = parseMaterial(table, this.rules);
      if (named.ok && checkNative(bytes, endgameOf(this.rules, named.value.material)).ok) {
        return bytes;
      }
      // Another version of the page has written it.
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

const byRules = new Map<string, PageTables>();

/** The tables of a rule set: always the same object. */
export function tablesOf(rules: RuleSet): PageTables {
  const known = byRules.get(rules.name) ?? new PageTables(rules);
  byRules.set(rules.name, known);
  return known;
}
