import { execFile } from 'node:child_process';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readMatch } from '../../scripts/matches/matchFile.ts';
import { unwrap } from '../../src/board/result.ts';
import { makeFolder } from './metatb.ts';

const script = fileURLToPath(new URL('../../dist/scripts/matches.js', import.meta.url));

test('a match that is only tried is kept, not judged, and changes no page', async () => {
  const folder = makeFolder();
  // It does not play: its name is all that the plan needs.
  const fairy = join(folder, 'fairy');
  await writeFile(fairy, '#!/bin/sh\necho id name Stand-in\nread all\n');
  await chmod(fairy, 0o755);
  const [dir, out] = [join(folder, 'matches'), join(folder, 'strength.md')];
  const args = ['levels-chess-2', '--games', '1', '--dir', dir, '--out', out, '--fairy', fairy];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args]);
  expect(stdout).toMatch(
    /^levels-chess-2 +level 2 \(easy\) - level 1 \(beginner\): .*NOT JUDGED: 1 of 100 games\n$/,
  );
  expect(stderr).toContain(`${out} is not changed: no match is complete`);
  expect(stderr).toMatch(/levels-metachess-2, .*fairy-kingofthehill-12 \(not played\)/);
  expect(await readdir(folder)).not.toContain('strength.md');
  const found = unwrap(await readMatch(join(dir, 'levels-chess-2.jsonl')))!;
  expect(found.games.map(({ number }) => number)).toEqual([0]);
});
