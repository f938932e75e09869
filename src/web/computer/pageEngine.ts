import { Engine } from '../../search/engine.ts';
import type { SearchAnswer } from '../../search/messages.ts';
import type { TableQuestion } from './tableQuestion.ts';

/** Memory for what is known of positions, in bytes: phones have little. */
const HASH_BYTES = 1 << 25;
/** The worker asks this page for tables. */
const TABLES = 'page';

/** A search in a worker of the page, which is loaded with the first request. Its lines are in SAN, too. */
export function pageEngine(): Engine {
  return new Engine(
    (onAnswer, onCrash) => {
      const worker = new Worker(new URL('./searchWorker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data, ports }: MessageEvent<SearchAnswer | TableQuestion>) => {
        if ('id' in data) onAnswer(data);
        else void answer(data, ports[0]!);
      };
      worker.onerror = ({ message }) => onCrash(message || 'check the network, then try again');
      return { post: (request) => worker.postMessage(request), end: () => worker.terminate() };
    },
    { hashBytes: HASH_BYTES, tables: TABLES },
  );
}

async function answer(question: TableQuestion, port: MessagePort): Promise<void> {
  try {
    const { answerQuestion } = await import('./answerQuestion.ts');
    await answerQuestion(question, port);
  } catch {
    // It could not be loaded: the search goes on without tables.
  }
}
