import { describe, expect, it } from 'vitest';
import { fiftyMovesOf } from '../../src/probe/fiftyMoves.ts';
import { chess } from '../../src/rules/chess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { read } from '../rules/positions.ts';

const afterPlies = (halfmoves: number) => read(`7k/8/8/8/8/8/8/K2R4 w - - ${halfmoves} 80`);

describe('the 50-move rule', () => {
  it.each([
    [1, 20, 80, 'safe'],
    [1, 20, 81, 'may-end-first'],
    [-1, 20, 80, 'safe'],
    [-1, 21, 80, 'may-end-first'],
    [1, 100, 0, 'safe'],
    [1, 101, 0, 'may-end-first'],
    [1, 1, 120, 'may-end-first'],
    [-1, 0, 120, 'safe'],
    [0, 0, 99, 'safe'],
  ] as const)('wdl %i in %i plies after %i without progress: %s', (wdl, dtm, halfmoves, said) => {
    expect(fiftyMovesOf(chess, afterPlies(halfmoves), { wdl, dtm })).toBe(said);
  });

  it('threatens no win in a game without that rule', () => {
    const rules: RuleSet = { ...chess, pliesTo50Moves: () => Number.POSITIVE_INFINITY };
    expect(fiftyMovesOf(rules, afterPlies(99), { wdl: 1, dtm: 1000 })).toBe('safe');
  });
});
