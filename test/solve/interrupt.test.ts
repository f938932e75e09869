import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import type { GenerateEvent } from '../../src/solve/generate.ts';
import { fileOf } from '../probe/files.ts';
import { compiled, filesIn, inFolder } from './pool.ts';
import { materialOf, Solved } from './solved.ts';

const solved = new Solved(chess);
const expected = (name: string) => Buffer.from(fileOf(solved.get(name)));

/** Makes KPvk and what it stands on, until `isTime`. */
async function interrupted(dir: string, isTime: (event: GenerateEvent) => boolean, delay = 0) {
  const stop = new AbortController();
  return compiled.generate(chess, [materialOf(chess, 'KPvk')], {
    dir,
    threads: 2,
    signal: stop.signal,
    onEvent: (event) => {
      if (!isTime(event)) return;
      if (delay === 0) stop.abort();
      else setTimeout(() => stop.abort(), delay);
    },
  });
}

function expectWholeFiles(dir: string): string[] {
  const files = filesIn(dir, 'chess');
  for (const [file, bytes] of files) {
    expect(file).toMatch(/^K[QRBNP]vk\.mtb$/);
    expect(bytes.equals(expected(file.replace('.mtb', ''))), file).toBe(true);
  }
  return [...files.keys()];
}

describe('an interrupted run', () => {
  it('keeps the tables it has finished and nothing else; the next one goes on from there', () =>
    inFolder(async (dir) => {
      const made = await interrupted(dir, ({ kind }) => kind === 'solved');
      expect(made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      const finished = expectWholeFiles(dir);
      expect(finished.length).toBeGreaterThan(0);
      expect(finished).not.toContain('KPvk.mtb');

      const found: string[] = [];
      const resumed = await compiled.generate(chess, [materialOf(chess, 'KPvk')], {
        dir,
        onEvent: (event) => {
          if (event.kind === 'found') found.push(`${event.table}.mtb`);
        },
      });
      expect(resumed.ok).toBe(true);
      expect(found.sort()).toEqual(finished);
      expect(expectWholeFiles(dir)).toHaveLength(5);
    }));

  // The table is decided and written within these milliseconds after the last report.
  it.each([0, 5, 15, 30, 60])('%i ms after the last report has a whole table or none', (delay) =>
    inFolder(async (dir) => {
      mkdirSync(join(dir, 'chess'));
      const below = ['KBvk', 'KNvk', 'KQvk', 'KRvk'];
      for (const name of below) writeFileSync(join(dir, 'chess', `${name}.mtb`), expected(name));
      const isTime = (event: GenerateEvent) =>
        event.kind === 'progress' && event.table === 'KPvk' && event.done === event.total;
      const made = await interrupted(dir, isTime, delay);
      const files = expectWholeFiles(dir);
      expect(files).toEqual(expect.arrayContaining(below.map((name) => `${name}.mtb`)));
      if (made.ok) expect(files).toContain('KPvk.mtb');
      else expect(made.problem.code).toBe('interrupted');
    }),
  );

  it('of many tables at a time makes no fuss about it', () =>
    inFolder(async (dir) => {
      mkdirSync(join(dir, 'chess'));
      for (const name of ['KQvk', 'KRvk', 'KBvk', 'KNvk']) {
        writeFileSync(join(dir, 'chess', `${name}.mtb`), expected(name));
      }
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

  it('that was interrupted before it began makes nothing', () =>
    inFolder(async (dir) => {
      const made = await interrupted(dir, ({ kind }) => kind === 'plan');
      expect(made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      expect(existsSync(join(dir, 'chess'))).toBe(false);
    }));
});

describe('a folder that cannot be written', () => {
  const knight = [materialOf(chess, 'KNvk')];

  it('because it lies below a file is a problem that names the path', () =>
    inFolder(async (dir) => {
      writeFileSync(join(dir, 'file'), 'I am no folder');
      const at = join(dir, 'file', 'tables');
      const made = await compiled.generate(chess, knight, { dir: at });
      expect(made.ok).toBe(false);
      if (made.ok) return;
      expect(['read', 'write']).toContain(made.problem.code);
      expect(made.problem.message).toContain(join(at, 'chess', 'KNvk.mtb'));
      expect(readdirSync(dir)).toEqual(['file']);
    }));

  // The kernel's own file systems take no folders, not even root's, and refuse them in different ways.
  it.skipIf(process.platform !== 'linux').each(['/sys', '/proc'])(
    'because it is %s is one too',
    async (root) => {
      const dir = join(root, 'metatb-test');
      const made = await compiled.generate(chess, knight, { dir });
      expect(made).toMatchObject({ ok: false, problem: { code: 'write' } });
      if (!made.ok) expect(made.problem.message).toContain(join(dir, 'chess', 'KNvk.mtb'));
    },
  );
});

describe('a disk that is full', () => {
  it('of a size limit for files: a problem, exit code 1, no partial file', (context) =>
    inFolder(async (dir) => {
      const cli = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
      const command =
        'ulimit -f 10 && exec "$0" "$1" generate KNvk --rules chess --dir "$2" --quiet';
      const run = spawnSync('bash', ['-c', command, process.execPath, cli, dir], {
        encoding: 'utf8',
      });
      if (run.error) context.skip(`no bash to limit file sizes with: ${run.error.message}`);
      expect(run.stderr).toContain(`cannot write ${join(dir, 'chess', 'KNvk.mtb')}`);
      expect(run.stderr).toContain('larger than allowed');
      expect(run.status).toBe(1);
      expect(readdirSync(join(dir, 'chess'))).toEqual([]);
    }));

  it('indeed: what fits is kept, the rest is a problem', (context) =>
    inFolder(async (dir) => {
      // KQvk takes 164 kB, so there is room for one table and a half.
      const options = ['-t', 'tmpfs', '-o', 'size=256k', 'metatb-test', dir];
      const mount = spawnSync('mount', options, { encoding: 'utf8' });
      if (mount.status !== 0) {
        const why = mount.error?.message ?? mount.stderr.trim();
        context.skip(`no full disk to be had, only root may mount one: ${why}`);
      }
      try {
        const made = await compiled.generate(
          chess,
          [materialOf(chess, 'KNvk'), materialOf(chess, 'KBvk')],
          { dir, threads: 1 },
        );
        expect(made).toMatchObject({ ok: false, problem: { code: 'write' } });
        if (!made.ok) expect(made.problem.message).toContain('no space left on the disk');
        expect(expectWholeFiles(dir)).toEqual(['KNvk.mtb']);
      } finally {
        spawnSync('umount', [dir]);
      }
    }));
});
