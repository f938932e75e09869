import { describe, expect, test } from 'vitest';
import { board8x8 } from '../../src/board/board.ts';
import { InputError, unwrap } from '../../src/board/result.ts';
import { around, king, knight, leaper, type Movement } from '../../src/chess/movements.ts';
import { play } from '../../src/chess/moves.ts';
import { movementSymmetries } from '../../src/chess/symmetries.ts';
import { type Army, chessArmy, type Piece, parsePiece } from '../../src/pieces/army.ts';
import { chess } from '../../src/rules/chess.ts';
import { orthodox, type Variation } from '../../src/rules/orthodox.ts';

const base = {
  name: 'other',
  title: 'Other chess',
  about: 'Another game.',
  permits: chess.permits,
  ending: chess.ending,
} satisfies Variation;

const piece = (letter: string, movement: Movement) => ({
  letter,
  name: letter,
  movement,
  pawn: false,
  promotions: [],
});
const twoKinds: Army = [piece('K', king), piece('W', leaper([1, 0], [-1, 0], [0, 1], [0, -1]))];

describe('an army without all of chess’s pieces', () => {
  test('makes a rule set whose start fails only when it is read', () => {
    const rules = orthodox(base, twoKinds);
    expect(rules.isTriviallyDrawn([])).toBe(true);
    expect(rules.parseFen('4k3/8/8/8/8/8/8/W3K3 w - - 0 1').ok).toBe(true);
    expect(() => rules.start).toThrow(InputError);
    expect(() => rules.start).toThrow(/rules of other need a start of their own.*K W/);
  });

  test('has the start position that it is given', () => {
    const start = unwrap(chess.parseFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1'));
    expect(orthodox({ ...base, start }, twoKinds).start).toBe(start);
  });
});

describe('what a variation replaces is used everywhere', () => {
  test('moves: also by legalMoves, SAN and reading', () => {
    // Black may not move its king to the edge.
    const rules = orthodox(
      { ...base, moves: (position) => chess.moves(position).filter(({ to }) => to > 7) },
      chessArmy,
    );
    const position = unwrap(rules.parseFen('4k3/8/8/8/8/8/4K3/8 w - - 0 1'));
    expect(rules.legalMoves(position)).toHaveLength(5);
    expect(rules.parseMove(position, 'Ke1').ok).toBe(false);
    expect(rules.parseMove(position, 'Kd3').ok).toBe(true);
  });

  test('play: also by legalMoves and the mark of check', () => {
    // The side that has moved moves again.
    const twice = orthodox(
      {
        ...base,
        play: (position, move) => ({ ...play(position, move), turn: position.turn }),
        permits: ({ turn }) => turn === 0,
      },
      chessArmy,
    );
    const position = unwrap(twice.parseFen('4k3/8/8/8/8/8/8/R3K3 w - - 0 1'));
    expect(twice.legalMoves(position).length).toBeGreaterThan(0);
    const check = unwrap(twice.parseMove(position, 'a1a8'));
    expect(chess.makeSan(position, check)).toBe('Ra8+');
    expect(twice.makeSan(position, check)).toBe('Ra8');
  });

  test('check: by the mark of check', () => {
    const rules = orthodox({ ...base, check: () => true }, chessArmy);
    const position = unwrap(rules.parseFen('4k3/8/8/8/8/8/8/R3K3 w - - 0 1'));
    expect(rules.makeSan(position, unwrap(rules.parseMove(position, 'a1a2')))).toBe('Ra2+');
  });

  test('the board, the army and the reading of positions cannot be replaced', () => {
    // @ts-expect-error: another rule set's members belong to another army.
    const rules = orthodox({ ...chess, name: 'copy' }, twoKinds);
    expect(rules.army).toBe(twoKinds);
    const men = [...'KWk'].map((letter) => parsePiece(twoKinds, letter)!);
    expect(unwrap(rules.place(men, [0, 20, 63], 0)).army).toBe(twoKinds);
  });

  test('a game with other moves than chess cannot be given as sets', () => {
    const moves = chess.moves;
    // @ts-expect-error: the set solver would not use them.
    expect(orthodox({ ...base, moves, setwise: chess.setwise! }, chessArmy).name).toBe('other');
  });
});

describe('royals', () => {
  const bare = (royal: Movement) => {
    const men: Piece[] = [
      { kind: 0, color: 0 },
      { kind: 0, color: 1 },
    ];
    return { rules: orthodox(base, [piece('K', royal)]), men };
  };

  test('bare kings need no table, other royals do', () => {
    const [kings, knights] = [bare(king), bare(knight)];
    expect(kings.rules.isTriviallyDrawn(kings.men)).toBe(true);
    expect(knights.rules.isTriviallyDrawn(knights.men)).toBe(false);
  });

  test('that attack each other both ways make no position', () => {
    const { rules, men } = bare(knight);
    expect(rules.place(men, [0, 1], 0).ok).toBe(true);
    expect(rules.place(men, [0, 17], 0)).toMatchObject({ problem: { code: 'opponent-in-check' } });
  });

  test('that attack one way only give check', () => {
    // White's goes up to the right, Black's down to the right: where White's attacks, Black's does not attack back.
    const { rules, men } = bare(leaper([1, 1], [-1, 0], [0, -1]));
    const attacked = rules.place(men, [0, 9], 1);
    expect(attacked.ok && rules.check(attacked.value)).toBe(true);
    expect(rules.place(men, [0, 9], 0)).toMatchObject({ problem: { code: 'opponent-in-check' } });
  });
});

describe('the symmetries that movements keep', () => {
  const pawn = { ...piece('P', leaper()), pawn: true };
  test.each<[string, Army, string, number]>([
    ['king, queen and knight', chessArmy, 'KQNkqn', 8],
    ['a pawn of either colour', chessArmy, 'Kkp', 2],
    ['a silver general', [piece('K', leaper([-1, 1], [0, 1], [1, 1], [-1, -1], [1, -1]))], 'K', 2],
    ['one hand of a knight', [piece('K', leaper([1, 2], [2, 1]))], 'K', 2],
    ['four leaps that turn', [piece('K', leaper([1, 2], [-2, 1], [-1, -2], [2, -1]))], 'K', 4],
    ['one leap', [piece('K', leaper([1, 2]))], 'k', 1],
    [
      'a pawn that becomes one-handed',
      [piece('K', leaper([1, 2])), { ...pawn, promotions: [0] }],
      'P',
      1,
    ],
    ['leaps written twice', [piece('K', leaper(...around(1, 2), [1, 2]))], 'Kk', 8],
  ])('%s', (_, army, letters, count) => {
    const men = [...letters].map((letter) => parsePiece(army, letter)!);
    const found = movementSymmetries(board8x8, army, men);
    expect(found).toHaveLength(count);
    expect(found[0]!.every((to, square) => to === square)).toBe(true);
  });
});
