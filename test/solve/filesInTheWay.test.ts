import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { few, whole } from '../thorough.ts';
import { below, expected, expectFiles, fill, generate, pathOf, solvers } from './generated.ts';
import { filesIn, inFolder } from './pool.ts';

describe('a file made by the other solver', () => {
  it.runIf(whole)('is accepted by the reference solver', () =>
    inFolder(async (dir) => {
      fill(dir, 'sets', ...below);
      const { log } = await generate(dir, 'KPvk', { solver: 'reference' });
      expect(log.toSorted()).toEqual([...below.map((name) => `found ${name}`), 'solved KPvk']);
      expect(readFileSync(pathOf(dir, 'KPvk')).equals(expected.reference.get('KPvk')!)).toBe(true);
    }),
  );

  it('is made again by sets, which need more than values', () =>
    inFolder(async (dir) => {
      fill(dir, 'reference', ...below, 'KPvk');
      fill(dir, 'sets', 'KQvk');
      const { log } = await generate(dir, 'KPvk', { solver: 'sets' });
      expect(log[0]).toBe('found KQvk');
      expect(log.slice(1).sort()).toEqual([
        'solved KBvk',
        'solved KNvk',
        'solved KPvk',
        'solved KRvk',
      ]);
      expectFiles(dir, 'sets', [...below, 'KPvk']);
    }));
});

/** The file of a table as one of another version of the format. */
function ofVersion(version: number, name: string): Buffer {
  const bytes = Buffer.from(expected.sets.get(name)!);
  bytes[3] = version;
  return bytes;
}

describe('a file in the way', () => {
  const damages: [string, string, (bytes: Buffer) => Buffer][] = [
    ['cut short', 'mtb-truncated', (bytes) => bytes.subarray(0, bytes.length - 1000)],
    [
      'with one bit flipped',
      'mtb-checksum',
      (bytes) => {
        const altered = Buffer.from(bytes);
        altered[bytes.length >> 1]! ^= 4;
        return altered;
      },
    ],
    ['empty', 'mtb-truncated', () => Buffer.alloc(0)],
  ];

  const damaged = few(damages, 2).flatMap((each) =>
    solvers.map((solver) => [...each, solver] as const),
  );

  it.each(damaged)('%s is reported as %s and solved again', (_, code, damage, solver) =>
    inFolder(async (dir) => {
      fill(dir, solver);
      writeFileSync(pathOf(dir, 'KNvk'), damage(expected[solver].get('KNvk')!));
      const { made, events, log } = await generate(dir, 'KNvk', { solver });
      expect(made.ok).toBe(true);
      expect(log).toEqual(['damaged KNvk', 'solved KNvk']);
      const report = events.find((event) => event.kind === 'damaged');
      expect(report!.problem.code).toBe(code);
      expectFiles(dir, solver, ['KNvk']);
    }),
  );

  it.each(solvers)('of an older version is solved again, wanted or below: %s', (solver) =>
    inFolder(async (dir) => {
      fill(dir, solver, ...below, 'KPvk');
      for (const name of ['KNvk', 'KPvk']) writeFileSync(pathOf(dir, name), ofVersion(3, name));
      const { made, log } = await generate(dir, 'KPvk', { solver });
      expect(made.ok).toBe(true);
      expect(log.filter((event) => event.startsWith('damaged'))).toEqual([
        'damaged KNvk',
        'damaged KPvk',
      ]);
      expectFiles(dir, solver, [...below, 'KPvk']);
    }),
  );

  const foreign: [string, string, () => Buffer][] = [
    ['of a newer version', 'mtb-version', () => ofVersion(9, 'KNvk')],
    ['of another kind', 'mtb-magic', () => Buffer.from('Dear diary, today I have')],
    ['with another table in it', 'mtb-table', () => expected.sets.get('KBvk')!],
  ];
  const inTheWay = foreign.flatMap((each) => solvers.map((solver) => [...each, solver] as const));

  it.each(inTheWay)(
    '%s (%s) might be the user’s data: it is refused and kept',
    (_, code, bytes, solver) =>
      inFolder(async (dir) => {
        fill(dir, solver);
        writeFileSync(pathOf(dir, 'KNvk'), bytes());
        const { made, log } = await generate(dir, 'KNvk', { solver });
        expect(made).toMatchObject({ ok: false, problem: { code } });
        if (!made.ok) expect(made.problem.message).toContain(pathOf(dir, 'KNvk'));
        expect(log).toEqual([]);
        expect(readFileSync(pathOf(dir, 'KNvk')).equals(bytes())).toBe(true);

        expect((await generate(dir, 'KNvk', { solver, force: true })).made.ok).toBe(true);
        expectFiles(dir, solver, ['KNvk']);
      }),
  );

  it.each(solvers)('below a wanted table stops everything: %s', (solver) =>
    inFolder(async (dir) => {
      fill(dir, solver, 'KQvk', 'KRvk', 'KBvk');
      writeFileSync(pathOf(dir, 'KNvk'), 'Dear diary');
      // Force applies to tables requested by name, and KNvk was not.
      const { made } = await generate(dir, 'KPvk', { solver, force: true });
      expect(made).toMatchObject({ ok: false, problem: { code: 'mtb-magic' } });
      if (!made.ok)
        expect(made.problem.message).toContain(`generate KNvk --rules chess --dir ${dir} --force`);
      expect(filesIn(dir, 'chess').has('KPvk.mtb')).toBe(false);
    }),
  );
});
