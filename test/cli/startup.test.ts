import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { problemOf } from '../../src/cli/program.ts';

/** A command loads what it needs: the server's packages alone reserve more address space than these limits allow. */

const metatb = fileURLToPath(new URL('../../bin/metatb.js', import.meta.url));

test.each([
  ['--version', /^\d+\.\d+\.\d+\n$/],
  ['--help', /^Usage: metatb /],
  ['rules', /^rules +board/],
])('%s runs in 4 GiB of address space', async (argument, expected) => {
  const script = 'ulimit -v 4194304; exec "$0" "$@"';
  const args = ['-c', script, process.execPath, metatb, argument];
  const ran = await new Promise<{ error: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile('bash', args, (error, stdout, stderr) => resolve({ error, stdout, stderr }));
  });
  expect(ran).toEqual({ error: null, stdout: expect.stringMatching(expected), stderr: '' });
});

test('a process that may open no more files reports that, not a bug', () => {
  const error = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  expect(problemOf(error)).toMatchObject({
    code: 'read',
    message: expect.stringMatching(/too many open files.*ulimit -n/),
  });
  expect(problemOf(new Error('oops'))).toMatchObject({ code: 'bug' });
});
