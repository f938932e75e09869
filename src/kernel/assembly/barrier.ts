// Workers share a block of memory: 0 i32 workers that have arrived, 4 i32 generation, 8 i32 the next slab to take.
import { firstSlab, setRange, slabCount, slabsAtOnce, syncBlock, workerCount } from './frame';

/** Spins before sleeping: the last workers of a ply are usually microseconds late. */
const SPINS = 2000;

/** Returns when all workers have called it. */
export function barrier(): void {
  const sync = syncBlock();
  if (workerCount() == 1) {
    store<i32>(sync, firstSlab(), 8);
    return;
  }
  const generation = atomic.load<i32>(sync, 4);
  if (atomic.add<i32>(sync, 1) == workerCount() - 1) {
    atomic.store<i32>(sync, 0);
    atomic.store<i32>(sync, firstSlab(), 8);
    atomic.add<i32>(sync, 1, 4);
    atomic.notify(sync + 4, -1);
    return;
  }
  for (let i = 0; i < SPINS; i++) if (atomic.load<i32>(sync, 4) != generation) return;
  while (atomic.load<i32>(sync, 4) == generation) atomic.wait<i32>(sync + 4, generation, -1);
}

/** Limits all work to slabs from `first` on and before `end`. For one worker: others would see it too late. */
export function workOn(first: i32, end: i32): void {
  setRange(first, end);
  store<i32>(syncBlock(), first, 8);
}

/** Takes the next slabs and returns the first of them; past the last slab if none are left. */
export function takeSlabs(): i32 {
  return atomic.add<i32>(syncBlock(), slabsAtOnce(), 8);
}

export function pastLast(first: i32): i32 {
  return min(first + slabsAtOnce(), slabCount());
}
