import { BufferReader, Parser } from 'pickleparser';
import { type Failure, fail, InputError, ok, type Result } from '../../board/result.ts';
import { BLACK, type Color, WHITE } from '../../pieces/army.ts';
import { type PositionCode, squareBits } from '../../table/positionCode.ts';
import type { Endgame, Table } from '../../table/table.ts';
import { makeValueCode, parseValueCode, UNCOVERED, type ValueCode } from '../../table/value.ts';
import { PlyValues } from '../../table/values.ts';
import { findCostly } from './pickleGuard.ts';

/** A table from a pickle, which need not be one of ours. */
export interface PickledTable {
  readonly table: Table;
  /** Entries of the dict. */
  readonly keys: number;
  /** Missing keys whose position is equal by symmetry to that of a key that exists. */
  readonly absent: number;
}

/**
 * The table in a pickled dict `{position_code: (wdl, dtm)}`, which must have every image of its positions. Errors:
 * those of {@link readPickle}, and `pkl-incomplete` if images are absent.
 */
export function decodePickle(bytes: Uint8Array, endgame: Endgame): Result<Table> {
  const read = readPickle(bytes, endgame);
  if (!read.ok) return read;
  const { table, keys, absent } = read.value;
  if (absent === 0) return ok(table);
  const message = `a pickle of ${keys} positions that lacks ${absent} of their mirror images`;
  return fail('pkl-incomplete', `${message}: a table has them all`, String(absent));
}

/**
 * Reads a pickled dict `{position_code: (wdl, dtm)}` of any protocol from 0 to 5, ours or Python's own. It may hold a
 * part of the positions only: the others are UNCOVERED. Does not throw. Errors:
 * - `pkl-malformed`: not a pickle, or not one pickle
 * - `pkl-content`: not a dict of codes of this endgame to pairs with `wdl` in -1, 0, 1 and `dtm` from 0 to 32766
 * - `pkl-symmetry`: two keys that symmetry or an exchange of identical pieces makes equal have different values
 * - `pkl-too-large`: more than 2^24 tuples written one by one, which the parser's memo cannot hold
 */
export function readPickle(bytes: Uint8Array, endgame: Endgame): Result<PickledTable> {
  const entries = new Entries(endgame);
  const reader = new ForwardReader(bytes);
  try {
    const root = makeParser(entries).read<unknown>(reader);
    if (!(root instanceof Dict)) return content(`the pickle holds ${describe(root)}, not a dict`);
    if (entries.dict !== undefined && entries.dict !== root) return content(MORE_DICTS);
    if (reader.hasNext()) {
      return fail('pkl-malformed', `${reader.length - reader.position} bytes follow the pickle`);
    }
    return ok(entries.finish());
  } catch (error) {
    // The parser throws errors of any kind, such as a TypeError if an opcode finds nothing on the stack.
    if (error instanceof InputError) return { ok: false, problem: error.problem };
    const message = error instanceof Error ? error.message : String(error);
    if (MEMO_OVERFLOW.test(message)) return tooLarge;
    return fail('pkl-malformed', `not a readable pickle, at byte ${reader.position}: ${message}`);
  }
}

/** The messages of V8 and SpiderMonkey when an entry is added to a Map that has 2^24. */
const MEMO_OVERFLOW = /Map maximum size exceeded|allocation size overflow/;
const MORE_DICTS = 'the pickle holds more than one dict';
/** The greatest `dtm` that a value code holds. */
const MOST_PLIES = 32766;

const tooLarge = fail(
  'pkl-too-large',
  'the pickle memoizes more than 16,777,216 tuples: write it with `fast = True` on the pickle.Pickler, ' +
    'or let equal values share one tuple',
);

function content(message: string, text = ''): Failure {
  return fail('pkl-content', message, text);
}

function refuse({ problem }: Failure): InputError {
  return new InputError(problem);
}

/** Represents a dict while the parser reads; its entries are stored elsewhere. */
class Dict {}

/** The interface through which pickleparser makes dicts: its src/dictionaryProvider.ts. */
interface DictionaryProvider {
  create(): unknown;
  setMethod(dict: unknown, key: unknown, value: unknown): void;
}

function makeParser(provider: DictionaryProvider): Parser {
  const parser = new Parser({
    unpicklingTypeOfDictionary: 'Map',
    nameResolver: {
      resolve: (module, name) => {
        throw refuse(content(`the pickle holds a ${module}.${name}: a table has ints and tuples`));
      },
    },
  });
  // The parser puts entries into a Map, which holds 2^24 of them; a table of 4 men has more. So its (private) way
  // to make and fill a dict is replaced, on this one parser; the version is pinned, and a test would notice.
  (parser as unknown as { _dictionaryProvider: DictionaryProvider })._dictionaryProvider = provider;
  return parser;
}

/**
 * A reader that only moves forward (the parser's own loops for ever on a BINBYTES of negative length), and no further
 * than the first opcode that costs too much.
 */
class ForwardReader extends BufferReader {
  private readonly costly: ReturnType<typeof findCostly>;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.costly = findCostly(bytes);
  }

  override byte(): number {
    const { costly } = this;
    if (costly?.at === this.position) {
      throw refuse(content(`the pickle holds ${costly.what}: a table has ints and tuples`));
    }
    return super.byte();
  }

  override skip(offset: number): void {
    if (offset < 0) throw new RangeError(`a length of ${offset}`);
    super.skip(offset);
  }

  override uint64(): number {
    const low = this.uint32();
    const number = this.uint32() * 2 ** 32 + low;
    // The parser's own method logs to the console and continues with another number.
    if (!Number.isSafeInteger(number)) throw new RangeError(`a length of ${number}`);
    return number;
  }
}

function bothSides([white, black]: readonly [Int16Array, Int16Array]) {
  return [new PlyValues(white), new PlyValues(black)] as const;
}

/** Takes the entries of one dict into the arrays of a table. */
class Entries implements DictionaryProvider {
  /** The one dict with entries, or undefined so far. */
  dict: Dict | undefined;
  private readonly endgame: Endgame;
  /** The squares of the current entry, in slot order. */
  private readonly squares: number[];
  private readonly base: number;
  private readonly values: readonly [Int16Array, Int16Array];
  private keys = 0;

  constructor(endgame: Endgame) {
    const { size, squareCount } = endgame.placements;
    this.endgame = endgame;
    this.squares = endgame.material.men.map(() => 0);
    this.base = 2 ** squareBits(squareCount);
    this.values = [new Int16Array(size).fill(UNCOVERED), new Int16Array(size).fill(UNCOVERED)];
  }

  create(): Dict {
    // Frozen, since the opcodes DICT and BUILD would write to it past `setMethod`. Python makes no such tables.
    return Object.freeze(new Dict());
  }

  setMethod(dict: unknown, key: unknown, value: unknown): void {
    if (this.dict !== dict) {
      if (!(dict instanceof Dict)) throw new TypeError(`${describe(dict)} where a dict should be`);
      if (this.dict !== undefined) throw refuse(content(MORE_DICTS));
      this.dict = dict;
    }
    this.keys++;
    const { placements } = this.endgame;
    const turn = typeof key === 'number' ? this.place(key) : undefined;
    if (turn === undefined) {
      throw this.wrong(key, `is no position code of ${this.endgame.material.name}`);
    }
    const code = parsePair(value);
    if (code === undefined) {
      const right = `a pair (wdl, dtm), dtm from 0 to ${MOST_PLIES} and 0 in a draw`;
      throw this.wrong(key, `has ${describe(value)}, not ${right}`);
    }
    const values = this.values[turn];
    const index = placements.index(this.squares);
    const known = values[index]!;
    values[index] = code;
    if (known !== UNCOVERED && known !== code) {
      const { wdl, dtm } = parseValueCode(known);
      const has = `entry ${this.keys}: ${key} has ${describe(value)}`;
      const message = `${has}, but a key that symmetry makes equal has (${wdl}, ${dtm})`;
      throw refuse(fail('pkl-symmetry', message, String(key)));
    }
  }

  /**
   * Puts the squares of a position code into `squares` and returns the side to move, undefined if it is no code of
   * distinct squares: `parsePositionCode` without a new array for each of 20 million entries.
   */
  private place(code: PositionCode): Color | undefined {
    if (!Number.isSafeInteger(code) || code < 0) return undefined;
    const { squares, base } = this;
    const { squareCount } = this.endgame.placements;
    let rest = code;
    for (let slot = squares.length - 1; slot >= 0; slot--) {
      const above = Math.floor(rest / base);
      const square = rest - above * base;
      if (square >= squareCount) return undefined;
      for (let other = squares.length - 1; other > slot; other--) {
        if (squares[other] === square) return undefined;
      }
      squares[slot] = square;
      rest = above;
    }
    if (rest > 1) return undefined;
    return rest === 1 ? WHITE : BLACK;
  }

  private wrong(key: unknown, what: string): InputError {
    const text = describe(key);
    return refuse(content(`entry ${this.keys}: ${text} ${what}`, text));
  }

  finish(): PickledTable {
    const { endgame, squares, values, keys } = this;
    const { placements } = endgame;
    let images = 0;
    for (const side of values) {
      for (let index = 0; index < side.length; index++) {
        if (side[index] === UNCOVERED) continue;
        placements.squares(index, squares);
        images += placements.orbitSize(squares);
      }
    }
    // A duplicate key, which Python does not write, must not make the number negative.
    const absent = Math.max(0, images - keys);
    const table = { ...endgame, values: bothSides(values) };
    return { table, keys, absent };
  }
}

/** The value of `(wdl, dtm)`, undefined if it is none. The parser returns lists and tuples alike. */
function parsePair(value: unknown): ValueCode | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [wdl, dtm] = value as readonly unknown[];
  if (wdl !== 1 && wdl !== 0 && wdl !== -1) return undefined;
  if (typeof dtm !== 'number' || !Number.isInteger(dtm) || dtm < 0) return undefined;
  if (dtm > (wdl === 0 ? 0 : MOST_PLIES)) return undefined;
  return makeValueCode({ wdl, dtm });
}

/** The value as Python would write it, if that is short. */
function describe(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return `'${value.slice(0, 20)}'`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value).slice(0, 40);
  if (value instanceof Dict) return 'a dict';
  if (!Array.isArray(value)) return value === undefined ? 'nothing' : `a ${typeof value}`;
  const plain =
    value.length <= 3 && value.every((each) => typeof each !== 'object' || each === null);
  return plain ? `(${value.map(describe).join(', ')})` : `a sequence of ${value.length}`;
}
