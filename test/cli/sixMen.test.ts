import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { sixMenFile } from '../format/sixMenFile.ts';
import { onSmallDisk } from '../smallDisk.ts';
import { makeFolder, metatb } from './metatb.ts';

// What commands make of a table of six men, of which there is one block without a plane.

const dir = makeFolder();
const at = (rules: RuleSet) => join(dir, rules.folder, 'KQRvkbn.mtb');

beforeAll(async () => {
  for (const rules of [metachess, chess]) writeFileSync(made(at(rules)), await sixMenFile(rules));
});

function made(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

describe('a table that does not fit into memory', () => {
  test.each([
    ['stats', []],
    ['export', ['--format', 'npy', '--out', join(dir, 'out.npy')]],
    ['verify', []],
  ])('is refused by %s in one line', async (command, args) => {
    const { status, stdout, stderr } = await metatb([command, 'KQRvkbn', '--dir', dir, ...args]);
    expect(stderr).toMatch(/KQRvkbn\.mtb: there is no room for all values of KQRvkbn, 14\.\d GiB/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([2, '']);
    if (command === 'verify') expect(stderr).toContain('metatb verify KQRvkbn --sample');
  });

  test.each([
    ['longest', []],
    ['zugzwang', []],
    ['compare', ['--with', 'chess']],
  ])(
    'is looked through by %s on threads, which find the first of its planes missing',
    async (command, more) => {
      const args = [command, 'KQRvkbn', '--dir', dir, '--threads', '2', ...more];
      const { status, stdout, stderr } = await metatb(args);
      expect(stderr).toMatch(/KQRvkbn\.mtb: altered table file/);
      expect([status, stdout]).toEqual([1, '']);
    },
  );

  test('is listed, and its checksums are compared', async () => {
    const listed = await metatb(['info', '--check', '--dir', dir]);
    expect(listed.status).toBe(0);
    expect(listed.stdout).toMatch(/KQRvkbn .* sound$/m);
    const checked = await metatb(['verify', 'KQRvkbn', '--checksums', '--dir', dir]);
    expect(checked.stdout).toMatch(/sound, 15,502,147,584 values as they were written/);
  });

  test('is sampled, as far as its subtables are there', async () => {
    const { status, stderr } = await metatb(['verify', 'KQRvkbn', '--sample', '10', '--dir', dir]);
    expect(stderr).toMatch(/no metachess table \w+.*metatb generate/);
    expect(status).toBe(4);
  });
});

test('is planned with its time, and a disk that may be too small is told', async (context) => {
  const scratch = join(dir, 'scratch');
  mkdirSync(scratch);
  const args = [
    'generate',
    'KQRvkqr',
    '--rules',
    'chess',
    '--dry-run',
    '--memory',
    '16GiB',
    '--dir',
    join(dir, 'other'),
  ];
  const enough = await metatb(args);
  expect(enough.stdout).toMatch(/^9 +KQRvkqr .+ GiB +\d+ min( \d+ s)? +KQRvkr KQRvkq$/m);
  await onSmallDisk(context, scratch, '4m', async () => {
    const folder = join(scratch, 'made', 'later');
    const { status, stderr } = await metatb([...args, '--scratch', folder]);
    expect(stderr).toMatch(
      /^KQRvkqr may take up to [\d.]+ GiB of the disk, [\d.]+ MiB are free: --scratch names/,
    );
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(0);
  });
});
