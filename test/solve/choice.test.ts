import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fail, ok, unwrap } from '../../src/board/result.ts';
import { MOST_BYTES } from '../../src/kernel/kernelMemory.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { FolderTables } from '../../src/solve/folderTables.ts';
import { generate } from '../../src/solve/generate.ts';
import type { GenerateEvent, SolverName } from '../../src/solve/generation.ts';
import { planInFolder } from '../../src/solve/inFolder.ts';
import { generateInMemory } from '../../src/solve/inMemory.ts';
import { MemoryTables } from '../../src/solve/memoryTables.ts';
import { planTables } from '../../src/solve/plan.ts';
import { PROGRAM_BYTES } from '../../src/solve/reference/memory.ts';
import { type GeneralSolver, SolverChoice } from '../../src/solve/solo/choice.ts';
import { SoloOwnThread } from '../../src/solve/solo/ownThread.ts';
import { SoloPool } from '../../src/solve/solo/pool.ts';
import { compareTables } from '../../src/table/compare.ts';
import type { Table } from '../../src/table/table.ts';
import { PlyValues, SlabValues } from '../../src/table/values.ts';
import { inFolder } from './pool.ts';
import { differences, materialOf, Solved } from './solved.ts';
import { referenceTables } from './threeMen.ts';

const losalamos = unwrap(findRuleSet('losalamos'));
const MEBIBYTE = 2 ** 20;

/** A general set solver that takes no rooks and whose queens take all that WebAssembly addresses. */
const picky: GeneralSolver = {
  check: (_, { name }) =>
    name.includes('R') ? fail('solver', 'sets do not hold rooks', name) : ok(undefined),
  bytes: (_, { name }) => (name.includes('Q') ? MOST_BYTES : MEBIBYTE),
  threads: () => 1,
};
const LACKING = /^KQvk needs about 4\.16 GiB, 4 GiB allowed: --memory allows more$/;

function choiceOf(rules: RuleSet, wanted?: SolverName, allowed = 2 ** 32) {
  return new SolverChoice(rules, allowed, wanted, picky);
}

/** Of both sides' values, two bytes each. */
function valueBytes(name: string): number {
  return 4 * endgameOf(losalamos, materialOf(losalamos, name)).placements.size;
}

/** What the choice is for each table of a plan, or why there is none. */
function chosen(choice: SolverChoice, ...names: string[]) {
  const wanted = names.map((name) => materialOf(losalamos, name));
  const checked = choice.check(planTables(losalamos, wanted));
  return checked.ok ? Object.fromEntries(checked.value) : checked.problem;
}

describe('a table that one thread solves', () => {
  const bytes = expect.any(Number);

  test('is solved by sets if they take it and have room, else by the reference solver, with the reason', () => {
    expect(chosen(choiceOf(losalamos), 'KNvk', 'KRvk', 'KQvk')).toEqual({
      KNvk: { solver: 'sets', bytes: PROGRAM_BYTES + MEBIBYTE + valueBytes('KNvk') },
      KRvk: { solver: 'reference', bytes, fallback: 'sets do not hold rooks' },
      KQvk: { solver: 'reference', bytes, fallback: expect.stringMatching(LACKING) },
    });
  });

  test('needs no more than WebAssembly addresses, however much is allowed', () => {
    const wide = unwrap(findRuleSet('metamachy'));
    const plan = planTables(wide, [materialOf(wide, 'KQRvkr')]);
    const problem = { code: 'memory', text: 'KQRvkr' };
    const message = expect.stringMatching(/^KQRvkr needs about .* WebAssembly addresses no more/);
    expect(new SolverChoice(wide, 2 ** 50).check(plan)).toEqual({
      ok: false,
      problem: { ...problem, message },
    });
  });

  test('needs room for its values and for those that it leads to', () => {
    const { KNNvk } = chosen(choiceOf(losalamos), 'KNNvk') as Record<string, { bytes: number }>;
    const values = valueBytes('KNNvk') + valueBytes('KNvk');
    expect(KNNvk!.bytes).toBe(PROGRAM_BYTES + MEBIBYTE + values);
  });

  test('is solved as asked for, or refused', () => {
    expect(chosen(choiceOf(losalamos, 'reference'), 'KNvk', 'KRvk')).toEqual({
      KNvk: { solver: 'reference', bytes },
      KRvk: { solver: 'reference', bytes },
    });
    const sets = choiceOf(losalamos, 'sets');
    expect(chosen(sets, 'KNvk')).toMatchObject({ KNvk: { solver: 'sets' } });
    expect(chosen(sets, 'KNvk', 'KRvk')).toEqual({
      code: 'solver',
      message: 'sets do not hold rooks',
      text: 'KRvk',
    });
    expect(chosen(sets, 'KQvk')).toMatchObject({ code: 'memory', text: 'KQvk' });
  });

  test('is refused if no solver has room, with what the one needs that takes it', () => {
    const little = choiceOf(losalamos, undefined, MEBIBYTE);
    const sets = /^KNvk needs about 162 MiB, 1 MiB allowed/;
    expect(chosen(little, 'KNvk')).toMatchObject({
      code: 'memory',
      message: expect.stringMatching(sets),
    });
    const reference = /^KRvk needs about \d{3} MiB, 1 MiB allowed/;
    expect(chosen(little, 'KRvk')).toMatchObject({
      code: 'memory',
      message: expect.stringMatching(reference),
    });
  });

  test('is estimated even if it has no room, but not if its solver does not take it', () => {
    const steps = planTables(losalamos, [materialOf(losalamos, 'KQRvk')]);
    const estimates = choiceOf(losalamos, 'sets', MEBIBYTE).estimate(steps);
    expect([...estimates.keys()]).toEqual(['KQvk']);
  });
});

describe('a run', () => {
  test('tells which missing tables the reference solver makes, before it solves any', async () => {
    const reference = new Solved(losalamos);
    const home = new MemoryTables(losalamos, new Map([['KRvk', reference.get('KRvk')]]));
    const events: GenerateEvent[] = [];
    const made = await generate(
      losalamos,
      [materialOf(losalamos, 'KPvk')],
      home,
      () => new SoloOwnThread(losalamos, home.tables, choiceOf(losalamos)),
      { complete: false, onEvent: (event) => events.push(event) },
    );
    expect(unwrap(made).map(({ table }) => table)).toEqual(['KQvk', 'KRvk', 'KNvk', 'KPvk']);
    for (const [name, table] of home.tables) {
      expect(differences(table, reference.get(name)), name).toBe(0);
    }
    const fallbacks = events.filter(({ kind }) => kind === 'fallback');
    expect(fallbacks).toEqual([
      { kind: 'fallback', table: 'KQvk', reason: expect.stringMatching(LACKING) },
    ]);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.indexOf('fallback')).toBeLessThan(kinds.indexOf('progress'));
  });

  test('by sets of what they do not take is refused before anything starts', () =>
    inFolder(async (dir) => {
      const home = new FolderTables(losalamos, dir);
      const events: GenerateEvent[] = [];
      const made = await generate(
        losalamos,
        [materialOf(losalamos, 'KPvk')],
        home,
        () => new SoloPool(losalamos, dir, 1, choiceOf(losalamos, 'sets', 2 ** 60)),
        { onEvent: (event) => events.push(event) },
      );
      await home.close();
      expect(made).toMatchObject({ ok: false, problem: { code: 'solver', text: 'KRvk' } });
      expect(events.map(({ kind }) => kind)).toEqual(['plan']);
      expect(readdirSync(dir)).toEqual([]);
    }));
});

describe('a game whose ends are given as sets', () => {
  const { setwise: _, ...plain } = chess;
  const knight = materialOf(chess, 'KNvk');

  /** The memory of the table's estimate. */
  async function bytesOf(rules: RuleSet, solver?: SolverName): Promise<number> {
    const options = { dir: '/nowhere', ...(solver ? { solver } : {}) };
    const { estimates } = unwrap(await planInFolder(rules, [knight], options));
    return estimates.get('KNvk')!.bytes;
  }

  test('is solved by threads together unless the reference solver is asked for; others are not', async () => {
    expect(await bytesOf(chess)).toBeLessThan(16 * MEBIBYTE);
    expect(await bytesOf(chess, 'sets')).toBe(await bytesOf(chess));
    expect(await bytesOf(chess, 'reference')).toBeGreaterThan(PROGRAM_BYTES);
    expect(await bytesOf(plain)).toBeGreaterThan(PROGRAM_BYTES);
  });

  test('is solved again from tables of plies, as its solver needs codes; others build on either', async () => {
    const plies = await referenceTables(chess);
    const solve = async (given: Table, solver: SolverName = 'sets') => {
      const solved: string[] = [];
      const tables = await generateInMemory(chess, [knight], {
        solver,
        tables: new Map([['KNvk', given]]),
        onEvent: (event) => event.kind === 'solved' && solved.push(event.table),
      });
      return { solved, table: unwrap(tables).get('KNvk')! };
    };
    expect(plies('KNvk').values[0]).toBeInstanceOf(PlyValues);
    const again = await solve(plies('KNvk'));
    expect(again.solved).toEqual(['KNvk']);
    expect(again.table.values[0]).toBeInstanceOf(SlabValues);
    expect(compareTables(again.table, plies('KNvk'))).toMatchObject({
      ...{ different: 0, missing: 0, extra: 0 },
    });
    expect((await solve(again.table)).solved).toEqual([]);
    expect((await solve(again.table, 'reference')).solved).toEqual([]);
  });
});
