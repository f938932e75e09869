import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { MOST_BYTES } from '../../src/kernel/kernelMemory.ts';
import { chess } from '../../src/rules/chess.ts';
import type { FolderOptions } from '../../src/solve/inFolder.ts';
import { planTables } from '../../src/solve/plan.ts';
import { planMemory } from '../../src/solve/run/memoryPlan.ts';
import { thorough } from '../thorough.ts';
import { compiled, filesIn, inFolder } from './pool.ts';
import { materialOf } from './solved.ts';

const THREADS = 2;
/** A run takes most of a minute on an idle machine. */
const HOUR = 3_600_000;
/** The smallest table of five men that others of as many are needed for: KQNNvk, KRNNvk, KBNNvk and KNNNvk. */
const wanted = [materialOf(chess, 'KNNPvk')];

const make = (dir: string, options: Partial<FolderOptions> = {}) =>
  compiled.generate(chess, wanted, { dir, threads: THREADS, ...options });

describe.runIf(thorough)('tables of five men, which all threads pack together', () => {
  let dir: string;
  let expected: ReadonlyMap<string, Buffer>;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'metatb-large-'));
    unwrap(await make(dir));
    expected = filesIn(dir, 'chess');
  }, HOUR);
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it(
    'are the same in the least memory, where what they need of one another is in scratch files',
    () =>
      inFolder(async (low) => {
        const steps = planTables(chess, wanted);
        const missing = new Set(steps.map(({ material }) => material.name));
        const { bytes: memory } = unwrap(
          planMemory(chess, steps, { missing, distances: new Map() }, THREADS, MOST_BYTES),
        );
        const beside: string[] = [];
        const made = await make(low, {
          memory,
          onEvent: (event) => {
            if (event.kind !== 'solved' || event.table !== 'KQNNvk') return;
            beside.push(...readdirSync(join(low, 'chess')).filter(isPartOf('KQNNvk')));
          },
        });
        unwrap(made);
        expect(beside.length).toBeGreaterThan(0);
        expectSame(filesIn(low, 'chess'));
      }),
    HOUR,
  );

  it(
    'are the same after an interruption while one is packed, which leaves whole files only',
    () =>
      inFolder(async (broken) => {
        const stop = new AbortController();
        const made = await make(broken, {
          signal: stop.signal,
          onEvent: (event) => {
            if (event.kind === 'packing' && event.table === 'KRNNvk' && event.done > 0)
              stop.abort();
          },
        });
        expect(made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
        const left = filesIn(broken, 'chess');
        expect(left.has('KQNNvk.mtb')).toBe(true);
        expect(left.has('KNNPvk.mtb')).toBe(false);
        for (const [name, bytes] of left) {
          if (name.endsWith('.checkpoint')) continue;
          expect(expected.get(name)?.equals(bytes), name).toBe(true);
        }
        const found: string[] = [];
        const again = await make(broken, {
          onEvent: (event) => {
            if (event.kind === 'found') found.push(event.table);
          },
        });
        unwrap(again);
        expect(found).toContain('KQNNvk');
        expectSame(filesIn(broken, 'chess'));
      }),
    HOUR,
  );

  function expectSame(files: ReadonlyMap<string, Buffer>): void {
    expect([...files.keys()]).toEqual([...expected.keys()]);
    for (const [name, bytes] of files) expect(expected.get(name)!.equals(bytes), name).toBe(true);
  }
});

const isPartOf = (table: string) => (name: string) =>
  name.startsWith(`.${table}.mtb.`) && name.endsWith('.part');
