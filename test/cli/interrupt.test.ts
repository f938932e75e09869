import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, metatb, start } from './metatb.ts';

/** What happens when somebody has seen enough. */

const dir = join(makeFolder(), 'tables');

describe('Ctrl-C', () => {
  // KQvkq takes far longer than it takes to see that KQvk is done.
  test('stops generation: no half table, none lost, and it goes on afterwards', async () => {
    const { child, ended } = start(['generate', 'KQvkq', '--dir', dir, '--threads', '1']);
    child.stderr.on('data', (text: string) => {
      if (text.includes('KQvk solved')) setTimeout(() => child.kill('SIGINT'), 300);
    });
    const { status, stdout, stderr } = await ended;
    expect(stderr).toMatch(
      /^metatb: interrupted: finished tables are kept, run it again to go on$/m,
    );
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    expect(readdirSync(join(dir, 'metachess'))).toEqual(['KQvk.mtb']);

    const again = await metatb(['generate', 'KQvk', 'KRvk', '--dir', dir]);
    expect(again.stdout).toMatch(/^KQvk {2}there already .*\nKRvk {2}\d/);
    expect(again.status).toBe(0);
  });

  test('before the first table leaves nothing at all', async () => {
    const elsewhere = join(dir, 'elsewhere');
    const { child, ended } = start(['generate', 'KQvkq', '--dir', elsewhere]);
    child.stderr.once('data', () => child.kill('SIGTERM'));
    expect((await ended).status).toBe(130);
    expect(existsSync(elsewhere) ? readdirSync(elsewhere, { recursive: true }) : []).not.toContain(
      expect.stringMatching(/mtb|part/),
    );
  });
});

describe('a reader that stops reading', () => {
  test.each([
    ['text', ['rules']],
    ['a table', ['export', 'KQvk', '--out', '-', '--dir', dir]],
  ])('of %s is no failure', async (_, args) => {
    const { child, ended } = start(args);
    child.stdout.destroy();
    expect(await ended).toMatchObject({ status: 0, stderr: '' });
  });

  test('of the remarks does not stop the work', async () => {
    const { child, ended } = start(['generate', 'KQvk', '--force', '--dir', dir]);
    child.stderr.destroy();
    const { status, stdout } = await ended;
    expect(stdout).toMatch(/^KQvk {2}\d/);
    expect(status).toBe(0);
  });
});
