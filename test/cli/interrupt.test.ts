import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { thorough, whole } from '../thorough.ts';
import { makeFolder, metatb, start } from './metatb.ts';

/** Interrupted commands and closed output streams. */

const dir = join(makeFolder(), 'tables');

describe('Ctrl-C', () => {
  /** Interrupts once a table is solved. Returns the files in the folder afterwards. */
  async function interruptAfter(solved: string, args: readonly string[], rules: string) {
    const all = ['generate', ...args, '--dir', dir, '--rules', rules];
    const { child, ended } = start(all);
    child.stderr.on('data', (text: string) => {
      if (text.includes(`${solved} solved`)) child.kill('SIGINT');
    });
    const { status, stdout, stderr } = await ended;
    expect(stderr).toMatch(
      /^metatb: interrupted: finished tables are kept, run it again to go on$/m,
    );
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    return readdirSync(join(dir, rules)).sort();
  }

  test('stops generation without a half-written or lost table, and the next run continues', async () => {
    // The reference solver needs far longer for KNvkn than this test to see that KNvk is done.
    const args = ['KNvkn', '--solver', 'reference', '--threads', '1'];
    expect(await interruptAfter('KNvk', args, 'chess')).toEqual(['KNvk.mtb']);

    const both = ['KNvk', 'KBvk', '--rules', 'chess', '--solver', 'reference'];
    const again = await metatb(['generate', ...both, '--dir', dir]);
    expect(again.stdout).toMatch(/^KNvk {2}there already .*\nKBvk {2}\d/);
    expect(again.status).toBe(0);
  });

  const checkpointAndTables = ['.KNNvkn.checkpoint', 'KNNvk.mtb', 'KNvk.mtb', 'KNvkn.mtb'];

  // A closed terminal, below, stops a run in the same way.
  test.runIf(thorough)(
    'in a table of five men leaves a checkpoint beside the finished tables',
    async () => {
      const files = await interruptAfter('KNNvk', ['KNNvkn', '--threads', '1'], 'metachess');
      expect(files).toEqual(checkpointAndTables);
    },
  );

  test.runIf(whole)(
    'is not needed for a checkpoint: a closed terminal leaves one too, with exit code 129',
    async () => {
      const elsewhere = join(dir, 'hangup');
      const args = ['generate', 'KNNvkn', '--threads', '1', '--dir', elsewhere];
      const { child, ended } = start([...args, '--rules', 'metachess']);
      child.stderr.on('data', (text: string) => {
        if (text.includes('KNNvk solved')) child.kill('SIGHUP');
      });
      const { status, stderr } = await ended;
      expect(status).toBe(129);
      expect(stderr).toMatch(/^KNNvkn: writing a checkpoint of [\d.]+ MiB$/m);
      expect(readdirSync(join(elsewhere, 'metachess')).sort()).toEqual(checkpointAndTables);
      const again = await metatb(args);
      expect(again.stderr).toMatch(/^KNNvkn: found a checkpoint, going on after step \d+$/m);
      expect(again.status).toBe(0);
    },
  );

  test('before the first table leaves no files', async () => {
    const elsewhere = join(dir, 'elsewhere');
    const args = ['KQvkq', '--solver', 'reference', '--dir', elsewhere];
    const { child, ended } = start(['generate', ...args]);
    child.stderr.once('data', () => child.kill('SIGTERM'));
    expect((await ended).status).toBe(130);
    const left = existsSync(elsewhere) ? readdirSync(elsewhere, { recursive: true }) : [];
    expect(left.filter((name) => /mtb|part/.test(String(name)))).toEqual([]);
  });
});

test('a FIFO at the path of a checkpoint is refused before anything starts', async () => {
  const elsewhere = join(dir, 'fifo');
  mkdirSync(join(elsewhere, 'metachess'), { recursive: true });
  const path = join(elsewhere, 'metachess', '.KQRvkr.checkpoint');
  execFileSync('mkfifo', [path]);
  const { status, stdout, stderr } = await metatb(['generate', 'KQRvkr', '--dir', elsewhere]);
  expect(stderr).toContain(`${path} is not a file: the checkpoint of KQRvkr goes there`);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(readdirSync(join(elsewhere, 'metachess'))).toEqual(['.KQRvkr.checkpoint']);
});

describe('a reader that stops reading', () => {
  test.each([
    ['text', ['rules']],
    ['a table', ['export', 'KNvk', '--out', '-', '--dir', dir, '--rules', 'chess']],
  ])('of %s is no failure', async (_, args) => {
    const { child, ended } = start(args);
    child.stdout.destroy();
    expect(await ended).toMatchObject({ status: 0, stderr: '' });
  });

  test('of the remarks on stderr does not stop the work', async () => {
    const { child, ended } = start(['generate', 'KQvk', '--force', '--dir', dir]);
    child.stderr.destroy();
    const { status, stdout } = await ended;
    expect(stdout).toMatch(/^KQvk {2}\d/);
    expect(status).toBe(0);
  });
});
