import { allSymmetries, type Symmetry } from '../board/board.ts';
import { random32 } from '../board/random32.ts';
import { fail, ok, type Result } from '../board/result.ts';
import type { Position } from '../position/position.ts';
import { lookAhead } from '../rules/lookAhead.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Endgame } from '../table/table.ts';
import {
  DRAWN,
  makeValueCode,
  parseValueCode,
  UNCOVERED,
  type Value,
  type ValueCode,
} from '../table/value.ts';
import type { Difference, Verification } from './verify.ts';

/** What probes tables; a Tablebase does. */
export interface ValueReader {
  /** The value, if nothing needs to be read for it. */
  valueNow(position: Position): ValueCode | undefined;
  /** The code `mtb-position` is that of a table that holds that a position is none. */
  values(positions: readonly Position[]): Promise<Result<Value>[]>;
}

export interface SampleOptions {
  /** Positions to verify. */
  readonly count: number;
  /** The same seed chooses the same positions. */
  readonly seed: number;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

/** Verified at a time: each block that any of them needs is read once. */
const CHUNK = 4096;
/** Placements drawn for each position that is wanted, at most: in some tables few are positions. */
const MOST_DRAWS = 64;
const MOST_EXAMPLES = 20;

/**
 * Derives the values of random positions again from those of their successors, with the rule set's own move generator; see
 * verifyTable, which needs the tables whole and in memory. A run of wrong values that is a share `p` of the table stays
 * hidden from a sample of `n` with a chance of less than (1 - p)^n: 2 % for a 500th and 2,000 positions. Of no position it
 * is checked that the table has none. Errors: `interrupted`, and those of the reader, if a table that is needed is missing or damaged.
 */
export async function verifySample(
  rules: RuleSet,
  endgame: Endgame,
  reader: ValueReader,
  { count, seed, signal, progress = () => {} }: SampleOptions,
): Promise<Result<Verification>> {
  const next = random32(seed);
  const examples: Difference[] = [];
  let [positions, differences] = [0, 0];
  const most = MOST_DRAWS * count + CHUNK;
  for (let draws = 0; positions < count && draws < most; ) {
    const some = Math.min(count - positions, CHUNK);
    const drawn = drawPositions(rules, endgame, some, next);
    draws += some;
    if (signal?.aborted) return fail('interrupted', 'the verification was cancelled');
    const found = await differencesAmong(rules, drawn, reader);
    if (!found.ok) return found;
    positions += drawn.length;
    differences += found.value.length;
    examples.push(...found.value.slice(0, MOST_EXAMPLES - examples.length));
    progress(Math.min(positions, count), count);
  }
  return ok({ positions, differences, examples });
}

/** The positions among `count` placements drawn at random, near ones together; each up to a random symmetry. */
function drawPositions(
  rules: RuleSet,
  { placements, material }: Endgame,
  count: number,
  next: () => number,
): Position[] {
  const symmetries = allSymmetries(rules.board);
  const squares = new Int16Array(material.men.length);
  const image = new Int16Array(material.men.length);
  const nodes = Float64Array.from({ length: count }, () =>
    Math.floor(fraction(next) * 2 * placements.size),
  ).sort();
  const positions: Position[] = [];
  for (const node of nodes) {
    const turn = node < placements.size ? 0 : 1;
    const index = node % placements.size;
    placements.squares(index, squares);
    if (placements.index(squares) !== index) continue;
    const symmetry: Symmetry = symmetries[(next() >>> 1) % symmetries.length]!;
    for (let slot = 0; slot < squares.length; slot++) image[slot] = symmetry[squares[slot]!]!;
    const placed = placements.index(image) === index ? image : squares;
    const position = rules.place(material.men, placed, turn);
    if (position.ok) positions.push(position.value);
  }
  return positions;
}

/** From 0 to below 1, in 53 bits. */
function fraction(next: () => number): number {
  return ((next() >>> 0) * 2 ** 21 + (next() >>> 11)) / 2 ** 53;
}

/** The positions whose value is not what follows from their successors. */
async function differencesAmong(
  rules: RuleSet,
  positions: readonly Position[],
  reader: ValueReader,
): Promise<Result<readonly Difference[]>> {
  // What is not at hand is read for all of them together.
  const unread: Position[] = [];
  const take = (position: Position): Look => {
    const now = reader.valueNow(position);
    if (now !== undefined) return { value: now, unread: -1 };
    unread.push(position);
    return { value: DRAWN, unread: unread.length - 1 };
  };
  const seen = positions.map((position) => {
    const own = take(position);
    const looks: Look[] = [];
    const from = unread.length;
    const expected = lookAhead(rules, position, (after) => {
      const look = take(after);
      looks.push(look);
      return look.value;
    });
    return { position, own, looks, expected: unread.length === from ? expected : undefined };
  });
  const read = await codesOf(reader, unread);
  if (!read.ok) return read;
  const valueAt = (look: Look) => (look.unread < 0 ? look.value : read.value[look.unread]!);
  const found = seen.flatMap(({ position, own, looks, expected: known }): Difference[] => {
    let at = 0;
    // The same successors come in the same order.
    const expected = known ?? lookAhead(rules, position, () => valueAt(looks[at++]!));
    const value = valueAt(own);
    if (value === expected) return [];
    const fen = rules.makeFen(position);
    return [{ fen, found: shown(value), expected: shown(expected) }];
  });
  return ok(found);
}

/** A value that was looked up: at hand, or the number of what is to be read. */
interface Look {
  readonly value: ValueCode;
  readonly unread: number;
}

async function codesOf(
  reader: ValueReader,
  positions: readonly Position[],
): Promise<Result<readonly ValueCode[]>> {
  const codes: ValueCode[] = [];
  for (const value of positions.length > 0 ? await reader.values(positions) : []) {
    if (value.ok) codes.push(makeValueCode(value.value));
    else if (value.problem.code === 'mtb-position') codes.push(UNCOVERED);
    else return value;
  }
  return ok(codes);
}

function shown(code: ValueCode): Value | null {
  return code === UNCOVERED ? null : parseValueCode(code);
}
