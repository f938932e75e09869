import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { GenerateEvent } from '../../src/solve/generation.ts';
import { generateInMemory, type MemoryOptions } from '../../src/solve/inMemory.ts';
import { differences, materialOf, Solved } from './solved.ts';

const losalamos = unwrap(findRuleSet('losalamos'));
const pawn = materialOf(losalamos, 'KPvk');

async function made(options: MemoryOptions = {}) {
  const events: GenerateEvent[] = [];
  const onEvent = (event: GenerateEvent) => events.push(event);
  const tables = unwrap(await generateInMemory(losalamos, [pawn], { onEvent, ...options }));
  const solved = events.flatMap((event) => (event.kind === 'solved' ? [event.table] : []));
  return { tables, solved, events };
}

test('games whose ends are not given as sets are solved in memory too', async () => {
  const { tables, solved, events } = await made();
  expect(solved).toEqual([...tables.keys()]);
  expect(solved.at(-1)).toBe('KPvk');
  const expected = new Solved(losalamos);
  for (const [name, table] of tables) expect(differences(table, expected.get(name)), name).toBe(0);
  // Each table tells how far it is.
  for (const name of solved) {
    const parts = events.flatMap((event) =>
      event.kind === 'progress' && event.table === name ? [event.done / event.total] : [],
    );
    expect(parts.length, name).toBeGreaterThan(2);
    expect(parts.at(-1), name).toBe(1);
  }
});

test('finished tables are not solved again', async () => {
  const { tables } = await made();
  const given = new Map([...tables].filter(([name]) => name !== 'KPvk' && name !== 'KQvk'));
  const again = await made({ tables: given });
  expect(again.solved).toEqual(['KQvk', 'KPvk']);
  expect(differences(again.tables.get('KPvk')!, tables.get('KPvk')!)).toBe(0);
});

test('what is too large for the memory is refused, and work can be stopped between tables', async () => {
  const little = await generateInMemory(losalamos, [pawn], { memory: 1 << 20 });
  expect(little).toMatchObject({ ok: false, problem: { code: 'memory' } });
  const controller = new AbortController();
  const stopped = await generateInMemory(losalamos, [pawn], {
    signal: controller.signal,
    onEvent: ({ kind }) => kind === 'solved' && controller.abort(),
  });
  expect(stopped).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
});
