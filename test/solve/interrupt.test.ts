import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import type { GenerateEvent, SolverName } from '../../src/solve/generation.ts';
import { need } from '../need.ts';
import { onSmallDisk } from '../smallDisk.ts';
import { few, thorough, whole } from '../thorough.ts';
import { compiled, filesIn, inFolder } from './pool.ts';
import { materialOf } from './solved.ts';
import { threeMenFiles } from './threeMen.ts';

const cli = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const below = ['KBvk', 'KNvk', 'KQvk', 'KRvk'];
/** By solver: the files of KPvk and the four tables below it, solved in one thread. */
const expected: Record<SolverName, Map<string, Buffer>> = {
  sets: threeMenFiles('sets', chess),
  reference: threeMenFiles('reference', chess),
};

interface Run {
  readonly dir: string;
  readonly solver: SolverName;
  readonly wanted: readonly string[];
  /** Default: 2. */
  readonly threads?: number;
}

/** Makes tables and their subtables, and interrupts `delay` milliseconds after `isTime`. */
async function interrupted(
  { dir, solver, wanted, threads = 2 }: Run,
  isTime: (event: GenerateEvent) => boolean,
  delay = 0,
) {
  const stop = new AbortController();
  const materials = wanted.map((name) => materialOf(chess, name));
  return compiled.generate(chess, materials, {
    dir,
    solver,
    threads,
    signal: stop.signal,
    onEvent: (event) => {
      if (!isTime(event)) return;
      if (delay === 0) stop.abort();
      else setTimeout(() => stop.abort(), delay);
    },
  });
}

function fill(dir: string, solver: SolverName, names: readonly string[] = below): void {
  mkdirSync(join(dir, 'chess'));
  for (const name of names) {
    writeFileSync(join(dir, 'chess', `${name}.mtb`), expected[solver].get(name)!);
  }
}

function expectWholeFiles(dir: string, solver: SolverName): string[] {
  const files = filesIn(dir, 'chess');
  for (const [file, bytes] of files) {
    expect(file).toMatch(/^K[QRBNP]vk\.mtb$/);
    expect(bytes.equals(expected[solver].get(file.replace('.mtb', ''))!), file).toBe(true);
  }
  return [...files.keys()];
}

it('a run that is interrupted while its threads start does not start the others', () =>
  inFolder(async (dir) => {
    const stop = new AbortController();
    let started = 0;
    const count = () => {
      if (++started === 2) stop.abort();
    };
    process.on('worker', count);
    try {
      const wanted = [materialOf(chess, 'KRBvk')];
      const options = { dir, threads: 12, signal: stop.signal };
      const made = await compiled.generate(chess, wanted, options);
      expect(made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      expect(started).toBeLessThan(12);
    } finally {
      process.off('worker', count);
    }
  }));

describe.each(few(['sets', 'reference'] as const, 1))('an interrupted run (%s)', (solver) => {
  // The reference solver takes seconds for KPvk; two tables on one thread are one after the other, too.
  const quickly = solver === 'reference' && !thorough;
  const several = quickly
    ? ({ all: ['KBvk', 'KNvk'], wanted: ['KBvk', 'KNvk'], threads: 1 } as const)
    : ({ all: [...below, 'KPvk'], wanted: ['KPvk'] } as const);

  it('keeps the tables it has finished and nothing else; the next run continues from them', () =>
    inFolder(async (dir) => {
      const { all, ...run } = several;
      const made = await interrupted({ dir, solver, ...run }, ({ kind }) => kind === 'solved');
      const finished = expectWholeFiles(dir, solver);
      expect(finished.length).toBeGreaterThan(0);
      // By sets all five take hundredths of a second: they may be done before the first is reported.
      if (solver === 'reference' || finished.length < all.length) {
        expect(made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
        expect(finished).not.toContain(`${all.at(-1)}.mtb`);
      }

      const found: string[] = [];
      const materials = run.wanted.map((name) => materialOf(chess, name));
      const resumed = await compiled.generate(chess, materials, {
        dir,
        solver,
        onEvent: (event) => {
          if (event.kind === 'found') found.push(`${event.table}.mtb`);
        },
      });
      expect(resumed.ok).toBe(true);
      expect(found.sort()).toEqual(finished);
      expect(expectWholeFiles(dir, solver)).toEqual(all.map((name) => `${name}.mtb`).sort());
    }));

  // The table is decided and written within these milliseconds after the last report.
  it.each(few([10, 0, 40], 1))(
    '%i ms after the last report leaves a whole table or none',
    (delay) =>
      inFolder(async (dir) => {
        const table = quickly ? 'KNvk' : 'KPvk';
        const others = below.filter((name) => name !== table);
        fill(dir, solver, others);
        let last = 0;
        const isTime = (event: GenerateEvent) => {
          if (event.kind !== 'progress' || event.table !== table) return false;
          const isLast = last < event.total && event.done === event.total;
          last = event.done;
          return isLast;
        };
        const made = await interrupted({ dir, solver, wanted: [table] }, isTime, delay);
        const files = expectWholeFiles(dir, solver);
        expect(files).toEqual(expect.arrayContaining(others.map((name) => `${name}.mtb`)));
        if (made.ok) expect(files).toContain(`${table}.mtb`);
        else expect(made.problem.code).toBe('interrupted');
      }),
  );

  it('that is interrupted before it begins makes nothing', () =>
    inFolder(async (dir) => {
      const run = { dir, solver, wanted: ['KPvk'] };
      const made = await interrupted(run, ({ kind }) => kind === 'plan');
      expect(made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      expect(existsSync(join(dir, 'chess'))).toBe(false);
    }));
});

it('a run that is killed while it packs leaves whole tables, and the next run makes the same files', () =>
  inFolder(async (dir) => {
    const args = ['generate', 'KPvk', '--rules', 'chess', '--dir', dir, '--threads', '2'];
    const run = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(run, 'close');
    // One table is written, and others are being packed.
    run.stderr.on('data', (text: Buffer) => {
      if (text.includes(' solved')) run.kill('SIGKILL');
    });
    await ended;
    const left = readdirSync(join(dir, 'chess')).filter((name) => name.endsWith('.mtb'));
    expect(left.length).toBeGreaterThan(0);
    for (const name of left) {
      const bytes = filesIn(dir, 'chess').get(name)!;
      expect(bytes.equals(expected.sets.get(name.replace('.mtb', ''))!), name).toBe(true);
    }
    const again = await compiled.generate(chess, [materialOf(chess, 'KPvk')], { dir });
    expect(again.ok).toBe(true);
    expect(expectWholeFiles(dir, 'sets')).toHaveLength(5);
  }));

describe('a run that is interrupted while it looks for tables', () => {
  const interruptedAt = (solver: SolverName) =>
    inFolder(async (dir) => {
      mkdirSync(join(dir, 'chess'));
      writeFileSync(join(dir, 'chess', 'KNvk.mtb'), 'MTB');
      const stop = new AbortController();
      const made = await compiled.generate(chess, [materialOf(chess, 'KNvk')], {
        dir,
        solver,
        signal: stop.signal,
        onEvent: ({ kind }) => {
          if (kind === 'damaged') stop.abort();
        },
      });
      expect(made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      expect(filesIn(dir, 'chess').get('KNvk.mtb')!.toString()).toBe('MTB');
    });

  it.each(['reference', 'sets'] as const)('solves nothing: %s', interruptedAt);
});

describe('an interrupted run of the reference solver', () => {
  it('of many tables at a time causes no warning', () =>
    inFolder(async (dir) => {
      fill(dir, 'reference');
      const warnings: string[] = [];
      const warn = (warning: Error) => warnings.push(warning.message);
      process.on('warning', warn);
      const stop = new AbortController();
      const twelve = 'KQQvk KQRvk KQBvk KQNvk KRRvk KRBvk KRNvk KBBvk KBNvk KNNvk KQvkq KRvkr';
      const made = await compiled.generate(
        chess,
        twelve.split(' ').map((name) => materialOf(chess, name)),
        {
          dir,
          solver: 'reference',
          signal: stop.signal,
          onEvent: ({ kind }) => {
            if (kind === 'progress') stop.abort();
          },
        },
      );
      process.off('warning', warn);
      expect(made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      expect(warnings).toEqual([]);
    }));
});

describe('an interrupted table of five men', () => {
  const five = [materialOf(chess, 'KNNvkn')];
  const four = ['KNNvk', 'KNvkn', 'KNvk'];
  const checkpoint = '.KNNvkn.checkpoint';

  async function leaveCheckpoint(dir: string) {
    // The last table of four men: the worker now prepares the first ply of five.
    const isTime = (event: GenerateEvent) => event.kind === 'solved' && event.table === 'KNNvk';
    const run = { dir, solver: 'sets', wanted: ['KNNvkn'], threads: 1 } as const;
    const made = await interrupted(run, isTime);
    expect(made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
    const files = readdirSync(join(dir, 'chess')).sort();
    expect(files).toEqual([checkpoint, ...four.map((name) => `${name}.mtb`)].sort());
  }

  it('has its checkpoint though a smaller table is dropped', () =>
    inFolder(async (dir) => {
      const run = { dir, solver: 'sets', threads: 1 } as const;
      const made = await interrupted({ ...run, wanted: ['KNNvk', 'KNvkn'] }, () => false);
      expect(made.ok).toBe(true);
      rmSync(join(dir, 'chess', 'KNvk.mtb'));
      // Three men are solved to their end, but not packed after the request; five men stop after a ply.
      const isTime = (event: GenerateEvent) => event.kind === 'progress' && event.table === 'KNvk';
      const stopped = await interrupted({ ...run, wanted: ['KNNvkn'] }, isTime);
      expect(stopped).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      const files = readdirSync(join(dir, 'chess')).sort();
      expect(files).toEqual([checkpoint, 'KNNvk.mtb', 'KNvkn.mtb']);
    }));

  /** Solves five men, from the files that exist. Resolves to the first ply that is reported. */
  async function firstPly(dir: string, options: { force?: boolean } = {}) {
    const plies: number[] = [];
    const made = await compiled.generate(chess, five, {
      ...options,
      dir,
      threads: 2,
      onEvent: (event) => {
        if (event.kind === 'progress') plies.push(event.ply!);
      },
    });
    expect(made.ok).toBe(true);
    return plies[0];
  }

  // sets/checkpoint.test.ts shows for small tables that each step continues to the same bytes.
  it.runIf(thorough)('continues from its checkpoint to the same bytes as an undisturbed run', () =>
    inFolder(async (dir) => {
      await leaveCheckpoint(dir);
      const path = join(dir, 'chess', checkpoint);
      expect(await firstPly(dir)).toBeGreaterThan(1);
      const resumed = filesIn(dir, 'chess');
      expect([...resumed.keys()].sort()).toEqual(
        four
          .concat('KNNvkn')
          .map((name) => `${name}.mtb`)
          .sort(),
      );
      expect(await firstPly(dir, { force: true })).toBe(1);
      const whole = filesIn(dir, 'chess').get('KNNvkn.mtb')!;
      expect(resumed.get('KNNvkn.mtb')!.equals(whole)).toBe(true);
      expect(existsSync(path)).toBe(false);
    }),
  );

  it.runIf(whole)('is solved from the beginning by force', () =>
    inFolder(async (dir) => {
      await leaveCheckpoint(dir);
      expect(await firstPly(dir, { force: true })).toBe(1);
      expect(existsSync(join(dir, 'chess', checkpoint))).toBe(false);
    }),
  );
});

describe.each(['sets', 'reference'] as const)('a folder that cannot be written (%s)', (solver) => {
  const knight = [materialOf(chess, 'KNvk')];

  it('because it lies below a file is a problem that names the path', () =>
    inFolder(async (dir) => {
      writeFileSync(join(dir, 'file'), 'I am no folder');
      const at = join(dir, 'file', 'tables');
      const made = await compiled.generate(chess, knight, { dir: at, solver });
      expect(made.ok).toBe(false);
      if (made.ok) return;
      expect(['read', 'write']).toContain(made.problem.code);
      expect(made.problem.message).toContain(join(at, 'chess', 'KNvk.mtb'));
      expect(readdirSync(dir)).toEqual(['file']);
    }));

  // These file systems let not even root make a folder, and refuse it in different ways.
  it.skipIf(process.platform !== 'linux').each(['/sys', '/proc'])(
    'because it is in %s is a problem that names the path too',
    async (root) => {
      const dir = join(root, 'metatb-test');
      const made = await compiled.generate(chess, knight, { dir, solver });
      expect(made).toMatchObject({ ok: false, problem: { code: 'write' } });
      if (!made.ok) expect(made.problem.message).toContain(join(dir, 'chess'));
    },
  );
});

describe.each(few(['sets', 'reference'] as const, 1))('a disk that is full (%s)', (solver) => {
  it('by a limit on file sizes is a problem, with exit code 1 and no partial file', (context) =>
    inFolder(async (dir) => {
      // KRvk takes more than 4 kB.
      const command =
        'ulimit -f 4 && exec "$0" "$1" generate KRvk --rules chess --dir "$2" --solver "$3" --quiet';
      const run = spawnSync('bash', ['-c', command, process.execPath, cli, dir, solver], {
        encoding: 'utf8',
      });
      need(context, !run.error, 'bash');
      expect(run.stderr).toContain(`cannot write ${join(dir, 'chess', 'KRvk.mtb')}`);
      expect(run.stderr).toContain('larger than allowed');
      expect(run.status).toBe(1);
      expect(readdirSync(join(dir, 'chess'))).toEqual([]);
    }));

  it('keeps the tables that fit; the rest is a problem', (context) =>
    inFolder(async (dir) => {
      // KNvk takes a page of 4 kB. KRvk takes two of the set solver, four of the reference solver.
      const size = solver === 'sets' ? '8k' : '12k';
      await onSmallDisk(context, dir, size, async () => {
        const made = await compiled.generate(
          chess,
          [materialOf(chess, 'KNvk'), materialOf(chess, 'KRvk')],
          { dir, solver, threads: 1 },
        );
        expect(made).toMatchObject({ ok: false, problem: { code: 'write' } });
        if (!made.ok) expect(made.problem.message).toContain('no space left on the disk');
        expect(expectWholeFiles(dir, solver)).toEqual(['KNvk.mtb']);
      });
    }));
});
