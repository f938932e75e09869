import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { portableCodec } from '../../src/format/mtb/blocks.ts';
import { encodeNative, layOutPlain } from '../../src/format/mtb/encodeNative.ts';
import { openStart } from '../../src/format/mtb/nativeStart.ts';
import { parseStart } from '../../src/format/mtb/startParts.ts';
import type { PlanesCoding } from '../../src/format/planes/coding.ts';
import { BLACK, WHITE } from '../../src/pieces/army.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { Table } from '../../src/table/table.ts';
import { UNCOVERED } from '../../src/table/value.ts';
import { decidedCode } from '../../src/table/values.ts';
import { hash } from '../../tools/random.ts';
import { boardOf, valueOn } from '../format/board.ts';
import { withLongMates } from '../format/longMates.ts';
import { joined } from '../format/madeUp.ts';
import { needPython } from '../python3.ts';
import { type SetTable, solveBySets } from '../solve/setTables.ts';
import { Solved } from '../solve/solved.ts';
import { cases, few, whole } from '../thorough.ts';
import { askLines, boardInPython } from './reader.ts';

beforeEach(needPython);

const names = ['KPvk', 'KQvk'];

const ruleSets: readonly RuleSet[] = [metachess, chess];
const solved = new Map<RuleSet, ReadonlyMap<string, SetTable>>();
beforeAll(async () => {
  for (const rules of ruleSets) solved.set(rules, await solveBySets(rules as RuleSet, names));
});

describe.each(few(ruleSets, 1))('every value of $name is read as the library reads it', (rules) => {
  it.each(names)('%s', async (name) => {
    const table = solved.get(rules)!.get(name)!;
    expectSameBoard(rules, table, await joined(encodeNative(table)), 'planes');
  });
});

describe.each(few(ruleSets, 1))('every value of other files of $name is', (rules) => {
  const tableOf = (name: string) => solved.get(rules)!.get(name)!;

  it.each(few(names, 1))('%s, deflated', async (name) => {
    expectSameBoard(rules, tableOf(name), await plain(tableOf(name)), 'deflate');
  });

  it.each(few(names, 1))('%s, with the list of blocks in blocks of its own', async (name) => {
    const table = tableOf(name);
    for (const bytes of [await joined(encodeNative(table, undefined, 0)), await plain(table, 0)]) {
      expect(unwrap(openStart(bytes, bytes.length, table)).list.lists).toBe(1);
      expectSameBoard(rules, table, bytes);
    }
  });

  it.each(names)('%s, with mates in up to 1,023 moves, which are corrections', async (name) => {
    const far = withLongMates(tableOf(name));
    expect(far.values[0].codes).toContain(decidedCode(2 * 1023));
    const bytes = await joined(encodeNative(far));
    const { wins, losses } = unwrap(parseStart(bytes)).header.coding as PlanesCoding;
    expect([wins, losses]).toEqual([125, 124]);
    expectSameBoard(rules, far, bytes, 'planes');
    expectSameBoard(rules, far, await plain(far), 'deflate');
  });

  it.runIf(whole)('KQvk of the reference solver, whose values are plies', async () => {
    const table = new Solved(rules as RuleSet).get('KQvk');
    expectSameBoard(rules, table, await plain(table), 'bytes');
  });
});

it('one placement after another is as well, those that are no position included', async () => {
  const table = solved.get(chess)!.get('KPvk')!;
  const { men } = table.material;
  const asked = Array.from({ length: cases(30_000) }, (_, i) => ({
    squares: men.map((_, slot) => hash(4 * i + slot, 64)),
    turn: i % 2 === 0 ? WHITE : BLACK,
  }));
  const known = asked.map(({ squares, turn }) => valueOn(chess, table, squares, turn));
  expect(known).toContain(UNCOVERED);
  const lines = asked.map(({ squares, turn }) => [...squares, turn].join(' '));
  const bytes = await joined(encodeNative(table));
  const answers = withFile('KPvk', bytes, (path) => askLines(['squares', path], lines));
  expect(answers.map(Number)).toEqual(known);
});

async function plain(table: Table, most?: number): Promise<Uint8Array> {
  const { start, blocks } = layOutPlain(table, portableCodec, undefined, most);
  const after = await joined(blocks);
  return joined([start, after]);
}

/** Compares the values of all squares of the pieces, of both sides. */
function expectSameBoard(
  rules: RuleSet,
  table: Table,
  bytes: Uint8Array,
  coding?: 'planes' | 'deflate' | 'bytes',
): void {
  if (coding) expect(unwrap(parseStart(bytes)).header.coding.kind).toBe(coding);
  const known = boardOf(rules, table);
  const found = withFile(table.material.name, bytes, boardInPython);
  expect(found).toHaveLength(known.length);
  const different = known.findIndex((value, number) => value !== found[number]);
  expect([different, known[different], found[different]]).toEqual([-1, undefined, undefined]);
}

function withFile<T>(name: string, bytes: Uint8Array, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'metatb-python-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, `${name}.mtb`);
  writeFileSync(path, bytes);
  return use(path);
}
