// Workers share a block of memory: 0 i32 arrived, 4 i32 generation, 8 i32 the next slab to take.
import { slabCount, slabsAtOnce, syncBlock, workerCount } from './frame';

/** Turns of waiting awake before sleeping: a ply's stragglers are mostly microseconds away. */
const SPINS = 2000;

/** Returns when all workers have come. */
export function barrier(): void {
  const sync = syncBlock();
  if (workerCount() == 1) {
    store<i32>(sync, 0, 8);
    return;
  }
  const generation = atomic.load<i32>(sync, 4);
  if (atomic.add<i32>(sync, 1) == workerCount() - 1) {
    atomic.store<i32>(sync, 0);
    atomic.store<i32>(sync, 0, 8);
    atomic.add<i32>(sync, 1, 4);
    atomic.notify(sync + 4, -1);
    return;
  }
  for (let i = 0; i < SPINS; i++) if (atomic.load<i32>(sync, 4) != generation) return;
  while (atomic.load<i32>(sync, 4) == generation) atomic.wait<i32>(sync + 4, generation, -1);
}

/** The first of the next slabs for this worker; all have been taken where it is past the last. */
export function takeSlabs(): i32 {
  return atomic.add<i32>(syncBlock(), slabsAtOnce(), 8);
}

export function pastLast(first: i32): i32 {
  return min(first + slabsAtOnce(), slabCount());
}
