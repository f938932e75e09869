import { ok, type Result } from '../board/result.ts';
import type { Source } from '../format/mtb/source.ts';
import type { Position } from '../position/position.ts';
import { Locator } from '../rules/locate.ts';
import { lookAhead } from '../rules/lookAhead.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import { DRAWN, parseValueCode, UNCOVERED, type Value, type ValueCode } from '../table/value.ts';
import { readBatch } from './batch.ts';
import { BlockCache } from './blockCache.ts';
import { type Probe, type ProbedMove, ProbeRequest } from './probe.ts';
import { Semaphore } from './semaphore.ts';
import { Tables } from './tables.ts';

export interface ProbeOptions {
  /** Cancels this request (`interrupted`); work shared with other requests continues. */
  readonly signal?: AbortSignal;
}

export interface TablebaseOptions extends ProbeOptions {
  /** The most bytes of decoded blocks to cache, of all tables together. Default: 64 MiB. */
  readonly cacheBytes?: number;
}

const CACHE_BYTES = 1 << 26;
/** Concurrent reads from the source. Browsers open at most six connections to a server. */
const AT_ONCE = 6;

/**
 * Probes the tables of one rule set. A table is opened on first use, and only the blocks that are needed are read and
 * cached. Cached blocks keep answering after a file is deleted; a replaced file is noticed at the next read of a block.
 * Errors of all methods that return a Result: `castling`, `not-covered`, `missing-table`, `interrupted`, `mtb-position`,
 * and those of the source and of the native format.
 */
export class Tablebase {
  readonly rules: RuleSet;
  private readonly locator: Locator;
  private readonly tables: Tables;
  private readonly signal: AbortSignal | undefined;

  constructor(rules: RuleSet, source: Source, options: TablebaseOptions = {}) {
    const { cacheBytes = CACHE_BYTES, signal } = options;
    this.rules = rules;
    this.locator = new Locator(rules);
    const shared = { cache: new BlockCache(cacheBytes), reads: new Semaphore(AT_ONCE) };
    this.tables = new Tables(rules, source, shared);
    this.signal = signal;
  }

  async value(position: Position, options?: ProbeOptions): Promise<Result<Value>> {
    const now = this.valueNow(position);
    if (now !== undefined) return ok(parseValueCode(now));
    const [value] = await this.values([position], options);
    return value!;
  }

  /**
   * The value if all that it needs is cached or in memory, otherwise undefined. For loops over many positions: does not
   * wait. With packed tables it allocates only when it is the first to read a plane, or looks ahead.
   */
  valueNow(position: Position): ValueCode | undefined {
    const { rules } = this;
    const held = rules.inTables(position);
    // The asynchronous path reports the problem.
    if (!held.ok) return undefined;
    if (rules.rights(held.value) === 'none') return this.readNow(held.value);
    let known = true;
    const code = lookAhead(rules, held.value, (after) => {
      const read = known ? this.readNow(after) : undefined;
      known = read !== undefined;
      return read ?? DRAWN;
    });
    return known ? code : undefined;
  }

  /** Opens tables for {@link valueNow}. One that cannot be opened is left out: it answers nothing. */
  async open(materials: readonly Material[]): Promise<void> {
    const signals = this.signal ? [this.signal] : [];
    await Promise.all(materials.map((material) => this.tables.open(material, signals)));
  }

  /** The value or the problem of each position, in order; each block needed is fetched and decoded once. */
  async values(positions: readonly Position[], options?: ProbeOptions): Promise<Result<Value>[]> {
    const codes = await this.codes(positions, options);
    return codes.map((code) => (code.ok ? ok(parseValueCode(code.value)) : code));
  }

  /** The value of a position and of every move in it. */
  async probe(position: Position, options?: ProbeOptions): Promise<Result<Probe>> {
    const [probe] = await this.probeMany([position], options);
    return probe!;
  }

  /** {@link probe} of each position, in order; each block needed is fetched and decoded once. */
  async probeMany(
    positions: readonly Position[],
    options?: ProbeOptions,
  ): Promise<Result<Probe>[]> {
    const requests = positions.map((position) => {
      const held = this.rules.inTables(position);
      return held.ok ? ok(new ProbeRequest(this.rules, held.value)) : held;
    });
    const asked = requests.flatMap((each) => (each.ok ? each.value.asked : []));
    const codes = await this.codes(asked, options);
    let from = 0;
    return requests.map((request) => {
      if (!request.ok) return request;
      const { asked, position } = request.value;
      const own = codes.slice(from, from + asked.length);
      from += own.length;
      const { material } = this.locator.locate(position);
      return request.value.answer(own, material?.name ?? null);
    });
  }

  /**
   * The moves of best play to the end of the game: the winner shortens it, the loser lengthens it; of equal moves the
   * first is played. Empty if the position is drawn or over.
   */
  async bestLine(
    position: Position,
    options?: ProbeOptions,
  ): Promise<Result<readonly ProbedMove[]>> {
    const held = this.rules.inTables(position);
    if (!held.ok) return held;
    const line: ProbedMove[] = [];
    for (let at = held.value; ; ) {
      const probe = await this.probe(at, options);
      if (!probe.ok) return probe;
      const best = probe.value.moves[0];
      if (probe.value.ending || !best || probe.value.value.wdl === 0) return ok(line);
      line.push(best);
      at = this.rules.play(at, best.move);
    }
  }

  /** The cached value of a position without rights, or undefined. */
  private readNow(position: Position): ValueCode | undefined {
    const { material, known, turn, squares } = this.locator.locate(position);
    if (!material) return known;
    const code = this.tables.opened(material)?.valueNow(turn, squares);
    // The asynchronous path reports the problem.
    return code === UNCOVERED ? undefined : code;
  }

  private async codes(
    positions: readonly Position[],
    options: ProbeOptions = {},
  ): Promise<Result<ValueCode>[]> {
    const now: Result<ValueCode>[] = [];
    for (const position of positions) {
      const code = this.valueNow(position);
      // All or nothing: otherwise a file replaced meanwhile could mix two versions in one answer.
      if (code === undefined) {
        const signals = [this.signal, options.signal].filter((signal) => signal !== undefined);
        const { rules, locator, tables } = this;
        return readBatch({ rules, locator, tables }, positions, signals);
      }
      now.push(ok(code));
    }
    return now;
  }
}
