import type { Move } from '../chess/moves.ts';
import { fail, ok, type Result } from '../chess/result.ts';
import { nativeFormat } from '../format/native.ts';
import { endgameOf } from '../rules/endgame.ts';
import { Locator } from '../rules/locate.ts';
import { frontier, lookAhead } from '../rules/lookAhead.ts';
import type { Ending, RuleSet } from '../rules/ruleset.ts';
import { MAX_MEN, type Material } from '../table/material.ts';
import { readTable, type Table } from '../table/table.ts';
import {
  afterMove,
  DRAWN,
  parseValueCode,
  preference,
  type Value,
  type ValueCode,
} from '../table/value.ts';
import type { Source } from './source.ts';

/** A move that the men can make, and what it is worth to the mover. */
export interface ProbedMove {
  readonly move: Move;
  readonly san: string;
  readonly uci: string;
  /** False where the rule set forbids it: the page's amber. */
  readonly legal: boolean;
  /** Counted from the position before the move; null where not legal. */
  readonly value: Value | null;
}

export interface Probe {
  /** The table that holds the position, null where no table is needed. */
  readonly table: string | null;
  readonly value: Value;
  readonly ending: Ending | undefined;
  /** Best first; forbidden moves last. */
  readonly moves: readonly ProbedMove[];
}

/** Answers from the tables of one rule set. */
export class Tablebase<P> {
  readonly rules: RuleSet<P>;
  private readonly source: Source;
  private readonly locator: Locator<P>;
  private readonly tables = new Map<string, Promise<Result<Table>>>();

  constructor(rules: RuleSet<P>, source: Source) {
    this.rules = rules;
    this.source = source;
    this.locator = new Locator(rules);
  }

  /** Errors: `castling`, `not-covered`, `missing-table`, and those of the source and of the native format. */
  async value(position: P): Promise<Result<Value>> {
    const reader = await this.reader([position]);
    return reader.ok ? ok(parseValueCode(reader.value(position))) : reader;
  }

  /** The value of a position and of every move in it. Errors: those of {@link Tablebase.value}. */
  async probe(position: P): Promise<Result<Probe>> {
    const { rules } = this;
    const moves = rules.moves(position);
    const legal = new Set(rules.legalMoves(position).map(rules.makeUci));
    const candidates = moves.map((move) => ({ move, uci: rules.makeUci(move) }));
    const successors = candidates
      .filter(({ uci }) => legal.has(uci))
      .map(({ move }) => rules.play(position, move));
    const reader = await this.reader([position, ...successors]);
    if (!reader.ok) return reader;
    const read = reader.value;

    const rated = candidates.map(({ move, uci }) => {
      const code = legal.has(uci) ? afterMove(read(rules.play(position, move))) : undefined;
      const value = code === undefined ? null : parseValueCode(code);
      const san = rules.makeSan(position, move, moves);
      const rank = code === undefined ? Number.NEGATIVE_INFINITY : preference(code);
      return { rank, probed: { move, san, uci, legal: value !== null, value } };
    });
    // A stable sort: equals stay in the order of the men.
    rated.sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank));
    return ok({
      table: this.locator.locate(position).material?.name ?? null,
      value: parseValueCode(read(position)),
      ending: rules.ending(position),
      moves: rated.map(({ probed }) => probed),
    });
  }

  /**
   * The moves of best play to the end of the game: the winner shortens, the loser lengthens, the first of equals is
   * played. Empty where the position is drawn or over. Errors: those of {@link Tablebase.value}.
   */
  async bestLine(position: P): Promise<Result<readonly ProbedMove[]>> {
    const line: ProbedMove[] = [];
    for (let at = position; ; ) {
      const probe = await this.probe(at);
      if (!probe.ok) return probe;
      const best = probe.value.moves[0];
      if (probe.value.ending || !best || probe.value.value.wdl === 0) return ok(line);
      line.push(best);
      at = this.rules.play(at, best.move);
    }
  }

  /** A function that reads the given positions, once the tables that it takes are there. */
  private async reader(positions: readonly P[]): Promise<Result<(position: P) => ValueCode>> {
    const { rules, locator } = this;
    const tables = new Map<Material, Table>();
    for (const position of positions.flatMap((each) => frontier(rules, each))) {
      const covered = this.checkCovered(position);
      if (!covered.ok) return covered;
      const { material } = locator.locate(position);
      if (!material || tables.has(material)) continue;
      const table = await this.table(material);
      if (!table.ok) return table;
      tables.set(material, table.value);
    }
    const read = (position: P): ValueCode => {
      const { material, turn, squares } = locator.locate(position);
      return material ? readTable(tables.get(material)!, turn, squares) : DRAWN;
    };
    return ok((position) =>
      rules.rights(position) === 'none' ? read(position) : lookAhead(rules, position, read),
    );
  }

  private checkCovered(position: P): Result<undefined> {
    const { rules } = this;
    if (rules.rights(position) === 'lasting') {
      return fail(
        'castling',
        'tables hold no positions with castling rights',
        rules.makeFen(position),
      );
    }
    let men = 0;
    rules.visitMen(position, () => men++);
    if (men <= MAX_MEN) return ok(undefined);
    const found = `the position has ${men} men`;
    return fail('not-covered', `${found}: tables have at most ${MAX_MEN}`, rules.makeFen(position));
  }

  private async table(material: Material): Promise<Result<Table>> {
    const { name } = material;
    let table = this.tables.get(name);
    if (!table) {
      table = this.load(material);
      this.tables.set(name, table);
    }
    const loaded = await table;
    // What failed may be mended: the next probe tries again.
    if (!loaded.ok) this.tables.delete(name);
    return loaded;
  }

  private async load(material: Material): Promise<Result<Table>> {
    const { name } = material;
    const bytes = await this.source.readBytes(name);
    if (!bytes.ok) return bytes;
    if (!bytes.value) {
      const make = `metatb generate ${name} --rules ${this.rules.name}`;
      const missing = `no ${this.rules.name} table ${name}: make it with '${make}'`;
      return fail('missing-table', missing, name);
    }
    const table = await nativeFormat.decode(bytes.value, endgameOf(this.rules, material));
    if (table.ok) return table;
    const { code, message, text } = table.problem;
    return fail(code, `table ${name}: ${message}`, text);
  }
}
