import { ok, type Result } from '../chess/result.ts';
import type { Source } from '../format/source.ts';
import { Locator } from '../rules/locate.ts';
import { lookAhead } from '../rules/lookAhead.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { MAX_MEN } from '../table/material.ts';
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
  /** Bytes of decoded blocks kept in memory, of all tables together. Default: 64 MiB. */
  readonly cacheBytes?: number;
}

const CACHE_BYTES = 1 << 26;
/** Reads from the source at a time. Browsers allow a server six connections. */
const AT_ONCE = 6;

/**
 * Answers from the tables of one rule set. Tables are opened when they are first asked for, and of each only the blocks
 * that are needed are read and kept: a table whose file is deleted meanwhile is still answered from those, with the values
 * that it had, and one that is replaced is noticed when a block has to be read. Where an answer is a Result, its errors are `castling`, `not-covered`, `missing-table`,
 * `interrupted`, `mtb-position`, and those of the source and of the native format.
 */
export class Tablebase<P> {
  readonly rules: RuleSet<P>;
  private readonly locator: Locator<P>;
  private readonly tables: Tables<P>;
  private readonly signal: AbortSignal | undefined;

  constructor(rules: RuleSet<P>, source: Source, options: TablebaseOptions = {}) {
    const { cacheBytes = CACHE_BYTES, signal } = options;
    this.rules = rules;
    this.locator = new Locator(rules);
    const shared = { cache: new BlockCache(cacheBytes), reads: new Semaphore(AT_ONCE) };
    this.tables = new Tables(rules, source, shared);
    this.signal = signal;
  }

  async value(position: P, options?: ProbeOptions): Promise<Result<Value>> {
    const now = this.valueNow(position);
    if (now !== undefined) return ok(parseValueCode(now));
    const [value] = await this.values([position], options);
    return value!;
  }

  /**
   * The value if it is available at once, because all that it needs is still in the cache; else
   * undefined. The way for loops over many positions: nothing is allocated and nothing waits.
   */
  valueNow(position: P): ValueCode | undefined {
    const { rules } = this;
    const rights = rules.rights(position);
    if (rights === 'none') return this.readNow(position);
    if (rights === 'permanent') return undefined;
    let known = true;
    const code = lookAhead(rules, position, (after) => {
      const read = known ? this.readNow(after) : undefined;
      known = read !== undefined;
      return read ?? DRAWN;
    });
    return known ? code : undefined;
  }

  /** A value, or a problem, for each position; each block that they stand in is fetched and decoded once. */
  async values(positions: readonly P[], options?: ProbeOptions): Promise<Result<Value>[]> {
    const codes = await this.codes(positions, options);
    return codes.map((code) => (code.ok ? ok(parseValueCode(code.value)) : code));
  }

  /** The value of a position and of every move in it. */
  async probe(position: P, options?: ProbeOptions): Promise<Result<Probe>> {
    const [probe] = await this.probeMany([position], options);
    return probe!;
  }

  /** {@link probe} of each position; each block that they take is fetched and decoded once. */
  async probeMany(positions: readonly P[], options?: ProbeOptions): Promise<Result<Probe>[]> {
    const questions = positions.map((position) => new ProbeRequest(this.rules, position));
    const codes = await this.codes(
      questions.flatMap(({ asked }) => asked),
      options,
    );
    let from = 0;
    return questions.map((question) => {
      const own = codes.slice(from, from + question.asked.length);
      from += own.length;
      const { material } = this.locator.locate(question.position);
      return question.answer(own, material?.name ?? null);
    });
  }

  /**
   * The moves of best play to the end of the game: the winner shortens, the loser lengthens, the first of equals is
   * played. Empty where the position is drawn or over.
   */
  async bestLine(position: P, options?: ProbeOptions): Promise<Result<readonly ProbedMove[]>> {
    const line: ProbedMove[] = [];
    for (let at = position; ; ) {
      const probe = await this.probe(at, options);
      if (!probe.ok) return probe;
      const best = probe.value.moves[0];
      if (probe.value.ending || !best || probe.value.value.wdl === 0) return ok(line);
      line.push(best);
      at = this.rules.play(at, best.move);
    }
  }

  /** Of a position without rights. */
  private readNow(position: P): ValueCode | undefined {
    const { men, material, turn, squares } = this.locator.locate(position);
    if (men > MAX_MEN) return undefined;
    if (!material) return DRAWN;
    const table = this.tables.opened(material);
    if (!table) return undefined;
    const { file } = table;
    const index = file.endgame.placements.index(squares);
    const code = table.cached(file.blockOf(turn, index))?.value(turn, index);
    // The slow way reports what is wrong.
    return code === UNCOVERED ? undefined : code;
  }

  private async codes(
    positions: readonly P[],
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
