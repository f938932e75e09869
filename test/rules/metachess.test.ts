import { describe, expect, test } from 'vitest';
import { board8x8, makeSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { findMate } from '../../src/position/mate.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { pass } from '../../src/rules/pass.ts';
import { afterMoves, chessMoves, mateAfter, permitted, read } from './positions.ts';

/** The SAN of the only move that gives chess checkmate, or undefined. */
function onlyMate(fen: string): string | undefined {
  const position = read(fen);
  const mates = metachess
    .moves(position)
    .filter((move) => chess.ending(metachess.play(position, move))?.reason === 'checkmate')
    .map((move) => metachess.makeSan(position, move));
  expect(mates.length).toBeLessThan(2);
  const found = findMate(position);
  expect(found && metachess.makeSan(position, found)).toBe(mates[0]);
  return mates[0];
}

describe('mate1: a move after which the opponent is in check and has no chess-legal move', () => {
  test.each([
    ['a rook on the back rank', 'r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1', 'Ra1#'],
    ['discovered check', '8/2N5/8/8/8/p7/3R4/1R1K3k w - - 0 1', 'Kc2#'],
    ['promotion to a knight', '1b6/k1Pp4/r7/8/1K6/8/6Q1/8 w - - 0 1', 'c8=N#'],
    ['castling', 'r7/8/8/8/8/5kNP/3P3P/4K2R w K - 0 1', 'O-O#'],
    ['castling, once the right is gone', 'r7/8/8/8/8/5kNP/3P3P/4K2R w - - 0 1', undefined],
    ['an en passant capture', '8/8/6R1/5pP1/8/4K2Q/8/6k1 w - f6 0 2', 'gxf6#'],
    [
      'en passant, by the line that the two pawns leave',
      '8/1K3B2/8/1kpP2R1/6Q1/8/8/8 w - c6 0 2',
      'dxc6#',
    ],
    [
      'en passant, by the line of the captured pawn',
      'R7/1k6/8/K2pP3/8/5B2/8/8 w - d6 0 2',
      'exd6#',
    ],
    ['a promotion that stalemates is no mate', '8/5P1k/8/5K2/8/8/8/8 w - - 0 1', undefined],
    ['stalemate is no mate', '7k/8/7K/8/8/8/8/5Q2 w - - 0 1', 'Qf8#'],
    ['check with a way out is no mate', 'r5k1/8/8/8/8/8/5PP1/6K1 b - - 0 1', undefined],
  ])('%s: %s', (_, fen, mate) => {
    expect(onlyMate(fen)).toBe(mate);
  });

  test('en passant captures count as replies: a mate that one refutes is no mate', () => {
    const fen = '8/1K6/8/2k5/p5R1/3Q4/1P6/8 w - - 0 1';
    const pushed = afterMoves(read(fen), 'b4');
    expect(chess.check(pushed)).toBe(true);
    expect(chessMoves(pushed)).toEqual(['a4b3']);
    expect(onlyMate(fen)).toBeUndefined();
    // Without the pawn that captures, the same push mates.
    expect(onlyMate(fen.replace('p5R1', '6R1'))).toBe('b4#');
  });
});

describe('a move is legal if it is chess-legal and hangs no mate', () => {
  test('the chess rules remain: what chess forbids is not legal', () => {
    const pinned = read('4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1');
    expect(chessMoves(pinned)).not.toContain('e2d2');
    expect(permitted(pinned)).not.toContain('e2d2');
  });

  test('a move with a mating reply is forbidden, even the capture of a queen', () => {
    const position = read('4r1k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - 0 1');
    expect(chessMoves(position)).toContain('d1d5');
    expect(mateAfter(position, 'Rxd5')).toBe('Re1#');
    expect(permitted(position)).not.toContain('d1d5');
    // With an escape square the same capture is permitted.
    const airy = read('4r1k1/5ppp/8/3q4/8/7P/5PP1/3R2K1 w - - 0 1');
    expect(permitted(airy)).toContain('d1d5');
  });

  test('a double push is forbidden if the opponent may mate by capturing en passant', () => {
    const position = read('8/5p2/6R1/6P1/8/4K2Q/8/6k1 b - - 0 1');
    expect(chessMoves(position)).toContain('f7f5');
    expect(mateAfter(position, 'f5')).toBe('gxf6#');
    expect(permitted(position)).not.toContain('f7f5');
  });

  test('a move is permitted if an en passant capture refutes the reply that would mate', () => {
    const position = read('8/1K6/3k4/8/p5R1/3Q4/1P6/8 b - - 0 1');
    const reached = afterMoves(position, 'Kc5', 'b4');
    expect(chessMoves(reached)).toEqual(['a4b3']);
    expect(mateAfter(position, 'Kc5')).toBeUndefined();
    const without = read('8/1K6/3k4/8/6R1/3Q4/1P6/8 b - - 0 1');
    expect(mateAfter(without, 'Kc5')).toBe('b4#');
  });

  test('`permits` checks only whether the side to move has a mate', () => {
    expect(metachess.permits(read('r5k1/8/8/8/8/8/5PPP/7K b - - 0 1'))).toBe(false);
    expect(metachess.permits(read('r5k1/8/8/8/8/8/5PPP/5K2 b - - 0 1'))).toBe(true);
  });
});

describe('the reply that mates is judged by chess alone', () => {
  // White's only mate is O-O#, which metachess forbids: with the king on f1, Ra1 would mate first.
  const mating = 'r7/8/8/8/8/5kNP/3P3P/4K2R w K - 0 1';
  const before = '8/r7/8/8/8/5kNP/3P3P/4K2R b K - 0 1';

  test('the reply need not be legal in metachess itself', () => {
    const position = read(mating);
    expect(onlyMate(mating)).toBe('O-O#');
    expect(mateAfter(position, 'O-O')).toBe('Ra1#');
    expect(permitted(position)).not.toContain('e1g1');
  });

  test('and forbids the move before it all the same', () => {
    const position = read(before);
    expect(mateAfter(position, 'Ra8')).toBe('O-O#');
    expect(permitted(position)).not.toContain('a7a8');
  });

  test('the mate it gives is a chess mate: a metacheckmate is not enough', () => {
    // After Rc2+ Black is metacheckmated and not checkmated, so the move before it is permitted.
    const position = read('8/8/8/3K4/8/R7/5k2/2R5 b - - 0 1');
    const reached = afterMoves(position, 'Kg2');
    const reply = unwrap(metachess.parseMove(reached, 'Rc2'));
    expect(metachess.makeSan(reached, reply)).toBe('Rc2#');
    expect(metachess.ending(metachess.play(reached, reply))?.reason).toBe('metacheckmate');
    expect(chess.ending(metachess.play(reached, reply))).toBeUndefined();
    expect(mateAfter(position, 'Kg2')).toBeUndefined();
  });
});

describe('pass', () => {
  test('gives the other side the move and removes the en passant right', () => {
    const position = read('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2');
    expect(makeSquare(position.enPassant!.passed[0]!, board8x8)).toBe('d6');
    expect(metachess.makeFen(pass(position))).toBe('4k3/8/8/3pP3/8/8/8/4K3 b - - 0 2');
  });
});

describe('metacheck: not in chess check, and the opponent could mate if it were the opponent’s move', () => {
  test.each([
    ['mated at once after a pass', 'r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1', false, true],
    ['in chess check: never metacheck', '6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1', true, false],
    ['neither', '6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1', false, false],
    ['a check after a pass is no mate', 'r5k1/8/8/8/8/8/5PP1/6K1 w - - 0 1', false, false],
  ])('%s', (_, fen, check, metacheck) => {
    expect(metachess.check(read(fen))).toBe(check);
    expect(metachess.metacheck(read(fen))).toBe(metacheck);
    expect(chess.metacheck(read(fen))).toBe(false);
  });
});

describe('no metachess-legal move', () => {
  const rows: [claim: string, fen: string, moves: number, over: string, wdl: number][] = [
    ['chess checkmate: metacheckmate', 'R5k1/5ppp/8/8/8/8/8/6K1', 0, 'metacheckmate', -1],
    ['in check, every escape hangs a mate: metacheckmate', '8/8/8/3K4/8/R7/2R2k2/8', 3, 'metacheckmate', -1],
    ['in metacheck without a chess move: metacheckmate', '7k/8/7K/8/8/8/8/6Q1', 0, 'metacheckmate', -1],
    ['in metacheck, every move hangs a mate: metacheckmate', 'k7/8/1K6/8/8/4R3/8/8', 1, 'metacheckmate', -1],
    ['no chess move, neither check nor metacheck: stalemate', '5k2/5P2/5K2/8/8/8/8/8', 0, 'stalemate', 0],
    ['chess moves that all hang a mate, neither check nor metacheck: stalemate', '6k1/8/6K1/8/8/8/5Q2/8', 1, 'stalemate', 0],
  ]; // biome-ignore format: a table

  test.each(rows)('%s', (_, board, moves, over, wdl) => {
    const position = read(`${board} b - - 0 1`);
    expect(chessMoves(position)).toHaveLength(moves);
    expect(permitted(position)).toEqual([]);
    expect(metachess.ending(position)).toEqual({ reason: over, wdl });
    expect(metachess.ending(position, [])).toEqual({ reason: over, wdl });
  });

  test('a game continues while one move is legal', () => {
    const position = read('r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1');
    expect(metachess.ending(position)).toBeUndefined();
    expect(metachess.ending(position, metachess.legalMoves(position))).toBeUndefined();
  });
});
