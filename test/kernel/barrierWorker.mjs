// A thread of barrier.test.ts, in plain JavaScript: workers run no TypeScript. It comes to the barrier again and again
// and looks each time whether all others have come as often.
import { parentPort, workerData } from 'node:worker_threads';

const { bytes, memory, frame, block, counters, index, rounds, counted, entry } = workerData;
const abort = () => {
  throw new Error('the kernel stopped');
};
const module = new WebAssembly.Module(bytes);
const kernel = new WebAssembly.Instance(module, { env: { memory, abort } }).exports;
kernel.useFrame(frame, block);
const seen = new Int32Array(counters);
let early = 0;
for (let round = 1; round <= rounds; round++) {
  // Now one is late, now another.
  for (let wait = (index * round * 37) % 500; wait > 0; wait--) Atomics.load(seen, 0);
  Atomics.store(seen, index, round);
  kernel.barrier();
  for (const count of seen) if (count < round) early++;
  kernel.barrier();
}
// Each slab is taken by one of the workers, once: or else it is counted twice.
for (let round = 0; round < 50; round++) {
  for (const side of [0, 1]) kernel.tallyDrawn(counted, side, entry);
}
parentPort.postMessage(early);
