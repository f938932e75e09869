import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { parsePiece } from '../../src/pieces/army.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { allGames, defaultGame, findRuleSet, gameNames } from '../../src/rules/registry.ts';

const names = gameNames;

describe('rule sets by name', () => {
  test('metachess is the default, and chess comes next', () => {
    expect(names.slice(0, 2)).toEqual(['metachess', 'chess']);
    expect(defaultGame).toBe(metachess);
  });

  test.each(allGames())('$name is found by its name', (rules) => {
    expect(findRuleSet(rules.name)).toEqual({ ok: true, value: rules });
  });

  test.each(['', 'Metachess', 'chess ', 'shogi'])("'%s' is not one", (name) => {
    expect(findRuleSet(name)).toEqual({
      ok: false,
      problem: {
        code: 'rules',
        message: `no rule set '${name}': there are ${names.join(', ')}`,
        text: name,
      },
    });
  });

  test.each(['reach', 'knightmate', 'shatranj', 'metamachy', 'hutnik'])('%s is one', (name) => {
    expect(names).toContain(name);
  });

  test('a title and a sentence describe it', () => {
    for (const { title, about } of allGames()) {
      expect(title).not.toBe('');
      expect(about).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('a rule set of the chess family', () => {
  const kings = [
    { kind: 0, color: 0 },
    { kind: 0, color: 1 },
  ] as const;
  const pawn = { kind: 5, color: 1 } as const;
  const queen = { kind: 1, color: 0 } as const;

  test.each([metachess, chess])(
    '$name: eight symmetries, two with a pawn on the board',
    (rules) => {
      expect(rules.symmetries([...kings, queen])).toHaveLength(8);
      expect(rules.symmetries([...kings, queen, pawn])).toHaveLength(2);
    },
  );

  test.each([metachess, chess])('$name: the identity comes first', (rules) => {
    const identity = Array.from({ length: 64 }, (_, square) => square);
    expect(rules.symmetries(kings)[0]).toEqual(identity);
    expect(rules.symmetries([...kings, pawn])[0]).toEqual(identity);
  });

  test.each([metachess, chess])('$name: only two bare kings need no table', (rules) => {
    expect(rules.isSettled(kings)).toBe(true);
    expect(rules.isSettled([...kings, pawn])).toBe(false);
  });

  test.each([
    ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'none'],
    ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'one-move'],
    ['4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'permanent'],
    ['4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2', 'permanent'],
  ])('the rights of %s: %s', (fen, rights) => {
    const position = metachess.parseFen(fen);
    expect(position.ok && metachess.rights(position.value)).toBe(rights);
  });

  test.each([
    ['two men on one square', 'Kk', [0, 0], 0, 'occupied'],
    ['adjacent kings', 'Kk', [0, 9], 0, 'adjacent-kings'],
    ['a pawn on the first rank', 'KPk', [0, 3, 60], 0, 'pawn-rank'],
    ['a pawn on the last rank', 'Kkp', [0, 60, 58], 0, 'pawn-rank'],
    ['no black king', 'KQ', [0, 9], 0, 'royals'],
    ['the side not to move in check', 'KQk', [0, 1, 57], 0, 'opponent-in-check'],
  ] as const)('%s: no placement', (_, letters, squares, turn, code) => {
    const men = [...letters].map((letter) => parsePiece(chessArmy, letter)!);
    expect(metachess.place(men, squares, turn)).toMatchObject({ ok: false, problem: { code } });
  });

  test('accepts a side to move that is in check or has a mate', () => {
    const men = [...'KQk'].map((letter) => parsePiece(chessArmy, letter)!);
    expect(metachess.place(men, [0, 1, 57], 1).ok).toBe(true);
    expect(metachess.place(men, [47, 6, 63], 0).ok).toBe(true);
  });

  test('exchanges the colours by mirroring the ranks', () => {
    expect(metachess.flip![0]).toBe(56);
    expect(metachess.flip![63]).toBe(7);
    expect(metachess.flip!.map((square) => metachess.flip![square])).toEqual(
      Array.from({ length: 64 }, (_, square) => square),
    );
  });
});

describe('moves and positions are read', () => {
  const pawn = unwrap(metachess.parseFen('8/2P5/8/8/8/8/k7/2K5 w - - 0 1'));

  test.each([
    ['c7c8', 'uci-promotion', "'c7c8' promotes a pawn: say to which piece, such as c7c8q"],
    ['c7d8', 'uci-illegal', "'c7d8' is not a legal move here"],
    ['e5', 'san-illegal', "'e5' is not a legal move here"],
    ['hello', 'san', "'hello' is not a move in algebraic notation, such as e4 or Nf3"],
    ['c8', 'san-ambiguous', "'c8' could be any of c8=Q, c8=R, c8=B, c8=N"],
  ])('%s: %s', (text, code, message) => {
    expect(metachess.parseMove(pawn, text)).toEqual({
      ok: false,
      problem: { code, message, text },
    });
  });

  test('startpos is where a game starts', () => {
    expect(metachess.parseFen('startpos')).toEqual({ ok: true, value: metachess.start });
  });
});

describe('SAN carries the mark of the rule set', () => {
  const lost = metachess.parseFen('8/8/8/3K4/8/R7/5k2/2R5 w - - 0 1');
  test('a metacheckmate is #, in chess the same move is +', () => {
    if (!lost.ok) throw new Error(lost.problem.message);
    const move = metachess.parseMove(lost.value, 'c1c2');
    if (!move.ok) throw new Error(move.problem.message);
    expect(metachess.makeSan(lost.value, move.value)).toBe('Rc2#');
    expect(chess.makeSan(lost.value, move.value)).toBe('Rc2+');
  });
});
