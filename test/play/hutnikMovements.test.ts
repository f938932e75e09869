import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { isSymmetric, powerOf } from '../../src/play/hutnik/movements.ts';
import { movementSets } from '../../src/play/hutnik/sets.ts';
import { begin, went } from './selections.ts';

describe('a movement', () => {
  test.each([
    ['R', 'W0', 'R'],
    ['Q', 'NQ', 'QN'],
    ['B', 'FyafsF', 't[FR]'],
    ['N', `${'W'.repeat(1)}${'F'.repeat(1)}`, 'K'],
    ['R', 'mR', 'mR'],
    ['N', '(4,1)', '(4,1)'],
  ])('of %s: %s is allowed, as %s', (letter, movement, normal) => {
    expect(begin().check(letter, movement)).toEqual({ ok: true, value: normal });
  });

  test('has at most 64 characters', () => {
    const longest = 'fW'.repeat(32);
    expect(begin().check('R', longest)).toEqual({ ok: true, value: 'fW' });
    expect(begin().take(`propose R=${longest}f`)).toMatchObject({ problem: { code: 'parameter' } });
  });

  test.each([
    ['', 'betza-empty'],
    ['x', 'betza-unsupported'],
    ['U', 'betza-unsupported'],
    ['cR', 'parameter'],
    ['gQ', 'parameter'],
    ['iN', 'parameter'],
    ['ceF', 'parameter'],
    ['(9,1)', 'betza-beyond'],
  ])("'%s' is refused: %s", (movement, code) => {
    expect(begin().take(`propose R=${movement}`)).toMatchObject({ ok: false, problem: { code } });
    expect(begin().take(`agree Q=Q,R=${movement},B=B,N=N`)).toMatchObject({ ok: false });
  });

  test('goes forward towards the far rank of its owner', () => {
    const { rules } = went(begin(), 'propose N=fN', 'accept');
    const start = unwrap(rules.parseFen('4k1n1/8/8/8/8/8/8/4K1N1[] b - - 0 1'));
    const moves = rules.legalMoves(start).map((move) => rules.makeUci(move));
    expect(moves.filter((uci) => uci.startsWith('g8')).sort()).toEqual(['g8f6', 'g8h6']);
  });
});

describe('advice', () => {
  test.each([
    ['R', 'RN'],
    ['Q', 'Q'],
    ['N', 'NW'],
  ])('there is none against %s=%s', (letter, movement) => {
    expect(begin().warnings(letter, movement)).toEqual([]);
  });

  test.each([
    ['B', 'R', 'It has no move of a usual bishop, which is confusing.'],
    ['R', 'B', 'It has no move of a usual rook, which is confusing.'],
    ['N', 'lfN', 'Its left and right differ, so that the opponent has to agree to it.'],
  ])('%s=%s: %s', (letter, movement, sentence) => {
    expect(begin().warnings(letter, movement)).toEqual([sentence]);
  });

  test('the order of power is knight, bishop, rook, queen', () => {
    const stage = went(begin(), 'propose B=B', 'accept');
    expect(stage.warnings('N', 'NK')).toEqual([
      'It is stronger than the bishop: a knight would reach 11.8 squares on average, a bishop reaches 8.8 squares.',
    ]);
    expect(stage.warnings('R', 'WN')).toEqual([]);
    expect(stage.warnings('R', 'W')).toEqual([
      'It is weaker than the bishop: a rook would reach 3.5 squares on average, a bishop reaches 8.8 squares.',
    ]);
    expect(stage.warnings('N', 'BN')).toHaveLength(1);
    expect(stage.warnings('N', 'N')).toEqual([]);
  });

  test('equals are in order', () => {
    const stage = went(begin(), 'propose B=B', 'accept');
    expect(stage.warnings('R', 'mRcB')).toEqual([]);
    expect(stage.warnings('Q', 'B')).toEqual([]);
    expect(stage.warnings('N', 'NF')).toEqual([]);
  });

  test('nothing should reach every square at once', () => {
    const everywhere = 'QNCZHGDA(4,1)(4,2)(4,3)(5,1)(5,2)(5,3)(5,4)(6,1)(6,2)';
    expect(begin().warnings('Q', everywhere)).toEqual([
      'It could take on almost every square at once, even a king.',
    ]);
    expect(begin().take(`propose Q=${everywhere}`).ok).toBe(true);
  });

  test.each([
    ['B=R', 'N=N'],
    ['N=QN', 'B=B'],
    ['R=W', 'B=B'],
    ['Q=fW', 'B=B'],
  ])('binds nobody: %s may be proposed after %s', (step, decided) => {
    const stage = went(begin(), `propose ${decided}`, 'accept');
    const [letter, movement] = step.split('=') as [string, string];
    expect(stage.warnings(letter, movement)).not.toEqual([]);
    expect(stage.take(`propose ${step}`).ok).toBe(true);
  });

  test('is not for what may not be proposed', () => {
    expect(begin().warnings('R', 'x')).toEqual([]);
  });

  test.each([
    ['N', 5.25],
    ['B', 8.75],
    ['R', 14],
    ['Q', 22.75],
    ['mRcB', 11.375],
  ])('the power of %s is %d', (movement, squares) => {
    expect(powerOf(movement).squares).toBe(squares);
  });
});

describe('the sets of movements', () => {
  test('are some twenty of all grades, the least strange first, and differ', () => {
    const grades = movementSets.map(({ strangeness }) => strangeness);
    expect(movementSets.length).toBeGreaterThanOrEqual(20);
    expect(new Set(grades)).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(grades).toEqual([...grades].sort());
    const texts = movementSets.map(({ movements }) => JSON.stringify(movements));
    expect(new Set(texts).size).toBe(movementSets.length);
    expect(new Set(movementSets.map(({ name }) => name)).size).toBe(movementSets.length);
  });

  test.each(movementSets.map((set) => [set.name, set] as const))(
    '%s is valid, symmetric and in order of power',
    (_, { movements, about }) => {
      const { Q, R, B, N } = movements;
      expect(about).toMatch(/^[A-Z].*\.$/);
      for (const [letter, movement] of Object.entries(movements)) {
        expect(begin().check(letter, movement)).toEqual({ ok: true, value: movement });
        expect(isSymmetric(movement)).toBe(true);
      }
      const powers = [N, B, R, Q].map((movement) => powerOf(movement).squares);
      expect(powers).toEqual([...powers].sort((a, b) => a - b));
    },
  );
});
