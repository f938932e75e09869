import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { crewOfOne } from '../../src/solve/sample/crew.ts';
import { crewOfThreads } from '../../src/solve/sample/crewOfThreads.ts';
import { verifySample } from '../../src/solve/verifySample.ts';
import { FileSource } from '../../src/store/fileSource.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import type { Table } from '../../src/table/table.ts';
import type { SlabValues } from '../../src/table/values.ts';
import { solveBySets } from './setTables.ts';

const dir = mkdtempSync(join(tmpdir(), 'metatb-sample-'));
afterAll(() => rmSync(dir, { recursive: true }));

test('threads find the differences that one thread finds, in the same order', async () => {
  const store = new TableStore(chess, dir);
  const tables = await solveBySets(chess, ['KPvk']);
  for (const table of tables.values()) unwrap(await store.write(wrong(table)));
  const { material } = tables.get('KPvk')!;
  const endgame = endgameOf(chess, material);
  const options = { count: 5000, seed: 4 };
  const one = unwrap(await crewOfOne(chess, endgame, new FileSource(chess, dir)));
  const alone = unwrap(await verifySample(chess, endgame, one, options));
  expect(alone.positions).toBe(5000);
  expect(alone.differences).toBeGreaterThan(alone.examples.length);
  const crew = unwrap(await crewOfThreads(store, material, 2));
  const seen: number[] = [];
  const progress = (done: number) => seen.push(done);
  const together = unwrap(await verifySample(chess, endgame, crew, { ...options, progress }));
  await crew.end();
  expect(together).toEqual(alone);
  expect(seen.at(-1)).toBe(5000);
});

/** KPvk with longer wins than its subtables have. */
function wrong(table: Table): Table {
  if (table.material.name !== 'KPvk') return table;
  const { codes } = table.values[0] as SlabValues;
  for (let i = 0; i < codes.length; i += 7) if (codes[i]! > 5 && codes[i]! < 100) codes[i]!++;
  return table;
}
