import { expect, test } from 'vitest';
import { Game } from '../../src/play/game.ts';
import { chess } from '../../src/rules/chess.ts';
import { Search } from '../../src/search/search.ts';

test('a search can be limited to first moves', () => {
  const game = Game.start(chess);
  const only = (...moves: string[]) =>
    new Search(chess)
      .analyze(game, { depth: 3, lines: 3, moves })
      .lines.map(({ moves: [first] }) => first);
  expect(only('a2a3', 'h2h4').sort()).toEqual(['a2a3', 'h2h4']);
  expect(only('a2a3')).toEqual(['a2a3']);
  expect(only('e2e5')).toEqual([]);
});
