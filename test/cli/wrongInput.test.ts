import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { metatb } from './metatb.ts';
import { refusals } from './refusals.ts';

const { folder, dir, expectRefusal } = refusals();

test.concurrent('more threads than are useful are refused, with no mention of memory', () =>
  expectRefusal(
    ['generate', 'KQvk', '--threads', '1000'],
    2,
    /'1000' is invalid\..* from 1 to 256/,
  ));

test.concurrent('a dry run reports what the run would refuse, with its exit code', async () => {
  const args = ['generate', 'KQRPvkr', '--dry-run', '--memory', '2GiB', '--dir', dir];
  const { status, stdout } = await metatb(args);
  expect(stdout).toMatch(/^would be refused: KQRPvkr needs [\d.]+ GiB, 2 GiB allowed: /m);
  expect(status).toBe(2);
});

describe.concurrent('usage', () => {
  test.each<[string, string[], RegExp]>([
    [
      'an unknown command',
      ['genrate', 'KQvk'],
      /unknown command 'genrate'\n\(Did you mean generate\?\)/,
    ],
    [
      'an unknown option',
      ['stats', 'KQvk', '--jsn'],
      /unknown option '--jsn'\n\(Did you mean --json\?\)/,
    ],
    ['no table', ['generate'], /name at least one table, such as KQvk, or say --men 3/],
    ['no name', ['stats'], /missing required argument 'table'/],
    ['no FEN', ['probe'], /name a position: a FEN such as '.*', - for stdin, or --file FILE/],
    ['two names', ['stats', 'KQvk', 'KRvk'], /too many arguments/],
    [
      'an unknown rule set',
      ['stats', 'KQvk', '-r', 'checkers'],
      /'checkers' is invalid.* metachess, chess/,
    ],
    ['an unknown format', ['export', 'KQvk', '-f', 'npz'], /'npz' is invalid.* mtb, pkl, npy/],
    [
      'an unknown solver',
      ['generate', 'KQvk', '--solver', 'oracle'],
      /'oracle' is invalid.* sets, reference/,
    ],
    ['no men', ['generate', '--men', '0'], /--men.*'0' is invalid.*whole number from 2 to 6/],
    [
      'men in words',
      ['generate', '--men', 'three'],
      /'three' is invalid.*whole number from 2 to 6/,
    ],
    ['one king', ['generate', '--men', '1'], /'1' is invalid.*whole number from 2 to 6/],
    [
      'kings alone',
      ['generate', '--men', '2'],
      /metachess has no table of 2 men: its tables have 3, 4, 5, 6$/m,
    ],
    [
      'a bare king in Shatranj',
      ['generate', '--men', '3', '--rules', 'shatranj'],
      /shatranj has no table of 3 men: its tables have 4, 5, 6$/m,
    ],
    [
      'a piece that the other game lacks',
      ['compare', 'KMvk', '--rules', 'knightmate', '--with', 'chess'],
      /chess has no KMvk: unknown piece 'M' in 'KMvk': pieces are K Q R B N P$/m,
    ],
    [
      'a piece that only the other game lacks',
      ['compare', 'KNvk', '--rules', 'chess', '--with', 'knightmate'],
      /knightmate has no KNvk: unknown piece 'N' in 'KNvk': pieces are K Q R B M P$/m,
    ],
    [
      'a black piece that the other game lacks',
      ['compare', 'KRvka', '--rules', 'shatranj', '--with', 'chess'],
      /chess has no KRvka: unknown piece 'a'/,
    ],
    [
      'a table that the other game does not need',
      ['compare', 'Kvk', '--rules', 'reach', '--with', 'chess'],
      /Kvk needs no table under the rules of chess/,
    ],
    [
      'a game compared with itself',
      ['compare', 'KNvk', '--rules', 'chess', '--with', 'chess'],
      /chess does not differ from itself: compare it with metachess, reach, antichess, .*, hutnik$/m,
    ],
    [
      'a game compared with itself on a board of its own',
      ['compare', 'KQvk', '--rules', 'metamachy', '--with', 'metamachy'],
      /metamachy does not differ from itself: no other game has KQvk on its board$/m,
    ],
    ['seven men', ['generate', '--men', '7'], /'7' is invalid.*whole number from 2 to 6/],
    [
      'half a thread',
      ['generate', 'KQvk', '-t', '0.5'],
      /--threads.*'0.5' is invalid.*whole number from 1 to 256/,
    ],
    ['a thousand threads', ['generate', 'KQvk', '-t', '1000'], /'1000' is invalid.*from 1 to 256/],
    [
      'no memory at all',
      ['generate', 'KQvk', '--memory', '0MiB'],
      /'0MiB' is invalid.*a size such/,
    ],
    [
      'an import of nothing',
      ['import', ''],
      /'' is invalid for argument 'file'.*the name of a file/,
    ],
    [
      'memory without a unit',
      ['generate', 'KQvk', '--memory', '512'],
      /--memory.*'512' is invalid.*a size such as 6GiB or 512MiB/,
    ],
    [
      'a folder without a name',
      ['stats', 'KQvk', '-d', ''],
      /--dir.*'' is invalid.*the name of a folder/,
    ],
    [
      'an export without a name',
      ['export', 'KQvk', '--out', ''],
      /--out.*'' is invalid.*the name of a file/,
    ],
    [
      'a sample of checksums',
      ['verify', 'KQvk', '--sample', '10', '--checksums'],
      /'--checksums' cannot be used with option '-s, --sample <count>'/,
    ],
    [
      'a seed that is no number',
      ['verify', 'KQvk', '--sample', '10', '--seed', 'x'],
      /--seed.*'x' is invalid.*a whole number from 0 to 999999999/,
    ],
    [
      'a seed of no sample',
      ['verify', 'KQvk', '--seed', '5'],
      /--seed chooses the positions of a sample: add --sample COUNT/,
    ],
    [
      'a position beside --file',
      ['probe', 'startpos', '--file', 'fens'],
      /'startpos' and --file: give only one of them/,
    ],
    [
      'a path that is no table',
      ['stats', 'nowhere/KQvk.mtb'],
      /'nowhere\/KQvk\.mtb' is not the path of a table, FOLDER\/RULES\/NAME\.mtb: RULES is metachess, chess,.* and not 'nowhere'; or name the table alone/,
    ],
    [
      'a path and other rules',
      ['stats', 'tables/metachess/KQvk.mtb', '--rules', 'chess'],
      /'tables\/metachess\/KQvk\.mtb' is in another place than --rules chess: give only one of them/,
    ],
    [
      'a path and another folder',
      ['longest', 'tables/metachess/KQvk.mtb', '--dir', 'elsewhere'],
      /is in another place than --dir elsewhere: give only one of them/,
    ],
    [
      'a path for tables to be made',
      ['generate', 'tables/metachess/KQvk.mtb'],
      /'tables\/metachess\/KQvk\.mtb' is a file: name the table alone, such as KQvk, .* --rules and --dir/,
    ],
    [
      'an address that is not of a web server',
      ['probe', '8/8/8/4k3/8/8/8/K2Q4', '--dir', 'ftp://example.org'],
      /'ftp:\/\/example\.org' is no web address: it should be like https:/,
    ],
    [
      'more examples than memory holds',
      ['longest', 'KQvk', '--count', '999999999'],
      /'999999999' is invalid\..* from 1 to 100000/,
    ],
  ])('%s', async (_, args, message) => expectRefusal(args, 2, message));

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'METATB_RULES',
      { METATB_RULES: 'go' },
      /'go' from env 'METATB_RULES' is invalid.* metachess, chess/,
    ],
    ['METATB_THREADS', { METATB_THREADS: 'x' }, /'x' from env 'METATB_THREADS' is invalid/],
    ['METATB_MEMORY', { METATB_MEMORY: 'all' }, /'all' from env 'METATB_MEMORY' is invalid/],
    ['METATB_JSON', { METATB_JSON: 'yes' }, /METATB_JSON is 'yes': it must be 1 or 0/],
    ['METATB_QUIET', { METATB_QUIET: '2' }, /METATB_QUIET is '2': it must be 1 or 0/],
  ])('a bad %s', async (_, env, message) =>
    expectRefusal(['generate', 'KQvk'], 2, message, { env }),
  );
});

test('quoted input cannot control the terminal', () =>
  expectRefusal(
    ['probe', '8/8/8/4k3/8/8/8/K2Q4 \u001b]0;title\u0007\u009b2J'],
    2,
    /'w' or 'b', not '\\x1b\]0;title\\x07\\x9b2J'/,
  ));

describe.concurrent('names', () => {
  test.each<[string, string, RegExp]>([
    ['unknown men', 'KXvk', /unknown piece 'X' in 'KXvk': pieces are K Q R B N P/],
    ['two kings of one colour', 'KKvk', /'KK' in 'KKvk' has 2 kings: each side has exactly one/],
    ['a side without a king', 'Qvk', /'Q' in 'Qvk' has 0 kings/],
    ['one side', 'KQ', /'KQ' has 1 side: a table is named like KQvk/],
    ['three sides', 'KvQvk', /'KvQvk' has 3 sides: a table is named like KQvk/],
    ['seven men', 'KQQQQQvk', /'KQQQQQvk' has 7 men: a table has at most 6/],
    ['nothing', '', /'' has 1 side/],
    [
      'bare kings',
      'Kvk',
      /Kvk needs no table under the rules of metachess: every position is a draw/,
    ],
  ])('%s', async (_, name, message) => expectRefusal(['generate', name], 2, message));

  test.each([
    ['five men', 'KQRvkr', /^metatb: KQRvkr needs \d+ MiB, 100 MiB allowed: --memory allows/m],
    ['six men', 'KQRBvkr', /^metatb: KQRBvkr needs 2\.\d+ GiB, 100 MiB allowed: --memory/m],
    [
      'three men of a larger board',
      'KRvk --rules metamachy',
      /^metatb: KRvk needs about \d{3} MiB, 100 MiB allowed: --memory allows more\n$/m,
    ],
  ])(
    '%s that take more memory than is allowed are refused before anything starts',
    async (_, what, message) => {
      const elsewhere = join(folder, 'refused');
      const args = ['generate', '--memory', '100MiB', '--dir', elsewhere, ...what.split(' ')];
      await expectRefusal(args, 2, message);
      await expectRefusal(args.toSpliced(1, 2), 2, message, { env: { METATB_MEMORY: '100 MiB' } });
      const left = existsSync(elsewhere) ? readdirSync(elsewhere, { recursive: true }) : [];
      expect(left.filter((each) => String(each).includes('.'))).toEqual([]);
    },
  );
});

describe.concurrent('positions', () => {
  test.each<[string, string, RegExp]>([
    ['one word', 'nonsense', /a FEN begins with a board: .* such as/],
    ['seven ranks', '8/8/8/4k3/8/8/K2Q4 w', /8 ranks, not 7/],
    ['nine squares on a rank', '8/8/8/4k4/8/8/8/K2Q4 w', /rank 5 has 9 squares, not 8/],
    [
      'an unknown man',
      '8/8/8/4k3/8/8/8/K2X4 w',
      /unknown piece 'X' on rank 1: pieces are K Q R B N P/,
    ],
    ['no such side', '8/8/8/4k3/8/8/8/K2Q4 x', /'w' or 'b', not 'x'/],
    ['no such square', '8/8/8/4k3/8/8/8/K2Q4 w - z9', /no square 'z9'/],
    [
      'an impossible en passant',
      '8/8/8/4k3/8/8/8/K2Q4 w - e6',
      /no piece can just have passed over e6/,
    ],
    [
      'an impossible castling',
      '8/8/8/4k3/8/8/8/K2Q4 w K -',
      /'K' needs a king on e1 and a rook on h1/,
    ],
    [
      'castling rights',
      '4k3/8/8/8/8/8/8/4K2R w K -',
      /tables hold no positions with castling rights/,
    ],
    [
      'a bad clock',
      '8/8/8/4k3/8/8/8/K2Q4 w - - x',
      /halfmove clock is a whole number from 0, not 'x'/,
    ],
    ['no black king', '8/8/8/8/8/8/8/K2Q4 w', /each side needs exactly one king/],
    ['two white kings', '8/8/8/4k3/8/8/8/K2QK3 w', /each side needs exactly one king/],
    [
      'a pawn on an end rank',
      '8/8/8/4k3/8/8/8/K2P4 w',
      /a pawn of White stands on ranks 2 to 7 only/,
    ],
    ['adjacent kings', '8/8/8/8/8/8/8/Kk1Q4 w', /the kings stand on neighbouring squares/],
    [
      'the other side in check',
      '8/8/8/8/8/8/8/K2Qk3 w',
      /the side that is not to move is in check/,
    ],
    [
      'too many men',
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w',
      /32 men: tables have at most 6/,
    ],
  ])('%s', async (_, fen, message) => {
    await expectRefusal(['probe', fen], 2, message);
  });

  test('line refuses them too', () =>
    expectRefusal(['line', 'nonsense'], 2, /a FEN begins with a board/));
});
