import { describe, expect, test } from 'vitest';
import { parsePiece, WHITE } from '../../src/pieces/army.ts';
import type { Position } from '../../src/position/position.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { endingOf } from '../../src/rules/status.ts';
import { gameOf, read, sans, targets, ucis } from './moves.ts';

// The rules of the paper, in its order, and the questions that it leaves open.

const reach = gameOf('reach');
const withMate = gameOf('reach:nomove=chess');
const undrawn = gameOf('reach:draws=none');

const lostBy = (reason: string) => ({ reason, wdl: -1 });
const drawnBy = (reason: string) => ({ reason, wdl: 0 });

/** White to move in a table of these pieces, by letter and square. */
function place(rules: RuleSet, pieces: string) {
  const men = pieces.split(' ').map((each) => parsePiece(rules.army, each[0]!)!);
  const squares = pieces.split(' ').map((each) => {
    const [, file, rank] = [...each];
    return (Number(rank) - 1) * 8 + 'abcdefgh'.indexOf(file!);
  });
  return rules.place(men, squares, WHITE);
}

test('the game begins as chess does', () => {
  const chess = gameOf('chess');
  expect(reach.makeFen(reach.start)).toBe(chess.makeFen(chess.start));
  expect(ucis(reach, reach.start)).toEqual(ucis(chess, chess.start));
});

describe('1. who moves a piece to the far rank has won', () => {
  test.each([
    ['a king', '8/2K5/8/8/8/5k2/8/8 w', 'Kb8#', 'c7b8'],
    ['a queen', '8/8/8/3Q4/8/8/2k5/K7 w', 'Qd8#', 'd5d8'],
    ['a knight', '8/2N5/8/8/8/8/2k5/K7 w', 'Na8#', 'c7a8'],
    ['a piece that takes', '1n6/8/8/1R6/8/8/4k3/7K w', 'Rxb8#', 'b5b8'],
    ['a pawn', '8/4P3/8/8/8/8/2k5/K7 w', 'e8#', 'e7e8'],
    ['a pawn that takes', '3rn3/4P3/8/8/8/8/2k5/K7 w', 'exd8#', 'e7d8'],
    ['of Black, on rank 1', '8/7K/8/8/8/8/2k1p3/8 b', 'e1#', 'e2e1'],
    ['a piece that could be taken', '1r2k3/8/8/8/8/1R6/8/K7 w', 'Rxb8#', 'b3b8'],
    ['a piece that leaves a mate in one', '8/8/8/8/8/1q2R3/7k/K7 w', 'Re8#', 'e3e8'],
  ])('%s: %s %s', (_, fen, san, uci) => {
    const position = read(reach, fen);
    expect(sans(reach, position)).toContain(san);
    expect(ucis(reach, position)).toContain(uci);
    const after = read(reach, fen, uci);
    expect(reach.over(after)).toEqual(lostBy('reached'));
    expect(reach.ending(after)).toEqual(lostBy('reached'));
    expect(reach.moves(after)).toEqual([]);
  });

  test('a pawn that arrives does not promote', () => {
    const position = read(reach, '3rn3/4P3/8/8/8/8/2k5/K7 w');
    expect(ucis(reach, position, 'e7')).toEqual(['e7d8']);
    expect(reach.parseMove(position, 'e7d8q')).toMatchObject({ ok: false });
    expect(reach.parseMove(position, 'exd8=Q')).toMatchObject({ ok: false });
  });

  test('the own first rank is not the far rank', () => {
    const after = read(reach, '8/8/2k5/8/8/3R4/8/6K1 w', 'Rd1');
    expect(reach.over(after)).toBeUndefined();
  });
});

describe('2. a move is legal if it is in chess, and only a legal move reaches', () => {
  const blocked = '8/1b4k1/8/4r3/8/2R5/8/7K w - - 0 1';
  const fenced = 'r7/4K3/8/8/8/1k6/8/8 w - - 0 1';

  test('a side in check must answer the check: it cannot reach instead (Fig. 2)', () => {
    expect(sans(reach, read(reach, blocked))).toEqual(['Kg1', 'Kh2', 'Rc6', 'Rf3']);
  });

  test.each(['Kg1', 'Kh2', 'Rc6', 'Rf3'])('in Fig. 2 %s loses to Re1', (san) => {
    expect(sans(reach, read(reach, blocked, san))).toContain('Re1#');
  });

  test('a king does not reach where it would be attacked (Fig. 3)', () => {
    expect(targets(reach, read(reach, fenced), 'e7')).toEqual(['d6', 'd7', 'e6', 'f6', 'f7']);
  });

  test('in Fig. 3 every move loses to Ra1, in two plies', () => {
    for (const san of sans(reach, read(reach, fenced))) {
      expect(sans(reach, read(reach, fenced, san))).toContain('Ra1#');
    }
  });

  test('a pinned piece cannot reach', () => {
    expect(targets(reach, read(reach, '7k/r2RK3/8/8/8/8/8/8 w'), 'd7')).toEqual(['a7', 'b7', 'c7']);
  });

  test('a pinned piece gives check all the same', () => {
    const position = read(reach, '4k3/8/8/K3r3/8/8/8/4R3 w');
    expect(reach.check(position)).toBe(true);
    expect(sans(reach, position)).not.toContain('Rf1');
  });

  test('a piece gives check that could rather win elsewhere', () => {
    const position = read(reach, '8/6R1/8/K7/8/7k/r7/8 w');
    expect(sans(reach, position)).toEqual(['Kb4', 'Kb5', 'Kb6']);
  });

  test('castling is as in chess', () => {
    const position = read(reach, '4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1');
    expect(sans(reach, position)).toEqual(expect.arrayContaining(['O-O', 'O-O-O']));
    // The king goes along its own first rank, which wins nothing.
    for (const side of ['e1g1', 'e1c1']) {
      const after = read(reach, '4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1', side);
      expect(reach.over(after)).toBeUndefined();
    }
    const attacked = read(reach, '4kr2/8/8/8/8/8/PPPPP1PP/R3K2R w KQ - 0 1');
    expect(sans(reach, attacked)).toContain('O-O-O');
    expect(sans(reach, attacked)).not.toContain('O-O');
  });

  test('taking en passant is as in chess', () => {
    const after = read(reach, '8/8/8/4k3/2p5/8/3P4/6K1 w', 'd4+');
    expect(reach.makeFen(after)).toBe('8/8/8/4k3/2pP4/8/8/6K1 b - d3 0 1');
    expect(sans(reach, after)).toContain('cxd3');
  });
});

describe('3. a side without a legal move passes', () => {
  const notInCheck = '8/8/8/8/8/6q1/k7/7K w - - 4 9';
  const inCheck = '8/8/8/8/8/6k1/6q1/7K w - - 4 9';

  test.each([
    ['in check', inCheck],
    ['not in check', notInCheck],
  ])('%s: the pass is its only move, and the game goes on', (_, fen) => {
    const position = read(reach, fen);
    expect(reach.ending(position)).toBeUndefined();
    expect(sans(reach, position)).toEqual(['--']);
    expect(ucis(reach, position)).toEqual(['0000']);
    for (const text of ['--', '0000']) {
      expect(reach.makeFen(read(reach, fen, text))).toBe(fen.replace(' w - - 4 9', ' b - - 5 9'));
    }
  });

  test('a pass ends a right to take en passant', () => {
    // The pawn on c4 may not take: it would open the rank to its king.
    const fen = '8/1R6/2N5/8/k1pP3R/2P5/6K1/1N6 b - d3 0 1';
    expect(sans(reach, read(reach, fen))).toEqual(['--']);
    const after = read(reach, fen, '--');
    expect(after.enPassant).toBeUndefined();
    expect(reach.makeFen(after)).toBe('8/1R6/2N5/8/k1pP3R/2P5/6K1/1N6 w - - 1 2');
  });

  test('a pass of Black begins a new move', () => {
    const after = read(reach, '7k/5Q2/8/8/8/8/8/K7 b - - 0 1', '--');
    expect(reach.makeFen(after)).toBe('7k/5Q2/8/8/8/8/8/K7 w - - 1 2');
  });

  test('after a pass in check the king that is attacked cannot be taken', () => {
    const after = read(reach, inCheck, '--');
    expect(reach.isAfterPass(after)).toBe(true);
    expect(targets(reach, after, 'g2')).not.toContain('h1');
    expect(sans(reach, after)).toContain('Qf1#');
  });

  test('a position that only a pass in check leads to is read, and is written as it was', () => {
    const fen = reach.makeFen(read(reach, inCheck, '--'));
    expect(reach.makeFen(read(reach, fen))).toBe(fen);
  });

  test('a side may be in check still when its turn comes again, and passes again', () => {
    const again = read(reach, inCheck, '--', 'Qh2');
    expect(reach.check(again)).toBe(true);
    expect(sans(reach, again)).toEqual(['--']);
    expect(reach.isAfterPass(read(reach, inCheck, '--', 'Qh2', '--'))).toBe(true);
  });

  test('whoever has a move must make it, even into a loss', () => {
    const zugzwang = read(reach, '8/8/2r2r2/6p1/7k/2B2B2/6K1/8 b');
    expect(ucis(reach, zugzwang)).not.toContain('0000');
    for (const pass of ['--', '0000']) {
      expect(reach.parseMove(zugzwang, pass)).toMatchObject({ ok: false });
    }
  });

  test('a mate of chess is check, not #', () => {
    const position = read(reach, '8/8/8/8/8/6k1/1q6/7K b');
    expect(sans(reach, position)).toContain('Qg2+');
    expect(sans(reach, position)).toContain('Qb1#');
  });
});

describe('4. if neither side has a move, the game is drawn', () => {
  const locked = '6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6';

  test.each(['w', 'b'])('whoever is to move: %s', (turn) => {
    const position = read(reach, `${locked} ${turn}`);
    expect(reach.ending(position)).toEqual(drawnBy('double stalemate'));
    expect(reach.moves(position)).toEqual([]);
  });

  test('the move that locks the board is not a winning one', () => {
    const unlocked = read(reach, '6bk/5p1p/5P2/7P/8/p1p5/P1P5/KB6 w');
    expect(sans(reach, unlocked)).toEqual(['h6']);
  });

  test('one piece that can move is enough to go on', () => {
    const position = read(reach, `${locked.replace('/8/8/', '/4n3/8/')} w`);
    expect(reach.ending(position)).toBeUndefined();
    expect(sans(reach, position)).toEqual(['--']);
  });
});

describe('a position in which a piece has reached', () => {
  const cases: [fen: string, wdl: number][] = [
    ['3R4/8/8/8/8/2k5/8/K7 b - - 0 1', -1],
    ['3R4/8/8/8/8/2k5/8/K7 w - - 0 1', 1],
    ['P7/8/8/8/8/2k5/8/K7 b - - 0 1', -1],
    ['8/8/7K/8/8/8/8/3k4 w - - 0 1', -1],
    ['3K4/8/8/8/8/8/5p2/3k4 w - - 0 1', -1],
  ];

  test.each(cases)('is read, but has ended: %s', (fen, wdl) => {
    const position = read(reach, fen);
    expect(reach.over(position)).toEqual({ reason: 'reached', wdl });
    expect(reach.ending(position)).toEqual({ reason: 'reached', wdl });
    expect(reach.moves(position)).toEqual([]);
    expect(reach.makeFen(position)).toBe(fen);
  });
});

describe('a table', () => {
  test.each([
    ['two bare kings', 'Ke1 ke3', true],
    ['a white piece on rank 8', 'Ka1 Rd8 kc3', 'over'],
    ['a black piece on rank 1', 'Ka3 kc3 rd1', 'over'],
    ['the white king on rank 8', 'Ka8 kc3', 'over'],
    ['a white piece on rank 1, a black one on rank 8', 'Ka1 Rd1 kc8', true],
    ['kings side by side', 'Ka1 kb2', 'adjacent-kings'],
    ['a pawn on rank 1', 'Ka1 Pd1 kc3', 'pawn-rank'],
    ['a king attacked that has a move', 'Ka1 Qh4 kh8', 'opponent-in-check'],
    ['a king attacked after a pass', 'Kg6 Qg7 kh8', true],
    [
      'a king attacked after a pass by which the other one would be, too',
      'Kg6 Qg7 kh8 ra6',
      'opponent-in-check',
    ],
  ])('for White to move, of %s: %s', (_, pieces, expected) => {
    const placed = place(reach, pieces);
    expect(placed.ok || placed.problem.code).toBe(expected);
  });

  test('has no such position in which the side to move has no move either: a pass there has drawn', () => {
    const locked = '6bk/5pPp/5P1P/8/8/p1p5/P1P5/KB6';
    expect(reach.ending(read(reach, `${locked} b`))).toEqual(drawnBy('double stalemate'));
    expect(reach.parseFen(`${locked} w`)).toMatchObject({
      ok: false,
      problem: { code: 'opponent-in-check' },
    });
  });

  test('is needed of two bare kings, too, and a promotion leads to no other', () => {
    const men = [...'Kk'].map((letter) => parsePiece(reach.army, letter)!);
    expect(reach.isSettled(men)).toBe(false);
    expect(reach.army.map(({ promotions }) => promotions.length)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('is folded left to right only: the far rank is no other side of the board', () => {
    const men = [...'KQk'].map((letter) => parsePiece(reach.army, letter)!);
    expect(reach.symmetries(men)).toHaveLength(2);
    expect(reach.symmetries(men)[1]![0]).toBe(7);
    expect(reach.flip![0]).toBe(56);
  });
});

describe('in games', () => {
  const ending = (fen: string, times = 1) => endingOf(reach, read(reach, fen), times);

  test('no few pieces are a draw', () => {
    for (const fen of ['8/8/8/8/3k4/8/8/K7 w', '8/8/8/8/3k4/8/8/KN6 w', '8/8/8/8/3k4/8/8/KB6 w']) {
      expect(ending(fen)).toBeUndefined();
    }
  });

  test('threefold repetition and 50 moves are, as in chess', () => {
    expect(ending('8/8/8/8/3k4/8/8/K7 w', 3)).toEqual(drawnBy('threefold repetition'));
    expect(ending('8/8/8/8/3k4/8/8/K7 w - - 99 80')).toBeUndefined();
    expect(ending('8/8/8/8/3k4/8/8/K7 w - - 100 80')).toEqual(drawnBy('50-move rule'));
  });
});

describe('with draws=none', () => {
  const ending = (rules: RuleSet, fen: string, times = 1) =>
    endingOf(rules, read(rules, fen), times);

  test.each(['reach:draws=none', 'reach:nomove=chess,draws=none'])(
    '%s has neither threefold repetition nor the rule of 50 moves',
    (name) => {
      const rules = gameOf(name);
      expect(ending(rules, '8/8/8/8/3k4/8/8/K7 w', 5)).toBeUndefined();
      expect(ending(rules, '8/8/8/8/3k4/8/8/K7 w - - 100 80')).toBeUndefined();
      expect(rules.pliesTo50Moves(read(rules, '8/8/8/8/3k4/8/8/K7 w - - 99 80'))).toBe(Infinity);
    },
  );

  test('a double stalemate is still a draw', () => {
    const locked = '6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6 w';
    expect(ending(undrawn, locked)).toEqual(drawnBy('double stalemate'));
  });

  test('tables are those of the game with draws, as they ignore both', () => {
    const withBoth = gameOf('reach:nomove=chess,draws=none');
    expect([undrawn.tables, undrawn.folder]).toEqual(['reach', 'reach']);
    expect([withBoth.tables, withBoth.folder]).toEqual(['reach:nomove=chess', withMate.folder]);
    expect(undrawn.fingerprint).toBe(reach.fingerprint);
    expect(withBoth.fingerprint).toBe(withMate.fingerprint);
  });

  test('its name and title say so, and draws=chess is the game itself', () => {
    expect(undrawn.title).toBe('Reach Chess (draws=none)');
    expect(gameOf('reach:draws=none,nomove=chess').name).toBe('reach:nomove=chess,draws=none');
    expect(gameOf('reach:draws=chess')).toBe(reach);
  });
});

describe('with nomove=chess', () => {
  const passes = (rules: RuleSet, position: Position) => ucis(rules, position).includes('0000');

  test.each([
    ['8/8/8/8/8/6k1/6q1/7K w', lostBy('checkmate')],
    ['8/8/8/8/8/6q1/k7/7K w', drawnBy('stalemate')],
    ['6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6 w', drawnBy('stalemate')],
  ])('nobody passes: %s', (fen, end) => {
    const position = read(withMate, fen);
    expect(withMate.ending(position)).toEqual(end);
    expect(passes(withMate, position)).toBe(false);
  });

  test('reaching wins as well, and a mate is #', () => {
    const position = read(withMate, '8/8/8/8/8/6k1/1q6/7K b');
    expect(sans(withMate, position)).toEqual(expect.arrayContaining(['Qg2#', 'Qb1#']));
  });

  test('an attacked king whose side is not to move is refused', () => {
    expect(place(withMate, 'Kg6 Qg7 kh8')).toMatchObject({
      ok: false,
      problem: { code: 'opponent-in-check' },
    });
  });

  test('nomove=pass is the game itself', () => {
    expect(gameOf('reach:nomove=pass')).toBe(reach);
  });
});
