import { describe, expect, test } from 'vitest';
import { board8x8, boardOf } from '../../src/board/board.ts';
import { onRanks } from '../../src/board/regions.ts';
import { InputError, unwrap } from '../../src/board/result.ts';
import { type Army, type Piece, parsePiece } from '../../src/pieces/army.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { piece } from '../../src/pieces/kinds.ts';
import type { Movement } from '../../src/pieces/legs.ts';
import { pieceSymmetries } from '../../src/pieces/symmetries.ts';
import { play } from '../../src/position/moves.ts';
import type { Position } from '../../src/position/position.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessArmy, chessEquipment, chessStart } from '../../src/rules/chessPieces.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import { checkmateOrStalemate, type Variant } from '../../src/rules/variant.ts';
import { around, kindWith, leaper } from '../pieces/movements.ts';

const other: Variant = {
  name: 'other',
  title: 'Other chess',
  about: 'Another game.',
  source: 'A test.',
  equipment: chessEquipment,
  stuck: checkmateOrStalemate,
};

const [king, , , , knight] = chessArmy.map(({ movement }) => movement) as Movement[];
const wazir = leaper(...around(1, 0));
const twoKinds: Army = [kindWith('K', 'king', king!), kindWith('W', 'wazir', wazir)];
const small = new Equipment(board8x8, twoKinds);

const menOf = (army: Army, letters: string) => {
  return [...letters].map((letter) => parsePiece(army, letter)!);
};
const read = (rules: typeof chess, fen: string) => unwrap(rules.parseFen(fen));

describe('the start of a game', () => {
  test('fails only when it is read, if there is none', () => {
    const rules = rulesOf({ ...other, equipment: small });
    expect(rules.isSettled(menOf(twoKinds, 'Kk'))).toBe(true);
    expect(rules.parseFen('4k3/8/8/8/8/8/8/W3K3 w - - 0 1').ok).toBe(true);
    expect(() => rules.start).toThrow(InputError);
    expect(rules.parseFen('startpos')).toEqual({
      ok: false,
      problem: {
        code: 'start',
        message: 'other has no initial position: give a FEN',
        text: 'other',
      },
    });
  });

  test('is read once', () => {
    const rules = rulesOf({ ...other, start: '4k3/8/8/8/8/8/8/4K3' });
    expect(rules.start).toBe(rules.start);
    expect(rules.makeFen(rules.start)).toBe('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    expect(unwrap(rules.parseFen(' startpos '))).toEqual(rules.start);
  });
});

describe('a bar', () => {
  const isOnEdge = ({ sides }: Position) => (sides[0][0]! & 255) < 8;
  const rules = rulesOf({
    ...other,
    bar: {
      name: 'edge',
      followsMoves: false,
      words: 'The white king may not move to the first rank.',
      permits: (after) => after.turn === 0 || !isOnEdge(after),
    },
  });
  const position = read(rules, '4k3/8/8/8/8/8/4K3/8 w - - 0 1');

  test('takes moves from the legal ones, but not from those that can be read', () => {
    expect(rules.moves(position)).toHaveLength(8);
    expect(rules.legalMoves(position)).toHaveLength(5);
    const barred = unwrap(rules.parseMove(position, 'Ke1'));
    expect(rules.permits(rules.play(position, barred))).toBe(false);
    expect(rules.refutation(position, barred)).toBeUndefined();
  });

  test('keeps no symmetry, and needs tables of bare kings, if it does not follow from moves', () => {
    const men = menOf(chessArmy, 'Kk');
    expect(rules.symmetries(men)).toHaveLength(1);
    expect(rules.isSettled(men)).toBe(false);
  });

  test('leaves a side stuck that has only forbidden moves', () => {
    const stuck = read(rules, 'k7/8/8/8/8/8/1r6/K7 w - - 0 1');
    expect(chess.ending(stuck)).toBeUndefined();
    const cornered = read(rules, 'k7/8/8/8/8/r7/2r5/K7 w - - 0 1');
    expect(rules.ending(cornered)).toEqual({ reason: 'checkmate', wdl: -1 });
    const free = read(rules, 'k7/8/8/8/8/8/r7/2K5 w - - 0 1');
    expect(rules.ending(free)).toEqual({ reason: 'stalemate', wdl: 0 });
  });
});

describe('what becomes of a side without a move', () => {
  const mate = '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1';
  const stalemate = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1';
  const shatranj = rulesOf({
    ...other,
    stuck: {
      attacked: { reason: 'shah mat', wdl: -1 },
      free: { reason: 'stalemated', wdl: -1 },
    },
  });
  const passing = rulesOf({ ...other, stuck: 'pass' });

  test('is what the game says: a result and a name', () => {
    expect(shatranj.ending(read(shatranj, mate))).toEqual({ reason: 'shah mat', wdl: -1 });
    expect(shatranj.ending(read(shatranj, stalemate))).toEqual({ reason: 'stalemated', wdl: -1 });
  });

  test('decides how a move is marked', () => {
    const before = read(shatranj, '7k/3Q4/6K1/8/8/8/8/8 w - - 0 1');
    const move = unwrap(shatranj.parseMove(before, 'd7f7'));
    expect([shatranj, chess].map((rules) => rules.makeSan(before, move))).toEqual(['Qf7#', 'Qf7']);
  });

  test.each([mate, stalemate])('or it passes: %s', (fen) => {
    const position = read(passing, fen);
    expect(passing.ending(position)).toBeUndefined();
    const [move, ...others] = passing.moves(position);
    expect(others).toEqual([]);
    expect(passing.makeUci(move!)).toBe('0000');
    expect(unwrap(passing.parseMove(position, '--'))).toEqual(move);
    expect(unwrap(passing.parseMove(position, '0000'))).toEqual(move);
    const after = passing.play(position, move!);
    expect(passing.isAfterPass(after)).toBe(fen === mate);
    expect(read(passing, passing.makeFen(after))).toEqual(after);
  });

  test('and nobody else may', () => {
    const { start } = chess;
    const rules = rulesOf({ ...other, start: chessStart, stuck: 'pass' });
    expect(rules.moves(start)).toEqual(chess.moves(start));
    expect(rules.parseMove(start, '0000').ok).toBe(false);
  });
});

describe('a goal', () => {
  const rules = rulesOf({
    ...other,
    equipment: new Equipment(board8x8, chessArmy.slice(0, 5)),
    goal: { region: onRanks(-1), kinds: [0], name: 'arrived' },
  });

  test.each([
    ['won by the side that has reached it', 'K7/8/8/8/8/7k/8/8 b', -1],
    ['won by the side to move, too', 'K7/8/8/8/8/7k/8/8 w', 1],
    ['the first rank is that of Black', '8/8/K7/8/8/8/8/7k w', -1],
  ])('%s: %s', (_, fen, wdl) => {
    const position = read(rules, fen);
    expect(rules.over(position)).toEqual({ reason: 'arrived', wdl });
    expect(rules.ending(position)).toEqual({ reason: 'arrived', wdl });
    expect(rules.moves(position)).toEqual([]);
  });

  test('is for the kinds of pieces that it names', () => {
    expect(rules.over(read(rules, 'R7/8/8/K7/8/7k/8/8 b'))).toBeUndefined();
  });

  test('makes two kings a game, and its regions the only thing that is not symmetric', () => {
    const kings = menOf(rules.army, 'Kk');
    expect(rules.isSettled(kings)).toBe(false);
    expect(rules.symmetries(kings)).toHaveLength(2);
  });

  test('ends a game, so no table has such a position', () => {
    const placed = rules.place(menOf(rules.army, 'Kk'), [56, 23], 1);
    expect(placed).toMatchObject({ ok: false, problem: { code: 'over' } });
  });
});

describe('bare kings that lose', () => {
  const rules = rulesOf({ ...other, bareRoyalLoses: true });
  test.each([
    ['at once', '7k/8/8/8/8/8/R7/4K3 b', { reason: 'bare king', wdl: -1 }],
    ['also if it is the other to move', '7k/8/8/8/8/8/R7/4K3 w', { reason: 'bare king', wdl: 1 }],
    ['unless it can bare the other', '8/8/8/8/8/8/R7/1k2K3 b', undefined],
    ['but not if that piece is guarded', '8/8/8/8/8/8/1RK5/k7 b', { reason: 'bare king', wdl: -1 }],
    ['and not each other', '7k/8/8/8/8/8/8/4K3 w', { reason: 'bare kings', wdl: 0 }],
    ['with more men on both sides', '7k/7n/8/8/8/8/R7/4K3 b', undefined],
  ])('%s: %s', (_, fen, ending) => {
    expect(rules.over(read(rules, fen))).toEqual(ending);
  });

  test('need no table', () => {
    expect(rules.isSettled(menOf(chessArmy, 'KQRk'))).toBe(true);
    expect(rules.isSettled(menOf(chessArmy, 'KQkr'))).toBe(false);
  });
});

describe('royals', () => {
  const bare = (royal: Movement) => {
    const men: Piece[] = [
      { kind: 0, color: 0 },
      { kind: 0, color: 1 },
    ];
    const equipment = new Equipment(board8x8, [kindWith('K', 'royal', royal)]);
    return { rules: rulesOf({ ...other, equipment }), men };
  };

  test('that are bare need no table', () => {
    const [kings, knights] = [bare(king!), bare(knight!)];
    expect(kings.rules.isSettled(kings.men)).toBe(true);
    expect(knights.rules.isSettled(knights.men)).toBe(true);
  });

  test('that can be stuck need a table if that is a loss', () => {
    // White's goes up, Black's down: on its last rank it has no move.
    const equipment = new Equipment(board8x8, [kindWith('K', 'royal', leaper([0, 1]))]);
    const men = menOf(equipment.army, 'Kk');
    expect(rulesOf({ ...other, equipment }).isSettled(men)).toBe(true);
    const free = { reason: 'stalemate', wdl: -1 } as const;
    const rules = rulesOf({ ...other, equipment, stuck: { ...checkmateOrStalemate, free } });
    expect(rules.isSettled(men)).toBe(false);
  });

  test('that attack each other make no position', () => {
    const { rules, men } = bare(knight!);
    expect(rules.place(men, [0, 1], 0).ok).toBe(true);
    expect(rules.place(men, [0, 17], 0).ok).toBe(false);
  });

  test('attack each other or not at all: Black’s steps are White’s, turned', () => {
    const { rules, men } = bare(leaper([1, 1], [-1, 0], [0, -1]));
    for (const turn of [0, 1] as const) expect(rules.place(men, [0, 9], turn).ok).toBe(false);
  });
});

describe('the symmetries that movements keep', () => {
  const pawn = { ...kindWith('P', 'pawn', []), pawn: true };
  const silver = leaper([-1, 1], [0, 1], [1, 1], [-1, -1], [1, -1]);
  const turning = leaper([1, 2], [-2, 1], [-1, -2], [2, -1]);
  test.each<[string, Army, string, number]>([
    ['king, queen and knight', chessArmy, 'KQNkqn', 8],
    ['a pawn of either colour', chessArmy, 'Kkp', 2],
    ['a silver general', [kindWith('K', 'silver', silver)], 'K', 2],
    ['one hand of a knight', [kindWith('K', 'hand', leaper([1, 2], [2, 1]))], 'K', 2],
    ['four leaps that turn', [kindWith('K', 'turning', turning)], 'K', 4],
    ['one leap', [kindWith('K', 'leap', leaper([1, 2]))], 'k', 1],
    [
      'a pawn that becomes one-handed',
      [kindWith('K', 'leap', leaper([1, 2])), { ...pawn, promotions: [0] }],
      'P',
      1,
    ],
    ['leaps written twice', [kindWith('K', 'twice', leaper(...around(1, 2), [1, 2]))], 'Kk', 8],
  ])('%s', (_, army, letters, count) => {
    const found = pieceSymmetries(new Equipment(board8x8, army), menOf(army, letters));
    expect(found).toHaveLength(count);
    expect(found[0]!.every((to, square) => to === square)).toBe(true);
  });

  const turningRider: Movement = [
    ...[[1, 1, 1, 0] as const, [-1, 1, 0, 1] as const],
    ...[[-1, -1, -1, 0] as const, [1, -1, 0, -1] as const],
  ].map(([x, y, ...onward]) => ({ step: [x, y], onward, range: 15, purpose: 'move' }));

  // Each movement is that of a piece with all eight but for one member of its legs.
  test.each<[string, string | Movement, number]>([
    ['hops', 'vpRsR', 4],
    ['how it hops', 'vpRsgR', 4],
    ['being lame', 'vnDsD', 4],
    ['ranges', 'vR3sR', 4],
    ['moving without taking', 'vmRsR', 4],
    ['taking without moving', 'fcRbsR', 2],
    ['first moves', 'vRsiR', 4],
    ['taking en passant', 'fceFbcF', 2],
    ['which way a bent rider turns', turningRider, 4],
  ])('a piece whose directions differ in %s: %s', (_, movement, count) => {
    const kind =
      typeof movement === 'string' ? piece('X', '', movement) : kindWith('X', '', movement);
    const equipment = new Equipment(board8x8, [kind]);
    expect(pieceSymmetries(equipment, [{ kind: 0, color: 0 }])).toHaveLength(count);
  });

  test('a board that is not square has no diagonals to turn about', () => {
    const equipment = new Equipment(boardOf(4, 5), twoKinds);
    expect(pieceSymmetries(equipment, menOf(twoKinds, 'KWk'))).toHaveLength(4);
  });
});

test('a rule set plays what its positions can play: castling, en passant and promotion', () => {
  const position = read(chess, 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  const castling = unwrap(chess.parseMove(position, 'O-O'));
  expect(chess.play(position, castling)).toEqual(play(position, castling));
  expect(chess.makeFen(chess.play(position, castling))).toBe('r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1');
});
