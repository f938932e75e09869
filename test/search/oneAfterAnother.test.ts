import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game, replayed } from '../../src/play/game.ts';
import { chess } from '../../src/rules/chess.ts';
import { Search } from '../../src/search/search.ts';

test('a search of a game’s start finds the same after one of a later position', () => {
  const start = Game.start(chess, unwrap(chess.parseFen('7k/8/8/8/8/r7/8/R6K w - - 0 1')));
  const later = unwrap(replayed(start, [{ uci: 'a1a3' }, { uci: 'h8g7' }]));
  const limits = { depth: 6, nodes: 100_000 };
  const search = new Search(chess);
  search.analyze(later, limits);
  search.clear();
  expect(search.analyze(start, limits)).toEqual(new Search(chess).analyze(start, limits));
});
