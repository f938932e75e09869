import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { makeFen, makeFenKey, parseFen } from '../../src/notation/fen.ts';
import { BLACK, type Piece, WHITE } from '../../src/pieces/army.ts';
import { legalMoves, play } from '../../src/position/moves.ts';
import { pieceAt } from '../../src/position/position.ts';
import { setUp } from '../../src/position/setUp.ts';
import { chessEquipment, chessStart } from '../../src/rules/chessPieces.ts';

const PAWN = 5;

function rewritten(fen: string): string {
  return makeFen(unwrap(parseFen(fen, chessEquipment)));
}

describe('a FEN survives the round trip', () => {
  test.each([
    chessStart,
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    'r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34',
    'r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1',
    '8/8/8/8/8/8/8/K6k b - - 100 99999',
    'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3',
    '4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1',
    'QQQQQQQQ/8/8/8/7k/8/8/1K6 b - - 0 1',
  ])('%s', (fen) => {
    expect(rewritten(fen)).toBe(fen);
  });

  test('its first four fields are the repetition key', () => {
    expect(makeFenKey(unwrap(parseFen('8/8/8/8/8/8/8/K6k b - - 42 77', chessEquipment)))).toBe(
      '8/8/8/8/8/8/8/K6k b - -',
    );
  });

  test('each piece is on its square', () => {
    const position = unwrap(parseFen(chessStart, chessEquipment));
    const kinds = [2, 4, 3, 1, 0, 3, 4, 2];
    for (const [file, kind] of kinds.entries()) {
      expect(pieceAt(position, file)).toEqual({ kind, color: WHITE });
      expect(pieceAt(position, 8 + file)).toEqual({ kind: 5, color: WHITE });
      expect(pieceAt(position, 24 + file)).toBeUndefined();
      expect(pieceAt(position, 48 + file)).toEqual({ kind: 5, color: BLACK });
      expect(pieceAt(position, 56 + file)).toEqual({ kind, color: BLACK });
    }
  });
});

describe('what a writer may leave out or write differently', () => {
  test.each([
    ['r3k2r/8/8/8/8/8/8/R3K2R', 'r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1'],
    ['4k3/8/8/8/8/8/8/4K3_b_-_-_7_8', '4k3/8/8/8/8/8/8/4K3 b - - 7 8'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w', 'r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1'],
    ['r3k2r/8/8/8/8/8/8/R3K2R b KQ', 'r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1'],
    ['4k3/8/8/8/3Pp3/8/8/4K3 b - d3', '4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1'],
    ['4k3/8/8/8/8/8/8/4K3 w - - 7', '4k3/8/8/8/8/8/8/4K3 w - - 7 1'],
    ['  4k3/8/8/8/8/8/8/4K3   w -\t- 7 8\n', '4k3/8/8/8/8/8/8/4K3 w - - 7 8'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'],
    ['4k3/8/8/8/8/8/8/22K111 w - - 0 1', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
  ])('%j', (fen, expected) => {
    expect(rewritten(fen)).toBe(expected);
  });
});

describe('the en passant square is kept if a legal capture uses it', () => {
  test.each([
    ['a pawn stands beside', '4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1'],
    ['pawns stand on both sides', '4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1'],
    ['one of two pawns is pinned', '4k3/8/8/8/2pPp3/8/8/K3R3 b - d3 0 1'],
    ['the capture takes the pawn that checks', '8/8/8/2k5/3Pp3/8/8/K7 b - d3 0 1'],
    ['the pawn is pinned along its capture', '8/8/8/5k2/3Pp3/8/2B5/K7 b - d3 0 1'],
    ['on the edge', '4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1'],
  ])('%s: %s', (_, fen) => {
    expect(rewritten(fen)).toBe(fen);
    const position = unwrap(parseFen(fen, chessEquipment));
    const captures = legalMoves(position).filter(({ to }) =>
      position.enPassant?.passed.includes(to),
    );
    expect(captures.map(({ from }) => pieceAt(position, from)?.kind)).toContain(PAWN);
  });

  const dropped: readonly [reason: string, fen: string][] = [
    ['no pawn stands beside', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'],
    ['only another piece stands beside', '4k3/8/8/8/3Pn3/8/8/4K3 b - d3 0 1'],
    ['the neighbouring square number is across the edge', '4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1'],
    ['the pawn is pinned on its file', '4k3/8/8/8/3Pp3/8/8/K3R3 b - d3 0 1'],
    ['the pawn is pinned on a diagonal', '8/8/2k5/8/3Pp3/8/6B1/K7 b - d3 0 1'],
    ['removing both pawns would open the rank', '8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1'],
    ['removing the captured pawn would open a diagonal', '7k/8/8/8/3Pp3/2B5/8/K7 b - d3 0 1'],
    ['the capture does not answer a check', '8/8/7k/8/3Pp3/8/8/K1B5 b - d3 0 1'],
  ];
  test.each(dropped)('and dropped if %s: %s', (_, fen) => {
    const [board, turn, castling] = fen.split(' ');
    expect(rewritten(fen)).toBe(`${board} ${turn} ${castling} - 0 1`);
  });

  test('equal positions have equal keys, with or without an unusable square', () => {
    const [written, bare] = ['e3', '-'].map((square) =>
      unwrap(
        parseFen(
          `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ${square} 0 1`,
          chessEquipment,
        ),
      ),
    );
    const played = play(unwrap(parseFen(chessStart, chessEquipment)), {
      from: 12,
      to: 28,
      promotion: undefined,
    });
    expect(makeFenKey(written!)).toBe(makeFenKey(bare!));
    expect(makeFenKey(played)).toBe(makeFenKey(bare!));
  });
});

const bare = '4k3/8/8/8/8/8/8/4K3';

describe('a FEN that cannot be read', () => {
  const refused: readonly [fen: string, code: string, text: string, words: RegExp][] = [
    [
      '',
      'fen-fields',
      '',
      /begins with a board: 'board turn castling.*', such as 'k7\/8\/8\/8\/8\/8\/8\/7K w - - 0 1'/,
    ],
    ['hello', 'fen-fields', 'hello', /begins with a board/],
    ['8/8', 'fen-board', '8/8', /8 ranks, not 2/],
    [`${bare} w - - 0 1 x`, 'fen-fields', `${bare} w - - 0 1 x`, /1 to 6 fields, not 7/],
    ['4k3/8/8/8/8/8/4K3 w', 'fen-board', '4k3/8/8/8/8/8/4K3', /8 ranks, not 7/],
    [`${bare}/8 w`, 'fen-board', `${bare}/8`, /8 ranks, not 9/],
    ['4k3/8/8/7/8/8/8/4K3 w', 'fen-board', '7', /rank 5 has 7 squares, not 8: '7'/],
    ['4k3/8/8/8/8/pp7/8/4K3 w', 'fen-board', 'pp7', /rank 3 has 9 squares, not 8/],
    ['4k3/8/8/8/8/8/9/4K3 w', 'fen-board', '9', /rank 2 has 9 squares/],
    ['4k3/8/8/8/8/8//4K3 w', 'fen-board', '', /rank 2 has 0 squares/],
    [
      '4k3/8/8/8/8/8/8/4K2X w',
      'fen-piece',
      'X',
      /unknown piece 'X' on rank 1: pieces are K Q R B N P/,
    ],
    ['4k3/8/8/8/80/8/8/4K3 w', 'fen-piece', '0', /'0' on rank 4/],
    [`${bare} white`, 'fen-turn', 'white', /'w' or 'b', not 'white'/],
    [`${bare} W`, 'fen-turn', 'W', /not 'W'/],
    [`${bare} w KK`, 'fen-castling', 'KK', /once each, not 'KK'/],
    [`${bare} w HAha`, 'fen-castling', 'HAha', /letters of KQkq/],
    [`${bare} w K-`, 'fen-castling', 'K-', /'-' or letters/],
    [`${bare} w - e9`, 'square', 'e9', /'e9'.*a1 to h8/],
    [`${bare} w - E6`, 'square', 'E6', /'E6'/],
    [`${bare} w - - -1`, 'fen-counter', '-1', /halfmove clock is a whole number from 0, not '-1'/],
    [`${bare} w - - 1.5`, 'fen-counter', '1.5', /halfmove clock/],
    [`${bare} w - - 100000`, 'fen-counter', '100000', /halfmove clock/],
    [`${bare} w - - 0 0`, 'fen-counter', '0', /move number is a whole number from 1, not '0'/],
    [`${bare} w - - 0 one`, 'fen-counter', 'one', /move number/],
  ];
  test.each(refused)('%j: %s', (fen, code, text, words) => {
    const result = parseFen(fen, chessEquipment);
    expect(result).toMatchObject({ ok: false, problem: { code, text } });
    if (!result.ok) expect(result.problem.message).toMatch(words);
  });
});

describe('pieces that make no position', () => {
  const refused: readonly [fen: string, code: string, words: RegExp][] = [
    ['4k3/8/8/8/8/8/8/8 w - - 0 1', 'royals', /exactly one king/],
    ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'royals', /exactly one king/],
    ['8/8/8/8/8/8/8/8 w - - 0 1', 'royals', /exactly one king/],
    ['4k3/8/8/8/8/8/8/K3K3 w - - 0 1', 'royals', /exactly one king/],
    ['k3k3/8/8/8/8/8/8/4K3 w - - 0 1', 'royals', /exactly one king/],
    ['P3k3/8/8/8/8/8/8/4K3 w - - 0 1', 'pawn-rank', /pawn of White stands on ranks 2 to 7 only/],
    ['4k3/8/8/8/8/8/8/P3K3 w - - 0 1', 'pawn-rank', /of White stands on ranks 2 to 7/],
    ['4k2p/8/8/8/8/8/8/4K3 w - - 0 1', 'pawn-rank', /of Black stands on ranks 2 to 7/],
    ['4k3/8/8/8/8/8/8/4K2p b - - 0 1', 'pawn-rank', /of Black stands on ranks 2 to 7/],
    ['8/8/8/8/3kK3/8/8/8 w - - 0 1', 'adjacent-kings', /neighbouring/],
    ['8/8/8/3k4/4K3/8/8/8 b - - 0 1', 'adjacent-kings', /neighbouring/],
    ['4k3/8/8/8/8/8/8/K3R3 w - - 0 1', 'opponent-in-check', /not to move is in check/],
    ['4k3/8/8/8/8/8/3p4/4K3 b - - 0 1', 'opponent-in-check', /not to move is in check/],
    ['4k3/8/8/8/8/8/8/4K3 w K - 0 1', 'castling', /'K' needs a king on e1 and a rook on h1/],
    ['4k3/8/8/8/8/8/8/4K2R w Q - 0 1', 'castling', /'Q' needs a king on e1 and a rook on a1/],
    ['4k2r/8/8/8/8/8/8/4K3 w q - 0 1', 'castling', /'q' needs a king on e8 and a rook on a8/],
    ['5k1r/8/8/8/8/8/8/4K3 w k - 0 1', 'castling', /'k' needs a king on e8 and a rook on h8/],
    ['4k3/8/8/8/8/8/8/4K2r w K - 0 1', 'castling', /a rook on h1/],
    ['4k3/8/8/8/8/8/8/4K2N w K - 0 1', 'castling', /a rook on h1/],
    ['4k3/8/8/8/3Pp3/8/8/4K3 w - d3 0 1', 'en-passant', /passed over d3/],
    ['4k3/8/8/8/3Pp3/8/8/4K3 b - e3 0 1', 'en-passant', /passed over e3/],
    ['4k3/8/8/8/3Np3/8/8/4K3 b - d3 0 1', 'en-passant', /passed over d3/],
    ['4k3/8/8/8/3Pp3/3B4/8/4K3 b - d3 0 1', 'en-passant', /passed over d3/],
    ['4k3/8/8/8/3Pp3/8/3B4/4K3 b - d3 0 1', 'en-passant', /passed over d3/],
    ['4k3/8/8/3Pp3/8/8/8/4K3 w - e5 0 1', 'en-passant', /passed over e5/],
    ['4k3/8/8/8/3Pp3/8/8/4K3 w - e5 0 1', 'en-passant', /passed over e5/],
    ['4k3/8/8/8/8/8/8/4K3 w - e1 0 1', 'en-passant', /passed over e1/],
    ['4k3/8/8/8/8/8/8/4K3 b - h8 0 1', 'en-passant', /passed over h8/],
  ];
  test.each(refused)('%s: %s', (fen, code, words) => {
    const result = parseFen(fen, chessEquipment);
    expect(result).toMatchObject({ ok: false, problem: { code } });
    if (!result.ok) expect(result.problem.message).toMatch(words);
  });
});

describe('pieces placed on squares', () => {
  const kings: readonly Piece[] = [
    { kind: 0, color: WHITE },
    { kind: 0, color: BLACK },
  ];
  const queen: Piece = { kind: 1, color: WHITE };

  test('make the position of the FEN, with its counters at their start', () => {
    const position = unwrap(setUp(chessEquipment, { turn: BLACK }, [...kings, queen], [4, 60, 3]));
    expect(makeFen(position)).toBe('4k3/8/8/8/8/8/8/3QK3 b - - 0 1');
  });

  test('cannot share a square', () => {
    const result = setUp(chessEquipment, { turn: BLACK }, [...kings, queen], [4, 60, 4]);
    expect(result).toMatchObject({ ok: false, problem: { code: 'occupied' } });
    if (!result.ok) expect(result.problem.message).toContain('one square');
  });

  test('may castle if king and rook are at home', () => {
    const rook: Piece = { kind: 2, color: WHITE };
    const setup = { turn: WHITE, rights: 1 } as const;
    const position = unwrap(
      setUp(chessEquipment, setup, [...kings, rook], new Int8Array([4, 60, 7])),
    );
    expect(legalMoves(position)).toContainEqual({ from: 4, to: 6, promotion: undefined });
  });
});
