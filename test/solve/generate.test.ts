import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { GenerateEvent } from '../../src/solve/generation.ts';
import type { FolderOptions } from '../../src/solve/inFolder.ts';
import { partOf } from '../../src/store/parts.ts';
import { few, thorough, whole } from '../thorough.ts';
import { below, expected, expectFiles, fill, generate, pathOf, solvers } from './generated.ts';
import { filesIn, inFolder } from './pool.ts';
import { fileOfSets, solveBySets } from './setTables.ts';
import { threeMenFiles } from './threeMen.ts';

const runs = [
  ...few([1, 4, 2], 2).map((threads) => ['sets', threads] as const),
  // The reference solver takes seconds for what takes sets hundredths.
  ...(thorough ? ([['reference', 1]] as const) : []),
  ...(whole ? ([['reference', 4]] as const) : []),
] as const;

describe('tables made by workers', () => {
  it.each(runs)('by %s are the same, byte for byte, on %i threads', (solver, threads) =>
    inFolder(async (dir) => {
      const began = performance.now();
      const { made, events, log } = await generate(dir, 'KPvk', { solver, threads });
      const elapsed = (performance.now() - began) / 1000;
      expectFiles(dir, solver, [...below, 'KPvk']);
      expect(unwrap(made).map(({ table, path }) => [table, path])).toEqual(
        ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk'].map((name) => [name, pathOf(dir, name)]),
      );
      for (const { table, bytes, seconds } of unwrap(made)) {
        expect(bytes).toBe(expected[solver].get(table)!.length);
        expect(seconds).toBeGreaterThan(0);
      }
      // A table's seconds count from when a thread starts on it; one thread packs while another solves.
      const seconds = unwrap(made).reduce((sum, each) => sum + each.seconds!, 0);
      expect(seconds).toBeLessThanOrEqual((threads + 1) * elapsed);

      // The plan first; no table before what it needs, and none is packed before it is solved.
      expect(events[0]).toMatchObject({ kind: 'plan', steps: { length: 5 } });
      expect(log.toSorted()).toEqual([...below, 'KPvk'].map((name) => `solved ${name}`).sort());
      const progress = events.filter((event) => event.kind === 'progress');
      expect(new Set(progress.map(({ table }) => table)).size).toBe(5);
      expect(progress.at(-1)!.table).toBe('KPvk');
      for (const table of [...below, 'KPvk']) {
        const kinds = events.flatMap((event) =>
          'table' in event && event.table === table ? [event.kind] : [],
        );
        const packing = solver === 'sets' ? ['packing'] : [];
        expect([...new Set(kinds)]).toEqual(['progress', ...packing, 'solved']);
      }
      expect(progress.every(({ done, total }) => done >= 0 && done <= total)).toBe(true);
    }),
  );

  // Threads solve a table of four men together.
  const fourMen = thorough
    ? ({ name: 'KPvkp', count: 20, threads: [2, 4] } as const)
    : ({ name: 'KBvkp', count: 10, threads: [4] } as const);
  const expectedOfFour = new Map<string, Uint8Array>();
  beforeAll(async () => {
    for (const [name, table] of await solveBySets(chess, [fourMen.name], 128)) {
      expectedOfFour.set(name, await fileOfSets(table));
    }
  });

  it.each(fourMen.threads)(
    `by sets are the same for ${fourMen.name} and all below it, on %i threads`,
    (threads) =>
      inFolder(async (dir) => {
        unwrap((await generate(dir, fourMen.name, { threads })).made);
        const files = filesIn(dir, 'chess');
        const names = [...expectedOfFour.keys()];
        expect([...files.keys()]).toEqual(names.map((name) => `${name}.mtb`).sort());
        const same = (name: string) => files.get(`${name}.mtb`)!.equals(expectedOfFour.get(name)!);
        expect(names.filter((name) => !same(name))).toEqual([]);
        expect(names).toHaveLength(fourMen.count);
      }),
  );

  it('by sets are the same under other rules too', () =>
    inFolder(async (dir) => {
      unwrap((await generate(dir, 'KPvk', { threads: 3 }, metachess)).made);
      const file = threeMenFiles('sets', metachess).get('KPvk')!;
      expect(filesIn(dir, 'metachess').get('KPvk.mtb')!.equals(file)).toBe(true);
    }));

  // The `kill` signal of NodeThreads has one listener per worker.
  it('by sets on more threads than there are cores cause no warning', () =>
    inFolder(async (dir) => {
      const warnings: string[] = [];
      const warn = (warning: Error) => warnings.push(warning.message);
      process.on('warning', warn);
      await generate(dir, 'KNvk', { threads: 12 });
      process.off('warning', warn);
      expectFiles(dir, 'sets', ['KNvk']);
      expect(warnings).toEqual([]);
    }));

  it('are made by sets by default if the rules are given as sets', () =>
    inFolder(async (dir) => {
      const { made } = await generate(dir, 'KNvk');
      expect(unwrap(made)[0]!.solveSeconds).toBeGreaterThan(0);
      expectFiles(dir, 'sets', ['KNvk']);
    }));

  const finding = thorough ? solvers : (['sets'] as const);
  it.each(finding)('by %s that exist already are found, checked and kept', (solver) =>
    inFolder(async (dir) => {
      fill(dir, solver, ...below);
      const { made, log } = await generate(dir, 'KPvk', { solver });
      expect(log.toSorted()).toEqual([...below.map((name) => `found ${name}`), 'solved KPvk']);
      const found = unwrap(made).filter(({ seconds }) => seconds === null);
      expect(found.map(({ table }) => table).sort()).toEqual(below);
      expectFiles(dir, solver, [...below, 'KPvk']);
    }),
  );

  it.each(solvers)('by %s are made again by force, but their subtables are not', (solver) =>
    inFolder(async (dir) => {
      fill(dir, solver, ...below, 'KPvk');
      const { log } = await generate(dir, 'KPvk', { solver, force: true });
      expect(log.slice(0, 4).sort()).toEqual(below.map((name) => `found ${name}`));
      expect(log.slice(4)).toEqual(['solved KPvk']);
      expectFiles(dir, solver, [...below, 'KPvk']);
    }),
  );

  it.each([['sets', 'KPvkp'], ...(whole ? ([['reference', 'KPvk']] as const) : [])] as const)(
    'by %s keep their half-written files while another run starts',
    (solver, wanted) =>
      inFolder(async (dir) => {
        const part = partOf(pathOf(dir, 'KPvk'));
        const kept: boolean[] = [];
        const otherIsDone = new AbortController();
        let other: ReturnType<typeof generate> | undefined;
        const start = () => {
          writeFileSync(part, 'as a worker would');
          const onEvent = ({ kind }: GenerateEvent) => {
            if (kind !== 'plan') kept.push(existsSync(part));
          };
          const ran = generate(dir, 'KNvk', { solver, onEvent });
          return ran.finally(() => otherIsDone.abort());
        };
        const onEvent = ({ kind }: GenerateEvent) => {
          if (kind === 'solved') other ??= start();
        };
        const { signal } = otherIsDone;
        const { made } = await generate(dir, wanted, { solver, signal, onEvent });
        if (!made.ok) expect(made.problem.code).toBe('interrupted');
        unwrap((await other)!.made);
        expect(kept[0]).toBe(true);
        expect(existsSync(part)).toBe(false);
      }),
  );

  it.each(few([3, 1, 2], 1))(
    'by sets of subtables of earlier runs are the same on %i threads',
    (threads) =>
      inFolder(async (dir) => {
        unwrap((await generate(dir, 'KRvkn', { threads: 2 })).made);
        const first = filesIn(dir, 'chess');
        const { made, log } = await generate(dir, 'KRvkn', { threads, force: true });
        unwrap(made);
        expect(log.filter((line) => line.startsWith('solved'))).toEqual(['solved KRvkn']);
        expect(filesIn(dir, 'chess')).toEqual(first);
      }),
  );

  it('that all exist already start no worker', () =>
    inFolder(async (dir) => {
      fill(dir, 'sets', ...below, 'KPvk');
      const { made, log } = await generate(dir, 'KPvk', { memory: 1 });
      expect(log).toHaveLength(5);
      expect(unwrap(made).every(({ seconds }) => seconds === null)).toBe(true);
    }));
});

describe('what cannot be solved is refused before anything starts', () => {
  const mebibyte = 2 ** 20;

  /** Nothing but the plan is published, and nothing is written. Returns the message. */
  async function refusal(wanted: string, options: Partial<FolderOptions>, code: string) {
    return inFolder(async (dir) => {
      const { made, events } = await generate(dir, wanted, options);
      expect(made).toMatchObject({ ok: false, problem: { code } });
      expect(events.filter(({ kind }) => kind !== 'plan')).toEqual([]);
      const files = readdirSync(dir, { recursive: true, withFileTypes: true });
      expect(files.filter((each) => each.isFile())).toEqual([]);
      return made.ok ? '' : made.problem.message;
    });
  }

  it('by the reference solver, what needs more memory than is allowed', async () => {
    const message = await refusal('KQRvk', { solver: 'reference', memory: 2 ** 29 }, 'memory');
    expect(message).toMatch(/^KQRvk needs about \d{3} MiB, 512 MiB allowed: --memory allows more$/);
  });

  it('a table that takes more memory than is allowed', async () => {
    const message = await refusal('KQRvkr', { memory: 100 * mebibyte }, 'memory');
    expect(message).toMatch(/^KQRvkr needs \d+ MiB, 100 MiB allowed: --memory allows more$/);
    // Its own codes would fit here, but not the working memory.
    const message256 = await refusal('KQRvkr', { memory: 256 * mebibyte }, 'memory');
    expect(message256).toMatch(/^KQRvkr needs \d+ MiB, 256 MiB allowed: --memory allows more$/);
  });

  // Counting the placements of four pawns one by one would take many seconds.
  it.each(['KQRBvkr', 'KPPPPvk', 'KPPvkpp'])(
    'a table that takes too much memory, however many placements it has: %s',
    async (name) => {
      const message = await refusal(name, { memory: 100 * mebibyte }, 'memory');
      expect(message).toMatch(/^K\w+vk\w* needs [\d.]+ [MG]iB, 100 MiB allowed: --memory/);
    },
  );
});

describe('a machine with less memory than is allowed', () => {
  it('is reported with the memory that was requested', () =>
    inFolder(async (dir) => {
      // As under `ulimit -v`.
      class None extends WebAssembly.Memory {
        constructor() {
          super({ initial: 0 });
          throw new RangeError('WebAssembly.Memory(): could not allocate memory');
        }
      }
      const none = vi.spyOn(WebAssembly, 'Memory').mockImplementation(None);
      const { made } = await generate(dir, 'KQvk');
      none.mockRestore();
      expect(made).toMatchObject({ ok: false, problem: { code: 'memory' } });
      if (made.ok) return;
      expect(made.problem.message).toMatch(/^there is no room for [\d.]+ MiB: /);
      expect(made.problem.message).toContain('--memory');
    }));
});
