import { type Command, Option } from 'commander';
import type { Redis } from 'ioredis';
import { fail, InputError, unwrap } from '../board/result.ts';
import { VERSION } from '../format/mtb/startParts.ts';
import type { QueueAddress } from '../queue/queueAddress.ts';
import type { Wait } from '../queue/stores/patience.ts';
import type { SharedStore } from '../queue/stores/sharedStore.ts';
import { USUAL_BUNDLE } from '../queue/tasks.ts';
import { duration } from './optionValues.ts';
import type { Output } from './output.ts';

export function queueOption(): Option {
  return new Option('--queue <address>', 'a Redis or Valkey server, such as redis://localhost').env(
    'METATB_QUEUE',
  );
}

export function storeOption(): Option {
  return new Option(
    '--store <address>',
    'where all machines find and put tables: a folder, https://..., s3://bucket',
  ).env('METATB_STORE');
}

/** In milliseconds. */
export function bundleOption(): Option {
  return new Option('--bundle <time>', 'of a queue: brief tables share a job of about this length')
    .argParser(duration)
    .default(1000 * USUAL_BUNDLE, `${USUAL_BUNDLE}s`);
}

/** What programs must share to work on one plan: what they are, and the format of tables that they write. */
export function queueVersion(version: string): string {
  return `metatb ${version}, tables of version ${VERSION}`;
}

/**
 * The address of `--queue`. A password in a command's arguments can be read by everybody on the machine. Throws InputError.
 */
export async function queueAddressOf(command: Command): Promise<QueueAddress> {
  const { parseQueueAddress } = await import('../queue/queueAddress.ts');
  const text = command.getOptionValue('queue') as string | undefined;
  if (text === undefined) {
    const right = '--queue names it, such as --queue redis://localhost, or METATB_QUEUE';
    return unwrap(fail('setting', `which queue? ${right}`));
  }
  const address = unwrap(parseQueueAddress(text));
  if (address.hasPassword && command.getOptionValueSource('queue') === 'cli') {
    const why = 'others on this machine can read the arguments of a command';
    const right = `METATB_QUEUE may hold an address with a password`;
    return unwrap(fail('setting', `${address.name} with a password: ${why}; ${right}`));
  }
  return address;
}

/** Calls `work` while there is a connection to the queue. Throws InputError. */
export async function withQueue<T>(
  address: QueueAddress,
  output: Output,
  work: (redis: Redis) => Promise<T>,
): Promise<T> {
  const { connectQueue, refusalIn } = await import('../queue/connection.ts');
  const redis = unwrap(await connectQueue(address, (text) => output.remark(text)));
  try {
    return await work(redis);
  } catch (error) {
    const problem = refusalIn(error, address);
    if (problem) throw new InputError(problem);
    throw error;
  } finally {
    redis.disconnect();
  }
}

/** So long a store may be away when a command begins. */
const PATIENCE_MS = 30_000;

/** Checks that a store takes our tables, before hours of work. Throws InputError. */
export async function checkStore(
  store: SharedStore,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const { withPatience } = await import('../queue/stores/patience.ts');
  const onWait = ({ problem }: Wait) => output.remark(`${problem.message}: trying again`);
  const trying = { patience: PATIENCE_MS, signal, onWait };
  unwrap(await withPatience(() => store.check(signal), trying));
}

/** The store of `--store`. Throws InputError. */
export async function storeOf(address: string | undefined): Promise<SharedStore> {
  if (address === undefined) {
    const right =
      '--store names a folder or an address that all machines can reach, or METATB_STORE';
    return unwrap(fail('setting', `where do tables go? ${right}`));
  }
  const { openStore } = await import('../queue/stores/storeAddress.ts');
  return unwrap(openStore(address, process.env));
}
