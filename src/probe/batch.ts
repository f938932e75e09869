import { type Failure, fail, ok, type Result } from '../board/result.ts';
import type { Spot, TableFile } from '../format/mtb/tableFile.ts';
import type { Color } from '../pieces/army.ts';
import type { Position } from '../position/position.ts';
import type { Locator } from '../rules/locate.ts';
import { leaves, lookAhead } from '../rules/lookAhead.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { MAX_MEN, type Material } from '../table/material.ts';
import { DRAWN, UNCOVERED, type ValueCode } from '../table/value.ts';
import type { OpenTable } from './openTable.ts';
import type { Tables } from './tables.ts';

/** What a batch needs of its prober. */
export interface Reading {
  readonly rules: RuleSet;
  readonly locator: Locator;
  readonly tables: Tables;
}

/** Positions that one table holds. */
interface Share {
  readonly material: Material;
  readonly positions: Position[];
}

/** The values of some placements of a table, by {@link keyOf}. */
interface Answers {
  readonly file: TableFile;
  readonly codes: ReadonlyMap<number, Result<ValueCode>>;
}

/**
 * The values of many positions. Each block that holds any of them is fetched and decoded once, several at a time; it
 * need not stay in the cache until all are read.
 */
export async function readBatch(
  reading: Reading,
  positions: readonly Position[],
  signals: readonly AbortSignal[],
): Promise<Result<ValueCode>[]> {
  const { rules, locator } = reading;
  const problems = new Map<Position, Failure>();
  const shares = new Map<string, Share>();
  for (const position of positions) {
    for (const leaf of leaves(rules, position)) {
      const covered = checkCovered(reading, leaf);
      if (!covered.ok) {
        problems.set(position, covered);
        break;
      }
      const { material } = locator.locate(leaf);
      if (!material) continue;
      const share = shares.get(material.name) ?? { material, positions: [] };
      share.positions.push(leaf);
      shares.set(material.name, share);
    }
  }

  const answers = new Map<string, Result<Answers>>();
  const readAll = [...shares].map(async ([name, share]) => {
    answers.set(name, await readShare(reading, share, signals));
  });
  await Promise.all(readAll);

  const readLeaf = (leaf: Position): Result<ValueCode> => {
    const { material, known, turn, squares } = locator.locate(leaf);
    if (!material) return ok(known!);
    const found = answers.get(material.name)!;
    if (!found.ok) return found;
    const { file, codes } = found.value;
    const code = codes.get(keyOf({ turn, ...file.spotOf(turn, squares) }))!;
    if (!code.ok || code.value !== UNCOVERED) return code;
    const wrong = `table ${material.name} holds that this is no position: ${rules.makeFen(leaf)}`;
    return fail('mtb-position', wrong, rules.makeFen(leaf));
  };
  return positions.map((position) => problems.get(position) ?? resolve(rules, position, readLeaf));
}

/** The value of a position from the values of its leaves. */
function resolve(
  rules: RuleSet,
  position: Position,
  readLeaf: (leaf: Position) => Result<ValueCode>,
): Result<ValueCode> {
  if (rules.rights(position) === 'none') return readLeaf(position);
  let problem: Failure | undefined;
  const code = lookAhead(rules, position, (leaf) => {
    const read = readLeaf(leaf);
    if (read.ok) return read.value;
    problem ??= read;
    return DRAWN;
  });
  return problem ?? ok(code);
}

function checkCovered({ rules, locator }: Reading, position: Position): Result<undefined> {
  const covered = rules.checkCovered(position);
  if (!covered.ok) return covered;
  const { men, known } = locator.locate(position);
  if (men <= MAX_MEN || known !== undefined) return ok(undefined);
  const found = `the position has ${men} men`;
  return fail('not-covered', `${found}: tables have at most ${MAX_MEN}`, rules.makeFen(position));
}

/**
 * Reads one table. If its file has been replaced meanwhile, opens it again, once, and reads everything again; also if a
 * checksum does not match, since not every source can distinguish versions.
 */
async function readShare(
  reading: Reading,
  share: Share,
  signals: readonly AbortSignal[],
): Promise<Result<Answers>> {
  for (let again = false; ; again = true) {
    const table = await reading.tables.open(share.material, signals);
    const answers = table.ok ? await readBlocks(reading, table.value, share, signals) : table;
    const failed = answers.ok ? failureIn(answers.value) : answers;
    if (again || !failed || !isStale(failed)) return answers;
    reading.tables.forget(share.material, table.ok ? table.value : undefined);
  }
}

function failureIn({ codes }: Answers): Failure | undefined {
  for (const code of codes.values()) if (!code.ok && isStale(code)) return code;
  return undefined;
}

function isStale({ problem }: Failure): boolean {
  return problem.code === 'changed' || problem.code === 'mtb-checksum';
}

/** A position of a table, by where its value is. */
interface Asked extends Spot {
  readonly turn: Color;
}

async function readBlocks(
  { locator }: Reading,
  table: OpenTable,
  { positions }: Share,
  signals: readonly AbortSignal[],
): Promise<Result<Answers>> {
  const { file } = table;
  const asked = positions.map((position): Asked => {
    const { turn, squares } = locator.locate(position);
    return { turn, ...file.spotOf(turn, squares) };
  });
  const lists = await readLists(table, asked, signals);
  const codes = new Map<number, Result<ValueCode>>();
  const byBlock = new Map<number, Asked[]>();
  for (const each of asked) {
    const block = file.blockOf(each.part);
    if (block === undefined) {
      codes.set(keyOf(each), lists.get(file.unreadList(each.part)!)!);
      continue;
    }
    const others = byBlock.get(block);
    if (others) others.push(each);
    else byBlock.set(block, [each]);
  }
  const readAll = [...byBlock].map(async ([number, some]) => {
    const block = await table.block(number, signals);
    for (const each of some) {
      const code = block.ok ? table.valueIn(block.value, number, each.turn, each) : block;
      codes.set(keyOf(each), code);
    }
  });
  await Promise.all(readAll);
  return ok({ file, codes });
}

/** Reads the parts of a table's list of blocks that are needed. Returns the failures, by list. */
async function readLists(
  table: OpenTable,
  asked: readonly Asked[],
  signals: readonly AbortSignal[],
): Promise<ReadonlyMap<number, Failure>> {
  const failures = new Map<number, Failure>();
  const unread = asked.map(({ part }) => table.file.unreadList(part));
  const readAll = [...new Set(unread)].map(async (list) => {
    const read = list === undefined ? ok(list) : await table.readList(list, signals);
    if (!read.ok) failures.set(list!, read);
  });
  await Promise.all(readAll);
  return failures;
}

/** No part of a table has as many values. */
const MOST_CELLS = 2 ** 19;

/** A position's side to move and spot in one number. */
function keyOf({ turn, part, cell }: Asked): number {
  return 2 * (part * MOST_CELLS + cell) + turn;
}
