import { Worker } from 'node:worker_threads';
import { Engine, type EngineOptions } from '../../search/engine.ts';
import type { SearchAnswer } from '../../search/messages.ts';
import { workerUrl } from '../../store/workerModules.ts';

/** A search in a thread of Node. The process does not wait for it; close it when it is not needed any more. */
export function nodeEngine(options: EngineOptions = {}): Engine {
  return new Engine((onAnswer, onCrash) => {
    const worker = new Worker(workerUrl('search'));
    worker.on('message', (answer: SearchAnswer) => onAnswer(answer));
    worker.on('error', (error) => onCrash(error.message));
    return { post: (request) => worker.postMessage(request), end: () => void worker.terminate() };
  }, options);
}
