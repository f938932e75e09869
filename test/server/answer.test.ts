import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { answer } from '../../src/server/answer.ts';
import { DEFAULT_LIMITS } from '../../src/server/limits.ts';
import { openApi } from '../../src/server/openApi.ts';
import { statusOf } from '../../src/server/refusals.ts';
import { gameOf } from '../games/moves.ts';

/** The answer with made-up values; the ends are the game's own. */
function answerOf(game: string, fen: string) {
  const rules = gameOf(game);
  const position = unwrap(rules.parseFen(fen));
  const value = { wdl: -1, dtm: 0 } as const;
  const moves = rules.moves(position).map((move) => {
    const [san, uci] = [rules.makeSan(position, move), rules.makeUci(move)];
    return { move, san, uci, legal: true, value };
  });
  const ending = rules.ending(position);
  return answer(rules, position, { table: null, value, fiftyMoves: 'safe', ending, moves });
}

const noValue = { wdl: null, dtm: null, category: null };
const lost = { wdl: -1, dtm: 0, category: 'loss' };
const neither = { checkmate: false, stalemate: false };

test.each([
  ['reach', 'Q7/8/8/8/8/1k6/8/4K3_b_-_-', 'reached'],
  ['shatranj', '8/8/8/8/8/1k6/4R3/4K3 b - -', 'bare king'],
])('%s: %s is over (%s), which is no mate, and no table holds it', (game, fen, over) => {
  expect(answerOf(game, fen)).toMatchObject({ ...noValue, ...neither, over, moves: [] });
});

test.each([
  ['reach', '8/Q7/8/8/8/1k6/8/4K3 w - -', 'a7a8', 'reached'],
  ['shatranj', '8/8/8/8/8/1k6/4Rn2/4K3 w - -', 'e1f2', 'bare king'],
])('%s: in %s the move %s ends the game: %s, which is no mate', (game, fen, uci, over) => {
  const move = answerOf(game, fen).moves.find((each) => each.uci === uci);
  expect(move).toMatchObject({ ...neither, over });
});

test.each([
  ['shatranj', '7k/5K1p/7P/8/8/8/8/8 b - -', 'a lost stalemate', { stalemate: true }],
  ['chess', 'k7/1Q6/1K6/8/8/8/8/8 b - -', 'a mate', { checkmate: true, over: 'checkmate' }],
])('%s: %s is %s and nothing else', (game, fen, _, end) => {
  expect(answerOf(game, fen)).toMatchObject({ ...lost, ...neither, ...end });
});

test('a stock that fits no table has the status of castling rights', () => {
  const statuses = ['castling', 'stock'].map((code) => statusOf({ code, message: '', text: '' }));
  expect(statuses).toEqual([422, 422]);
});

test('the description names the games that are served', () => {
  const rules = ['reach', 'hutnik:Q=QN'].map(gameOf);
  const shown = { page: false, games: undefined, queue: false };
  const described = { rules, version: '1', limits: DEFAULT_LIMITS, ...shown };
  const { summary } = openApi(described).info;
  for (const { title } of rules) expect(summary).toContain(title);
  expect(summary).not.toContain('metachess');
});
