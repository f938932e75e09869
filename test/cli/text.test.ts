import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { whole } from '../thorough.ts';
import { makeFolder, metatb } from './metatb.ts';

/** Output as text. */

const dir = join(makeFolder(), 'tables');
const lost = '8/8/8/2K5/k7/8/4Q3/8 b - -';

beforeAll(async () => {
  const made = await metatb(['generate', 'KQvk', '--dir', dir]);
  // Progress on stderr without a terminal: one line per table and no bar.
  expect(made.stderr).toMatch(/^KQvk solved in \d+\.\d s\n$/);
  expect(made.stdout).toMatch(/^KQvk {2}\d+\.\d s {2}.*KQvk\.mtb {2}[\d,]+ bytes\n$/);
  expect(made.status).toBe(0);
});

const commands = [
  'generate',
  'probe',
  'line',
  'stats',
  'longest',
  'zugzwang',
  'compare',
  'export',
  'import',
  'verify',
  'info',
  'rules',
];

describe('help', () => {
  test('names every command and every exit code', async () => {
    const { status, stdout, stderr } = await metatb(['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect(stdout).toMatch(/0 ok, 1 failure, 2 .*, 3 .*,\n4 .*, 130 interrupted/);
  });

  test.each(commands)('of %s describes it with its options and an example', async (command) => {
    const { status, stdout } = await metatb([command, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: metatb ${command} \\[options\\]`));
    expect(stdout).toContain('--json');
    expect(stdout).toContain('--quiet');
    if (command !== 'rules') expect(stdout).toMatch(new RegExp(`^ {2}metatb ${command} `, 'm'));
  });
});

test.each([
  ['has colours', 'xterm', true],
  ['has none if TERM=dumb', 'dumb', false],
])('a terminal %s', async (_, TERM, colours) => {
  const terminal = { env: { TERM }, terminal: true };
  const { status, stdout } = await metatb(['probe', lost, '--dir', dir], terminal);
  expect(status).toBe(0);
  expect(stdout.includes('\x1b')).toBe(colours);
});

test('a terminal with TERM=dumb gets one line per table and no bars', async () => {
  const args = ['generate', 'KNvk', '--dir', dir];
  const { status, stderr } = await metatb(args, { env: { TERM: 'dumb' }, terminal: true });
  expect(stderr).toMatch(/^KNvk solved in \d+\.\d s\n$/);
  expect(status).toBe(0);
});

test.each<[string, string[], RegExp[]]>([
  [
    'the board, metacheck, and moves by value, forbidden ones with the mate they allow',
    ['probe', '8/8/8/2K5/k7/8/4Q3/8 b - -'],
    [
      /^ 8 \. \. \. \. \. \. \. \.\n/,
      /^ 4 k \. \. \. \. \. \. \.$/m,
      /^ {3}a b c d e f g h$/m,
      /^Black to move, in metacheck$/m,
      /^Black loses in 6 plies {2}\(Metachess, table KQvk\)$/m,
      /^Legal \(green\):\n {2}loses in 6 plies {2}Ka3 Kb3$/m,
      /^Forbidden \(amber\):\n {2}Ka5 {2}hangs mate by Qa2#$/m,
    ],
  ],
  [
    'check, and every escape forbidden',
    ['probe', '1k6/8/2K5/8/8/8/1Q6/8 b - -'],
    [
      /, in check$/m,
      /^metacheckmate: Black has lost/m,
      /Ka7 .* by Qb7#\n +Ka8 .* by Q.*#\n +Kc8 .* by Q/,
    ],
  ],
  [
    'an unquoted FEN',
    ['probe', '8/8/8/4k3/8/8/8/K2Q4', 'w', '-', '-'],
    [/^White wins in 17 plies/m],
  ],
  [
    'moves by value, best first',
    ['probe', '8/8/8/4k3/8/8/8/K2Q4 w'],
    [/wins in 17.*wins in 19.*draws/s],
  ],
  ['a line', ['line', '8/8/8/4k3/8/8/8/K2Q4 w'], [/^Won in 17 plies:\n1\. K\S+ K\S+ 2\. .*#\n$/s]],
  [
    'a line that Black begins',
    ['line', '8/8/8/8/8/4k3/8/K2Q4 b'],
    [/^Lost in 16 plies:\n1\.\.\. K\S+ 2\. .*#\n$/s],
  ],
  // Ka5 is forbidden: the loser may not use it to lengthen the game.
  ['a line of legal moves', ['line', '8/8/8/2K5/k7/8/4Q3/8 b'], [/\n1\.\.\. K[ab]3 2\. /]],
  ['no line for a drawn position', ['line', '8/8/8/4k3/8/8/8/K7 w'], [/^Drawn: no line/]],
  [
    'no line for a finished game',
    ['line', '8/8/8/2K5/k7/2Q5/8/8 b'],
    [/^The game is over: metacheckmate\.\n$/],
  ],
  [
    'statistics',
    ['stats', 'KQvk'],
    [
      /^KQvk, Metachess, 3 men$/m,
      /^White +144,508 +0 +0 +win in 17$/m,
      /^Black +0 +23,088 +200,856 +loss in 18$/m,
      /^Black to move, longest loss \(18 plies\):\n {2}\S+ b - - 0 1$/m,
    ],
  ],
  // README has it too, and its samples are run.
  ...(whole
    ? [
        [
          'a verification',
          ['verify', 'KQvk'],
          [/^KQvk, Metachess: 46,137 positions verified, no difference\n$/],
        ] as [string, string[], RegExp[]],
      ]
    : []),
  [
    'a sampled one',
    ['verify', 'KQvk', '--sample', '1000'],
    [
      /^KQvk, Metachess: 1,000 positions of seed 1 and 13,441 successors compared, no difference\n$/,
    ],
  ],
  [
    'a plan',
    ['generate', 'KQvkr', '-n'],
    [
      /^ *1 {2}K[QR]vk +59,136 +[\d.]+ MiB +\S+( s)? +-$/m,
      /^ *3 {2}KQvkr +3,784,704 +[\d.]+ MiB +[\d.]+ s +K.vk K.vk$/m,
      /^3 tables, about [\d.]+ s on .+$/m,
    ],
  ],
  ['rule sets', ['rules'], [/^metachess +8x8 +KQRBNP +\S/m, /^chess +8x8 +KQRBNP +\S/m]],
])('prints %s', async (_, args, patterns) => {
  const { status, stdout, stderr } = await metatb(
    [...args, '--dir', dir].slice(0, args[0] === 'rules' ? 1 : undefined),
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const pattern of patterns) expect(stdout).toMatch(pattern);
  expect(stdout, 'colours where stdout is no terminal').not.toContain('\x1b');
});
