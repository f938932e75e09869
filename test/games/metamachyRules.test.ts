import { describe, expect, test } from 'vitest';
import { makeSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { BLACK, makePiece, parsePiece, WHITE } from '../../src/pieces/army.ts';
import { Game } from '../../src/play/game.ts';
import { pieceAt } from '../../src/position/position.ts';
import { planTables } from '../../src/solve/plan.ts';
import { parseMaterial } from '../../src/table/material.ts';
import { fenOf, gameOf, played, read, targets } from './moves.ts';

// What the rules of Metamachy say besides its pawns, princes, cannons, kings and FENs, for which see metamachy.test.ts
// and metamachyLeap.test.ts.

const metamachy = gameOf('metamachy');
const { army, board, start } = metamachy;

const position = (pieces: string, rest?: string) => read(metamachy, fenOf(metamachy, pieces, rest));
const targetsOf = (from: string, pieces: string) => targets(metamachy, position(pieces), from);

/** The letters of a rank in the initial position, from left to right. */
const rankOf = (rank: number) =>
  Array.from({ length: 12 }, (_, file) => {
    const piece = pieceAt(start, (rank - 1) * 12 + file);
    return piece ? makePiece(army, piece) : '.';
  }).join('');

describe('the initial position', () => {
  test('is on twelve files and ranks, a1 to l12', () => {
    expect([board.files, board.ranks]).toEqual([12, 12]);
    expect(makeSquare(board.size - 1, board)).toBe('l12');
  });

  test.each([
    ['K', 'king', 1],
    ['Q', 'queen', 1],
    ['G', 'eagle', 1],
    ['L', 'lion', 1],
    ['R', 'rook', 2],
    ['B', 'bishop', 2],
    ['N', 'knight', 2],
    ['C', 'cannon', 2],
    ['M', 'camel', 2],
    ['E', 'elephant', 2],
    ['I', 'prince', 2],
    ['P', 'pawn', 12],
  ])('has of %s, the %s: %i a side', (letter, name, count) => {
    const kind = army.findIndex((each) => each.letter === letter);
    expect(army[kind]!.name).toBe(name);
    expect(army).toHaveLength(12);
    const codes = (color: 0 | 1) =>
      Array.from({ length: board.size }, (_, square) => pieceAt(start, square)).filter(
        (piece) => piece?.kind === kind && piece.color === color,
      );
    expect([codes(WHITE).length, codes(BLACK).length]).toEqual([count, count]);
  });

  test('has every piece but four on its square, and Black’s on the same files', () => {
    const ranks = Array.from({ length: 12 }, (_, rank) => rankOf(rank + 1));
    expect(ranks[0]).toMatch(/^CM\.\.\.[KQLG]{2}\.\.\.MC$/);
    expect(ranks[1]).toMatch(/^ERNBI[KQLG]{2}IBNRE$/);
    expect(ranks[2]).toBe('PPPPPPPPPPPP');
    for (const rank of ranks.slice(3, 9)) expect(rank).toBe('............');
    const black = ranks.slice(9).map((rank) => rank.toLowerCase());
    expect(ranks.slice(9)).toEqual(black);
    expect(black.reverse()).toEqual(ranks.slice(0, 3).map((rank) => rank.toLowerCase()));
  });
});

describe('alone on the board', () => {
  /** Steps from f6: files to the right and ranks up. */
  type Reaches = (x: number, y: number) => boolean;
  const [rook, bishop]: [Reaches, Reaches] = [
    (x, y) => x === 0 || y === 0,
    (x, y) => Math.abs(x) === Math.abs(y),
  ];
  const far = (x: number, y: number) => Math.max(Math.abs(x), Math.abs(y));
  const near = (x: number, y: number) => Math.min(Math.abs(x), Math.abs(y));
  const reaches: readonly (readonly [string, string, Reaches])[] = [
    ['rook', 'R', rook],
    ['bishop', 'B', bishop],
    ['queen', 'Q', (x, y) => rook(x, y) || bishop(x, y)],
    ['knight', 'N', (x, y) => Math.abs(x * y) === 2],
    ['cannon', 'C', rook],
    ['camel, (3,1) away,', 'M', (x, y) => Math.abs(x * y) === 3],
    ['elephant, one or two diagonally,', 'E', (x, y) => bishop(x, y) && far(x, y) <= 2],
    ['lion, one or two away,', 'L', (x, y) => far(x, y) <= 2],
    ['eagle, diagonally and outward,', 'G', (x, y) => near(x, y) === 1],
  ];

  test.each(reaches)('a %s goes from f6 where it should', (_, letter, reach) => {
    const expected = Array.from({ length: board.size }, (_, square) => square)
      .filter((square) => reach((square % 12) - 5, Math.floor(square / 12) - 5))
      .map((square) => makeSquare(square, board))
      .filter((square) => square !== 'f6');
    // The kings are nowhere that it goes.
    expect(targetsOf('f6', `Kh1 kj12 ${letter}f6`)).toEqual(expected.sort());
  });

  test.each(['B', 'M', 'E'])('a %s stays on squares of one colour', (letter) => {
    const shade = (square: string) => (square.charCodeAt(0) + Number(square.slice(1))) % 2;
    for (const from of ['f6', 'f7', 'a1', 'l3']) {
      const shades = targetsOf(from, `Kh1 kj12 ${letter}${from}`).map(shade);
      expect(new Set(shades), from).toEqual(new Set([shade(from)]));
    }
  });
});

describe('among other pieces', () => {
  const ring = 'Pe5 Pf5 Pg5 Pe6 Pg6 Pe7 Pf7 Pg7';

  test.each([
    ['lion', 'L', 16],
    ['camel', 'M', 8],
    ['elephant', 'E', 4],
    ['knight', 'N', 8],
    ['eagle', 'G', 0],
    ['rook', 'R', 0],
    ['bishop', 'B', 0],
    ['queen', 'Q', 0],
  ])('a %s jumps or does not: %s has %i moves out of a ring', (_, letter, count) => {
    expect(targetsOf('f6', `Ka1 kj12 ${letter}f6 ${ring}`)).toHaveLength(count);
  });

  test('an eagle takes on the diagonal square, and does not go on behind it', () => {
    const open = targetsOf('f6', 'Kh1 kj12 Gf6');
    const beyond = ['g7', 'g8', 'g9', 'g10', 'g11', 'g12', 'h7', 'i7', 'j7', 'k7', 'l7'];
    const without = (...gone: string[]) => open.filter((to) => !gone.includes(to));
    expect(targetsOf('f6', 'Kh1 kj12 Gf6 ng7')).toEqual(without(...beyond.slice(1)));
    expect(targetsOf('f6', 'Kh1 kj12 Gf6 Ng7')).toEqual(without(...beyond));
    expect(targetsOf('f6', 'Kh1 kj12 Gf6 ng9')).toEqual(without('g10', 'g11', 'g12'));
    // It does not pass the squares beside it.
    expect(targetsOf('f6', 'Kh1 kj12 Gf6 nf7 ng6')).toEqual(open);
  });

  test('a lion takes once, where it lands', () => {
    const after = read(metamachy, fenOf(metamachy, 'Kh1 kj12 Lf6 nf7 nf8'), 'f6f8');
    expect(metamachy.makeFen(after)).toBe(fenOf(metamachy, 'Kh1 kj12 nf7 Lf8', 'b - - 0 1'));
  });

  test.each([
    ['a lion over two pieces', 'lh7 Pg6 Pg7', true],
    ['a lion three away', 'li6', false],
    ['an eagle next to the king, diagonally', 'gg7', true],
    ['an eagle next to the king, straight', 'gg6', false],
    ['an eagle whose line ends at the king', 'gg10', true],
    ['an eagle whose diagonal square is held', 'gg10 Nf9', false],
    ['an eagle with a piece below it', 'gg10 Ng9', true],
    ['an eagle on the king’s file', 'gf10', false],
  ])('%s gives check or not: %s %s', (_, attackers, expected) => {
    expect(metamachy.check(position(`Kf6 ka12 ${attackers}`))).toBe(expected);
  });
});

describe('a game is drawn as in chess', () => {
  const kings = 'f1f2 f12f11 f2f1 f11f12';
  const endingOf = (pieces: string, rest: string, moves: string) => {
    const begun = Game.start(metamachy, position(pieces, rest));
    const game = moves.split(' ').reduce((each, uci) => unwrap(each.follow(uci)), begun);
    return game.status.ending?.reason;
  };

  test('by the third occurrence of a position, in which the right to leap counts', () => {
    const drawn = 'threefold repetition';
    expect(endingOf('Kf1 kf12 Ra1', 'w - - 0 1', kings)).toBeUndefined();
    expect(endingOf('Kf1 kf12 Ra1', 'w - - 0 1', `${kings} ${kings}`)).toBe(drawn);
    expect(endingOf('Kf1 kf12 Ra1', 'w Kk - 0 1', `${kings} ${kings}`)).toBeUndefined();
    expect(endingOf('Kf1 kf12 Ra1', 'w Kk - 0 1', `${kings} ${kings} ${kings}`)).toBe(drawn);
  });

  test('by fifty moves of each side', () => {
    expect(endingOf('Kf1 kf12 Ra1', 'w - - 98 80', 'a1a2')).toBeUndefined();
    expect(endingOf('Kf1 kf12 Ra1', 'w - - 98 80', 'a1a2 f12e12')).toBe('50-move rule');
  });
});

describe('the clocks of a FEN', () => {
  const clocksAfter = (move: string) => {
    const pieces = 'Kf1 kf12 Pa3 Ic5 Re2 ne8 Nc2';
    const after = read(metamachy, fenOf(metamachy, pieces, 'w K - 7 20'), move);
    const [halfmoves, fullmoves] = metamachy.makeFen(after).split(' ').slice(4);
    return [Number(halfmoves), Number(fullmoves)];
  };

  test.each([
    ['a step of a pawn', 'a3a4', 0],
    ['a double step of a pawn', 'a3a5', 0],
    ['a capture', 'e2e8', 0],
    ['a move of another piece', 'c2d4', 8],
    ['a step of a prince, which is no pawn,', 'c5c6', 8],
    ['a leap', 'f1h1', 8],
  ])('after %s: %s, %i', (_, move, halfmoves) => {
    expect(clocksAfter(move)).toEqual([halfmoves, 20]);
  });

  test('count moves after Black’s', () => {
    const after = played(metamachy, start, 'e3e5', 'd10d8', 'c2d4', 'c11d9');
    expect(metamachy.makeFen(after)).toMatch(/ w Kk - 2 3$/);
  });

  test.each([
    ['a field KK', 'w KK - 0 1', 'fen-castling'],
    ['a right of another game', 'w Q - 0 1', 'fen-castling'],
    ['a clock below 0', 'w - - -1 1', 'fen-counter'],
    ['a move 0', 'w - - 0 0', 'fen-counter'],
    ['an en passant square beyond the board', 'w - m6 0 1', 'square'],
  ])('and rights are refused with %s', (_, rest, code) => {
    expect(metamachy.parseFen(fenOf(metamachy, 'Kf1 kf12', rest))).toMatchObject({
      ok: false,
      problem: { code },
    });
  });
});

describe('the diagram of a game of wdtr2, without files', () => {
  const diagram = [
    '12 c k',
    '11 r q n',
    '10 p Q',
    '9 p e n p',
    '8 p p p',
    '7 m N',
    '6 P E C',
    '5 P b P P L P P',
    '4 P I I P',
    '3 P P',
    '2 R R',
    '1 K',
  ].map((line) => line.split(' ').slice(1));

  test('has pieces of Metamachy, no more of any than the game begins with', () => {
    const counts = (color: 0 | 1) => {
      const found = diagram.flat().filter((letter) => parsePiece(army, letter)?.color === color);
      return found.sort().join('');
    };
    expect(counts(WHITE)).toBe('CEIIKLNPPPPPPPPPPQRR');
    expect(counts(BLACK)).toBe('bcekmnnppppppqr');
    expect(diagram.flat()).toHaveLength(35);
    for (const letter of new Set(diagram.flat())) {
      const piece = parsePiece(army, letter)!;
      const all = Array.from({ length: board.size }, (_, square) => pieceAt(start, square));
      const most = all.filter((each) => each?.kind === piece.kind && each.color === piece.color);
      const some = diagram.flat().filter((each) => each === letter);
      expect(some.length, letter).toBeLessThanOrEqual(most.length);
    }
  });

  test('is no position: neither its ranks as they are nor with ? for what is not known', () => {
    const ranks = diagram.map((letters) => letters.join(''));
    const unknown = ranks.map((rank) => rank.padEnd(12, '?'));
    const problem = (rows: readonly string[]) => {
      const found = metamachy.parseFen(`${rows.join('/')} w - - 0 1`);
      return found.ok ? undefined : found.problem.code;
    };
    expect(problem(ranks)).toBe('fen-board');
    expect(problem(unknown)).toBe('fen-piece');
  });
});

describe('tables of Metamachy', () => {
  const materialOf = (name: string) => unwrap(parseMaterial(name, metamachy)).material;

  test('of a pawn or a prince need those of a queen, an eagle and a lion, and no others', () => {
    for (const [name, needs] of [
      ['KPvk', ['KQvk', 'KGvk', 'KLvk']],
      ['KIvk', ['KQvk', 'KGvk', 'KLvk']],
      ['KQvk', []],
    ] as const) {
      const plan = planTables(metamachy, [materialOf(name)]);
      expect(plan.at(-1)).toMatchObject({ material: { name } });
      expect([...plan.at(-1)!.needs].sort(), name).toEqual([...needs].sort());
    }
  });

  /** The mates of a bare king on the first rank's left half, by a king and a piece. */
  const matesBy = (letter: string) => {
    const men = ['K', letter, 'k'].map((each) => parsePiece(army, each)!);
    const mates: string[] = [];
    for (let black = 0; black < 6; black++) {
      for (let white = 0; white < 36; white++) {
        for (let piece = 0; piece < board.size; piece++) {
          const placed = metamachy.place(men, [white, piece, black], BLACK);
          if (!placed.ok || !metamachy.check(placed.value)) continue;
          if (metamachy.ending(placed.value)) mates.push(metamachy.makeFen(placed.value));
        }
      }
    }
    return mates;
  };

  test.each(['Q', 'R', 'G', 'L'])('of three, %s with its king can mate', (letter) => {
    expect(matesBy(letter).length).toBeGreaterThan(0);
  });

  test.each(['C', 'M', 'E', 'N', 'B'])('of three, %s with its king cannot', (letter) => {
    expect(matesBy(letter)).toEqual([]);
  });
});
