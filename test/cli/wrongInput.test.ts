import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { layTables, makeFolder, metatb, type Surroundings } from './metatb.ts';

/** Each message names what is wrong, where, and what would be right; data never mixes with it. */

const folder = makeFolder();
const dir = join(folder, 'tables');
const table = join(dir, 'metachess', 'KQvk.mtb');
let sound: Buffer;

beforeAll(() => {
  layTables(dir, ['KQvk']);
  sound = readFileSync(table);
  writeFileSync(join(folder, 'file'), 'hello');
});

async function expectRefusal(
  args: readonly string[],
  status: number,
  message: RegExp,
  { env = {} }: Surroundings = {},
): Promise<void> {
  const ran = await metatb(args, { cwd: folder, env: { METATB_DIR: dir, ...env } });
  expect(ran.stderr).toMatch(message);
  expect(ran.stderr).toMatch(/^metatb: /m);
  expect(ran.stderr, 'a stack trace').not.toMatch(/^ +at |a bug in metatb/m);
  expect(ran).toMatchObject({ status, stdout: '' });
}

test.concurrent('more threads than are useful are refused, with no mention of memory', () =>
  expectRefusal(
    ['generate', 'KQvk', '--threads', '1000'],
    2,
    /'1000' is invalid\..* from 1 to 256/,
  ));

test.concurrent('a dry run reports what the run would refuse, with its exit code', async () => {
  const args = ['generate', 'KQRBvkr', '--dry-run', '--dir', dir];
  const { status, stdout } = await metatb(args);
  expect(stdout).toMatch(/^would be refused: KQRBvkr needs \d\d\.\d GiB, .* allowed: /m);
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
    ['no men', ['generate', '--men', '0'], /--men.*'0' is invalid.*whole number from 3 to 6/],
    [
      'men in words',
      ['generate', '--men', 'three'],
      /'three' is invalid.*whole number from 3 to 6/,
    ],
    ['one king', ['generate', '--men', '1'], /'1' is invalid.*whole number from 3 to 6/],
    ['kings alone', ['generate', '--men', '2'], /'2' is invalid.*whole number from 3 to 6/],
    ['seven men', ['generate', '--men', '7'], /'7' is invalid.*whole number from 3 to 6/],
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
      'a position beside --file',
      ['probe', 'startpos', '--file', 'fens'],
      /'startpos' and --file: give only one of them/,
    ],
    [
      'a path that is no table',
      ['stats', 'nowhere/KQvk.mtb'],
      /'nowhere\/KQvk\.mtb' is not the path of a table, FOLDER\/RULES\/NAME\.mtb/,
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
    ['bare kings', 'Kvk', /Kvk is always a draw under the rules of metachess: it has no table/],
  ])('%s', async (_, name, message) => expectRefusal(['generate', name], 2, message));

  test('generate refuses more men than the reference solver supports before anything starts', async () => {
    const message = /^metatb: KQRvkr has 5 men: the reference solver takes at most 4\n$/;
    const args = ['generate', 'KQvk', 'KQRvkr', '--solver', 'reference'];
    await expectRefusal(args, 2, message);
    const { status, stdout } = await metatb([...args, '--dry-run']);
    expect(stdout).toMatch(/^would be refused: KQRvkr has 5 men: /m);
    expect(status).toBe(2);
  });

  test.each([
    ['five men', 'KQRvkr', /^metatb: KQRvkr needs \d+ MiB, 100 MiB allowed: --memory allows/m],
    ['six men', 'KQRBvkr', /^metatb: KQRBvkr needs \d\d\.\d GiB, 100 MiB allowed: --memory/m],
  ])(
    '%s that take more memory than is allowed are refused before anything starts',
    async (_, name, message) => {
      const elsewhere = join(folder, 'refused');
      const args = ['generate', name, '--memory', '100MiB', '--dir', elsewhere];
      await expectRefusal(args, 2, message);
      await expectRefusal(args.toSpliced(2, 2), 2, message, { env: { METATB_MEMORY: '100 MiB' } });
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
      /no pawn can just have passed over e6/,
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
      /a pawn stands on the first or last rank.*2 to 7/,
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

describe.concurrent('a missing table', () => {
  test.each<[string, string[]]>([
    ['stats', ['stats', 'KRvk']],
    ['export', ['export', 'KRvk']],
    ['verify', ['verify', 'KRvk']],
    ['probe', ['probe', '8/8/8/4k3/8/8/8/K2R4 w']],
    ['line', ['line', '8/8/8/4k3/8/8/8/K2R4 w']],
  ])('is named by %s, with the command that makes it', async (_, args) => {
    const make =
      /no table KRvk at .*KRvk\.mtb: make it with 'metatb generate KRvk --rules metachess --dir \S+tables'/;
    await expectRefusal(args, 4, make);
  });
});

describe('a damaged table', () => {
  const altered = () => sound.map((byte, i) => (i === sound.length - 9 ? byte ^ 1 : byte));
  const damages: [string, () => Uint8Array, RegExp][] = [
    [
      'truncated',
      () => sound.subarray(0, 300),
      /truncated table file: 300 bytes found, (at least )?\d+ expected/,
    ],
    ['without its end', () => sound.subarray(0, sound.length - 300), /truncated table file: /],
    ['empty', () => new Uint8Array(), /truncated table file: 0 bytes found/],
    ['altered', altered, /altered table file: a block does not fit its checksum/],
  ];

  test.each(damages)('(%s) is refused by every reader', async (_, damage, message) => {
    writeFileSync(table, damage());
    // Statistics are in the header, which has its own checksum.
    const commands = damage === altered ? ['export', 'verify'] : ['stats', 'export', 'verify'];
    for (const args of commands.map((command) => [command, 'KQvk'])) {
      await expectRefusal(args, 1, message);
      await expectRefusal(args, 1, /KQvk\.mtb: /);
    }
    await expectRefusal(['probe', '8/8/8/4k3/8/8/8/K2Q4 w'], 1, message);
  });

  test.each(damages)(
    '(%s) is solved again by generate, which says so',
    async (_, damage, message) => {
      writeFileSync(table, damage());
      const { status, stderr } = await metatb(['generate', 'KQvk', '--dir', dir]);
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(/: solving it again$/m);
      expect(status).toBe(0);
      expect(readFileSync(table).equals(sound)).toBe(true);
    },
  );

  test('of an older version is refused with the command that makes it again, there', async () => {
    writeFileSync(
      table,
      sound.map((byte, i) => (i === 3 ? 3 : byte)),
    );
    const again =
      /table file of version 3: .*; 'metatb generate KQvk --rules metachess --dir \S+tables' makes it again/;
    await expectRefusal(['verify', 'KQvk'], 1, again);
    await expectRefusal(['probe', '8/8/8/4k3/8/8/8/K2Q4 w'], 1, again);
    const { status, stderr } = await metatb(['generate', 'KQvk', '--dir', dir]);
    expect(stderr).toMatch(
      /KQvk\.mtb: a table file of version 3, which is older: solving it again$/m,
    );
    expect(status).toBe(0);
    expect(readFileSync(table).equals(sound)).toBe(true);
  });

  test('that may be another kind of file is overwritten only by --force', async () => {
    writeFileSync(table, 'my diary');
    await expectRefusal(
      ['generate', 'KQvk'],
      1,
      /KQvk\.mtb: not a table file.*'metatb generate KQvk .*--force' solves it (anew|again)/,
    );
    expect(readFileSync(table, 'utf8')).toBe('my diary');
    const forced = await metatb(['generate', 'KQvk', '--force', '--dir', dir]);
    expect(forced.status).toBe(0);
    expect(readFileSync(table).equals(sound)).toBe(true);
  });
});

describe('files and folders', () => {
  test.each<[string, string[], RegExp]>([
    [
      'a file as the folder of tables',
      ['stats', 'KQvk', '-d', 'file'],
      /cannot read file.*KQvk\.mtb: .* is a file/,
    ],
    [
      'generating into a file',
      ['generate', 'KQvk', '-d', 'file'],
      /cannot .* file.*KQvk\.mtb: .* is a file/,
    ],
    [
      'exporting to a folder',
      ['export', 'KQvk', '-o', 'tables'],
      /cannot write tables: it is a folder; name a file in it, such as tables.KQvk\.pkl/,
    ],
    [
      'exporting to a path that ends in a slash',
      ['export', 'KQvk', '-o', 'dd/'],
      /cannot write dd\/: it is/,
    ],
    [
      'exporting into a missing folder',
      ['export', 'KQvk', '-o', 'dd/x.pkl'],
      /cannot write dd\/x\.pkl: dd is not a folder; make it first/,
    ],
    [
      'positions from a missing file',
      ['line', '--file', 'none.txt'],
      /cannot read none\.txt: there is no such file/,
    ],
    ['positions from a folder', ['probe', '--file', '.'], /cannot read \.: it is a folder/],
    [
      'exporting below a file',
      ['export', 'KQvk', '-o', 'file/x.pkl'],
      /cannot write file.x\.pkl: /,
    ],
    [
      'comparing with a missing file',
      ['verify', 'KQvk', '-a', 'none.pkl'],
      /cannot read none\.pkl: there is no such file/,
    ],
    ['comparing with a folder', ['verify', 'KQvk', '-a', '.'], /cannot read \.: it is a folder/],
    [
      'comparing with a file that is no pickle',
      ['verify', 'KQvk', '-a', 'file'],
      /file: not a readable pickle/,
    ],
  ])('%s', async (_, args, message) => expectRefusal(args, 1, message));
});
