import { Engine } from '../../src/search/engine.ts';
import type { SearchRequest } from '../../src/search/messages.ts';
import { SearchServer } from '../../src/search/serve.ts';

/** A search in the caller's own thread. */
export function engineHere(): Engine {
  return new Engine((onAnswer) => {
    const server = new SearchServer({
      post: onAnswer,
      now: () => performance.now(),
      tablesFor: async () => undefined,
    });
    return {
      post: (request: SearchRequest) => void server.answer(limited(request)),
      end: () => {},
    };
  });
}

/** In the caller's thread nothing can stop an endless search: it ends at some depth. */
function limited(request: SearchRequest): SearchRequest {
  const { task } = request;
  if (task.kind !== 'analyze' || task.limits.depth || task.limits.nodes) return request;
  return { ...request, task: { ...task, limits: { ...task.limits, depth: 3 } } };
}
