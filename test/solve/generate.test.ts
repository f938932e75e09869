import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { chess } from '../../src/rules/chess.ts';
import type { GenerateEvent, GenerateOptions } from '../../src/solve/generate.ts';
import { fileOf } from '../probe/files.ts';
import { compiled, filesIn, inFolder } from './pool.ts';
import { materialOf, Solved } from './solved.ts';

/** Makes a table of chess and what it stands on. `log` tells what happened: `start KQvk`. */
async function generate(dir: string, wanted: string, options: Partial<GenerateOptions> = {}) {
  const events: GenerateEvent[] = [];
  const made = await compiled.generate(chess, [materialOf(chess, wanted)], {
    dir,
    ...options,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const log = events.flatMap((event) =>
    event.kind === 'plan' || event.kind === 'progress' ? [] : [`${event.kind} ${event.table}`],
  );
  return { made, events, log };
}

/** The files of KPvk and the four tables below it, solved in this thread. */
const expected = new Map<string, Buffer>();

beforeAll(() => {
  const solved = new Solved(chess);
  for (const name of ['KBvk', 'KNvk', 'KPvk', 'KQvk', 'KRvk']) {
    expected.set(`${name}.mtb`, Buffer.from(fileOf(solved.get(name))));
  }
});

/** Puts finished tables into a new folder. */
function fill(dir: string, ...names: string[]): void {
  mkdirSync(join(dir, 'chess'), { recursive: true });
  for (const name of names) writeFileSync(pathOf(dir, name), expected.get(`${name}.mtb`)!);
}

const pathOf = (dir: string, name: string) => join(dir, 'chess', `${name}.mtb`);
const below = ['KBvk', 'KNvk', 'KQvk', 'KRvk'];

/** The files are those that one thread makes, and there are no others. Tells names, not megabytes. */
function expectFiles(dir: string, names: readonly string[]): void {
  const files = filesIn(dir, 'chess');
  const wanted = names.map((name) => `${name}.mtb`);
  expect([...files.keys()]).toEqual(wanted.toSorted());
  expect(wanted.filter((name) => !files.get(name)!.equals(expected.get(name)!))).toEqual([]);
}

describe('tables made on a pool', () => {
  it.each([1, 2, 4])('are the same, byte for byte, on %i threads', (threads) =>
    inFolder(async (dir) => {
      const { made, events, log } = await generate(dir, 'KPvk', { threads });
      expectFiles(dir, [...below, 'KPvk']);
      expect(unwrap(made).map(({ table, path }) => [table, path])).toEqual(
        ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk'].map((name) => [name, pathOf(dir, name)]),
      );
      expect(unwrap(made).every(({ seconds }) => seconds! > 0)).toBe(true);

      // The plan first; no table before what it needs.
      expect(events[0]).toMatchObject({ kind: 'plan', steps: { length: 5 } });
      expect(log).toHaveLength(10);
      for (const name of below) {
        expect(log.indexOf(`solved ${name}`)).toBeGreaterThan(log.indexOf(`start ${name}`));
        expect(log.indexOf('start KPvk')).toBeGreaterThan(log.indexOf(`solved ${name}`));
      }
      const progress = events.filter((event) => event.kind === 'progress');
      expect(new Set(progress.map(({ table }) => table)).size).toBe(5);
      expect(progress.every(({ done, total }) => done >= 0 && done <= total)).toBe(true);
    }),
  );

  it('start when a thread has come to them, and their seconds count from there', () =>
    inFolder(async (dir) => {
      const began = performance.now();
      const { made, log } = await generate(dir, 'KPvk', { threads: 1 });
      const elapsed = (performance.now() - began) / 1000;
      expect(log.map((each) => each.split(' ')[0]).join(' ')).toBe(
        'start solved start solved start solved start solved start solved',
      );
      const seconds = unwrap(made).reduce((sum, each) => sum + each.seconds!, 0);
      expect(seconds).toBeLessThanOrEqual(elapsed);
    }));

  it('that are there are found, checked and kept', () =>
    inFolder(async (dir) => {
      fill(dir, ...below);
      const { made, log } = await generate(dir, 'KPvk');
      expect(log.toSorted()).toEqual(
        [...below.map((name) => `found ${name}`), 'solved KPvk', 'start KPvk'].toSorted(),
      );
      const found = unwrap(made).filter(({ seconds }) => seconds === null);
      expect(found.map(({ table }) => table).sort()).toEqual(below);
      expectFiles(dir, [...below, 'KPvk']);
    }));

  it('are made anew where that is asked for, and what they stand on is not', () =>
    inFolder(async (dir) => {
      fill(dir, ...below, 'KPvk');
      const { log } = await generate(dir, 'KPvk', { force: true });
      expect(log.slice(0, 4).sort()).toEqual(below.map((name) => `found ${name}`));
      expect(log.slice(4)).toEqual(['start KPvk', 'solved KPvk']);
      expectFiles(dir, [...below, 'KPvk']);
    }));

  it('of more men than the solver takes are refused before anything starts', () =>
    inFolder(async (dir) => {
      const { made, events } = await generate(dir, 'KQRvkr');
      expect(made).toMatchObject({ ok: false, problem: { code: 'too-many-men', text: 'KQRvkr' } });
      expect(events).toEqual([]);
    }));
});

describe('a file in the way', () => {
  const damages: [string, string, (bytes: Buffer) => Buffer][] = [
    ['cut short', 'mtb-truncated', (bytes) => bytes.subarray(0, bytes.length - 1000)],
    ['empty', 'mtb-truncated', () => Buffer.alloc(0)],
    [
      'with a bit turned over',
      'mtb-checksum',
      (bytes) => {
        const altered = Buffer.from(bytes);
        altered[bytes.length >> 1]! ^= 4;
        return altered;
      },
    ],
  ];

  it.each(damages)('%s is told of as %s, and solved anew', (_, code, damage) =>
    inFolder(async (dir) => {
      fill(dir);
      writeFileSync(pathOf(dir, 'KNvk'), damage(expected.get('KNvk.mtb')!));
      const { made, events, log } = await generate(dir, 'KNvk');
      expect(made.ok).toBe(true);
      expect(log).toEqual(['damaged KNvk', 'start KNvk', 'solved KNvk']);
      const told = events.find((event) => event.kind === 'damaged');
      expect(told!.problem.code).toBe(code);
      expectFiles(dir, ['KNvk']);
    }),
  );

  const foreign: [string, string, () => Buffer][] = [
    [
      'of another version',
      'mtb-version',
      () => {
        const newer = Buffer.from(expected.get('KNvk.mtb')!);
        newer[3] = 9;
        return newer;
      },
    ],
    ['of another kind', 'mtb-magic', () => Buffer.from('Dear diary, today I have')],
    ['with another table in it', 'mtb-table', () => expected.get('KBvk.mtb')!],
  ];

  it.each(foreign)('%s (%s) might be somebody’s data: refused and kept', (_, code, bytes) =>
    inFolder(async (dir) => {
      fill(dir);
      writeFileSync(pathOf(dir, 'KNvk'), bytes());
      const { made, log } = await generate(dir, 'KNvk');
      expect(made).toMatchObject({ ok: false, problem: { code } });
      if (!made.ok) expect(made.problem.message).toContain(pathOf(dir, 'KNvk'));
      expect(log).toEqual([]);
      expect(readFileSync(pathOf(dir, 'KNvk')).equals(bytes())).toBe(true);

      expect((await generate(dir, 'KNvk', { force: true })).made.ok).toBe(true);
      expectFiles(dir, ['KNvk']);
    }),
  );

  it('below a wanted table stops everything, and names the table to force', () =>
    inFolder(async (dir) => {
      fill(dir, 'KQvk', 'KRvk', 'KBvk');
      writeFileSync(pathOf(dir, 'KNvk'), 'Dear diary');
      // Force is for what was asked for by name; KNvk was not.
      const { made } = await generate(dir, 'KPvk', { force: true });
      expect(made).toMatchObject({ ok: false, problem: { code: 'mtb-magic' } });
      if (!made.ok) expect(made.problem.message).toContain('generate KNvk --force');
      expect(filesIn(dir, 'chess').has('KPvk.mtb')).toBe(false);
    }));
});
