import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePgn } from 'chessops/pgn';
import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { nativeFormat } from '../../src/format/mtb/native.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { joined } from '../format/madeUp.ts';
import { materialOf } from '../solve/solved.ts';
import { thorough, whole } from '../thorough.ts';
import { csv, layTables, makeFolder, metatb, metatbJson, start } from './metatb.ts';

/** The commands for people who study endings, and what takes tables to other programs and back. */

const folder = makeFolder();
const dir = join(folder, 'tables');
/** A folder in which one file has a flipped bit. */
const damaged = join(folder, 'damaged');

const threeMen = ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk'];

beforeAll(() => {
  layTables(dir, threeMen, 'metachess');
  layTables(dir, threeMen, 'chess');
  layTables(damaged, threeMen);
  const path = join(damaged, 'metachess', 'KQvk.mtb');
  const bytes = readFileSync(path);
  bytes[bytes.length - 10]! ^= 1;
  writeFileSync(path, bytes);
  writeFileSync(join(damaged, 'metachess', 'notes.mtb'), 'no table');
});

interface Longest {
  readonly wins: readonly {
    readonly turn: string;
    readonly plies: number;
    readonly fen: string;
    readonly san: readonly string[];
    readonly uci: readonly string[];
  }[];
}

describe('longest', () => {
  test('prints positions and the moves of best play', async () => {
    const args = ['longest', 'KPvk', '--dir', dir, '--count', '3', '--rules', 'chess'];
    const found = await metatbJson<Longest>(...args);
    expect(found).toMatchObject({ table: 'KPvk', rules: 'chess' });
    expect(found.wins.map(({ plies }) => plies)).toEqual([55, 55, 55]);
    for (const { turn, plies, fen, san, uci } of found.wins) {
      expect([turn, san.length, uci.length]).toEqual(['white', plies, plies]);
      expect(fen).toMatch(/ w - - 0 1$/);
      expect(san.at(-1)).toMatch(/#$/);
    }
  });

  test('prints games that another program reads', async () => {
    const args = ['longest', 'KQvk', '--dir', dir, '--count', '2', '--pgn'];
    const { stdout } = await metatb(args);
    const { wins } = await metatbJson<Longest>(...args.slice(0, -1));
    const games = parsePgn(stdout);
    expect(games.map(({ headers }) => headers.get('FEN'))).toEqual(wins.map(({ fen }) => fen));
    for (const [i, game] of games.entries()) {
      expect(game.headers.get('Variant')).toBe('Metachess');
      expect(game.headers.get('Result')).toBe('1-0');
      expect([...game.moves.mainline()].map(({ san }) => san)).toEqual(wins[i]!.san);
    }
  });

  test('lists nothing for a side that cannot win', async () => {
    const ran = await metatb(['longest', 'KQvk', '--dir', dir, '--winner', 'black']);
    expect(ran).toMatchObject({ status: 0, stdout: 'KQvk, Metachess: nothing is won\n' });
  });

  test('prints one row per win', async () => {
    const [head, ...rows] = await csv(dir, 'longest', 'KQvk', '--count', '4');
    expect(head).toEqual(['to_move', 'plies', 'fen', 'line']);
    expect(rows.map(([side, plies]) => [side, plies])).toEqual(new Array(4).fill(['white', '17']));
  });
});

describe('zugzwang', () => {
  test('counts the mutual zugzwangs of pawn against king, and shows some', async () => {
    const found = await metatbJson<{ kinds: { examples: object[] }[] }>(
      ...['zugzwang', 'KPvk', '--dir', dir, '--rules', 'chess', '--count', '2'],
    );
    const kind = { points: 0.5, unique: 80, board: 160 };
    expect(found.kinds).toMatchObject([
      { white: 'loss', black: 'loss', points: 1, unique: 0, board: 0, examples: [] },
      { white: 'draw', black: 'loss', ...kind },
      { white: 'loss', black: 'draw', points: 0.5, unique: 0, board: 0, examples: [] },
    ]);
    expect(found.kinds[1]!.examples).toHaveLength(2);
    expect(found.kinds[1]!.examples[0]).toEqual({
      fen: expect.stringMatching(/ w - - 0 1$/),
      blackFen: expect.stringMatching(/ b - - 0 1$/),
      white: { wdl: 0, dtm: 0 },
      black: { wdl: -1, dtm: expect.any(Number) },
    });
  });

  test('lists the requested number', async () => {
    const [head, ...rows] = await csv(dir, 'zugzwang', 'KPvk', '--count', '1000');
    expect(head!.slice(0, 2)).toEqual(['points', 'fen']);
    expect(rows).toHaveLength(80);
    expect(new Set(rows.map((row) => row[1])).size).toBe(80);
  });
});

describe('stats', () => {
  test('draws the histogram of distances within the width', async () => {
    const { stdout } = await metatb(['stats', 'KPvk', '--dir', dir]);
    const lines = stdout.split('\n');
    const from = lines.indexOf('White to move, wins by plies:');
    const bars = lines.slice(from + 1, lines.indexOf('', from));
    expect(bars.length).toBeGreaterThan(5);
    expect(bars.length).toBeLessThanOrEqual(20);
    expect(Math.max(...bars.map((bar) => bar.length))).toBe(80);
    const { white } = await metatbJson<{ white: { wins: number } }>('stats', 'KPvk', '--dir', dir);
    const counts = bars.map((bar) => Number(/([\d,]+)$/.exec(bar)![1]!.replaceAll(',', '')));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(white.wins);
    // The longest bar belongs to the greatest count.
    const lengths = bars.map((bar) => bar.split('█').length);
    expect(lengths.indexOf(Math.max(...lengths))).toBe(counts.indexOf(Math.max(...counts)));
  });

  test('prints one row per distance', async () => {
    const [head, ...rows] = await csv(dir, 'stats', 'KQvk');
    expect(head).toEqual(['to_move', 'result', 'plies', 'positions', 'unique']);
    const count = (side: string, result: string) =>
      rows
        .filter((row) => row[0] === side && row[1] === result)
        .reduce((sum, row) => sum + Number(row[3]), 0);
    expect([count('white', 'win'), count('white', 'draw')]).toEqual([144508, 0]);
    expect([count('black', 'draw'), count('black', 'loss')]).toEqual([23088, 200856]);
  });
});

test('a table is printed in one way only', async () => {
  const ran = await metatb(['stats', 'KQvk', '--csv', '--json', '--dir', dir]);
  expect(ran).toMatchObject({ status: 2, stdout: '' });
  expect(ran.stderr).toMatch(/'--csv' cannot be used with option '--json'/);
});

describe('info', () => {
  test('lists the tables of every rule set', async () => {
    const found = await metatbJson<{ tables: object[] }>('info', '--dir', dir, '--check');
    expect(found).toMatchObject({ dir, checked: true, damaged: 0 });
    expect(found.tables.length).toBeGreaterThanOrEqual(10);
    const path = join(dir, 'metachess', 'KQvk.mtb');
    expect(found.tables).toContainEqual({
      ...{ table: 'KQvk', rules: 'metachess', men: 3, bytes: readFileSync(path).length, path },
      ...{ positions: 368452, longestWin: 17, values: 'codes', problem: null },
    });
    const rows = await csv(dir, 'info');
    expect(rows.filter((row) => row[0] === 'chess')).toHaveLength(5);
  });

  test('names a damaged file and continues with the others', async () => {
    const ran = await metatb(['info', '--dir', damaged, '--check']);
    expect(ran.status).toBe(1);
    expect(ran.stdout).toMatch(/^KQvk .*DAMAGED: .*KQvk\.mtb/m);
    expect(ran.stdout).toMatch(/^KRvk .* sound$/m);
    expect(ran.stdout).toMatch(/^Metachess: 5 tables/m);
  });

  test('does not call a file of another version damaged', async () => {
    const older = join(folder, 'older');
    mkdirSync(join(older, 'chess'), { recursive: true });
    writeFileSync(join(older, 'chess', 'KQvk.mtb'), Buffer.from('MTB\x03 and so on'));
    const ran = await metatb(['info', '--dir', older]);
    expect(ran.status).toBe(1);
    expect(ran.stdout).toMatch(/^KQvk .* OF ANOTHER VERSION: .*KQvk\.mtb: .*version 3/m);
  });

  test('does not call the table of another game damaged', async () => {
    const mistaken = join(folder, 'mistaken');
    const at = join(mistaken, 'metachess');
    mkdirSync(at, { recursive: true });
    copyFileSync(join(dir, 'chess', 'KQvk.mtb'), join(at, 'KQvk.mtb'));
    copyFileSync(join(dir, 'metachess', 'KQvk.mtb'), join(at, 'KRvk.mtb'));
    const ran = await metatb(['info', '--dir', mistaken]);
    expect(ran.status).toBe(1);
    expect(ran.stdout).toMatch(/^KQvk .* OF ANOTHER GAME: .*a table of chess, not of metachess/m);
    expect(ran.stdout).toMatch(/^KRvk .* ANOTHER TABLE: .*the table KQvk, not KRvk/m);
  });

  test('of a folder without tables says how to make one', async () => {
    const empty = join(folder, 'without');
    mkdirSync(empty);
    const ran = await metatb(['info', '--dir', empty]);
    expect(ran.status).toBe(0);
    expect(ran.stdout).toMatch(/has no tables: 'metatb generate KQvk' makes one/);
  });

  test('tells what interrupted runs have left, and whether it is of use', async () => {
    const left = join(folder, 'left');
    const at = join(left, 'chess');
    mkdirSync(at, { recursive: true });
    copyFileSync(join(dir, 'chess', 'KQvk.mtb'), join(at, 'KQvk.mtb'));
    for (const name of ['KQvk', 'KRvk', 'KBvk'])
      writeFileSync(join(at, `.chess.${name}.log`), 'ab');
    writeFileSync(join(at, '.KRvk.checkpoint'), 'abc');
    const { stdout } = await metatb(['info', '--dir', left]);
    expect(stdout).toMatch(/^KBvk +chess +- +2 +no checkpoint yet: begins anew$/m);
    expect(stdout).toMatch(/^KQvk +chess +- +2 +finished: may be removed$/m);
    expect(stdout).toMatch(/^KRvk +chess +3 +2 +goes on$/m);
  });

  test.each([
    ['a missing folder', 'nowhere', /there is no folder .*nowhere: 'metatb generate/],
    ['a file', 'file', /file is a file: --dir names a folder of tables/],
  ])('of %s is a failure', async (_, name, message) => {
    writeFileSync(join(folder, 'file'), 'hello');
    const ran = await metatb(['info', '--dir', join(folder, name)]);
    expect(ran).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('distinguishes an unreadable file from a damaged one, and no wins from uncounted ones', async () => {
    const mixed = join(folder, 'mixed');
    mkdirSync(join(mixed, 'metachess'), { recursive: true });
    const at = (name: string) => join(mixed, 'metachess', `${name}.mtb`);
    copyFileSync(join(dir, 'metachess', 'KRvk.mtb'), at('KRvk'));
    const bytes = readFileSync(join(dir, 'metachess', 'KQvk.mtb'));
    const endgame = endgameOf(metachess, materialOf(metachess, 'KQvk'));
    // Without statistics.
    writeFileSync(
      at('KQvk'),
      await joined(nativeFormat.encode(unwrap(await nativeFormat.decode(bytes, endgame)))),
    );
    // A link to itself, since permissions do not stop root.
    symlinkSync(at('KNvk'), at('KNvk'));
    const ran = await metatb(['info', '--dir', mixed]);
    expect(ran.stdout).toMatch(/^KQvk .* not counted /m);
    expect(ran.stdout).toMatch(/^KRvk .* win in \d+ /m);
    expect(ran.stdout).not.toMatch(/DAMAGED/);
  });
});

describe('export --format npy', () => {
  test('writes one array per side', async () => {
    const out = join(folder, 'arrays.npy');
    const files = ['-w', '-b'].map((suffix) => join(folder, `arrays${suffix}.npy`));
    const written = await metatbJson(...['export', 'KQvk', '-f', 'npy', '-o', out, '--dir', dir]);
    const bytes = 128 + 64 ** 3;
    expect(written).toEqual({
      ...{ table: 'KQvk', rules: 'metachess', format: 'npy' },
      files: files.map((file) => ({ out: file, bytes })),
    });
    // Lost in 6 plies with Black to move, as the README shows.
    const [white, black] = files.map((file) => readFileSync(file));
    const at = 128 + ((34 << 12) | (12 << 6) | 24);
    expect([white!.length, black!.length]).toEqual([bytes, bytes]);
    expect(black!.readInt8(at)).toBe(-7);
    expect(white!.readInt8(at)).toBeGreaterThan(0);
  });

  test('does not mix two files on stdout', async () => {
    const ran = await metatb(['export', 'KQvk', '-f', 'npy', '-o', '-', '--dir', dir]);
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(ran.stderr).toMatch(/npy is 2 files and stdout takes one/);
  });
});

describe('export --format pkl', () => {
  test.runIf(whole)('warns if Python will need much memory for the file', async () => {
    const made = await metatb(['generate', 'KQvkr', '--dir', dir]);
    expect(made.status, made.stderr).toBe(0);
    const warning =
      /^19,733,336 entries: .* about [\d.]+ MiB, and Python needs about 1\.\d+ GiB of memory/;
    const out = join(folder, 'KQvkr.pkl');
    if (thorough) {
      const large = await metatb(['export', 'KQvkr', '--out', out, '--dir', dir]);
      expect(large.status).toBe(0);
      expect(large.stderr).toMatch(warning);
      expect(large.stdout).toBe(`${out}: 138,084,574 bytes\n`);
    } else {
      const { child, ended } = start(['export', 'KQvkr', '--out', '-', '--dir', dir]);
      child.stdout.destroy();
      expect(await ended).toMatchObject({ status: 0, stderr: expect.stringMatching(warning) });
    }
    const small = await metatb(['export', 'KQvk', '--out', out, '--dir', dir]);
    expect(small).toMatchObject({ status: 0, stderr: '' });
  });
});

describe.runIf(whole)('import', () => {
  const pickle = join(folder, 'KQvk.pkl');
  const target = join(folder, 'imported');

  beforeAll(async () => {
    const ran = await metatb(['export', 'KQvk', '--out', pickle, '--dir', dir]);
    expect(ran.status, ran.stderr).toBe(0);
    writeFileSync(join(folder, 'theirs.pkl'), 'hello');
  });

  test('makes a table with the same values, and replaces none without --force', async () => {
    const path = join(target, 'metachess', 'KQvk.mtb');
    const imported = await metatbJson('import', pickle, '--dir', target);
    expect(imported).toMatchObject({ table: 'KQvk', path, positions: 46137, differences: 0 });
    const against = ['verify', 'KQvk', '--dir', target, '--against', pickle];
    expect(await metatbJson(...against)).toMatchObject({ compared: 46137, different: 0 });
    const again = await metatb(['import', pickle, '--dir', target]);
    expect(again).toMatchObject({ status: 2, stdout: '' });
    expect(again.stderr).toMatch(/exists already: --force replaces it/);
    const forced = await metatb(['import', pickle, '--dir', target, '--force']);
    expect(forced.status).toBe(0);
  });

  test('writes nothing if values do not follow from their successors', async () => {
    const ran = await metatb(['import', pickle, '--dir', target, '--rules', 'chess']);
    expect(ran.status).toBe(3);
    expect(ran.stdout).toMatch(/KQvk, Chess: 46,137 positions verified, 200 differences/);
    expect(ran.stdout).toMatch(/no table is written\n$/);
    expect(() => readFileSync(join(target, 'chess', 'KQvk.mtb'))).toThrow('ENOENT');
  });

  test.each([
    ['a table whose subtables are missing', [pickle, '--name', 'KQvkr'], 4, /no table K[QR]vk/],
    ['a pickle of another endgame', [pickle, '--name', 'KRvk'], 3, /differences/],
    ['a missing file', ['nothing.pkl', '--name', 'KQvk'], 1, /no such file/],
    ['a file whose name contains no table', [join(folder, 'theirs.pkl')], 2, /add --name, such as/],
    ['a missing file, before asking for --name', ['nothing.pkl'], 1, /no such file/],
    ['a folder, before asking for --name', ['.'], 1, /cannot read \.: it is a folder/],
  ])('refuses %s', async (_, args, status, message) => {
    const ran = await metatb(['import', ...args, '--dir', join(folder, 'empty')]);
    expect(ran.status).toBe(status);
    expect(ran.stdout + ran.stderr).toMatch(message);
  });

  test('refuses a file that is no pickle', async () => {
    const path = join(folder, 'KRvk.pkl');
    writeFileSync(path, 'hello');
    const ran = await metatb(['import', path, '--dir', join(folder, 'empty')]);
    expect(ran).toMatchObject({ status: 1, stdout: '' });
    expect(ran.stderr).toMatch(/KRvk\.pkl: not a readable pickle/);
  });
});

test('verify --checksums distinguishes a sound file from a damaged one', async () => {
  const path = join(damaged, 'metachess', 'KQvk.mtb');
  const sound = await metatbJson('verify', 'KQvk', '--checksums', '--dir', dir);
  expect(sound).toMatchObject({ table: 'KQvk', sound: true });
  const ran = await metatb(['verify', 'KQvk', '--checksums', '--dir', damaged]);
  expect(ran).toMatchObject({ status: 1, stdout: '' });
  expect(ran.stderr).toContain(path);
});
