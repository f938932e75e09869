import type { Redis } from 'ioredis';
import { PREFIX } from './ledger.ts';
import type { MachineState } from './state.ts';

const MACHINES = `${PREFIX}:machines`;
const machineKey = (name: string) => `${PREFIX}:machine:${name}`;

/** A machine that says nothing for so many milliseconds is gone. */
const SILENT_MS = 10_000;

/** Tells that a machine is there, and what it does. */
export async function reportMachine(redis: Redis, state: MachineState): Promise<void> {
  const { name } = state;
  await redis
    .multi()
    .sadd(MACHINES, name)
    .set(machineKey(name), JSON.stringify(state), 'PX', SILENT_MS)
    .exec();
}

export async function dropMachine(redis: Redis, name: string): Promise<void> {
  await redis.multi().srem(MACHINES, name).del(machineKey(name)).exec();
}

/** The machines that are there now. */
export async function machinesIn(redis: Redis): Promise<readonly MachineState[]> {
  const names = (await redis.smembers(MACHINES)).sort();
  if (names.length === 0) return [];
  const texts = await redis.mget(names.map(machineKey));
  const gone = names.filter((_, i) => texts[i] === null);
  if (gone.length > 0) await redis.srem(MACHINES, ...gone);
  return texts.flatMap((text) => (text === null ? [] : (JSON.parse(text) as MachineState)));
}
