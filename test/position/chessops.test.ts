import { Chess } from 'chessops/chess';
import { makeFen as oracleMakeFen, parseFen as oracleParseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { makeUci as oracleMakeUci } from 'chessops/util';
import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { makeFen, parseFen } from '../../src/notation/fen.ts';
import { makeSan, parseSan } from '../../src/notation/san.ts';
import { makeUci } from '../../src/notation/uci.ts';
import { isCheck } from '../../src/position/attacks.ts';
import { hasLegalMove, legalMoves, type Move, play } from '../../src/position/moves.ts';
import type { Position } from '../../src/position/position.ts';
import { castlingOf } from '../../src/position/specialMoves.ts';
import { chessEquipment, chessStart } from '../../src/rules/chessPieces.ts';
import { cases, thorough } from '../thorough.ts';

/** Whole numbers from 0 to below `limit`: a linear congruential generator, Numerical Recipes' constants. */
type Random = (limit: number) => number;

function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** How often each kind of move was compared: agreement on moves that never occur would prove nothing. */
class Tally {
  positions = 0;
  castlings = 0;
  enPassants = 0;
  promotions = 0;
  checks = 0;
  mates = 0;
  stalemates = 0;
}

function oracleOf(fen: string): Chess | undefined {
  return oracleParseFen(fen)
    .chain((setup) => Chess.fromSetup(setup))
    .unwrap(
      (chess) => chess,
      () => undefined,
    );
}

/** The oracle's legal moves by UCI text. It castles by moving the king onto its own rook. */
function oracleMoves(oracle: Chess): Map<string, NormalMove> {
  const moves = new Map<string, NormalMove>();
  for (const [from, targets] of oracle.allDests()) {
    for (const target of targets) {
      const castles = oracle.board[oracle.turn].has(target);
      const to = castles ? from + (target > from ? 2 : -2) : target;
      const promotes = oracle.board.pawn.has(from) && (to < 8 || to >= 56);
      const promotions = promotes ? (['queen', 'rook', 'bishop', 'knight'] as const) : [undefined];
      for (const promotion of promotions) {
        const move: NormalMove = promotion ? { from, to, promotion } : { from, to };
        moves.set(oracleMakeUci(move), move);
      }
    }
  }
  return moves;
}

/** Compares a position's moves, and each move's SAN, check and next FEN. */
function comparePosition(position: Position, oracle: Chess, tally: Tally): readonly Move[] {
  const fen = makeFen(position);
  expect(fen).toBe(oracleMakeFen(oracle.toSetup()));
  const moves = legalMoves(position);
  const expected = oracleMoves(oracle);
  const ours = moves.map((move) => makeUci(move, chessEquipment));
  expect(ours.toSorted(), fen).toEqual([...expected.keys()].sort());
  tally.positions++;
  if (moves.length === 0) tally[isCheck(position) ? 'mates' : 'stalemates']++;

  const answers = moves.map((move, i) => {
    const after = play(position, move);
    const check = isCheck(after);
    const mark = check ? (hasLegalMove(after) ? '+' : '#') : '';
    const san = makeSan(position, move, moves);
    tally.castlings += castlingOf(position, move) ? 1 : 0;
    tally.enPassants += position.enPassant?.passed.includes(move.to) && /^[a-h]x/.test(san) ? 1 : 0;
    tally.promotions += move.promotion === undefined ? 0 : 1;
    tally.checks += check ? 1 : 0;
    return `${ours[i]} ${san}${mark} ${makeFen(after)}`;
  });
  const oracleAnswers = ours.map((uci) => {
    const after = oracle.clone();
    const san = makeSanAndPlay(after, expected.get(uci)!);
    return `${uci} ${san} ${oracleMakeFen(after.toSetup())}`;
  });
  expect(answers, fen).toEqual(oracleAnswers);
  return moves;
}

/** Plays at random until the game or `plies` ends, comparing every position on the way. */
function compareGame(start: string, plies: number, random: Random, tally: Tally): void {
  let position = unwrap(parseFen(start, chessEquipment));
  const oracle = oracleOf(start)!;
  for (let ply = 0; ply <= plies; ply++) {
    const moves = comparePosition(position, oracle, tally);
    if (moves.length === 0) return;
    const move = moves[random(moves.length)]!;
    oracle.play(oracleMoves(oracle).get(makeUci(move, chessEquipment))!);
    position = play(position, move);
  }
}

/** Both kings and up to six other pieces at random: most are positions, some are not. */
function throwMen(random: Random): string {
  const board: string[] = Array.from({ length: 64 }, () => '1');
  const put = (man: string) => {
    const pawn = man.toLowerCase() === 'p';
    const square = pawn ? 8 + random(48) : random(64);
    if (board[square] === '1') board[square] = man;
  };
  board[random(32)] = 'K';
  board[32 + random(32)] = 'k';
  for (let left = 1 + random(6); left > 0; left--) put('QRBNPPPqrbnppp'[random(14)]!);
  const rows = Array.from({ length: 8 }, (_, row) => board.slice(row * 8, row * 8 + 8).join(''));
  return `${rows.join('/')} ${'wb'[random(2)]} - - 0 1`;
}

/** Kings and rooks at home with their rights, and two more pieces. */
function throwCastlers(random: Random): string {
  const middle = Array.from({ length: 6 }, () => Array.from({ length: 8 }, () => '1'));
  for (let left = 2; left > 0; left--) {
    middle[random(6)]![random(8)] = 'QBNPqbnp'[random(8)]!;
  }
  const rows = middle.map((row) => row.join(''));
  return `r3k2r/${rows.join('/')}/R3K2R ${'wb'[random(2)]} KQkq - 0 1`;
}

/** A black pawn that has just moved two squares, beside a white one, the kings and three other pieces, one a slider. */
function throwPassedPawns(random: Random): string {
  const board: string[] = Array.from({ length: 64 }, () => '1');
  const file = random(8);
  const beside = file === 0 ? 1 : file === 7 ? 6 : file + (random(2) === 0 ? 1 : -1);
  board[24 + file] = 'p';
  board[24 + beside] = 'P';
  const passed = [8 + file, 16 + file];
  for (const man of ['K', 'k', 'qrb'[random(3)]!, 'QRBNPqrbnp'[random(10)]!, 'p']) {
    let square = 8 + random(48);
    while (board[square] !== '1' || passed.includes(square)) square = 8 + random(48);
    board[square] = man;
  }
  const rows = Array.from({ length: 8 }, (_, row) => board.slice(row * 8, row * 8 + 8).join(''));
  return `${rows.join('/')} w - ${'abcdefgh'[file]}6 0 1`;
}

function throwPositions(count: number, random: Random, thrower: (random: Random) => string) {
  const fens: string[] = [];
  while (fens.length < count) {
    const fen = thrower(random);
    const position = parseFen(fen, chessEquipment);
    expect(position.ok, fen).toBe(oracleOf(fen) !== undefined);
    if (position.ok) fens.push(fen);
  }
  return fens;
}

test('random games from the start agree with chessops in moves, SAN and FEN', () => {
  const random = seeded(20240601);
  const tally = new Tally();
  for (let game = 0; game < cases(25); game++) compareGame(chessStart, 120, random, tally);
  expect(tally.positions).toBeGreaterThan(cases(2000, 0));
  expect(tally.castlings).toBeGreaterThan(cases(50, 0));
  expect(tally.enPassants).toBeGreaterThan(cases(10, 0));
  expect(tally.promotions).toBeGreaterThan(cases(25, 0));
});

test('random endings agree with chessops in moves, SAN and FEN', () => {
  const random = seeded(7);
  const tally = new Tally();
  for (const fen of throwPositions(cases(2000), random, throwMen))
    compareGame(fen, 6, random, tally);
  expect(tally.positions).toBeGreaterThan(cases(10000, 0));
  expect(tally.promotions).toBeGreaterThan(cases(3000, 0));
  if (!thorough) return;
  // Rare.
  expect(tally.mates).toBeGreaterThan(5);
  expect(tally.stalemates).toBeGreaterThan(3);
});

test('random games with castling rights agree with chessops in moves, SAN and FEN', () => {
  const random = seeded(99);
  const tally = new Tally();
  for (const fen of throwPositions(cases(300), random, throwCastlers))
    compareGame(fen, 6, random, tally);
  expect(tally.positions).toBeGreaterThan(cases(1500, 0));
  expect(tally.castlings).toBeGreaterThan(cases(300, 0));
  expect(tally.checks).toBeGreaterThan(cases(500, 0));
});

test('random games from a double step agree with chessops in moves, SAN and FEN', () => {
  const random = seeded(5);
  const tally = new Tally();
  const fens = throwPositions(cases(1000), random, throwPassedPawns);
  for (const fen of fens) compareGame(fen, 1, random, tally);
  const dropped = fens.filter(
    (fen) => unwrap(parseFen(fen, chessEquipment)).enPassant === undefined,
  );
  expect(tally.enPassants).toBeGreaterThan(cases(500, 0));
  expect(dropped.length).toBeGreaterThan(cases(50, 0));
});

test('each SAN of a random game, bare or as chessops marks it, reads back as its move', () => {
  const random = seeded(3);
  let read = 0;
  const starts = [
    ...Array.from({ length: cases(10, 1) }, () => chessStart),
    ...throwPositions(cases(200), random, throwMen),
    ...throwPositions(cases(50), random, throwCastlers),
    ...throwPositions(cases(50), random, throwPassedPawns),
  ];
  for (const start of starts) {
    let position = unwrap(parseFen(start, chessEquipment));
    for (let ply = 0; ply < 20; ply++) {
      const moves = legalMoves(position);
      if (moves.length === 0) break;
      const oracle = oracleOf(makeFen(position))!;
      const expected = oracleMoves(oracle);
      const uci = (move: Move) => makeUci(move, chessEquipment);
      const reads = (san: string) => uci(unwrap(parseSan(position, san, moves)));
      const answers = moves.map((move) => {
        const san = makeSan(position, move, moves);
        const marked = makeSanAndPlay(oracle.clone(), expected.get(uci(move))!);
        return [marked.replace(/[+#]$/, '') === san, reads(san), reads(marked)].join(' ');
      });
      expect(answers).toEqual(moves.map((move) => `true ${uci(move)} ${uci(move)}`));
      read += moves.length;
      position = play(position, moves[random(moves.length)]!);
    }
  }
  expect(read).toBeGreaterThan(cases(50000, 0));
});
