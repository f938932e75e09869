import { expect, test } from 'vitest';
import { Game } from '../../src/play/game.ts';
import { Search } from '../../src/search/search.ts';
import { gameOf } from '../games/moves.ts';

test.each(['chess', 'losalamos'])(
  'a search of %s that is cut short changes its mind for a better move only',
  (name) => {
    const rules = gameOf(name);
    const game = Game.start(rules);
    const search = new Search(rules);
    let [changes, worse] = [0, 0];
    for (let nodes = 100; nodes <= 1200; nodes += 50) {
      search.clear();
      let before = '';
      const { depth, lines } = search.analyze(game, { nodes }, (found) => {
        before = found.lines[0]!.moves[0]!;
      });
      const after = lines[0]!.moves[0]!;
      if (after === before) continue;
      const moves = [before, after];
      const both = new Search(rules).analyze(game, { depth: depth + 1, moves });
      changes++;
      if (both.lines[0]!.moves[0] !== after) worse++;
    }
    // Two searches of the same depth may disagree now and then.
    expect(worse).toBeLessThanOrEqual(changes / 2);
  },
);
