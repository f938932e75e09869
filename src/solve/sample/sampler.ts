import { ok, type Result } from '../../board/result.ts';
import { interrupted } from '../../format/mtb/source.ts';
import type { Position } from '../../position/position.ts';
import { Locator } from '../../rules/locate.ts';
import { lookAhead } from '../../rules/lookAhead.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Endgame } from '../../table/table.ts';
import { DRAWN, parseValueCode, UNCOVERED, type Value, type ValueCode } from '../../table/value.ts';
import type { Difference } from '../verify.ts';
import { Samples } from './drawSamples.ts';
import type { SampleTables } from './sampleTable.ts';
import { KeyList, partOfKey, valueOfKey, type WantedValues } from './wantedValues.ts';

/** The most differences that are told with their positions. */
export const MOST_EXAMPLES = 20;
/** Positions, and keys, that a thread takes at a time: a tenth of a second or so. */
const SAMPLES_A_TURN = 1024;
const KEYS_A_TURN = 1 << 14;

/** Gives turns, from 0 on, each to one thread. Undefined: the work is to end. */
export type Take = () => number | undefined;

/** Keys by table. */
export type ListedKeys = ReadonlyMap<string, Float64Array<ArrayBuffer>>;

/** What one thread has compared. */
export interface ComparedShare {
  readonly successors: number;
  readonly differences: number;
  /** The first ones, each with the number of its sample. */
  readonly examples: readonly (Difference & { readonly sample: number })[];
}

/** A thread's share of a sample's verification: three steps, each by turns. */
export class Sampler {
  private readonly rules: RuleSet;
  private readonly samples: Samples;
  private readonly tables: SampleTables;
  private readonly locator: Locator;

  constructor(rules: RuleSet, endgame: Endgame, tables: SampleTables) {
    this.rules = rules;
    this.samples = new Samples(rules, endgame);
    this.tables = tables;
    this.locator = new Locator(rules);
  }

  /** The keys of samples and of their successors. Errors: `interrupted`. */
  list(samples: Float64Array, take: Take): Result<ListedKeys> {
    const lists = new Map<string, KeyList>();
    const note = (position: Position): ValueCode => {
      const { material, turn, squares } = this.locator.locate(position);
      if (!material) return DRAWN;
      const { name } = material;
      const list = lists.get(name) ?? new KeyList();
      lists.set(name, list);
      list.push(this.table(name).key(turn, squares));
      return DRAWN;
    };
    const done = this.eachOf(samples, take, (position) => {
      note(position);
      lookAhead(this.rules, position, note);
    });
    return done.ok ? ok(new Map([...lists].map(([name, list]) => [name, list.all()]))) : done;
  }

  /** Stores the values of keys. Errors: those of the tables' files, and `interrupted`. */
  async read(wanted: readonly WantedValues[], take: Take): Promise<Result<undefined>> {
    for (;;) {
      const turn = take();
      if (turn === undefined) return interrupted();
      const share = shareOf(wanted, turn);
      if (!share) return ok(undefined);
      const { list, from, to } = share;
      const read = await this.table(list.table).read(list, from, to);
      if (!read.ok) return read;
    }
  }

  /** Compares samples with their successors; all values are read. Errors: `interrupted`. */
  compare(
    samples: Float64Array,
    wanted: readonly WantedValues[],
    take: Take,
  ): Result<ComparedShare> {
    const { rules, locator } = this;
    const lists = new Map(wanted.map((list) => [list.table, list]));
    const read = (position: Position): ValueCode => {
      const { material, known, turn, squares } = locator.locate(position);
      if (!material) return known!;
      const { name } = material;
      return valueOfKey(lists.get(name)!, this.table(name).key(turn, squares));
    };
    let [successors, differences] = [0, 0];
    const examples: (Difference & { sample: number })[] = [];
    const readNext = (after: Position): ValueCode => {
      successors++;
      return read(after);
    };
    const done = this.eachOf(samples, take, (position, sample) => {
      const found = read(position);
      const expected = lookAhead(rules, position, readNext);
      if (found === expected) return;
      differences++;
      if (examples.length === MOST_EXAMPLES) return;
      const fen = rules.makeFen(position);
      examples.push({ fen, found: shown(found), expected: shown(expected), sample });
    });
    return done.ok ? ok({ successors, differences, examples }) : done;
  }

  private eachOf(
    samples: Float64Array,
    take: Take,
    use: (position: Position, sample: number) => void,
  ): Result<undefined> {
    for (;;) {
      const turn = take();
      if (turn === undefined) return interrupted();
      const from = turn * SAMPLES_A_TURN;
      if (from >= samples.length) return ok(undefined);
      const to = Math.min(samples.length, from + SAMPLES_A_TURN);
      for (let i = from; i < to; i++) use(this.samples.position(samples[i]!)!, i);
    }
  }

  private table(name: string) {
    return this.tables.get(name)!;
  }
}

/** How many turns there are to list or to compare so many samples. */
export function turnsOfSamples(samples: number): number {
  return Math.ceil(samples / SAMPLES_A_TURN);
}

/** How many turns there are to read these values. */
export function turnsOfValues(wanted: readonly WantedValues[]): number {
  return wanted.reduce((sum, { keys }) => sum + turnsOfKeys(keys), 0);
}

function turnsOfKeys({ length }: Float64Array): number {
  return Math.ceil(length / KEYS_A_TURN);
}

/** The keys of a turn; undefined after the last. The keys of a part are all in one turn, so that it is decoded once. */
function shareOf(wanted: readonly WantedValues[], turn: number) {
  let left = turn;
  for (const list of wanted) {
    const { keys } = list;
    const turns = turnsOfKeys(keys);
    if (left >= turns) {
      left -= turns;
      continue;
    }
    const from = partBorder(keys, left * KEYS_A_TURN);
    return { list, from, to: partBorder(keys, (left + 1) * KEYS_A_TURN) };
  }
  return undefined;
}

/** The number of the first key from `at` on whose part is another than that of the key before. */
function partBorder(keys: Float64Array, at: number): number {
  if (at === 0 || at >= keys.length) return Math.min(at, keys.length);
  const before = partOfKey(keys[at - 1]!);
  let border = at;
  while (border < keys.length && partOfKey(keys[border]!) === before) border++;
  return border;
}

function shown(code: ValueCode): Value | null {
  return code === UNCOVERED ? null : parseValueCode(code);
}
