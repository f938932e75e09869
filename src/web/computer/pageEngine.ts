import { Engine } from '../../search/engine.ts';
import type { SearchAnswer } from '../../search/messages.ts';

/** Memory for what is known of positions, in bytes: phones have little. */
const HASH_BYTES = 1 << 25;

/** A search in a worker of the page, which is loaded with the first request. Its lines are in SAN, too. */
export function pageEngine(): Engine {
  return new Engine(
    (onAnswer, onCrash) => {
      const worker = new Worker(new URL('./searchWorker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<SearchAnswer>) => onAnswer(data);
      worker.onerror = ({ message }) => onCrash(message || 'check the network, then try again');
      return { post: (request) => worker.postMessage(request), end: () => worker.terminate() };
    },
    { hashBytes: HASH_BYTES },
  );
}
