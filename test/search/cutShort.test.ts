import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import { Search } from '../../src/search/search.ts';
import { gameOf } from '../games/moves.ts';

// Positions in which windows at the root fail low, so that many moves have bounds only.
test.each([
  ['knightmate', 'startpos'],
  ['losalamos', '1rqknr/p2ppp/1ppN2/P1P3/1Q1PPP/RN1nKR w - - 0 9'],
])('a search of %s that is cut short changes its mind for a better move only', (name, fen) => {
  const rules = gameOf(name);
  const game = Game.start(rules, unwrap(rules.parseFen(fen)));
  const search = new Search(rules);
  let changes = 0;
  for (let nodes = 200; nodes <= 3000; nodes += 100) {
    search.clear();
    let before = '';
    const { depth, lines } = search.analyze(game, { nodes }, (found) => {
      before = found.lines[0]!.moves[0]!;
    });
    const after = lines[0]!.moves[0]!;
    if (after === before) continue;
    changes++;
    const both = new Search(rules).analyze(game, { depth: depth + 1, moves: [before, after] });
    expect(both.lines[0]!.moves[0], `after ${nodes} nodes`).toBe(after);
  }
  expect(changes).toBeGreaterThan(0);
});
