import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../cli/metatb.ts';
import { need } from '../need.ts';
import { freePort, RedisServer, redisProgram } from './redis.ts';
import { makeFolder, untilSaid } from './running.ts';

const folder = makeFolder();
const PASSWORD = 's3cret-of-the-queue';

test('a queue may want TLS, with a certificate of its own, and a password, which nobody gets to see', async (context) => {
  need(context, redisProgram !== undefined, 'redis-server');
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  try {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', ...kind, ...subject, ...files], { stdio: 'ignore' });
  } catch {
    need(context, false, 'openssl');
  }
  const tls = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no'];
  const port = await freePort();
  const redis = await RedisServer.start('--requirepass', PASSWORD, ...tls, '--tls-port', `${port}`);
  const known = { NODE_EXTRA_CA_CERTS: certificate };
  const env = { ...known, METATB_QUEUE: `rediss://:${PASSWORD}@127.0.0.1:${port}` };
  const said: string[] = [];
  const ran = async (args: readonly string[], own: Record<string, string> = env) => {
    const { status, stdout, stderr } = await start(args, { env: own }).ended;
    said.push(stdout, stderr);
    return { status, stdout, stderr };
  };
  try {
    const common = ['--store', join(folder, 'store')];
    const run = start(['generate', 'KPvk', ...common], { env });
    await untilSaid(run, 'no machine works');
    const scratch = ['--scratch', join(folder, 'scratch'), '--threads', '1'];
    const machine = start(['work', ...common, ...scratch], { env });
    await untilSaid(machine, 'solved in');
    for (const { child } of [run, machine]) {
      const about = ['cmdline', 'comm'].map((name) => readFileSync(`/proc/${child.pid}/${name}`));
      said.push(...about.map(String));
    }
    expect(await ran(['queue', 'status', '--json'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`"queue":"rediss://127.0.0.1:${port}"`),
    });
    expect((await run.ended).status).toBe(0);
    // The server comes back with another password.
    await redis.kill();
    await redis.start('--requirepass', 'another');
    expect(await machine.ended).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('refuses: it wants another password'),
    });
    for (const { printed, told } of [run, machine]) said.push(printed(), told());
    const clear = ['queue', 'clear'];
    expect((await ran(clear)).stderr).toContain('it wants another password');
    const unknown = { METATB_QUEUE: env.METATB_QUEUE };
    expect((await ran(clear, unknown)).stderr).toContain('NODE_EXTRA_CA_CERTS');
    const plain = { METATB_QUEUE: `redis://:${PASSWORD}@127.0.0.1:${port}` };
    expect((await ran(clear, plain)).stderr).toContain('is it TLS (rediss://)');
    const open = ['queue', 'clear', '--queue', env.METATB_QUEUE];
    expect((await ran(open, known)).stderr).toContain('others on this machine can read');
    expect(said.join('\n')).not.toContain(PASSWORD);
    expect(said.join('\n')).not.toContain(Buffer.from(PASSWORD).toString('base64').slice(0, 12));
  } finally {
    await redis.stop();
  }
});
