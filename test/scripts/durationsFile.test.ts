import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeMeasuredFile, readTaken, secondsText } from '../../scripts/durationsFile.ts';
import { unwrap } from '../../src/board/result.ts';
import { measurements } from '../../src/queue/measured.ts';

/** What `npm run durations` reads and writes. */

test('what generate and the queue print is read, without what was there before', () => {
  const tables = [
    { table: 'KQvk', seconds: 0.25, bytes: 7 },
    { table: 'KRvk', seconds: null },
    { table: 'KPvk' },
  ];
  const taken = [{ rules: 'metachess', seconds: new Map([['KQvk', 0.25]]) }];
  const generated = JSON.stringify({ rules: 'metachess', dir: 'tables', tables });
  expect(unwrap(readTaken(generated))).toEqual(taken);
  const state = {
    games: [
      { rules: 'metachess', tables },
      { rules: 'chess', tables: [] },
    ],
  };
  expect(unwrap(readTaken(JSON.stringify(state)))).toEqual(taken);
});

test.each([
  ['{', 'it is not JSON'],
  ['{"rules":"chess"}', 'it has no rules and tables'],
  ['{"rules":"chess","tables":[{"table":"KQvk","seconds":null}]}', 'no table in it was made'],
])('%s is refused', (text, why) => {
  expect(readTaken(text)).toMatchObject({
    ok: false,
    problem: { code: 'durations', message: expect.stringContaining(why) },
  });
});

test('the file is what would be written of the measurements in it', () => {
  const file = fileURLToPath(new URL('../../src/queue/measured.ts', import.meta.url));
  const again = measurements.map((each) => {
    const pairs = [...each.seconds.matchAll(/(\S+) (\S+)/g)];
    const seconds = new Map(pairs.map(([, table, taken]) => [table!, Number(taken)]));
    return { ...each, seconds: secondsText(seconds) };
  });
  expect(makeMeasuredFile(again)).toBe(readFileSync(file, 'utf8'));
});
