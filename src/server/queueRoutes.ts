import { Hono } from 'hono';
import { InputError, ok, type Result } from '../board/result.ts';
import type { QueueState } from '../queue/state.ts';
import { type PageFiles, QUEUE_FILES, sendFile } from './page.ts';
import { publicRefusal } from './refusals.ts';
import { machineTime, type Time } from './time.ts';

export interface QueueRoutesOptions {
  /** The built pages. Without them there is only the state. */
  readonly page?: PageFiles;
  /** Default: the machine's. */
  readonly time?: Pick<Time, 'now'>;
  /** Called with every problem of looking at the queue. */
  readonly onError?: (error: Error) => void;
}

/** For so long an answer serves all: a queue with many onlookers is asked once a second. */
const FRESH_MS = 1000;

/** What visitors get instead of a problem, which may name addresses within the owner's network. */
const unreachable = {
  code: 'busy',
  message: 'the queue cannot be reached: ask again in a moment',
  text: '',
};

/** `GET /queue`, what is known of a queue, and `GET /queue/`, a page that shows it. Neither changes anything. */
export function makeQueueRoutes(
  readState: () => Promise<Result<QueueState>>,
  { page = new Map(), time = machineTime, onError }: QueueRoutesOptions = {},
): Hono {
  const look = onceASecond(readState, time, onError);
  const routes = new Hono();
  routes.get('/queue', async (c) => {
    c.header('Cache-Control', 'no-store');
    const found = await look();
    return found.ok ? c.json(found.value) : publicRefusal(c, found.problem);
  });
  for (const [address, file] of page) {
    if (!address.startsWith(QUEUE_FILES)) continue;
    const path = address.replace(/(^|\/)index\.html$/, '$1');
    routes.on(['GET', 'HEAD'], `/${path}`, (c) => sendFile(c, file));
  }
  return routes;
}

function onceASecond(
  readState: () => Promise<Result<QueueState>>,
  time: Pick<Time, 'now'>,
  onError: QueueRoutesOptions['onError'],
): () => Promise<Result<QueueState>> {
  let last: { readonly at: number; readonly state: Promise<Result<QueueState>> } | undefined;
  /** A look that takes longer than a second serves those who ask meanwhile, too. */
  let isLooking = false;
  const read = async () => {
    try {
      const found = await readState();
      if (found.ok) return ok(found.value);
      onError?.(new InputError(found.problem));
      return { ok: false, problem: unreachable } as const;
    } finally {
      isLooking = false;
    }
  };
  return () => {
    if (last && (isLooking || time.now() - last.at < FRESH_MS)) return last.state;
    isLooking = true;
    last = { at: time.now(), state: read() };
    return last.state;
  };
}
