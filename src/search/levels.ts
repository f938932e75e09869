import type { Analysis, Limits, Score } from './analysis.ts';

/** How well the computer plays. */
export interface Level {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly limits: Limits;
  /** It takes any move that is worse than the best by at most this, in hundredths of the weakest piece. */
  readonly margin: number;
  /** It plays perfectly where tables are at hand. The weak ones would win by them what their players should. */
  readonly usesTables: boolean;
}

/** The weakest first. The strongest plays as well as it can in the time it is given. */
export const levels: readonly Level[] = [
  { number: 1, name: 'beginner', limits: { depth: 1, lines: 40 }, margin: 150, usesTables: false },
  { number: 2, name: 'easy', limits: { depth: 2, lines: 10 }, margin: 60, usesTables: false },
  { number: 3, name: 'medium', limits: { depth: 4, lines: 5 }, margin: 25, usesTables: false },
  { number: 4, name: 'hard', limits: { depth: 6, lines: 2 }, margin: 8, usesTables: true },
  { number: 5, name: 'master', limits: {}, margin: 0, usesTables: true },
];

/** The index of the line that a player of this level takes. `chance`: from 0 to 1. */
export function chooseLine({ lines }: Analysis, { margin }: Level, chance: number): number {
  const best = lines[0] && worth(lines[0].score);
  if (best === undefined) return 0;
  const near = lines.filter(({ score }) => worth(score) >= best - margin).length;
  return Math.min(near - 1, Math.floor(chance * near));
}

const DECIDED = 100_000;

/** A score as one number: greater is better. */
export function worth(score: Score): number {
  switch (score.kind) {
    case 'win':
      return DECIDED - score.plies;
    case 'loss':
      return score.plies - DECIDED;
    case 'draw':
      return 0;
    case 'estimate':
      return score.value;
  }
}
