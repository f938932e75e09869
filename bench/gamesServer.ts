/** The server that `npm run bench:games` measures, as its own process: sends its address, and its memory on request. */
import { unwrap } from '../src/board/result.ts';
import { listen } from '../src/server/listen.ts';

export interface Footprint {
  /** Bytes. */
  readonly rss: number;
  readonly heap: number;
  /** Games in memory. */
  readonly games: number;
}

const ample = 1e9;
const [dir = '.', file = ':memory:'] = process.argv.slice(2);
// All come from one address here.
const limits = {
  connectRate: ample,
  visitorConnections: ample,
  gameRate: ample,
  messageRate: ample,
  moveTime: ample,
};
const server = unwrap(
  await listen({
    dir,
    version: 'bench',
    games: { file, limits },
    onError: (error) => process.stderr.write(`${error.stack}\n`),
  }),
);
process.send?.({ address: server.address });

process.on('message', (asked) => {
  if (asked === 'stop') {
    process.disconnect();
    server.close(0);
    return;
  }
  // Memory that is no longer referenced does not count.
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const footprint: Footprint = { rss, heap: heapUsed, games: server.gamesInMemory };
  process.send?.(footprint);
});
