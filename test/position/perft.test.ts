import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { makeFen, parseFen } from '../../src/notation/fen.ts';
import { isCheck } from '../../src/position/attacks.ts';
import { hasLegalMove, perft } from '../../src/position/moves.ts';
import { chessEquipment, chessStart } from '../../src/rules/chessPieces.ts';
import { thorough } from '../thorough.ts';

/** Name, FEN, and the leaves at depth 1, 2, 3 and so on. */
type Classic = readonly [name: string, fen: string, counts: readonly number[]];

// Chess Programming Wiki, 'Perft Results': https://www.chessprogramming.org/Perft_Results
const classics: readonly Classic[] = [
  ['start position', chessStart, [20, 400, 8902, 197281, 4865609]],
  [
    'position 2, Kiwipete',
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    [48, 2039, 97862, 4085603],
  ],
  ['position 3', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', [14, 191, 2812, 43238, 674624]],
  [
    'position 4',
    'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
    [6, 264, 9467, 422333],
  ],
  [
    'position 5',
    'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    [44, 1486, 62379, 2103487],
  ],
  [
    'position 6',
    'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    [46, 2079, 89890, 3894594],
  ],
];

/** To the depth of the last count, or a depth that is quick. */
function checkPerft(fen: string, counts: readonly number[]): void {
  const position = unwrap(parseFen(fen, chessEquipment));
  const some = counts.filter((count) => thorough || count < 220_000);
  expect(some.map((_, i) => perft(position, i + 1))).toEqual(some);
}

describe('perft of the classical positions', () => {
  test.each(classics)('%s', (_, fen, counts) => checkPerft(fen, counts));
});

// Martin Sedlak's set of traps, as listed on https://www.chessprogramming.net/perfect-perft/ with their last count; the others are by
// the perft of chessops.
const traps: readonly Classic[] = [
  [
    'en passant would open a rank to the king',
    '3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1',
    [18, 92, 1670, 10138, 185429, 1134888],
  ],
  [
    'en passant would open a diagonal',
    '8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1',
    [13, 102, 1266, 10276, 135655, 1015133],
  ],
  [
    'en passant gives check',
    '8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1',
    [15, 126, 1928, 13931, 206379, 1440467],
  ],
  [
    'short castling gives check',
    '5k2/8/8/8/8/8/8/4K2R w K - 0 1',
    [15, 66, 1198, 6399, 120330, 661072],
  ],
  [
    'long castling gives check',
    '3k4/8/8/8/8/8/8/R3K3 w Q - 0 1',
    [16, 71, 1286, 7418, 141077, 803711],
  ],
  [
    'a captured rook takes its right along',
    'r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1',
    [26, 1141, 27826, 1274206],
  ],
  [
    'castling through and into attacks',
    'r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1',
    [44, 1494, 50509, 1720476],
  ],
  [
    'promotion answers a check',
    '2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1',
    [11, 133, 1442, 19174, 266199, 3821001],
  ],
  ['discovered check', '8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1', [29, 165, 5160, 31961, 1004658]],
  ['promotion gives check', '4k3/1P6/8/8/8/8/K7/8 w - - 0 1', [9, 40, 472, 2661, 38983, 217342]],
  ['underpromotion gives check', '8/P1k5/K7/8/8/8/8/8 w - - 0 1', [6, 27, 273, 1329, 18135, 92683]],
  ['a side stalemates itself', 'K1k5/8/P7/8/8/8/8/8 w - - 0 1', [2, 6, 13, 63, 382, 2217]],
  [
    'stalemate and checkmate',
    '8/k1P5/8/1K6/8/8/8/8 w - - 0 1',
    [10, 25, 268, 926, 10857, 43261, 567584],
  ],
  [
    'stalemate and checkmate by queen and knight',
    '8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1',
    [37, 183, 6559, 23527],
  ],
];

describe('perft of positions that trap move generators', () => {
  test.each(traps)('%s', (_, fen, counts) => checkPerft(fen, counts));
});

/** The same game with the colours exchanged and the board seen from the other side. */
function exchangeColors(fen: string): string {
  const [board, turn, castling, passant, ...counters] = fen.split(' ');
  const swapCase = (text: string) =>
    text.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
  const rights = ['K', 'Q', 'k', 'q'].filter((right) => castling!.includes(swapCase(right)));
  return [
    swapCase(board!.split('/').reverse().join('/')),
    turn === 'w' ? 'b' : 'w',
    rights.join('') || '-',
    passant!.replace(/[1-8]/, (rank) => String(9 - Number(rank))),
    ...counters,
  ].join(' ');
}

describe('exchanging the colours changes no count', () => {
  const positions = [...classics, ...traps].map(([name, fen]) => [name, fen] as const);
  test.each(positions)('%s', (_, fen) => {
    const exchanged = unwrap(parseFen(exchangeColors(fen), chessEquipment));
    expect(makeFen(exchanged)).toBe(exchangeColors(makeFen(unwrap(parseFen(fen, chessEquipment)))));
    expect(perft(exchanged, 3)).toBe(perft(unwrap(parseFen(fen, chessEquipment)), 3));
  });
});

describe('a side without a move', () => {
  // The last position: 1.f3 e5 2.g4 Qh4#.
  test.each([
    ['is stalemated if it is not in check', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', false],
    ['is mated if it is in check', '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', true],
    [
      'is mated in the fastest mate of chess',
      'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
      true,
    ],
  ])('%s', (_, fen, check) => {
    const position = unwrap(parseFen(fen, chessEquipment));
    expect(hasLegalMove(position)).toBe(false);
    expect(perft(position, 1)).toBe(0);
    expect(isCheck(position)).toBe(check);
  });

  test('depth 0 counts the position itself', () => {
    expect(perft(unwrap(parseFen(chessStart, chessEquipment)), 0)).toBe(1);
  });
});
