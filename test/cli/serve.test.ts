import { once } from 'node:events';
import { expect, test } from 'vitest';
import { makeFolder, start } from './metatb.ts';

const dir = makeFolder();

test.each([
  ['tells visitors apart behind a proxy where it is told to', ['--trust-proxy'], 200],
  ['and takes the proxy for one visitor where it is not', [], 429],
])('serve %s', async (_, options, status) => {
  const settings = ['--dir', dir, '--port', '0', '--rate', '1', '--no-games', '--json'];
  const { child, ended } = start(['serve', ...settings, ...options]);
  const [printed] = (await once(child.stdout, 'data')) as [string];
  const { address } = JSON.parse(printed) as { address: string };
  // All that a visitor may ask for in ten seconds.
  const body = JSON.stringify({ fens: Array.from({ length: 10 }, () => 'x') });
  const ask = async (visitor: string) => {
    const headers = { 'X-Forwarded-For': visitor };
    return (await fetch(`${address}/metachess`, { method: 'POST', body, headers })).status;
  };
  expect(await ask('192.0.2.1')).toBe(200);
  expect(await ask('192.0.2.1')).toBe(429);
  expect(await ask('192.0.2.2')).toBe(status);
  child.kill('SIGTERM');
  expect((await ended).stderr).not.toContain('Error');
});
