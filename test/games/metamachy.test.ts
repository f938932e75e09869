import { describe, expect, test } from 'vitest';
import { parsePiece } from '../../src/pieces/army.ts';
import { fenOf, gameOf, played, read, sans, targets, ucis } from './moves.ts';

const metamachy = gameOf('metamachy');

const fen = (pieces: string, rest?: string) => fenOf(metamachy, pieces, rest);
const position = (pieces: string, rest?: string) => read(metamachy, fen(pieces, rest));
const targetsOf = (from: string, pieces: string, rest?: string) =>
  targets(metamachy, position(pieces, rest), from);

describe('a pawn', () => {
  test.each([2, 3, 4, 5, 6, 7, 8, 9])('may step twice from rank %i', (rank) => {
    expect(targetsOf(`e${rank}`, `Ka1 ka12 Pe${rank}`)).toEqual(
      [`e${rank + 1}`, `e${rank + 2}`].sort(),
    );
  });

  test('of Black steps down', () => {
    expect(targetsOf('e7', 'Ka1 ka12 pe7', 'b - - 0 1')).toEqual(['e5', 'e6']);
  });

  test('may step twice again and again', () => {
    const after = read(metamachy, fen('Ka1 kl12 Pe3'), 'e3e5', 'l12k12', 'e5e7', 'k12l12');
    expect(targets(metamachy, after, 'e7')).toEqual(['e8', 'e9']);
  });

  test.each([
    ['on the first square', 'ne6', []],
    ['on the second', 'ne7', ['e6']],
    ['of its own on the second', 'Ne7', ['e6']],
  ])('does not jump over a piece or take it: one %s', (_, piece, expected) => {
    expect(targetsOf('e5', `Ka1 ka12 Pe5 ${piece}`)).toEqual(expected);
  });

  test('takes diagonally', () => {
    expect(targetsOf('e5', 'Ka1 ka12 Pe5 nd6 rf6 ne6')).toEqual(['d6', 'f6']);
  });

  test('stands on no end of the board in a FEN', () => {
    for (const square of ['e1', 'e12']) {
      expect(metamachy.parseFen(fen(`Ka1 ka12 P${square}`))).toMatchObject({
        ok: false,
        problem: { code: 'pawn-rank' },
      });
    }
    expect(metamachy.parseFen(fen('Ka1 ka12 Pe2')).ok).toBe(true);
  });
});

describe('a prince', () => {
  const around = ['d4', 'd5', 'd6', 'e4', 'e6', 'f4', 'f5', 'f6'];

  test('moves as a king, or two forward', () => {
    expect(targetsOf('e5', 'Ka1 ka12 Ie5')).toEqual([...around, 'e7'].sort());
    expect(targetsOf('e5', 'Ka1 ka12 ie5', 'b - - 0 1')).toEqual([...around, 'e3'].sort());
  });

  test.each([1, 2, 9])('steps twice from rank %i, too', (rank) => {
    expect(targetsOf(`e${rank}`, `Ka1 ka12 Ie${rank}`)).toContain(`e${rank + 2}`);
  });

  test('does not take with its double step, nor jump', () => {
    expect(targetsOf('e5', 'Ka1 ka12 Ie5 ne7')).not.toContain('e7');
    expect(targetsOf('e5', 'Ka1 ka12 Ie5 ne6')).not.toContain('e7');
    expect(targetsOf('e5', 'Ka1 ka12 Ie5 ne6')).toContain('e6');
  });

  test('is not royal: it may be attacked, and taken', () => {
    const attacked = position('Ka1 ka12 Ie5 re12');
    expect(metamachy.check(attacked)).toBe(false);
    expect(targetsOf('e12', 'Ka1 ka12 Ie5 re12', 'b - - 0 1')).toContain('e5');
  });

  test('stands anywhere but on the last rank', () => {
    expect(metamachy.parseFen(fen('Ka1 ka12 Ie1 id12')).ok).toBe(true);
    expect(metamachy.parseFen(fen('Ka1 ka12 Ie12')).ok).toBe(false);
    expect(metamachy.parseFen(fen('Ka1 ka12 id1')).ok).toBe(false);
  });
});

describe('on the last rank pawns and princes become a queen, an eagle or a lion', () => {
  const each = (...squares: readonly string[]) =>
    squares.flatMap((square) => ['g', 'l', 'q'].map((letter) => square + letter)).sort();

  test.each([
    ['a pawn by a step', 'e11', 'Pe11', each('e12')],
    ['a pawn by taking', 'e11', 'Pe11 ne12 nd12', each('d12')],
    ['a pawn by a double step', 'e10', 'Pe10', ['e11', ...each('e12')]],
    [
      'a prince by a double step',
      'e10',
      'Ie10 Pd10 Pf10 Pd9 Pe9 Pf9',
      ['d11', 'e11', 'f11', ...each('e12')],
    ],
  ])('%s', (_, from, pieces, expected) => {
    expect(targetsOf(from, `Ka1 ka12 ${pieces}`)).toEqual([...expected].sort());
  });

  test('a prince by a step, in three directions, and must', () => {
    const there = targetsOf('e11', 'Ka1 ka12 Ie11').filter((to) => to.includes('12'));
    expect(there).toEqual(each('d12', 'e12', 'f12'));
  });

  test('of Black on rank 1', () => {
    expect(targetsOf('e3', 'Ka1 ka12 pe3', 'b - - 0 1')).toEqual(['e2', ...each('e1')].sort());
  });

  test('a move says to what', () => {
    const promoting = position('Ka1 kl8 Ie11 Pc11');
    expect(sans(metamachy, promoting)).toEqual(
      expect.arrayContaining(['c12=Q', 'c12=G', 'c12=L', 'Ie12=Q', 'Id12=L']),
    );
    const after = read(metamachy, fen('Ka1 kl8 Pc11'), 'c12=G');
    expect(metamachy.makeFen(after)).toBe(fen('Ka1 kl8 Gc12', 'b - - 0 1'));
    expect(metamachy.parseMove(promoting, 'c12=R')).toMatchObject({ ok: false });
    expect(metamachy.parseMove(promoting, 'c11c12')).toMatchObject({
      ok: false,
      problem: { code: 'uci-promotion' },
    });
  });
});

describe('en passant', () => {
  test.each([
    ['a pawn', 'Pe5 pd7', 'e5e7', 'e6', 'd7e6'],
    ['a prince', 'Ie5 pd7', 'e5e7', 'e6', 'd7e6'],
    ['a pawn far from its own side', 'Pe8 pf10', 'e8e10', 'e9', 'f10e9'],
    ['a pawn next to its own side', 'Pe2 pd4', 'e2e4', 'e3', 'd4e3'],
  ])('a pawn takes %s that steps over a square it attacks', (_, pieces, step, passed, taking) => {
    const after = read(metamachy, fen(`Ka1 kl12 ${pieces}`), step);
    expect(metamachy.makeFen(after).split(' ')[3]).toBe(passed);
    expect(metamachy.rights(after)).toBe('one-move');
    expect(ucis(metamachy, after)).toContain(taking);
    const taken = metamachy.makeFen(played(metamachy, after, taking));
    expect(taken).toBe(fen(`Ka1 kl12 p${passed}`, 'w - - 0 2'));
  });

  test('White takes a prince of Black', () => {
    const after = read(metamachy, fen('Ka1 kl12 Pd5 ie7', 'b - - 0 1'), 'e7e5', 'd5e6');
    expect(metamachy.makeFen(after)).toBe(fen('Ka1 kl12 Pe6', 'b - - 0 2'));
  });

  test.each([
    ['a prince never takes', 'Pe5 id7', 'e5e7'],
    ['nor does another piece, though it attacks the square', 'Pe5 qd7', 'e5e7'],
    ['a single step is no reason', 'Pe5 pd7', 'e5e6'],
    ['nor is a square that no pawn attacks', 'Pe5 pc7', 'e5e7'],
    ['a pinned pawn does not take', 'Pe5 pd7 kd12 Rd1', 'e5e7'],
  ])('%s', (_, pieces, step) => {
    const kings = pieces.includes('k') ? 'Ka1' : 'Ka1 kl12';
    const after = read(metamachy, fen(`${kings} ${pieces}`), step);
    expect(metamachy.makeFen(after).split(' ')[3]).toBe('-');
    expect(metamachy.rights(after)).toBe('none');
  });

  test('lapses with the next move', () => {
    const after = read(metamachy, fen('Ka1 kl12 Pe5 pd7'), 'e5e7', 'l12l11', 'a1a2');
    expect(targets(metamachy, after, 'd7')).toEqual(['d5', 'd6']);
  });

  test('ends a check by the pawn that has stepped', () => {
    const after = read(metamachy, fen('Ka1 kf8 Pe5 pd7'), 'e5e7');
    expect(metamachy.check(after)).toBe(true);
    expect(sans(metamachy, after)).toContain('dxe6');
  });

  test('is refused if both pawns screened the king', () => {
    // Once d5 and e5 are empty, the rook attacks the king.
    const after = read(metamachy, fen('Ka1 kh5 Ra5 Pe3 pd5'), 'e3e5');
    expect(metamachy.makeFen(after).split(' ')[3]).toBe('-');
  });

  test('may be answered by another double step, and that by a third', () => {
    const rights: string[] = [];
    let reached = position('Ka1 kl12 Pe5 pd7 pc9 Pb7 Pi3 ph5');
    for (const step of ['e5e7', 'c9c7', 'i3i5']) {
      reached = played(metamachy, reached, step);
      rights.push(metamachy.makeFen(reached).split(' ')[3]!);
    }
    expect(rights).toEqual(['e6', 'c8', 'i4']);
    expect(ucis(metamachy, reached)).toContain('h5i4');
  });

  test('is read from a FEN, and back', () => {
    const text = fen('Ka1 kl12 Ie7 pd7', 'b - e6 0 1');
    expect(metamachy.makeFen(read(metamachy, text))).toBe(text);
    expect(metamachy.parseFen(fen('Ka1 kl12 Ne7 pd7', 'b - e6 0 1'))).toMatchObject({
      ok: false,
      problem: { code: 'en-passant' },
    });
  });
});

describe('a cannon', () => {
  test('moves as a rook and takes behind exactly one piece of either colour', () => {
    expect(targetsOf('a5', 'Kl1 kl12 Ca5 Pd5 nf5 nh5 Pa6 Pa4')).toEqual(['b5', 'c5', 'f5']);
    expect(targetsOf('a5', 'Kl1 kl12 Ca5 nd5 nf5 nh5 Pa6 Pa4')).toEqual(['b5', 'c5', 'f5']);
    expect(targetsOf('a5', 'Kl1 kl12 Ca5 nd5 Pa6 Pa4')).toEqual(['b5', 'c5']);
  });

  const check = (pieces: string) => metamachy.check(position(`Kf1 ka12 ${pieces}`));

  test.each([
    ['with nothing between', 'cf10', false],
    ['over one of its own', 'cf10 nf8', true],
    ["over the king's own piece", 'cf10 Nf3', true],
    ['over two pieces', 'cf10 Nf3 nf8', false],
    ['along a rank', 'ca1 Nc1', true],
  ])('gives check %s: %s %s', (_, pieces, expected) => {
    expect(check(pieces)).toBe(expected);
  });

  test('pins a piece off a line: it may not become the screen', () => {
    const beside = ['b5', 'c5', 'd5', 'e5', 'g5', 'h5'];
    expect(targetsOf('a5', 'Kf1 ka12 Ra5 cf10 Pa6 Pa4 Bi5')).toEqual(beside);
    expect(targetsOf('e4', 'Kf1 ka12 Ne4 cf10')).not.toContain('f6');
  });

  test('pins either of two screens, which may move along the line', () => {
    const pieces = 'Kf1 ka12 Rf3 Nf5 cf10';
    expect(targetsOf('f5', pieces)).toEqual([]);
    expect(targetsOf('f3', pieces)).toEqual(['f2', 'f4']);
  });

  test('its check is ended by the screen, a second screen, a capture or the king', () => {
    const moves = sans(metamachy, position('Kf1 kj12 Nf3 Ra6 Bd8 cf10'));
    const screen = moves.filter((san) => san.startsWith('N'));
    expect(screen).toEqual(['Nd2', 'Nd4', 'Ne1', 'Ne5', 'Ng1', 'Ng5', 'Nh2', 'Nh4']);
    expect(moves.filter((san) => /^[RB]/.test(san))).toEqual(['Bf6', 'Bxf10', 'Rf6']);
    expect(moves.filter((san) => san.startsWith('K'))).toEqual(['Ke1', 'Ke2', 'Kg1', 'Kg2']);
  });

  test('does not take its own screen, and a screen that takes stays one', () => {
    expect(targetsOf('f3', 'Kf1 ka12 Rf3 Nf5 cf10 pe3')).toEqual(['f2', 'f4']);
    expect(targetsOf('e4', 'Kf1 ka12 Be4 nf5 cf10')).not.toContain('f5');
  });
});

describe('a FEN', () => {
  test('is read back: the initial position', () => {
    const start =
      'cm3kg3mc/ernbiqlibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIQLIBNRE/CM3KG3MC w Kk - 0 1';
    expect(metamachy.makeFen(metamachy.start)).toBe(start);
    expect(metamachy.makeFen(read(metamachy, start))).toBe(start);
  });

  test('has runs of up to twelve empty squares', () => {
    const text = '10k1/11n/12/12/12/12/12/12/12/1P10/12/K11 w - - 0 1';
    const found = read(metamachy, text);
    expect(metamachy.makeFen(found)).toBe(text);
    expect(found.squares[10 + 11 * 12]).not.toBe(0);
    expect(found.squares[11 + 10 * 12]).not.toBe(0);
  });

  test.each([
    ['two numbers that meet', '10k1/66/12/12/12/12/12/12/12/12/12/K11 w', 'fen-board'],
    ['a number beyond the rank', '10k1/13/12/12/12/12/12/12/12/12/12/K11 w', 'fen-board'],
    ['eleven ranks', '10k1/12/12/12/12/12/12/12/12/12/K11 w', 'fen-board'],
    ['a rank too short', '10k/12/12/12/12/12/12/12/12/12/12/K11 w', 'fen-board'],
    ['a zero', '10k1/012/12/12/12/12/12/12/12/12/12/K11 w', 'fen-piece'],
    ['an unknown piece', '10k1/x11/12/12/12/12/12/12/12/12/12/K11 w', 'fen-piece'],
    ['a square with a question mark', '10k1/?11/12/12/12/12/12/12/12/12/12/K11 w', 'fen-piece'],
  ])('with %s is refused', (_, text, code) => {
    expect(metamachy.parseFen(text)).toMatchObject({ ok: false, problem: { code } });
  });
});

describe('the game as a whole', () => {
  test.each([
    ['ka12 Qa11 Kb10', 'checkmate', -1],
    ['ka12 Qc11 Kc9', 'stalemate', 0],
  ])('%s ends it as in chess: %s', (pieces, reason, wdl) => {
    expect(metamachy.ending(position(pieces, 'b - - 0 1'))).toEqual({ reason, wdl });
  });

  test('has tables folded left to right with pawns and princes, else in eight ways', () => {
    const men = (letters: string) => [...letters].map((each) => parsePiece(metamachy.army, each)!);
    for (const letter of 'QGLRBNCME') {
      expect(metamachy.symmetries(men(`K${letter}k`)), letter).toHaveLength(8);
    }
    for (const letter of 'IP') {
      expect(metamachy.symmetries(men(`K${letter}k`)), letter).toHaveLength(2);
    }
    expect(metamachy.flip![0]).toBe(132);
  });

  test('begins with thirty men a side', () => {
    expect(metamachy.start.sides.map((side) => side.length)).toEqual([30, 30]);
  });
});
