import type { Square } from '../board/board.ts';
import { type Failure, fail, ok, type Result, unwrap } from '../board/result.ts';
import type { Spot } from '../format/mtb/tableFile.ts';
import type { Color } from '../pieces/army.ts';
import type { Position } from '../position/position.ts';
import type { Locator } from '../rules/locate.ts';
import { leaves, lookAhead } from '../rules/lookAhead.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { MAX_MEN, type Material } from '../table/material.ts';
import { UNCOVERED, type ValueCode } from '../table/value.ts';
import type { OpenTable } from './openTable.ts';
import type { Tables } from './tables.ts';

/** What a batch needs of its prober. */
export interface Reading {
  readonly rules: RuleSet;
  readonly locator: Locator;
  readonly tables: Tables;
}

/** A position that is looked up: one that was asked for, or one move behind it. */
interface Leaf {
  readonly position: Position;
  /** Undefined if no table holds it. */
  readonly place: Place | undefined;
  value: Result<ValueCode>;
}

/** A position that was asked for, as tables hold it, and what its value follows from. */
interface Question {
  readonly position: Position;
  readonly leaves: readonly Leaf[];
}

/** Where a table holds a position. */
interface Place {
  readonly material: Material;
  readonly turn: Color;
  readonly squares: ArrayLike<Square>;
}

/**
 * The values of many positions: each is located once, and each block that holds any of them is fetched and decoded
 * once, several at a time; it need not stay in the cache until all are read.
 */
export async function readBatch(
  reading: Reading,
  positions: readonly Position[],
  signals: readonly AbortSignal[],
): Promise<Result<ValueCode>[]> {
  const asked = positions.map((position) => questionOf(reading, position));
  const byTable = new Map<string, Leaf[]>();
  for (const leaf of asked.flatMap((each) => (each.ok ? each.value.leaves : []))) {
    if (!leaf.place) continue;
    addTo(byTable, leaf.place.material.name, leaf);
  }
  await Promise.all([...byTable.values()].map((some) => readTable(reading, some, signals)));
  return asked.map((each) => (each.ok ? answerOf(reading.rules, each.value) : each));
}

/** The leaves that no table holds have their values. Errors: `castling`, `stock`, `not-covered`. */
function questionOf({ rules, locator }: Reading, position: Position): Result<Question> {
  const held = rules.inTables(position);
  if (!held.ok) return held;
  const found: Leaf[] = [];
  for (const leaf of leaves(rules, held.value)) {
    const { men, material, known, turn, squares } = locator.locate(leaf);
    if (men > MAX_MEN && known === undefined) {
      const many = `the position has ${men} men: tables have at most ${MAX_MEN}`;
      return fail('not-covered', many, rules.makeFen(leaf));
    }
    const place = material && { material, turn, squares: squares.slice() };
    found.push({ position: leaf, place, value: ok(known ?? UNCOVERED) });
  }
  return ok({ position: held.value, leaves: found });
}

/** The value of a position from the values of its leaves. */
function answerOf(rules: RuleSet, { position, leaves }: Question): Result<ValueCode> {
  for (const { value } of leaves) if (!value.ok) return value;
  const codes = leaves.map(({ value }) => unwrap(value));
  if (rules.rights(position) === 'none') return ok(codes[0]!);
  let next = 0;
  return ok(lookAhead(rules, position, () => codes[next++]!));
}

/** Reads the values of leaves of one table. */
async function readTable(
  { rules, tables }: Reading,
  some: readonly Leaf[],
  signals: readonly AbortSignal[],
): Promise<void> {
  const places = some.map(({ place }) => place!);
  const { material } = places[0]!;
  const read = await readPlaces(tables, places, signals);
  for (const [i, leaf] of some.entries()) {
    leaf.value = read.ok ? read.value[i]! : read;
    if (!leaf.value.ok || leaf.value.value !== UNCOVERED) continue;
    const fen = rules.makeFen(leaf.position);
    const wrong = `table ${material.name} holds that this is no position: ${fen}`;
    leaf.value = fail('mtb-position', wrong, fen);
  }
}

/**
 * Reads places of one table. If its file has been replaced meanwhile, opens it again, once, and reads everything again;
 * also if a checksum does not match, since not every source can distinguish versions.
 */
async function readPlaces(
  tables: Tables,
  places: readonly Place[],
  signals: readonly AbortSignal[],
): Promise<Result<Result<ValueCode>[]>> {
  const { material } = places[0]!;
  for (let again = false; ; again = true) {
    const table = await tables.open(material, signals);
    const codes = table.ok ? ok(await readBlocks(table.value, places, signals)) : table;
    const failed = codes.ok ? codes.value.find(isStale) : codes;
    if (again || !failed || !isStale(failed)) return codes;
    tables.forget(material, table.ok ? table.value : undefined);
  }
}

function isStale(read: Result<ValueCode> | Failure): boolean {
  return !read.ok && (read.problem.code === 'changed' || read.problem.code === 'mtb-checksum');
}

/** The value at each place. */
async function readBlocks(
  table: OpenTable,
  places: readonly Place[],
  signals: readonly AbortSignal[],
): Promise<Result<ValueCode>[]> {
  const { file } = table;
  // A copy: the file gives the same object each time.
  const spots = places.map(({ turn, squares }) => ({ ...file.spotOf(turn, squares) }));
  const lists = await readLists(table, spots, signals);
  const codes = new Array<Result<ValueCode>>(spots.length);
  const byBlock = new Map<number, number[]>();
  for (const [i, { part }] of spots.entries()) {
    const block = file.blockOf(part);
    if (block === undefined) codes[i] = lists.get(file.unreadList(part)!)!;
    else addTo(byBlock, block, i);
  }
  const readAll = [...byBlock].map(async ([number, some]) => {
    const block = await table.block(number, signals);
    for (const i of some) {
      codes[i] = block.ok ? table.valueIn(block.value, number, places[i]!.turn, spots[i]!) : block;
    }
  });
  await Promise.all(readAll);
  return codes;
}

/** Reads the parts of a table's list of blocks that are needed. Returns the failures, by list. */
async function readLists(
  table: OpenTable,
  spots: readonly Spot[],
  signals: readonly AbortSignal[],
): Promise<ReadonlyMap<number, Failure>> {
  const failures = new Map<number, Failure>();
  const unread = spots.map(({ part }) => table.file.unreadList(part));
  const readAll = [...new Set(unread)].map(async (list) => {
    const read = list === undefined ? ok(list) : await table.readList(list, signals);
    if (!read.ok) failures.set(list!, read);
  });
  await Promise.all(readAll);
  return failures;
}

/** Adds a value to the list of a key. */
function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
