import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AtlasRecords, VERSION } from '../../scripts/atlasRecords.ts';
import type { EndgameStudy, RulesStudy } from '../../src/study/endgameStudy.ts';

const dir = mkdtempSync(join(tmpdir(), 'metatb-atlas-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const side = { wins: 1, draws: 2, losses: 3, longestWin: null };
const rules: RulesStudy = { rules: 'chess', white: side, black: side, zugzwangs: [] };
const study = (table: string): EndgameStudy => ({
  ...{ table, men: 3, ours: rules, theirs: rules, changes: [] },
});

test('the next run reuses the recorded studies', async () => {
  const first = new AtlasRecords(dir, join(dir, 'atlas.json'));
  await first.add(study('KQvk'), ['metachess']);
  const next = new AtlasRecords(dir, join(dir, 'atlas.json'));
  await next.load(['KQvk', 'KRvk']);
  expect(next.get('KQvk')).toMatchObject({ study: study('KQvk'), made: ['metachess'] });
  expect(next.get('KRvk')).toBeUndefined();
});

test('a record of another version is ignored', async () => {
  const records = new AtlasRecords(dir, join(dir, 'atlas.json'));
  await records.add(study('KPvk'), []);
  const path = join(dir, 'atlas', 'KPvk.json');
  const { version, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as { version: number };
  writeFileSync(path, JSON.stringify({ version: version + 1, ...rest }));
  const next = new AtlasRecords(dir, join(dir, 'atlas.json'));
  await next.load(['KPvk']);
  expect(next.get('KPvk')).toBeUndefined();
});

test('what an earlier atlas has is not studied again, unless it is of another version', async () => {
  for (const version of [VERSION, VERSION + 1]) {
    const endgames = [study('KNvkn'), study('KRvkr')];
    writeFileSync(join(dir, 'atlas.json'), JSON.stringify({ version, endgames }));
    const next = new AtlasRecords(dir, join(dir, 'atlas.json'));
    await next.load(['KNvkn']);
    expect(next.studies).toEqual(version === VERSION ? endgames : []);
  }
});
