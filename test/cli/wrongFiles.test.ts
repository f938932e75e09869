import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { few } from '../thorough.ts';
import { metatb } from './metatb.ts';
import { refusals } from './refusals.ts';

const { dir, table, sound, expectRefusal } = refusals();

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
  const altered = () =>
    sound.bytes.map((byte, i) => (i === sound.bytes.length - 9 ? byte ^ 1 : byte));
  const damages: [string, () => Uint8Array, RegExp][] = [
    [
      'truncated',
      () => sound.bytes.subarray(0, 300),
      /truncated table file: 300 bytes found, (at least )?\d+ expected/,
    ],
    ['altered', altered, /altered table file: a block does not fit its checksum/],
    [
      'without its end',
      () => sound.bytes.subarray(0, sound.bytes.length - 300),
      /truncated table file: /,
    ],
    ['empty', () => new Uint8Array(), /truncated table file: 0 bytes found/],
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

  test.each(few(damages, 2))(
    '(%s) is solved again by generate, which says so',
    async (_, damage, message) => {
      writeFileSync(table, damage());
      const { status, stderr } = await metatb(['generate', 'KQvk', '--dir', dir]);
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(/: solving it again$/m);
      expect(status).toBe(0);
      expect(readFileSync(table).equals(sound.bytes)).toBe(true);
    },
  );

  test('of an older version is refused with the command that makes it again, there', async () => {
    writeFileSync(
      table,
      sound.bytes.map((byte, i) => (i === 3 ? 3 : byte)),
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
    expect(readFileSync(table).equals(sound.bytes)).toBe(true);
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
    expect(readFileSync(table).equals(sound.bytes)).toBe(true);
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
