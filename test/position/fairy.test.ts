import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { makeFen, parseFen } from '../../src/notation/fen.ts';
import { makeSan, parseSan } from '../../src/notation/san.ts';
import { makeUci, parseUci } from '../../src/notation/uci.ts';
import { type Army, makePiece, parsePiece, WHITE } from '../../src/pieces/army.ts';
import { isCheck } from '../../src/position/attacks.ts';
import { hasLegalMove, legalMoves, play } from '../../src/position/moves.ts';
import { kindAt } from '../../src/position/position.ts';
import { chessArmy, chessEquipment } from '../../src/rules/chessPieces.ts';
import { fairyArmy, fairyEquipment } from './fairy.ts';

function fairy(fen: string) {
  return unwrap(parseFen(fen, fairyEquipment));
}

/** The targets of the piece on a square, in ascending order. */
function targets(fen: string, from: string): string[] {
  const moves = legalMoves(fairy(fen)).map((move) => makeUci(move, fairyEquipment));
  return moves.filter((uci) => uci.startsWith(from)).map((uci) => uci.slice(2));
}

describe('the letters of the pieces', () => {
  test.each<[string, Army, string]>([
    ['chess', chessArmy, 'KQRBNP'],
    ['fairy chess', fairyArmy, 'KAHCSRNP'],
  ])('%s', (_, army, letters) => {
    for (const [kind, letter] of [...letters].entries()) {
      expect(makePiece(army, { kind, color: WHITE })).toBe(letter);
      expect(parsePiece(army, letter)).toEqual({ kind, color: WHITE });
      expect(parsePiece(army, letter.toLowerCase())).toEqual({ kind, color: 1 });
    }
    expect(parsePiece(army, 'X')).toBeUndefined();
  });

  test('a FEN with fairy pieces survives the round trip', () => {
    const fen = 'hcsakshc/pppppppp/8/8/3A4/8/PPPPPPPP/HCS1KSHC b - - 3 7';
    expect(makeFen(fairy(fen))).toBe(fen);
  });

  test('a piece of another army is refused, with the letters of this one', () => {
    const queens = parseFen('4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1', fairyEquipment);
    expect(queens).toMatchObject({ ok: false, problem: { code: 'fen-piece', text: 'Q' } });
    if (!queens.ok) expect(queens.problem.message).toMatch(/'Q'.*rank 4.*K A H C S R N P/);
    expect(parseFen('4k3/8/8/8/3A4/8/8/4K3 w - - 0 1', chessEquipment).ok).toBe(false);
  });
});

describe('an amazon moves as queen and knight', () => {
  test('27 slides and 8 leaps from d4', () => {
    expect(targets('4k3/8/8/8/3A4/8/8/4K3 w - - 0 1', 'd4')).toHaveLength(35);
  });

  test('leaping over the pieces around it, which it cannot take if they are its own', () => {
    const fen = '4k3/8/8/2PPP3/2PAP3/2PPP3/8/4K3 w - - 0 1';
    expect(targets(fen, 'd4')).toEqual(['c2', 'e2', 'b3', 'f3', 'b5', 'f5', 'c6', 'e6']);
  });

  test.each([
    ['a leap away', '8/8/4k3/8/3A4/8/8/4K3 b - - 0 1', true],
    ['on its diagonal', '8/6k1/8/8/3A4/8/8/4K3 b - - 0 1', true],
    ['on its diagonal, behind another piece', '8/6k1/5p2/8/3A4/8/8/4K3 b - - 0 1', false],
    ['where it does not go', '8/3pk3/8/8/3A4/8/8/4K3 b - - 0 1', false],
  ])('it checks a king %s: %s', (_, fen, check) => {
    expect(isCheck(fairy(fen))).toBe(check);
  });

  test('alone it mates a king in the corner', () => {
    const position = fairy('k7/8/1A6/8/8/8/8/7K b - - 0 1');
    expect(isCheck(position)).toBe(true);
    expect(hasLegalMove(position)).toBe(false);
  });

  test('a pawn becomes one, in UCI and in SAN', () => {
    const position = fairy('8/4P1k1/8/8/8/8/8/4K3 w - - 0 1');
    const move = unwrap(parseSan(position, 'e8=A'));
    expect(makeUci(move, fairyEquipment)).toBe('e7e8a');
    expect(makeFen(play(position, move))).toBe('4A3/6k1/8/8/8/8/8/4K3 b - - 0 1');
  });
});

describe('a nightrider repeats the leap of a knight along a line', () => {
  test.each([
    ['the edge', '4k3/8/8/8/8/8/2P5/H3K3 w - - 0 1', ['b3', 'c5', 'd7']],
    ['a piece that it takes', '4k3/8/8/2p5/8/8/2P5/H3K3 w - - 0 1', ['b3', 'c5']],
    ['a piece of its own side', '4k3/8/8/2P5/8/8/2P5/H3K3 w - - 0 1', ['b3']],
  ])('until %s', (_, fen, expected) => {
    expect(targets(fen, 'a1')).toEqual(expected);
  });

  // The black nightrider on h7 attacks e1 through g5 and f3.
  test.each([
    ['a rook in its line is pinned', '4k3/7h/8/8/8/5R2/8/4K3 w - - 0 1', 'f3', []],
    ['a knight in its line may stay in it', '4k3/7h/8/8/8/5N2/8/4K3 w - - 0 1', 'f3', ['g5']],
    [
      'a nightrider in its line may take it',
      '4k3/7h/8/8/8/5H2/8/4K3 w - - 0 1',
      'f3',
      ['g5', 'h7'],
    ],
  ])('%s', (_, fen, from, expected) => {
    expect(targets(fen, from)).toEqual(expected);
  });

  test('two pieces in its line are not pinned', () => {
    const free = targets('4k3/7h/8/6P1/8/5R2/8/4K3 w - - 0 1', 'f3');
    expect(free).toHaveLength(14);
  });

  test('a piece beside its line is not pinned', () => {
    expect(targets('4k3/7h/8/8/8/5PR1/8/4K3 w - - 0 1', 'g3').length).toBeGreaterThan(0);
  });

  test('its check from a distance can be blocked', () => {
    const fen = '4k3/7h/8/8/8/8/5P2/R3K1R1 w - - 0 1';
    expect(isCheck(fairy(fen))).toBe(true);
    expect(targets(fen, 'f2')).toEqual(['f3']);
    expect(targets(fen, 'g1')).toEqual(['g5']);
    expect(targets(fen, 'a1')).toEqual([]);
  });
});

describe('a camel leaps one by three', () => {
  test('over anything', () => {
    const fen = '4k3/8/8/2PPP3/2PCP3/2PPP3/8/4K3 w - - 0 1';
    // All eight except e1, the square of its own king.
    expect(targets(fen, 'd4')).toEqual(['c1', 'a3', 'g3', 'a5', 'g5', 'c7', 'e7']);
  });

  test('so its check cannot be blocked', () => {
    expect(isCheck(fairy('4k3/3ppp2/3ppp2/3C4/8/8/8/4K3 b - - 0 1'))).toBe(true);
  });
});

describe('a piece that moves differently up and down', () => {
  test('goes where its steps say', () => {
    expect(targets('4k3/8/8/8/3S4/8/8/4K3 w - - 0 1', 'd4')).toEqual([
      'c3',
      'e3',
      'c5',
      'd5',
      'e5',
    ]);
  });

  test('checks upwards and not sideways or straight down', () => {
    expect(isCheck(fairy('8/8/8/3k4/3S4/8/8/4K3 b - - 0 1'))).toBe(true);
    expect(isCheck(fairy('8/8/8/8/3Sk3/8/8/4K3 b - - 0 1'))).toBe(false);
    expect(isCheck(fairy('8/8/8/8/3S4/3k4/8/5K2 b - - 0 1'))).toBe(false);
  });
});

describe('notation of fairy pieces', () => {
  test.each([
    ['4k3/8/8/8/3A4/8/4p3/4K3 w - - 0 1', 'd4e2', 'Axe2'],
    ['6k1/8/8/8/A6A/8/8/4K3 w - - 0 1', 'a4d4', 'Aad4'],
    ['3k4/8/8/8/8/1C6/8/K4C2 w - - 0 1', 'b3e4', 'Cbe4'],
    ['3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1', 'e7d8a', 'exd8=A'],
  ])('%s: %s is %s', (fen, uci, san) => {
    const position = fairy(fen);
    const move = unwrap(parseUci(uci, fairyEquipment));
    expect(makeSan(position, move)).toBe(san);
    expect(unwrap(parseSan(position, san))).toEqual(move);
    const after = play(position, move);
    expect(kindAt(after, move.to)).toBe(move.promotion ?? kindAt(position, move.from));
    expect(kindAt(after, move.from)).toBe(-1);
  });
});
