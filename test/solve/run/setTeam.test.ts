import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, type Result, unwrap } from '../../../src/board/result.ts';
import { MOST_BYTES } from '../../../src/kernel/kernelMemory.ts';
import { chess } from '../../../src/rules/chess.ts';
import { generate } from '../../../src/solve/generate.ts';
import { type GenerateEvent, TOO_NARROW } from '../../../src/solve/generation.ts';
import { MemoryTables } from '../../../src/solve/memoryTables.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { planMemory } from '../../../src/solve/run/memoryPlan.ts';
import { SetTeam } from '../../../src/solve/run/setTeam.ts';
import type { TeamWork, Threads } from '../../../src/solve/run/teamTask.ts';
import { OwnThread } from '../../../src/solve/run/webThreads.ts';
import { NARROW_BITS } from '../../../src/solve/sets/distanceBits.ts';
import type { SlabValues } from '../../../src/table/values.ts';
import { differences, materialOf } from '../solved.ts';

/** A thread to which one-byte codes are too short for some tables: they fail as if their mates were long. */
class StrictThread implements Threads {
  readonly count = 1;
  readonly shared = false;
  /** The names of the tables of each run. */
  readonly runs: string[][] = [];
  /** Milliseconds that were spent on tables that failed. */
  spent = 0;
  private readonly thread: OwnThread;
  private readonly long: readonly string[];

  constructor(thread: OwnThread, long: readonly string[]) {
    this.thread = thread;
    this.long = long;
  }

  async run(
    work: TeamWork,
    publish: Parameters<Threads['run']>[1],
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    const { steps } = work;
    this.runs.push(steps.map(({ material }) => material.name));
    const short = steps.findIndex(
      ({ material, distanceBits }) =>
        distanceBits <= NARROW_BITS && this.long.includes(material.name),
    );
    if (short < 0) return this.thread.run(work, publish, signal);
    const before = { ...work, steps: steps.slice(0, short) };
    const done = await this.thread.run(before, publish, signal);
    const { name } = steps[short]!.material;
    publish({ kind: 'progress', table: name, done: 0, total: 1 });
    this.spent += SPENT;
    return done.ok ? fail(TOO_NARROW, `${name} is long`, name) : done;
  }
}

/** Milliseconds, longer than any of these tables takes. */
const SPENT = 1e9;
const now = performance.now.bind(performance);

async function make(wanted: string, long: readonly string[], allowed = 2 ** 30, bits?: number) {
  const home = new MemoryTables(chess, new Map());
  const threads = new StrictThread(new OwnThread(chess, home.ready), long);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + threads.spent);
  const solver = new SetTeam(chess, threads, allowed, bits);
  const events: GenerateEvent[] = [];
  const onEvent = (event: GenerateEvent) => events.push(event);
  const made = await generate(chess, [materialOf(chess, wanted)], home, () => solver, { onEvent });
  return { made, events, home, runs: threads.runs };
}

afterEach(() => vi.restoreAllMocks());

describe('a table whose mates turn out to be long', () => {
  it('is solved again with longer codes, and so are those that depend on it, but no other', async () => {
    const { made, events, home, runs } = await make('KPvk', ['KRvk', 'KNvk']);
    unwrap(made);
    const plain = (await make('KPvk', [])).home.tables;
    const widths = [...home.tables].map(
      ([
        name,
        {
          values: [white],
        },
      ]) => {
        return [name, (white as SlabValues).codes.BYTES_PER_ELEMENT];
      },
    );
    expect(Object.fromEntries(widths)).toEqual({ KQvk: 1, KRvk: 2, KBvk: 1, KNvk: 2, KPvk: 2 });
    for (const [name, table] of home.tables) {
      expect(differences(table, plain.get(name)!), name).toBe(0);
    }
    expect(events.filter(({ kind }) => kind === 'long')).toEqual([
      { kind: 'long', table: 'KRvk' },
      { kind: 'long', table: 'KNvk' },
    ]);
    const solved = events.filter((event) => event.kind === 'solved');
    expect(new Set(solved.map(({ table }) => table)).size).toBe(solved.length);
    const slow = solved.filter(({ seconds }) => seconds !== null && seconds >= SPENT / 1000);
    expect(slow.map(({ table }) => table)).toEqual(['KRvk', 'KNvk']);
    expect(runs.map(([first]) => first)).toEqual(['KQvk', 'KRvk', 'KNvk']);
  });

  it('is refused if there is too little memory for that; what was solved before is kept', async () => {
    const steps = planTables(chess, [materialOf(chess, 'KQvkr')]);
    const missing = new Set(steps.map(({ material }) => material.name));
    const state = { missing, distances: new Map() };
    const { bytes } = unwrap(planMemory(chess, steps, state, 1, MOST_BYTES));
    const { made, home } = await make('KQvkr', ['KQvkr'], bytes);
    expect(made).toMatchObject({ ok: false, problem: { code: 'memory', text: 'KQvkr' } });
    expect([...home.tables.keys()].sort()).toEqual(['KQvk', 'KRvk']);
  });
});

describe('a table begun with few bits of distances', () => {
  // KQvkr has mates in 35 moves, KPvk in 28, KBNvk in 33.
  it.each([
    [3, 'KPvk'],
    [4, 'KBNvk'],
    [3, 'KQvkr'],
  ] as const)('%i is solved again with more, to the same codes: %s', async (bits, wanted) => {
    const { made, events, home } = await make(wanted, [], 2 ** 30, bits);
    unwrap(made);
    const usual = (await make(wanted, [])).home.tables;
    expect([...home.tables.keys()]).toEqual([...usual.keys()]);
    for (const [name, { values }] of home.tables) {
      for (const side of [0, 1] as const) {
        const [found, expected] = [values[side], usual.get(name)!.values[side]] as SlabValues[];
        expect(Buffer.from(found!.codes).equals(Buffer.from(expected!.codes)), name).toBe(true);
      }
    }
    expect(events.some(({ kind, ...event }) => kind === 'long' && 'table' in event)).toBe(true);
  });
});
