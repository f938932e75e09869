import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import type { LocalTable } from '../../../src/queue/stores/sharedStore.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { type Listening, listen } from '../../../src/server/listen.ts';
import type { UploadLimits } from '../../../src/server/uploads/uploadLimits.ts';
import { materialOf } from '../../solve/solved.ts';

export const TOKEN = 'a-token-of-tests-0123456789';

/** A folder for one test, removed after it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'metatb-stores-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A table of three men, which is not to be changed. */
export function tableOf(name: string, rules: RuleSet = metachess): LocalTable {
  return { rules, material: materialOf(rules, name), dir: join(inject('threeMen'), 'sets') };
}

export function bytesOf({ rules, material, dir }: LocalTable): Buffer {
  return readFileSync(join(dir, rules.folder, `${material.name}.mtb`));
}

/** A server that takes tables; without a token, one that does not. Closed after the test. */
export async function serve(
  dir: string,
  token: string | undefined = TOKEN,
  limits: Partial<UploadLimits> = {},
): Promise<Listening> {
  const accept = token === '' ? {} : { accept: { token, limits: { sample: 100, ...limits } } };
  const server = unwrap(await listen({ dir, version: '1', ...accept }));
  onTestFinished(() => server.close(0));
  return server;
}

/** A line between clients and a server that can be cut, and counts what clients send. */
export interface Line {
  readonly address: string;
  /** Bytes that have come from clients. */
  readonly sent: number;
  readonly connections: number;
}

/** `cuts`: the bytes after which one connection after another breaks; further ones do not. */
export async function lineTo(server: string, cuts: readonly number[]): Promise<Line> {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  let [sent, connections] = [0, 0];
  const proxy = createServer((client) => {
    const cut = cuts[connections++] ?? Number.POSITIVE_INFINITY;
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    let own = 0;
    client.on('data', (bytes: Buffer) => {
      const passed = bytes.subarray(0, Math.max(0, cut - own));
      own += bytes.length;
      sent += passed.length;
      // What has come before the cut arrives.
      upstream.write(passed, () => {
        if (own >= cut) setTimeout(() => client.destroy(), 20);
      });
    });
    upstream.pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    get sent() {
      return sent;
    },
    get connections() {
      return connections;
    },
  };
}
