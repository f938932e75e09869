import { describe, expect, test } from 'vitest';
import { parsePiece, WHITE } from '../../src/pieces/army.ts';
import { countTable } from '../../src/table/statistics.ts';
import { readTable } from '../../src/table/table.ts';
import { makeValueCode } from '../../src/table/value.ts';
import { fenOf, gameOf, played, read, sans, targets, ucis } from './moves.ts';
import { solvedBySets } from './solved.ts';

// The variation of Hutnik's Meta Chess in which a king also wins on the far rank.

const hutnik = gameOf('hutnik');

describe('with reach=king', () => {
  const rules = gameOf('hutnik:reach=king');
  const at = (pieces: string, rest?: string) => read(rules, fenOf(rules, pieces, rest));

  test.each([
    ['White', 'Ke7 kh4', 'w - - 0 1', 'Kd8#'],
    ['Black', 'Ka6 ke2', 'b - - 0 1', 'Kd1#'],
  ])('%s wins by stepping there with the king', (_, pieces, rest, san) => {
    expect(sans(rules, at(pieces, rest))).toContain(san);
    expect(rules.over(played(rules, at(pieces, rest), san))).toEqual({
      reason: 'reached',
      wdl: -1,
    });
  });

  test('not if the square is attacked, and not with another piece', () => {
    expect(targets(rules, at('Ke7 kh4 ra8'), 'e7')).toEqual(['d6', 'd7', 'e6', 'f6', 'f7']);
    expect(rules.over(played(rules, at('Ka1 kh2 Qe6'), 'Qe8'))).toBeUndefined();
    expect(rules.over(played(rules, at('Ka1 kh4 Re7'), 'Re8'))).toBeUndefined();
  });

  test('checkmate wins as before', () => {
    const mate = at('Kf6 kh8 Qg7', 'b - - 0 1');
    expect(rules.ending(mate)).toEqual({ reason: 'checkmate', wdl: -1 });
  });

  test('two bare kings have a table, of which the far ranks are no part', () => {
    const men = [...'Kk'].map((letter) => parsePiece(rules.army, letter)!);
    expect(rules.isSettled(men)).toBe(false);
    expect(hutnik.isSettled(men)).toBe(true);
    expect(rules.place(men, [60, 16], WHITE)).toMatchObject({
      ok: false,
      problem: { code: 'over' },
    });
    expect(countTable(solvedBySets(rules, 'Kvk')).white.wins).toBeGreaterThan(0);
  });

  test('a table is won in one where the king has a legal move to the far rank, and only there', () => {
    const men = [...'Kk'].map((letter) => parsePiece(rules.army, letter)!);
    const table = solvedBySets(rules, 'Kvk');
    const found = [0, 0];
    for (let place = 0; place < 64 * 64; place++) {
      const squares = [place % 64, Math.floor(place / 64)];
      const position = rules.place(men, squares, WHITE);
      if (!position.ok) continue;
      const steps = ucis(rules, position.value).some((uci) => uci.endsWith('8'));
      const isWonInOne = readTable(table, WHITE, squares) === makeValueCode({ wdl: 1, dtm: 1 });
      expect(isWonInOne, rules.makeFen(position.value)).toBe(steps);
      found[Number(steps)]!++;
    }
    expect(Math.min(...found)).toBeGreaterThan(100);
  });
});
