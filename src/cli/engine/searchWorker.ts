// The thread in which `nodeEngine` searches.
import { parentPort } from 'node:worker_threads';
import type { SearchRequest } from '../../search/messages.ts';
import { SearchServer } from '../../search/serve.ts';

const server = new SearchServer({
  post: (answer) => parentPort!.postMessage(answer),
  now: () => performance.now(),
  tablesFor: async () => undefined,
});

parentPort!.on('message', (request: SearchRequest) => void server.answer(request));
