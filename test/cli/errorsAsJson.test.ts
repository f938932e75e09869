import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, metatb } from './metatb.ts';

/** With --json an error is one JSON object on stderr, whatever stage it comes from; stdout and exit codes stay. */

const dir = join(makeFolder(), 'tables');

test.each<[string, string[], number, object]>([
  [
    'a position',
    ['probe', 'nonsense', '--json'],
    2,
    {
      code: 'fen-fields',
      message: expect.stringContaining('a FEN begins with a board'),
      text: 'nonsense',
    },
  ],
  [
    'a missing table',
    ['line', '8/8/8/4k3/8/8/8/K2R4_w_-_-', '--json', '--dir', dir],
    4,
    { code: 'missing-table', message: expect.stringContaining('table KRvk'), text: 'KRvk' },
  ],
  [
    'an unknown option, with no hint below',
    ['stats', 'KQvk', '--jsn', '--json'],
    2,
    { code: 'usage', message: "unknown option '--jsn'\n(Did you mean --json?)", text: '' },
  ],
  [
    'an unknown command',
    ['genrate', '--json'],
    2,
    { code: 'usage', message: "unknown command 'genrate'\n(Did you mean generate?)", text: '' },
  ],
])('%s', async (_, args, status, error) => {
  const ran = await metatb(args);
  expect(JSON.parse(ran.stderr)).toEqual({ error });
  expect(ran).toMatchObject({ status, stdout: '' });
});

test('METATB_JSON=1 has the same effect', async () => {
  const { stderr } = await metatb(['stats', 'KQ'], { env: { METATB_JSON: '1' } });
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'material-sides', text: 'KQ' } });
});
