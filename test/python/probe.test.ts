import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { random } from '../../tools/random.ts';
import { filesOf, plainFileOf } from '../probe/files.ts';
import { needPython } from '../python3.ts';
import { solveBySets } from '../solve/setTables.ts';
import { cases, few, seed } from '../thorough.ts';
import { askLines, command } from './reader.ts';

beforeEach(needPython);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'metatb-python-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A pawn that has just gone two squares beside one that can take it, and kings anywhere; either side to move. */
function* passants(count: number): Generator<string> {
  const number = random(seed);
  const below = (limit: number) => Math.floor(number() * limit);
  for (let i = 0; i < count; i++) {
    const file = below(8);
    const beside = file === 0 ? 1 : file === 7 ? 6 : file + (number() < 0.5 ? 1 : -1);
    const whiteToMove = number() < 0.5;
    const [rank, behind] = whiteToMove ? [4, 5] : [3, 2];
    const pieces = new Map([
      [8 * rank + file, whiteToMove ? 'p' : 'P'],
      [8 * rank + beside, whiteToMove ? 'P' : 'p'],
    ]);
    const taken = [8 * behind + file, 8 * (behind + (whiteToMove ? 1 : -1)) + file];
    for (const king of 'Kk') {
      let square = below(64);
      while (pieces.has(square) || taken.includes(square)) square = below(64);
      pieces.set(square, king);
    }
    const rows = Array.from({ length: 8 }, (_, row) =>
      Array.from({ length: 8 }, (_, at) => pieces.get(8 * (7 - row) + at) ?? '1').join(''),
    );
    yield `${rows.join('/')} ${whiteToMove ? 'w' : 'b'} - ${'abcdefgh'[file]}${behind + 1} 0 1`;
  }
}

describe.each(few<RuleSet>([metachess, chess], 1))('with tables of $name', (rules) => {
  let base: Tablebase;
  let dir: string;

  beforeAll(async () => {
    const tables = await solveBySets(rules as RuleSet, ['KPvkp'], 256);
    const wanted = ['KPvkp', 'KPvk', 'KQvk', 'KQvkr'].map((name) => tables.get(name)!);
    const files = await filesOf(wanted, plainFileOf);
    base = new Tablebase(rules, new MemorySource(files));
    dir = join(folder, rules.name);
    mkdirSync(dir);
    for (const [name, bytes] of files) writeFileSync(join(dir, `${name}.mtb`), bytes);
  });

  it('positions with an en passant right are answered as the library answers them', async () => {
    const fens = [...passants(cases(20_000, 600))];
    const answers = askLines(['probe', dir], fens);
    let captures = 0;
    for (const [i, fen] of fens.entries()) {
      const position = rules.parseFen(fen);
      if (!position.ok) {
        expect([fen, answers[i]]).toEqual([fen, expect.stringMatching(/^PositionError/)]);
        continue;
      }
      const { wdl, dtm } = unwrap(await base.value(position.value));
      expect([fen, answers[i]]).toEqual([fen, `${wdl} ${dtm}`]);
      const without = unwrap(
        await base.value(unwrap(rules.parseFen(fen.replace(/ .\d 0 1/, ' - 0 1')))),
      );
      if (wdl !== without.wdl || dtm !== without.dtm) captures++;
    }
    // The right decides in many of them.
    expect(captures).toBeGreaterThan(fens.length / 20);
  });

  it('so are those with the colours exchanged, in any order of the pieces', async () => {
    const fens = [
      '8/8/8/4k3/8/8/8/K2Q4 w - - 0 1',
      '8/8/8/4K3/8/8/8/k2q4 w - - 0 1',
      '8/8/8/4K3/8/8/8/k2q4_b',
      'r3k3/8/8/8/8/2Q5/8/1K6 w - -',
      'R3K3/8/8/8/8/2q5/8/1k6 w - -',
      'R3K3/8/8/8/8/2q5/8/1k6 b - - 5 9',
      '8/8/8/4k3/8/8/8/K2Q4',
    ];
    const known = await base.values(fens.map((fen) => unwrap(rules.parseFen(fen))));
    expect(askLines(['probe', dir], fens)).toEqual(
      known.map((value) => `${unwrap(value).wdl} ${unwrap(value).dtm}`),
    );
  });

  it.each([
    ['castling rights', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1', 2, 'castling'],
    ['two kings alone', '4k3/8/8/8/8/8/8/4K3 w - - 0 1', 2, 'three men'],
    ['a king that can be taken', '8/8/8/4k3/8/8/8/K3Q3 w - - 0 1', 2, 'no position'],
    ['kings side by side', '8/8/8/4k3/4K3/8/8/Q7 w - - 0 1', 2, 'no position'],
    ['a pawn on the last rank', 'P7/8/8/4k3/8/8/8/K7 w - - 0 1', 2, 'no position'],
    ['a rank too short', '8/8/8/4k3/8/8/8/K2Q3 w - - 0 1', 2, '8 ranks of 8 squares'],
    ['no side to move', '8/8/8/4k3/8/8/8/K2Q4 white', 2, 'side to move'],
    ['an en passant square that is none', '8/8/8/4k3/8/8/8/K2Q4 w - z9', 2, 'no square'],
    ['a pawn that did not pass', '8/8/8/4k3/8/P7/8/K7 w - e6', 2, 'just have passed'],
    ['a table that is not there', '8/8/8/4k3/8/8/8/K2R4 w - -', 4, 'generate KRvk --rules'],
    ['the same, of Black', '8/8/8/4K3/8/8/8/k2r3q w - -', 4, 'generate KQRvk --rules'],
  ])('%s: an error, and its exit code', (_, fen, code, text) => {
    const { status, stdout, stderr } = command(dir, fen);
    expect({ status, stdout }).toEqual({ status: code, stdout: '' });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(text);
  });

  it('a position: wdl and dtm are printed', () => {
    const { status, stdout } = command(dir, '8/8/8/4k3/8/8/8/K2Q4 w - - 0 1');
    expect([status, stdout]).toEqual([0, '1 17\n']);
  });
});

it('tables of other rules side by side are refused', async () => {
  const dir = join(folder, 'mixed');
  mkdirSync(dir);
  for (const [rules, name] of [
    [chess, 'KQvk'],
    [metachess, 'KRvk'],
  ] as const) {
    const table = (await solveBySets(rules as RuleSet, [name])).get(name)!;
    writeFileSync(join(dir, `${name}.mtb`), await plainFileOf(table));
  }
  const fens = ['8/8/8/4k3/8/8/8/K2Q4 w - - 0 1', '8/8/8/4k3/8/8/8/K2R4 w - - 0 1'];
  const [first, second] = askLines(['probe', dir], fens);
  expect(first).toMatch(/^1 /);
  expect(second).toMatch(/^FormatError: .*of other rules/);
});

it('a damaged file is exit code 1, no arguments 2, no tables 4', () => {
  const dir = join(folder, 'damaged');
  mkdirSync(dir);
  writeFileSync(join(dir, 'KQvk.mtb'), 'MTB, once');
  expect(command(dir, '8/8/8/4k3/8/8/8/K2Q4').status).toBe(1);
  expect(command().status).toBe(2);
  const { status, stderr } = command(join(dir, 'nowhere'), '8/8/8/4k3/8/8/8/K2Q4');
  expect(status).toBe(4);
  expect(stderr).toContain('nowhere: give the folder of a rule set, such as tables/chess');
});
