import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boardOf } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { Table } from '../../src/table/table.ts';
import { contentsOf, forge } from '../format/mtb/forged.ts';
import { plainFileOf } from '../probe/files.ts';
import { needPython } from '../python3.ts';
import { Solved } from '../solve/solved.ts';
import { few } from '../thorough.ts';
import { boxTable, gameOf, writeFile, writeTable } from './boxTable.ts';
import { giveaway, race } from './oddGames.ts';
import { askLines, command } from './reader.ts';

beforeEach(needPython);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'metatb-python-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what a file does not tell is an error', () => {
  async function ask(rules: RuleSet, name: string, fen: string) {
    const dir = dirname(await writeTable(folder, new Solved(rules).get(name)));
    const { status, stdout, stderr } = command(dir, fen);
    expect(stdout).toBe('');
    return { status, stderr };
  }
  const hutnik = () => unwrap(findRuleSet('hutnik:Q=QN,R=W,B=F,N=A,promote=R'));

  it('which pieces were taken, for pawns', async () => {
    const fen = '8/8/8/4k3/8/8/P7/K7[R] w';
    expect(await ask(hutnik(), 'KPvk', fen)).toEqual({
      status: 2,
      stderr: expect.stringContaining("must be taken for its pawns: '[R]'"),
    });
  });

  it('who takes en passant', async () => {
    const fen = '8/8/8/4k3/8/8/P7/K7 w - e6';
    expect(await ask(hutnik(), 'KPvk', fen)).toEqual({
      status: 2,
      stderr: expect.stringContaining('en passant'),
    });
  });

  it('a board of another size', async () => {
    const rules = gameOf(boardOf(4, 4), ['K', 'Q']);
    expect(await ask(rules, 'KXvk', '8/8/8/8/8/8/1X6/k2K4 w')).toEqual({
      status: 2,
      stderr: expect.stringContaining('has not 4 ranks of 4 squares'),
    });
  });

  it('a table that is not there: the game is named with its parameters', async () => {
    const found = await ask(hutnik(), 'KRvk', '8/8/8/4k3/8/8/N7/K7 w');
    expect(found.status).toBe(4);
    expect(found.stderr).toContain(`generate KNvk --rules ${hutnik().name} --dir`);
  });

  it.each([
    ['the same with the other colours, which cannot be exchanged', race, 'KRvk', 'Kvkr'],
    ['two men without kings', giveaway, 'KNvk', 'Pvp'],
  ])('%s', async (_, game, name, missing) => {
    const [white, black] = missing.split('v');
    const found = await ask(
      game(),
      name,
      `4/${white!.padEnd(4, '1')}/4/${black!.padEnd(4, '1')} w`,
    );
    expect(found.status).toBe(4);
    expect(found.stderr).toContain(`generate ${missing} --rules box --dir`);
  });

  it('pieces of one side', async () => {
    const found = await ask(giveaway(), 'KNvk', '4/KNNN/4/4 w');
    expect(found).toEqual({ status: 2, stderr: expect.stringContaining('pieces of both sides') });
  });
});

describe('a file that says something impossible is refused', () => {
  let table: Table;
  let sound: Uint8Array;
  beforeAll(async () => {
    table = boxTable('fRbB').table;
    sound = await plainFileOf(table);
  });

  type Header = Record<string, unknown>;
  function withHeader(change: (header: Header) => object): string {
    const contents = contentsOf(sound, table);
    const header = JSON.stringify(change(JSON.parse(contents.header)));
    return writeFile(folder, 'KXvk', forge({ ...contents, header }));
  }

  const wrong: readonly [object, RegExp][] = [
    [{ index: 'rows' }, /index is rows/],
    [{ squares: 8 }, /squares is 8/],
    [{ squares: 257 }, /squares is 257/],
    [{ squares: 17 }, /17 squares has not 4 files/],
    [{ squares: 64 }, /another index/],
    [{ files: 2 }, /16 squares has not 2 files/],
    [{ files: 4.5 }, /has not 4.5 files/],
    [{ symmetries: [1] }, /its symmetries are \[1\]/],
    [{ symmetries: [0, 1, 2] }, /its symmetries are/],
    [{ squares: 15, files: 5, symmetries: [0, 4] }, /its symmetries are/],
    [{ symmetries: [0] }, /another index/],
    [{ exchange: 8 }, /its exchange is 8/],
    [{ exchange: undefined }, /its exchange is missing/],
    [{ symmetries: undefined }, /earlier version.*`metatb generate KXvk --rules box .*--force`/],
    [{ size: 16 ** 3 }, /another index/],
    [{ size: 10 * 16 ** 2 }, /another index/],
    [{ size: 8 * 16 ** 2 + 1 }, /another index/],
    [{ size: 0 }, /another index/],
    [{ men: 4 }, /men is 4/],
    [{ values: 'codes' }, /values are codes coded by bytes/],
    [{ coding: { kind: 'planes' } }, /values are plies coded by planes/],
    [{ index: 'slabs' }, /squares is 16/],
    [{ index: 'slabs', squares: 64 }, /symmetry/],
    [{ pieces: { K: { royal: true }, X: { leaps: [[0, 16]] } } }, /X moves in an unknown way/],
    [{ index: 'slabs', squares: 64, pieces: { K: {}, X: {} } }, /one king a side/],
  ];

  it('in its header, and told what', () => {
    const paths = wrong.map(([fields]) => withHeader((header) => ({ ...header, ...fields })));
    const answers = askLines(['read', ...paths]);
    for (const [i, [fields, message]] of wrong.entries()) {
      expect([fields, answers[i]]).toEqual([fields, expect.stringMatching(/^FormatError: /)]);
      expect([fields, answers[i]]).toEqual([fields, expect.stringMatching(message)]);
    }
  });

  it('whatever else its header says, it is read or refused', () => {
    const strange = [null, true, -1, 1.5, 2 ** 70, '', 'KQvk', [], [7], {}, { kind: 7 }, [[[]]]];
    const header = JSON.parse(contentsOf(sound, table).header) as Header;
    const paths = few(strange, 5).flatMap((says) => [
      ...Object.keys(header).map((key) => withHeader((each) => ({ ...each, [key]: says }))),
      withHeader((each) => ({ ...each, pieces: { K: { royal: true }, X: says } })),
      withHeader((each) => ({ ...each, pieces: { K: { royal: true, leaps: says }, X: {} } })),
    ]);
    const answers = askLines(['read', ...paths]);
    expect(answers).toHaveLength(paths.length);
    for (const answer of answers) expect(answer).toMatch(/^(FormatError: |\d+$)/);
  });
});
