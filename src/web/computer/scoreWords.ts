import { type Color, opposite, WHITE } from '../../pieces/army.ts';
import { sideName } from '../../play/words.ts';
import type { Score } from '../../search/analysis.ts';
import type { Evaluation } from '../board/gauge.ts';
import { moveCount, movesOf } from '../tables/valueWords.ts';

/** From White's side: `+1.3`, `−0.4`, `#5` if White wins in five moves, `−#5` if Black does. */
export function shortScore(score: Score, turn: Color): string {
  const mine = turn === WHITE ? 1 : -1;
  switch (score.kind) {
    case 'draw':
      return '0.0';
    case 'estimate':
      return signed(mine * score.value);
    default: {
      const wins = score.kind === 'win' ? mine : -mine;
      return `${wins > 0 ? '' : '−'}#${movesOf(score.plies)}`;
    }
  }
}

function signed(hundredths: number): string {
  const tenths = Math.round(hundredths / 10);
  if (tenths === 0) return '0.0';
  return `${tenths > 0 ? '+' : '−'}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

/** In hundredths of the weakest piece: below it, nobody is better. */
const LEVEL = 30;
/** From here on a side is much better, then winning. */
const MUCH = 150;
const WINNING = 400;

/** `White is better, +1.3`, `Black wins in 5 moves`. */
export function scoreWords(score: Score, turn: Color): string {
  if (score.kind === 'draw') return 'A draw';
  if (score.kind === 'estimate') {
    const { value } = score;
    const better = sideName(value > 0 ? turn : opposite(turn));
    return `${degreeWords(better, Math.abs(value))}, ${shortScore(score, turn)}`;
  }
  const winner = sideName(score.kind === 'win' ? turn : opposite(turn));
  return `${winner} wins in ${moveCount(score.plies)}`;
}

function degreeWords(better: string, value: number): string {
  if (value < LEVEL) return 'Level';
  if (value < MUCH) return `${better} is better`;
  return value < WINNING ? `${better} is much better` : `${better} is winning`;
}

/**
 * How much of the bar is White's: half of a level position, all of a won one. The curve is the share of points that players
 * of chess took in positions of this value (lichess.org/page/accuracy).
 */
const STEEPNESS = 0.00368208;

export function evaluationOf(score: Score, turn: Color): Evaluation {
  return { white: whiteShare(score, turn), words: scoreWords(score, turn) };
}

function whiteShare(score: Score, turn: Color): number {
  const mine = shareOf(score);
  return turn === WHITE ? mine : 1 - mine;
}

function shareOf(score: Score): number {
  switch (score.kind) {
    case 'win':
      return 1;
    case 'loss':
      return 0;
    case 'draw':
      return 0.5;
    case 'estimate':
      return 1 / (1 + Math.exp(-STEEPNESS * score.value));
  }
}
