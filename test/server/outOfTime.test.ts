import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Course } from '../../src/play/course.ts';
import { Game as GameInPlay } from '../../src/play/game.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { startClock } from '../../src/server/games/clock.ts';
import { flagged, newGame } from '../../src/server/games/game.ts';

const named = (name: string) => unwrap(findRuleSet(name));
const [stalemating] = unwrap(parseVariants('[stalemating:chess]\nstalemateValue = loss\n'));

/** How the game ends if White, to move in this position, is out of time. */
function ending(rules: RuleSet, fen: string) {
  const seats = { white: undefined, black: undefined };
  const clock = startClock({ seconds: 60, increment: 0 });
  const game = newGame(rules, { id: '', seats, clock: { ...clock, since: 0 } });
  const play = Course.of(GameInPlay.start(rules, unwrap(rules.parseFen(fen))));
  return flagged({ ...game, play }, 60_000)?.ending;
}

const bare = 'k7/8/8/8/8/8/8/KR4R1 w - - 0 1';

test.each([
  ['chess', named('chess'), bare, 'king'],
  ['metachess', named('metachess'), bare, 'king'],
  ['chess without castling', named('losalamos'), 'k5/6/6/6/6/KR2R1 w - - 0 1', 'king'],
  ['a royal knight', named('knightmate'), bare, 'royal knight'],
])('%s: who has only the royal piece does not win on time', (_, rules, fen, piece) => {
  expect(ending(rules, fen)).toEqual({
    reason: 'flag',
    winner: null,
    text: `White is out of time, but Black has a bare ${piece}. A draw.`,
  });
});

test.each([
  ['another piece', named('chess'), 'kn6/8/8/8/8/8/8/KR4R1 w - - 0 1'],
  ['a goal to reach', named('kingofthehill'), bare],
  ['a far rank to reach', named('reach'), bare],
  ['a side without a king', named('antichess'), 'k7/8/8/8/8/8/8/5QQQ w - - 0 1'],
  ['stalemate won', stalemating!, bare],
])('%s: who may win, wins on time', (_, rules, fen) => {
  expect(ending(rules, fen)).toEqual({
    reason: 'flag',
    winner: 'black',
    text: 'White is out of time. Black wins.',
  });
});
