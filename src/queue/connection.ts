import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { fail, ok, type Problem, type Result } from '../board/result.ts';
import type { QueueAddress } from './queueAddress.ts';

const CONNECT_MS = 5000;
const LONGEST_PAUSE_MS = 2000;

/**
 * Connects to a queue that must be there now. Later losses are reported by `remark`, and healed: commands wait until it is there again.
 * Errors: `queue`.
 */
export async function connectQueue(
  { url, name }: QueueAddress,
  remark: (text: string) => void = () => {},
): Promise<Result<Redis>> {
  const options = {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    // Until the first connection stands, a refusal is an answer, not a loss.
    retryStrategy: (times: number) => (joined ? Math.min(50 * 2 ** times, LONGEST_PAUSE_MS) : null),
  };
  let joined = false;
  let problem: unknown;
  const redis = new Redis(url, options);
  redis.on('error', (error) => {
    problem = error;
  });
  try {
    // Whoever takes a connection and says nothing is no queue: a process that waits for it could not be stopped.
    await Promise.race([redis.connect().then(() => redis.ping()), afterConnecting()]);
  } catch (error) {
    redis.disconnect();
    return fail('queue', `cannot reach ${name}: ${reason(problem ?? error)}`, name);
  }
  joined = true;
  let lost = false;
  redis.on('close', () => {
    if (lost || redis.status === 'end') return;
    lost = true;
    remark(`the connection to ${name} is lost: trying again`);
  });
  redis.on('ready', () => {
    if (lost) remark(`connected to ${name} again`);
    lost = false;
  });
  return ok(redis);
}

async function afterConnecting(): Promise<never> {
  await pause(CONNECT_MS, undefined, { ref: false });
  throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
}

/** The problem of a command that the queue refuses, as for want of memory; undefined for other errors. */
export function refusalIn(
  error: unknown,
  { name }: Pick<QueueAddress, 'name'>,
): Problem | undefined {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return undefined;
  return { code: 'queue', message: `${name} refuses: ${reason(error)}`, text: name };
}

const unknownIssuer =
  'its certificate is not known here: NODE_EXTRA_CA_CERTS may name a file with it';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there: 'redis-server' starts a queue",
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of its host cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'no way leads to its host',
  ECONNRESET: 'it breaks off: is it TLS (rediss://), or not (redis://)?',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
};

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = 'code' in error ? reasons[String(error.code)] : undefined;
  if (known) return known;
  if (/NOAUTH|WRONGPASS|NOPERM/.test(error.message)) {
    return 'it wants another password: METATB_QUEUE may hold it, as in redis://:PASSWORD@HOST';
  }
  return error.message;
}
