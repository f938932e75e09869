import { describe, expect, test } from 'vitest';
import { makeCourier } from '../../src/notation/gameCourier.ts';
import { BothSolvers } from '../solve/general/bothSolvers.ts';
import { materialOf } from '../solve/solved.ts';
import { whole } from '../thorough.ts';
import { gameOf, played, read, sans, ucis } from './moves.ts';

// The option of Hutnik's Meta Chess: a pawn that has stayed on its last rank may promote there later.

const later = gameOf('hutnik:laterPromotion=yes');
/** White's pawn has stayed on e8. */
const stayed = (stock: string, turn = 'w') => `4P3/8/8/8/7k/8/8/K7[${stock}] ${turn} - - 5 40`;

describe('a pawn that stayed', () => {
  test('becomes what its side has lost, where it stands', () => {
    expect(ucis(later, read(later, stayed('RNq')), 'e8')).toEqual(['e8e8n', 'e8e8r']);
    expect(sans(later, read(later, stayed('RN'))).filter((san) => san.startsWith('e8'))).toEqual([
      'e8=N',
      'e8=R',
    ]);
  });

  test('has no move while nothing is lost', () => {
    expect(ucis(later, read(later, stayed('')), 'e8')).toEqual([]);
    expect(ucis(later, read(later, stayed('q')), 'e8')).toEqual([]);
  });

  test('never moves again without the option', () => {
    const usual = gameOf('hutnik');
    expect(ucis(usual, read(usual, stayed('RN')), 'e8')).toEqual([]);
    expect(usual.parseMove(read(usual, stayed('RN')), 'e8e8r')).toMatchObject({ ok: false });
  });

  test('may stay as well as promote when it arrives', () => {
    const before = read(later, '8/4P3/8/8/7k/8/8/K7[R] w - - 0 1');
    expect(ucis(later, before, 'e7')).toEqual(['e7e8', 'e7e8r']);
    expect(ucis(later, played(later, before, 'e8', 'Kh5'), 'e8')).toEqual(['e8e8r']);
  });

  test('takes a turn, leaves the stock, and restarts the count of moves', () => {
    const after = played(later, read(later, stayed('RRn')), 'e8=R');
    expect(later.makeFen(after)).toBe('4R3/8/8/8/7k/8/8/K7[Rn] b - - 0 40');
  });

  test('of Black does so on rank 1', () => {
    const at = read(later, '8/8/8/8/7K/8/8/k3p3[q] b - - 0 1');
    expect(ucis(later, at, 'e1')).toEqual(['e1e1q']);
    expect(later.makeFen(played(later, at, 'e1e1q'))).toBe('8/8/8/8/7K/8/8/k3q3[] w - - 0 2');
  });

  test('does not do so in check, which it could not parry', () => {
    expect(ucis(later, read(later, '4P3/8/8/8/7k/8/8/K6r[R] w - - 0 1'), 'e8')).toEqual([]);
  });

  test('may give check, and mate, by it', () => {
    expect(sans(later, read(later, '4P2k/6pp/8/8/8/8/8/K7[R] w - - 0 1'))).toContain('e8=R#');
    expect(sans(later, read(later, '4P2k/8/8/8/8/8/8/K7[R] w - - 0 1'))).toContain('e8=R+');
  });

  test('saves its side from stalemate', () => {
    const [full, empty] = ['R', ''].map((stock) =>
      read(later, `4P3/8/8/8/8/1k6/1r6/K7[${stock}] w - - 0 1`),
    );
    expect(later.ending(empty!)).toEqual({ reason: 'stalemate', wdl: 0 });
    expect(later.ending(full!)).toBeUndefined();
  });
});

describe('its move', () => {
  const at = read(later, stayed('RN'));
  const promotion = later.legalMoves(at).find((move) => later.makeUci(move) === 'e8e8r')!;

  test.each(['e8e8r', 'e8=R', 'e8R', 'P e8-e8; R-e8', 'e8-e8; R-e8'])('is read as %s', (text) => {
    expect(later.parseMove(at, text)).toEqual({ ok: true, value: promotion });
  });

  test('is written in every notation, and is no pass', () => {
    expect(later.makeSan(at, promotion)).toBe('e8=R');
    expect(makeCourier(at, promotion)).toBe('P e8-e8; R-e8');
  });

  test.each([
    ['e8e8', 'uci-promotion'],
    ['e8e8q', 'uci-illegal'],
    ['e8=Q', 'san-illegal'],
    ['e8-e8', 'courier-promotion'],
    ['--', 'san'],
  ])('is not %s: %s', (text, code) => {
    expect(later.parseMove(at, text)).toMatchObject({ ok: false, problem: { code } });
  });
});

describe('tables', () => {
  const rules = gameOf('hutnik:promote=RP,laterPromotion=yes');
  const material = materialOf(rules, 'KPvk');

  test('are others only if a pawn may stay in them', () => {
    const print = (options: string) => gameOf(`hutnik:promote=${options}`).fingerprint;
    expect(rules.fingerprint).not.toBe(print('RP'));
    expect(print('R,laterPromotion=yes')).toBe(print('R'));
  });

  test('hold pawns that stayed, won by promoting later', () => {
    const at = read(rules, '3P4/8/8/8/8/k7/8/2K5 w - - 0 1');
    expect(ucis(rules, at, 'd8')).toEqual(['d8d8r']);
    expect(rules.inTables(read(rules, '3P4/8/8/8/8/k7/8/2K5[R] w - - 0 1')).ok).toBe(true);
  });

  test.runIf(whole)('are made alike by both solvers', () => {
    const both = new BothSolvers(rules);
    const compared = both.compare(material);
    expect(compared.map(({ table }) => table)).toContain('KPvk');
    expect(compared.flatMap(({ differences, refused }) => [...differences, refused])).toEqual(
      compared.map(() => undefined),
    );
  });
});
