import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, metatb, start } from './metatb.ts';

const dir = makeFolder();

test.each([
  ['distinguishes visitors behind a proxy with --trust-proxy', ['--trust-proxy'], 200],
  ['counts the proxy as one visitor without it', [], 429],
])('serve %s', async (_, options, status) => {
  const settings = ['--dir', dir, '--port', '0', '--rate', '1', '--no-games', '--json'];
  const { child, ended } = start(['serve', ...settings, ...options]);
  const [printed] = (await once(child.stdout, 'data')) as [string];
  const { address } = JSON.parse(printed) as { address: string };
  // All that a visitor may request in ten seconds.
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

/** What a server prints before it is stopped. */
async function banner(...options: readonly string[]) {
  const { child, ended } = start(['serve', '--port', '0', ...options]);
  const last = new Promise<void>((resolve) => {
    let text = '';
    child.stderr.on('data', (part: string) => {
      text += part;
      if (/^games by link: .*\n/m.test(text)) resolve();
    });
  });
  await Promise.race([last, ended]);
  child.kill('SIGTERM');
  return ended;
}

test('serve prints its address, the tables it found and how to open the board', async () => {
  const tables = join(dir, 'tables');
  mkdirSync(join(tables, 'chess'), { recursive: true });
  for (const name of ['KQvk', 'KRvk', 'notes']) {
    writeFileSync(join(tables, 'chess', `${name}.mtb`), '');
  }
  const { stdout, stderr } = await banner('--dir', tables);
  expect(stdout).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n$/);
  const address = stdout.trim().replace('listening on ', '');
  expect(stderr.split('\n').slice(0, 4)).toEqual([
    expect.stringMatching(/^metatb \d+\.\d+\.\d+$/),
    `tables: 2 of chess, in ${tables}`,
    expect.stringMatching(
      `^board: (open ${address}/ in a browser|not built; npm run build makes it)$`,
    ),
    `games by link: kept in ${join(tables, 'games.db')}`,
  ]);
});

test('serve warns of a missing folder, and serves', async () => {
  const { stdout, stderr } = await banner('--dir', join(dir, 'nowhere'), '--no-games');
  expect(stdout).toMatch(/^listening on/);
  expect(stderr).toContain(`tables: there is no folder ${join(dir, 'nowhere')}; metatb generate`);
  expect(stderr).toContain('games by link: none');
});

test.each([
  ['--no-games', '--games', 'x.db'],
  ['--games', 'x.db', '--no-games'],
])('serve %s %s %s contradicts itself', async (...options) => {
  const { status, stderr } = await metatb(['serve', '--dir', dir, ...options]);
  expect(status).toBe(2);
  expect(stderr).toContain('metatb: --games and --no-games exclude one another');
});

test.each(['http://chess.example.org', 'chess.example.org:80', ''])(
  'serve --name %j is refused',
  async (name) => {
    const { status, stderr } = await metatb(['serve', '--dir', dir, '--name', name]);
    expect(status).toBe(2);
    expect(stderr).toContain('It must be a name such as chess.example.org');
  },
);

test('serve on a port in use names the port, even if the file of games is in use, too', async () => {
  const first = start(['serve', '--port', '0', '--dir', dir, '--json']);
  const [printed] = (await once(first.child.stdout, 'data')) as [string];
  const { port } = new URL((JSON.parse(printed) as { address: string }).address);
  const second = await metatb(['serve', '--port', port, '--dir', dir]);
  expect(second.status).toBe(2);
  expect(second.stderr).toBe(
    `metatb: cannot listen on 127.0.0.1:${port}: the port is taken: choose another with --port\n`,
  );
  const third = await metatb(['serve', '--port', '0', '--dir', dir]);
  expect(third.status).toBe(1);
  expect(third.stderr).toContain('another server has it; name another file with --games FILE');
  first.child.kill('SIGTERM');
  await first.ended;
});

test('serve refuses a folder of tables that it cannot read', async () => {
  const elsewhere = join(makeFolder(), 'tables');
  mkdirSync(elsewhere);
  const path = join(elsewhere, 'metachess');
  writeFileSync(path, 'not a folder');
  const { status, stdout, stderr } = await metatb(['serve', '--port', '0', '--dir', elsewhere]);
  expect(stderr).toContain(`cannot read ${path}: `);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});

test.each<[string, string[], Record<string, string>, RegExp]>([
  ['no token at all', ['--accept'], {}, /set METATB_TOKEN to a token for --accept/],
  ['one with a space', ['--accept'], { METATB_TOKEN: 'sixteen or more letters' }, /without spaces/],
])('serve --accept with %s is refused', async (_, options, env, message) => {
  const args = ['serve', '--port', '0', '--dir', dir, ...options];
  const { status, stderr } = await metatb(args, { env });
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
  for (const token of Object.values(env)) expect(stderr).not.toContain(token);
});

test.each([
  ['an argument', true],
  ['a variable', false],
])(
  'a token that is %s opens the server, and no list of processes shows it',
  async (_, isArgument) => {
    const token = 'a-token-that-nobody-may-see';
    const args = ['serve', '--port', '0', '--dir', dir, '--no-games', '--json', '--accept'];
    const env = isArgument ? {} : { METATB_TOKEN: token };
    const { child, ended } = start(isArgument ? [...args, token] : args, { env });
    const [printed] = (await once(child.stdout, 'data')) as [string];
    const { address } = JSON.parse(printed) as { address: string };
    const headers = { Authorization: `Bearer ${token}` };
    const listed = await fetch(`${address}/tables`, { headers });
    expect(listed.headers.get('Upload-Limit')).toBe('max-size=8589934592');
    if (process.platform === 'linux') {
      expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain(token);
    }
    child.kill('SIGTERM');
    const { stderr } = await ended;
    expect(stderr).toContain('uploads: tables of clients with the token');
    expect(stderr.includes('METATB_TOKEN hides it')).toBe(isArgument);
    expect(printed + stderr).not.toContain(token);
  },
);
