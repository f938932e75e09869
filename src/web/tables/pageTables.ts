import { fail, ok, type Result } from '../../board/result.ts';
import { checkNative, readStatistics } from '../../format/mtb/native.ts';
import type { OpenOptions, Source, SourceFile } from '../../format/mtb/source.ts';
import { HttpSource } from '../../probe/httpSource.ts';
import { Tablebase } from '../../probe/tablebase.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { hash } from '../../rules/fingerprint.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { parseMaterial } from '../../table/material.ts';
import type { Statistics } from '../../table/statistics.ts';
import { blobFile } from './blobFile.ts';
import { countInPage } from './runJob.ts';
import { type ListedTable, listedTables, TABLES } from './tableList.ts';
import { workOf } from './work.ts';

/** No file has a longer start, in bytes. */
export const MOST_START = 1 << 16;
/** The browser's cache of tables that this page has solved or opened. */
const SOLVED = 'metatb-solved';
/** Larger files last as long as the page, in bytes. */
const MOST_KEPT = 1 << 26;

/** The tables of one game: those this page has solved or opened, now or on an earlier visit, and the server's. */
export class PageTables implements Source {
  readonly rules: RuleSet;
  /** Tables whose solving the visitor has stopped: they do not start by themselves again. */
  readonly stopped = new Set<string>();
  private prober: Tablebase;
  private readonly own = new Map<string, Blob>();
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
      const kept = await this.keptBefore(table);
      if (kept) this.own.set(table, kept);
      else if (!file.ok && !/^http-(network|status)$/.test(file.problem.code)) return file;
      // A table that this page can solve is missing, whatever the reason.
      else if (!file.ok && file.problem.code === 'http-network' && !this.canSolve(table)) {
        const why = `the server cannot be reached, and this device has not kept ${table}`;
        return fail('offline', why, table);
      }
    }
    const own = this.own.get(table);
    return own ? blobFile(own) : ok(undefined);
  }

  private async openOnServer(
    table: string,
    options?: OpenOptions,
  ): Promise<Result<SourceFile | undefined>> {
    const list = await listedTables(this.rules.tables);
    if (list && !list.some((listed) => listed.table === table)) return ok(undefined);
    const file = await this.http.open(table, options);
    // Somebody's own game may be called like another one's of the server.
    const isOther = file.ok && file.value && this.isOfOtherRules(file.value, table);
    return isOther ? ok(undefined) : file;
  }

  private isOfOtherRules({ start }: SourceFile, table: string): boolean {
    const named = parseMaterial(table, this.rules);
    if (this.rules.variant.ini === undefined || !named.ok) return false;
    const read = readStatistics(start, endgameOf(this.rules, named.value.material));
    return !read.ok && read.problem.code === 'mtb-fingerprint';
  }

  private canSolve(table: string): boolean {
    const named = parseMaterial(table, this.rules);
    return named.ok && workOf(this.rules, named.value.material).kind === 'here';
  }

  /** Takes files of tables that were solved or opened here, and has the browser keep them. */
  async add(files: ReadonlyMap<string, Blob>): Promise<void> {
    for (const [name, file] of files) this.own.set(name, file);
    // The old one may hold a file that can no longer be read.
    this.prober = new Tablebase(this.rules, this);
    try {
      const cache = await caches.open(SOLVED);
      const small = [...files].filter(([, { size }]) => size <= MOST_KEPT);
      const puts = small.map(([name, file]) => cache.put(this.keyOf(name), new Response(file)));
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
   * A table's numbers, from its file or counted here if the file has none, which `onCount` tells of; undefined without a
   * table. Errors: those of the source and of the format.
   */
  async statistics(
    table: string,
    onCount: () => void = () => {},
  ): Promise<Result<Statistics | undefined>> {
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
    onCount();
    const bytes = await file.value.read({ from: 0, bytes: size });
    return bytes.ok ? countInPage(this.rules, table, bytes.value) : bytes;
  }

  /** The names of {@link listed} tables. */
  async available(): Promise<ReadonlySet<string>> {
    return new Set((await this.listed()).map(({ table }) => table));
  }

  /** The tables of a server that lists them, and those that this page has solved or opened. */
  async listed(): Promise<readonly ListedTable[]> {
    const onServer = (await listedTables(this.rules.tables)) ?? [];
    const sizes = new Map(onServer.map(({ table, bytes }) => [table, bytes]));
    for (const [table, { size }] of this.own) sizes.set(table, size);
    try {
      const cache = await caches.open(SOLVED);
      const prefix = this.keyOf('');
      for (const request of await cache.keys()) {
        const { url } = request;
        const table = url.startsWith(prefix) && decodeURIComponent(url.slice(prefix.length));
        if (!table || sizes.has(table)) continue;
        const file = await (await cache.match(request))?.blob();
        if (file) sizes.set(table, file.size);
      }
    } catch {
      // No cache, nothing kept.
    }
    return [...sizes].map(([table, bytes]) => ({ table, bytes }));
  }

  private async keptBefore(table: string): Promise<Blob | undefined> {
    try {
      const cache = await caches.open(SOLVED);
      const found = await cache.match(this.keyOf(table));
      if (!found) return undefined;
      const file = await found.blob();
      const bytes = new Uint8Array(await file.arrayBuffer());
      const named = parseMaterial(table, this.rules);
      if (named.ok && checkNative(bytes, endgameOf(this.rules, named.value.material)).ok) {
        return file;
      }
      // Another version of the page has written it.
      await cache.delete(this.keyOf(table));
    } catch {
      // No cache, nothing kept.
    }
    return undefined;
  }

  private keyOf(table: string): string {
    const { tables, variant } = this.rules;
    // A game that has been changed has other tables.
    const game = variant.ini === undefined ? tables : `${tables}-${hash(variant.ini)}`;
    const path = [game, table].map(encodeURIComponent).join('/');
    return new URL(`solved/${path}`, document.baseURI).href;
  }
}

/** Some hosts answer any address with a page. */
function isTable({ start }: SourceFile): boolean {
  return String.fromCharCode(...start.subarray(0, 3)) === 'MTB';
}

const byRules = new Map<RuleSet, PageTables>();

/** The tables of a game: always the same object. */
export function tablesOf(rules: RuleSet): PageTables {
  const known = byRules.get(rules) ?? new PageTables(rules);
  byRules.set(rules, known);
  return known;
}
