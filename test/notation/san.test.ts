import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { parseFen } from '../../src/notation/fen.ts';
import { makeSan, parseSan } from '../../src/notation/san.ts';
import { makeUci, parseUci } from '../../src/notation/uci.ts';
import { pawn } from '../../src/pieces/kinds.ts';
import { legalMoves } from '../../src/position/moves.ts';
import { chessEquipment, chessStart } from '../../src/rules/chessPieces.ts';
import { chessWith } from '../games/madeGames.ts';
import { read } from '../games/moves.ts';

const castlers = 'r3k2r/8/8/8/8/8/8/R3K2R';
const passed = 'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3';
const promoter = '3r1r1k/4P3/8/8/8/8/8/K7 w - - 0 1';
const knights = '4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1';

describe('a move in algebraic notation, and back', () => {
  test.each([
    ['a pawn', chessStart, 'e2e4', 'e4'],
    ['a knight', chessStart, 'g1f3', 'Nf3'],
    ['a capture', '4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1', 'c3d5', 'Nxd5'],
    ['a capture by a pawn', '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'e4d5', 'exd5'],
    ['by one of two pawns', '4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1', 'c4d5', 'cxd5'],
    ['en passant', passed, 'e5f6', 'exf6'],
    ['a promotion', promoter, 'e7e8q', 'e8=Q'],
    ['a promotion with capture', promoter, 'e7d8r', 'exd8=R'],
    ['a promotion with capture to the other side', promoter, 'e7f8n', 'exf8=N'],
    ['short castling', `${castlers} w KQkq - 0 1`, 'e1g1', 'O-O'],
    ['long castling', `${castlers} w KQkq - 0 1`, 'e1c1', 'O-O-O'],
    ['short castling of Black', `${castlers} b KQkq - 0 1`, 'e8g8', 'O-O'],
    ['long castling of Black', `${castlers} b KQkq - 0 1`, 'e8c8', 'O-O-O'],
    ['a king that could castle', `${castlers} w KQkq - 0 1`, 'e1f1', 'Kf1'],
    ['no mark for check', '4k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'a1a8', 'Ra8'],
  ])('%s: %s %s is %s', (_, fen, uci, san) => {
    const position = unwrap(parseFen(fen, chessEquipment));
    const move = unwrap(parseUci(uci, chessEquipment));
    expect(makeSan(position, move)).toBe(san);
    expect(parseSan(position, san)).toEqual({ ok: true, value: move });
  });
});

describe('the origin of a move is written if rivals could go there', () => {
  const queens = '1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1';
  test.each([
    ['by file', knights, 'b1d2', 'Nbd2'],
    ['by file, from the other side', knights, 'f1d2', 'Nfd2'],
    ['not if only one can', knights, 'b1c3', 'Nc3'],
    ['by rank on one file', '4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1', 'b1c3', 'N1c3'],
    ['by rank on one file, from above', '4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1', 'b5c3', 'N5c3'],
    ['by file first if both would do', '4k3/8/8/8/R7/8/8/3RK3 w - - 0 1', 'a4d4', 'Rad4'],
    // Three queens in a corner, as in https://en.wikipedia.org/wiki/Algebraic_notation_(chess)
    ['by both between three queens', queens, 'h4e1', 'Qh4e1'],
    ['by file for the second', queens, 'e4e1', 'Qee1'],
    ['by rank for the third', queens, 'h1e1', 'Q1e1'],
    ['with a capture', '4k3/8/8/8/8/8/3p4/1N1K1N2 w - - 0 1', 'b1d2', 'Nbxd2'],
    ['not for a pinned rival', '4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1', 'g1e2', 'Ne2'],
    ['not for a rival that leaves a check', '4k3/8/8/8/8/8/4r3/2N1K1N1 w - - 0 1', 'c1e2', 'Ncxe2'],
    ['not for a blocked rival', '4k3/8/8/8/8/8/8/RN1RK3 w - - 0 1', 'd1c1', 'Rc1'],
    ['not for a rival of the other colour', '4k3/8/8/4n3/8/8/8/4K1N1 w - - 0 1', 'g1f3', 'Nf3'],
    ['not for another kind', '4k3/8/8/8/8/8/8/B2QK3 w - - 0 1', 'd1d4', 'Qd4'],
  ])('%s: %s %s is %s', (_, fen, uci, san) => {
    const position = unwrap(parseFen(fen, chessEquipment));
    const move = unwrap(parseUci(uci, chessEquipment));
    expect(makeSan(position, move)).toBe(san);
    expect(unwrap(parseSan(position, san))).toEqual(move);
  });

  test('only among the given moves, which a rule set may restrict', () => {
    const position = unwrap(parseFen(knights, chessEquipment));
    const fewer = legalMoves(position).filter((move) => makeUci(move, chessEquipment) !== 'f1d2');
    const move = unwrap(parseUci('b1d2', chessEquipment));
    expect(makeSan(position, move, fewer)).toBe('Nd2');
    expect(unwrap(parseSan(position, 'Nd2', fewer))).toEqual(move);
    expect(parseSan(position, 'Nfd2', fewer).ok).toBe(false);
  });
});

describe('common variants are read', () => {
  test.each([
    ['zeros for castling', `${castlers} w KQkq - 0 1`, '0-0', 'e1g1'],
    ['zeros for long castling', `${castlers} b KQkq - 0 1`, '0-0-0', 'e8c8'],
    ['castling with a mark', `${castlers} w KQkq - 0 1`, 'O-O+', 'e1g1'],
    ['zeros with marks', `${castlers} w KQkq - 0 1`, '0-0-0#!!', 'e1c1'],
    ['no x', '4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1', 'Nd5', 'c3d5'],
    ['no x for a pawn', '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'ed5', 'e4d5'],
    ['an x without a capture', chessStart, 'Nxf3', 'g1f3'],
    ['a colon for the capture', '4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1', 'N:d5', 'c3d5'],
    ['no =', promoter, 'e8Q', 'e7e8q'],
    ['no x and no =', promoter, 'ed8N', 'e7d8n'],
    ['check', '4k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'Ra8+', 'a1a8'],
    ['mate', chessStart, 'e4#', 'e2e4'],
    ['praise', chessStart, 'e4!', 'e2e4'],
    ['a comment mark after check', '4k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'Ra8+?!', 'a1a8'],
    ['more origin than needed', chessStart, 'Ng1f3', 'g1f3'],
    ['a hyphen after the origin', chessStart, 'Ng1-f3', 'g1f3'],
    ['the origin of a pawn', chessStart, 'e2e4', 'e2e4'],
    ['spaces around', chessStart, ' Nf3 ', 'g1f3'],
  ])('%s: %s %j is %s', (_, fen, text, uci) => {
    const move = unwrap(parseSan(unwrap(parseFen(fen, chessEquipment)), text));
    expect(makeUci(move, chessEquipment)).toBe(uci);
  });
});

describe('a move that cannot be played is refused with a reason', () => {
  const refused: readonly [fen: string, text: string, code: string, words: string][] = [
    [chessStart, '', 'san', 'is not a move in algebraic notation'],
    [chessStart, 'hello', 'san', 'is not a move in algebraic notation'],
    [chessStart, 'Nf9', 'san', 'is not a move in algebraic notation'],
    [chessStart, 'nf3', 'san', 'is not a move in algebraic notation'],
    [chessStart, '+', 'san', 'is not a move in algebraic notation'],
    [chessStart, 'O-O-O-O', 'san', 'is not a move in algebraic notation'],
    [chessStart, 'e4 e5', 'san', 'is not a move in algebraic notation'],
    [promoter, 'e8=q', 'san', 'is not a move in algebraic notation'],
    [chessStart, 'e5', 'san-illegal', 'is not a legal move here'],
    [chessStart, 'Qd4', 'san-illegal', 'is not a legal move here'],
    [chessStart, 'O-O', 'san-illegal', 'is not a legal move here'],
    [chessStart, 'Ngc3', 'san-illegal', 'is not a legal move here'],
    [chessStart, 'e4=Q', 'san-illegal', 'is not a legal move here'],
    [chessStart, 'Xd4', 'san-illegal', 'is not a legal move here'],
    [promoter, 'e8=K', 'san-illegal', 'is not a legal move here'],
    [`${castlers} w - - 0 1`, 'O-O', 'san-illegal', 'is not a legal move here'],
    [`${castlers} w KQkq - 0 1`, 'Kg1', 'san-illegal', 'is not a legal move here'],
    ['4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1', 'Nd5', 'san-illegal', 'is not a legal move here'],
    [knights, 'Nd2', 'san-ambiguous', 'any of Nbd2, Nfd2'],
    ['1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1', 'Qhe1', 'san-ambiguous', 'any of Q1e1, Qh4e1'],
  ];
  test.each(refused)('%s %j: %s, %s', (fen, text, code, words) => {
    const result = parseSan(unwrap(parseFen(fen, chessEquipment)), text);
    expect(result).toMatchObject({ ok: false, problem: { code, text } });
    if (!result.ok) expect(result.problem.message).toContain(`'${text}'`);
    if (!result.ok) expect(result.problem.message).toContain(words);
  });
});

describe('pawns of other games', () => {
  // Two kinds of pawns, one of which also takes backwards: from e3 and e5 it takes on d4.
  const taker = pawn([], 'fmWcF');
  const rules = chessWith(8, 8, taker, { ...pawn([]), letter: 'S', name: 'soldier' });
  const at = read(rules, '7k/8/8/4P3/3s4/4P3/2S5/K7 w - - 0 1');

  test.each([
    ['e5d4', 'e5xd4'],
    ['e3d4', 'e3xd4'],
    ['e5e6', 'e6'],
    ['c2c3', 'Sc3'],
    ['c2c4', 'Sc4'],
  ])('%s is %s, and read as that', (uci, san) => {
    const move = unwrap(rules.parseMove(at, uci));
    expect(rules.makeSan(at, move)).toBe(san);
    expect(rules.parseMove(at, san)).toEqual({ ok: true, value: move });
  });
});
