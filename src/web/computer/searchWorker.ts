// The page's worker that searches.
import type { Game } from '../../play/game.ts';
import { gameIn, type SearchAnswer, type SearchRequest } from '../../search/messages.ts';
import { SearchServer } from '../../search/serve.ts';
import { askedTables } from './askedTables.ts';
import { withSan } from './lineNames.ts';

/** What the search that runs is of. */
let game: Game | undefined;

const server = new SearchServer({
  post: (answer) => postMessage(named(answer)),
  now: () => performance.now(),
  tablesFor: (_, game) => askedTables(game),
});

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  const read = gameIn(data.game);
  game = read.ok ? read.value : undefined;
  void server.answer(data);
});

function named(answer: SearchAnswer): SearchAnswer {
  if (!game || (answer.kind !== 'depth' && answer.kind !== 'analyzed')) return answer;
  return { ...answer, found: withSan(game, answer.found) };
}
