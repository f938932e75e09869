import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Debian's, and Valkey's. */
const PROGRAMS = ['redis-server', 'valkey-server'];

export const redisProgram = PROGRAMS.find((program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/** The settings that examples/queue.compose.yaml gives a server, without its password: a real one must take them. */
const composed = [
  ...readFileSync(new URL('../../examples/queue.compose.yaml', import.meta.url), 'utf8')
    .split('redis-server')[1]!
    .split('ports:')[0]!
    .matchAll(/^ +- (?:'(.*)'|([^$\n]*))$/gm),
].map(([, quoted, plain]) => quoted ?? plain!);

/** A Redis server of a test's own, which keeps what it is told in an append-only file. */
export class RedisServer {
  readonly port: number;
  private readonly dir = mkdtempSync(join(tmpdir(), 'metatb-redis-'));
  private readonly settings: readonly string[];
  private child: ChildProcess | undefined;

  private constructor(port: number, settings: readonly string[]) {
    this.port = port;
    this.settings = settings;
  }

  static async start(...settings: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), settings);
    await server.start();
    return server;
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** `more`: settings that go before those of the first start. */
  async start(...more: readonly string[]): Promise<void> {
    const own = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.dir];
    const settings = [...own, ...composed, '', '--save', '', ...this.settings, ...more];
    this.child = spawn(redisProgram!, settings, { stdio: 'ignore' });
    await this.untilReady();
  }

  /** Forgets everything. */
  async flush(): Promise<void> {
    const redis = new Redis(this.port, '127.0.0.1');
    await redis.flushall().finally(() => redis.disconnect());
  }

  /** As `kill -9` does. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.dir, { recursive: true, force: true });
  }

  private async untilReady(): Promise<void> {
    const redis = new Redis(this.port, '127.0.0.1', { maxRetriesPerRequest: null });
    redis.on('error', () => {});
    try {
      // A server with a password answers, too: with an error.
      await Promise.race([redis.ping().catch(() => {}), pause(30_000)]);
    } finally {
      redis.disconnect();
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
