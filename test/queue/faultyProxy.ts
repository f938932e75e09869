import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a faulty way to a server has done. */
export interface FaultyProxy {
  readonly port: number;
  readonly refused: number;
  readonly cut: number;
  close(): Promise<void>;
}

/**
 * Passes requests on to a server on this machine, but answers some with 503 and cuts some in the middle of what is sent. `random`: below
 * 1; `faults`: the share of both kinds.
 */
export async function faultyProxy(
  port: number,
  random: () => number,
  faults: number,
): Promise<FaultyProxy> {
  let [refused, cut] = [0, 0];
  const server = createServer((incoming, outgoing) => {
    const chance = random();
    if (chance < faults / 2) {
      refused++;
      incoming.resume();
      outgoing.writeHead(503, { 'Retry-After': '0' }).end();
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    if (chance > faults || method !== 'PUT') {
      incoming.pipe(onward);
      return;
    }
    cut++;
    let left = Math.floor(random() * Number(headers['content-length'] ?? 0));
    incoming.on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, left);
      left -= part.length;
      onward.write(part, () => {
        if (left > 0) return;
        incoming.destroy();
        onward.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get refused() {
      return refused;
    },
    get cut() {
      return cut;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
