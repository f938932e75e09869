import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyOf, type Part, ProofRecord, runParts } from '../../scripts/longProofs.ts';

let top: string;
let dir: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'metatb-proofs-'));
  dir = join(top, 'proofs');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const parts = ['one', 'two', 'three'].map((name): Part => ({ name, command: ['true'] }));

/** Runs the parts as a process does, with the record that it finds. Returns those that ran, and all results. */
async function run(passes: (name: string) => boolean, key = 'key') {
  const ran: string[] = [];
  const record = await ProofRecord.open(dir, key, 'commit');
  const outcomes = await runParts(parts, record, async ({ name }) => {
    ran.push(name);
    return passes(name);
  });
  return { ran, results: outcomes.map(({ result }) => result) };
}

describe('long proofs', () => {
  test('run one after another, and do not run again once they have passed', async () => {
    const first = await run(() => true);
    expect(first).toEqual({
      ran: ['one', 'two', 'three'],
      results: ['passed', 'passed', 'passed'],
    });
    const again = await run(() => true);
    expect(again).toEqual({
      ran: [],
      results: ['passed before', 'passed before', 'passed before'],
    });
  });

  test('continue after one that fails; only that one runs the next time', async () => {
    const first = await run((name) => name !== 'two');
    expect(first.results).toEqual(['passed', 'failed', 'passed']);
    const again = await run(() => true);
    expect(again).toEqual({ ran: ['two'], results: ['passed before', 'passed', 'passed before'] });
  });

  test('continue after an interruption', async () => {
    const interrupted = run((name) => {
      if (name === 'two') throw new Error('interrupted');
      return true;
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect((await run(() => true)).ran).toEqual(['two', 'three']);
  });

  test('start over for other sources, without the tables of the old ones', async () => {
    await run(() => true);
    const table = join(dir, 'chess.mtb');
    writeFileSync(table, 'old');
    await run(() => true);
    expect(existsSync(table)).toBe(true);
    expect((await run(() => true, 'other key')).ran).toHaveLength(3);
    expect(existsSync(table)).toBe(false);
  });

  test('never empty a folder that is not theirs', async () => {
    mkdirSync(dir);
    await expect(run(() => true)).rejects.toThrow('it is not of these proofs');
    expect(existsSync(dir)).toBe(true);
  });

  test('can be listed without a run', async () => {
    expect(await ProofRecord.read(dir, 'key')).toBeUndefined();
    await run((name) => name === 'one');
    const record = await ProofRecord.read(dir, 'key');
    expect(parts.map(({ name }) => record!.secondsOf(name))).toEqual([0, undefined, undefined]);
    expect(await ProofRecord.read(dir, 'other key')).toBeUndefined();
  });
});

test('the key of the sources is stable, and differs for another seed', () => {
  expect(keyOf('1')).toMatch(/^[0-9a-f]{64}$/);
  expect(keyOf('1')).toBe(keyOf('1'));
  expect(keyOf('1')).not.toBe(keyOf('2'));
  expect(keyOf('1', ['src/position'])).not.toBe(keyOf('1'));
});
