import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { describe, expect, test } from 'vitest';
import { board8x8, parseSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { BLACK } from '../../src/pieces/army.ts';
import { royalOf } from '../../src/position/position.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { pass } from '../../src/rules/pass.ts';
import {
  backRankMetacheck,
  checkBecomesMetacheckmate,
  examples,
  stalemateBecomesMetacheckmate,
} from './examples.ts';
import { afterMoves, chessMoves, mateAfter, permitted, read } from './positions.ts';

describe.each(examples)('$title', ({ fen, green, amber, check, metacheck, over }) => {
  const position = read(fen);

  test('the green moves are those that the rule permits', () => {
    expect(permitted(position)).toEqual(green);
  });

  test('the amber moves are the rest of the chess-legal ones', () => {
    expect(chessMoves(position)).toEqual([...green, ...Object.keys(amber)].sort());
  });

  test('the glow around the king: red for check, amber for metacheck', () => {
    expect(metachess.check(position)).toBe(check);
    expect(metachess.metacheck(position)).toBe(metacheck);
  });

  test('how the game stands', () => {
    expect(metachess.ending(position)?.reason ?? null).toBe(over);
  });
});

const ambers = examples.flatMap(({ title, fen, amber }) =>
  Object.entries(amber).map(([move, reply]) => ({ title, fen, move, reply })),
);

test.each(ambers)('$title: $move hangs $reply', ({ fen, move, reply }) => {
  const position = read(fen);
  expect(mateAfter(position, move)).toBe(reply);
  expect(chess.ending(afterMoves(position, move, reply))).toEqual({ reason: 'checkmate', wdl: -1 });
});

describe('example 1: back-rank metacheck', () => {
  const position = read(backRankMetacheck.fen);

  test("if it were Black's turn, Ra1# would mate", () => {
    const passed = pass(position);
    const reply = unwrap(metachess.parseMove(passed, 'Ra1'));
    expect(metachess.makeSan(passed, reply)).toBe('Ra1#');
    expect(chess.ending(afterMoves(passed, 'Ra1'))?.reason).toBe('checkmate');
  });

  test("the king is hemmed in by its own pawns: without them it's no metacheck", () => {
    const free = read(backRankMetacheck.fen.replace('5PPP', '8'));
    expect(metachess.metacheck(free)).toBe(false);
  });

  test.each(['f3', 'f4', 'g3', 'g4', 'h3', 'h4'])(
    'pushing a pawn with %s opens an escape square',
    (push) => {
      expect(mateAfter(position, push)).toBeUndefined();
      const checked = afterMoves(position, push, 'Ra1');
      expect(metachess.check(checked)).toBe(true);
      const flight = `g1${push[0]}2`;
      expect(chessMoves(checked)).toContain(flight);
    },
  );

  test('after Kf1, Ra1+ would no longer be mate', () => {
    expect(mateAfter(position, 'Kf1')).toBeUndefined();
    const sidled = afterMoves(position, 'Kf1');
    const rook = unwrap(metachess.parseMove(sidled, 'Ra1'));
    expect(metachess.makeSan(sidled, rook)).toBe('Ra1+');
    expect(chessMoves(afterMoves(sidled, 'Ra1'))).toEqual(['f1e2']);
  });

  test('after Kh1 the king still gets mated', () => {
    expect(mateAfter(position, 'Kh1')).toBe('Ra1#');
    expect(permitted(position)).not.toContain('g1h1');
  });

  test('in chess all eight moves are legal and there is no metacheck', () => {
    expect(permitted(position, chess)).toHaveLength(8);
    expect(chess.metacheck(position)).toBe(false);
  });
});

describe('example 2: chess-check becomes metacheckmate', () => {
  const { fen } = checkBecomesMetacheckmate;
  const position = read(fen);

  test('the rook on c2, and nothing else, gives check', () => {
    const oracle = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    expect([...oracle.ctx().checkers]).toEqual([unwrap(parseSquare('c2', board8x8))]);
  });

  test('the three chess-legal moves are escapes of the king', () => {
    const moves = chessMoves(position);
    expect(moves).toHaveLength(3);
    expect(moves.every((move) => move.startsWith('f2'))).toBe(true);
    expect(royalOf(position, BLACK)).toBe(unwrap(parseSquare('f2', board8x8)));
  });

  test('Black is metacheckmated, and in chess plays on', () => {
    expect(metachess.ending(position)).toEqual({ reason: 'metacheckmate', wdl: -1 });
    expect(chess.ending(position)).toBeUndefined();
  });
});

describe('example 3: stalemate becomes metacheckmate', () => {
  const position = read(stalemateBecomesMetacheckmate.fen);

  test('in chess it is stalemate: no legal move, no check, a draw', () => {
    expect(chessMoves(position)).toEqual([]);
    expect(chess.check(position)).toBe(false);
    expect(chess.ending(position)).toEqual({ reason: 'stalemate', wdl: 0 });
  });

  test('Qg7# is waiting if Black could pass', () => {
    const passed = pass(position);
    const mates = metachess
      .moves(passed)
      .map((move) => metachess.makeSan(passed, move))
      .filter((san) => san.endsWith('#') && chess.ending(afterMoves(passed, san))?.wdl === -1);
    expect(mates).toEqual(['Qg7#']);
  });

  test('the draw becomes a loss', () => {
    expect(metachess.ending(position)).toEqual({ reason: 'metacheckmate', wdl: -1 });
  });
});
