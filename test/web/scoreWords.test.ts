import { describe, expect, test } from 'vitest';
import type { Score } from '../../src/search/analysis.ts';
import { evaluationOf, scoreWords, shortScore } from '../../src/web/computer/scoreWords.ts';

const [WHITE, BLACK] = [0, 1] as const;

test.each<[Score, 0 | 1, string, string, number]>([
  [{ kind: 'estimate', value: 0 }, WHITE, '0.0', 'Level, 0.0', 0.5],
  [{ kind: 'estimate', value: -4 }, WHITE, '0.0', 'Level, 0.0', 0.5],
  [{ kind: 'estimate', value: 130 }, WHITE, '+1.3', 'White is better, +1.3', 0.62],
  [{ kind: 'estimate', value: 130 }, BLACK, '−1.3', 'Black is better, −1.3', 0.38],
  [{ kind: 'estimate', value: -260 }, WHITE, '−2.6', 'Black is much better, −2.6', 0.28],
  [{ kind: 'estimate', value: -900 }, BLACK, '+9.0', 'White is winning, +9.0', 0.96],
  [{ kind: 'draw' }, BLACK, '0.0', 'A draw', 0.5],
  [{ kind: 'win', plies: 1 }, WHITE, '#1', 'White wins in 1 move', 1],
  [{ kind: 'win', plies: 5 }, BLACK, '−#3', 'Black wins in 3 moves', 0],
  [{ kind: 'loss', plies: 4 }, BLACK, '#2', 'White wins in 2 moves', 1],
])('%j of side %i is %s from White’s side', (score, turn, short, words, white) => {
  expect(shortScore(score, turn)).toBe(short);
  expect(scoreWords(score, turn)).toBe(words);
  expect(evaluationOf(score, turn).white).toBeCloseTo(white, 2);
});

describe('the bar', () => {
  test('is never full before the game is decided', () => {
    const { white } = evaluationOf({ kind: 'estimate', value: 2000 }, WHITE);
    expect(white).toBeLessThan(1);
    expect(white).toBeGreaterThan(0.99);
  });
});
