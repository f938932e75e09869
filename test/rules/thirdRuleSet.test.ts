import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { type Color, opposite, type Piece, parsePiece } from '../../src/pieces/army.ts';
import type { Position } from '../../src/position/position.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { endingAfter } from '../../src/rules/status.ts';
import { allMaterials, exitMaterials, parseMaterial } from '../../src/table/material.ts';
import { squareBits } from '../../src/table/positionCode.ts';
import { thorough } from '../thorough.ts';
import { bruteForce } from './bruteForce.ts';
import { reach5 } from './reach5.ts';

const read = (fen: string) => unwrap(reach5.parseFen(fen));
const men = (letters: string) => [...letters].map((letter) => parsePiece(reach5.army, letter)!);
const moves = (position: Position) => reach5.moves(position).map(reach5.makeUci).sort();

describe('reach5: a rule set that shares no position with the chess family', () => {
  test('pieces step as their letters say, and capture the same way', () => {
    const position = read('4k/1f3/1W2F/K4 w');
    expect(moves(position)).toEqual(
      ['a1b1', 'b2a2', 'b2b1', 'b2b3', 'b2c2', 'e2d1', 'e2d3'].sort(),
    );
    expect(
      reach5.makeFen(reach5.play(position, unwrap(reach5.parseMove(position, 'Wb2xb3')))),
    ).toBe('4k/1W3/4F/K4 b - - 0 1');
  });

  test.each([
    ['a piece on the far rank wins at once', '2W1k/5/K4/5 b', { reason: 'reached', wdl: -1 }],
    ['the far rank for Black is the first', '4k/5/K4/2f2 w', { reason: 'reached', wdl: -1 }],
    ['who is to move does not matter', 'W3k/5/5/K4 w', { reason: 'reached', wdl: 1 }],
    ['a piece on its own first rank does not win', '4k/5/K4/2W2 b', undefined],
  ])('%s', (_, fen, ending) => {
    expect(reach5.ending(read(fen))).toEqual(ending);
    expect(reach5.moves(read(fen)).length === 0).toBe(ending !== undefined);
  });

  test('a move that leaves the king in check is illegal, even a winning one', () => {
    const threatened = read('k4/2W2/1w3/1K3 w');
    expect(reach5.check(threatened)).toBe(true);
    expect(moves(threatened)).not.toContain('c3c4');
    expect(moves(threatened).every((move) => move.startsWith('b1'))).toBe(true);
  });

  test('a side without moves passes, and only then', () => {
    expect(moves(read('5/1k3/2f2/K4 w'))).toEqual(['0000']);
    expect(moves(read('5/1k3/5/K4 w'))).toEqual(['a1b1']);
  });

  test('a pass changes only the side to move', () => {
    const stuck = read('5/1k3/2f2/K4 w');
    const pass = reach5.moves(stuck)[0]!;
    expect(pass.from).toBe(pass.to);
    expect(reach5.makeSan(stuck, pass)).toBe('--');
    expect(reach5.makeFen(reach5.play(stuck, pass))).toBe('5/1k3/2f2/K4 b - - 1 1');
    expect(reach5.ending(stuck)).toBeUndefined();
  });

  test('a side in check without moves passes too, and its king is not captured', () => {
    const mated = read('1f3/w2k1/KW3/WW3 w');
    expect(reach5.check(mated)).toBe(true);
    expect(moves(mated)).toEqual(['0000']);
    const passed = reach5.play(mated, reach5.moves(mated)[0]!);
    expect(reach5.parseFen(reach5.makeFen(passed)).ok).toBe(true);
    expect(moves(passed)).not.toContain('a3a2');
  });

  test('the game is drawn if neither side has a move', () => {
    const fen = '1k3/fF3/FKW2/WWW2 w';
    const drawn = { reason: 'double stalemate', wdl: 0 };
    expect(reach5.ending(read(fen))).toEqual(drawn);
    // At once: no pass leads to the same position with Black to move, who attacks the king.
    const passed = reach5.parseFen(fen.replace(' w', ' b'));
    expect(passed).toMatchObject({ ok: false, problem: { code: 'opponent-in-check' } });
    expect(reach5.ending(read(fen.replace('FKW2', 'FK3')))).toBeUndefined();
    expect(endingAfter(reach5, [read(fen)])).toEqual(drawn);
  });

  test.each([
    ['4k/5/5/K4 x', 'fen-turn'],
    ['4k/5/K4 w', 'fen-board'],
    ['4k/5/5/Q3K w', 'fen-piece'],
    ['4k/5/5/5 w', 'royals'],
    ['5/5/k4/K4 w', 'adjacent-kings'],
  ])('%s is no position: %s', (fen, code) => {
    expect(reach5.parseFen(fen)).toMatchObject({ ok: false, problem: { code } });
  });

  test('it starts with five men on each side, and every move can be written and read', () => {
    expect(reach5.makeFen(reach5.start)).toBe('wfkfw/5/5/WFKFW w - - 0 1');
    const { start } = reach5;
    for (const move of reach5.moves(start)) {
      expect(unwrap(reach5.parseMove(start, reach5.makeUci(move)))).toEqual(move);
      expect(unwrap(reach5.parseMove(start, reach5.makeSan(start, move)))).toEqual(move);
    }
    expect(reach5.parseMove(start, 'a1a3').ok).toBe(false);
  });
});

describe('generic code accepts it', () => {
  test('and names materials by its letters', () => {
    expect(allMaterials(3, reach5).map(({ name }) => name)).toEqual(['KFvk', 'KWvk']);
    const { material, flipped } = unwrap(parseMaterial('KfvKWF', reach5));
    expect(flipped).toBe(true);
    expect(material.name).toBe('KWFvkf');
    const exits = exitMaterials(material, reach5, reach5.variant.equipment).map(({ name }) => name);
    expect(exits.sort()).toEqual(['KFvkf', 'KWFvk', 'KWvkf']);
    expect(parseMaterial('KQvk', reach5)).toMatchObject({
      problem: { message: expect.stringContaining('pieces are K W F') },
    });
  });

  test('and gives it 20 squares, a king on three files and codes of five bits per square', () => {
    const { placements } = endgameOf(reach5, unwrap(parseMaterial('KWvk', reach5)).material);
    expect(placements.squareCount).toBe(20);
    expect(placements.size).toBe(3 * 4 * 20 * 20);
    expect(squareBits(placements.squareCount)).toBe(5);
  });
});

interface Worth {
  readonly wdl: number;
  readonly dtm: number;
}

function sameWorth(one: Worth | undefined, other: Worth): boolean {
  return one?.wdl === other.wdl && one.dtm === other.dtm;
}

describe('brute force on it', () => {
  const solved = new Map<string, ReturnType<typeof solve>>();
  const solve = (letters: string) => bruteForce(reach5, men(letters));
  const solvedOnce = (letters: string) => {
    const known = solved.get(letters) ?? solve(letters);
    solved.set(letters, known);
    return known;
  };

  const ferz: [string, Color, number[]][] = [
    ['KFk', 0, [1484, 15, 192, 13, 8]],
    ['KFk', 1, [879, 83, 1011, 9, 14]],
  ];
  // Figures of this brute force on a toy implementation of the game, before `rulesOf` made it; its laws are tested below.
  test.each<[string, Color, number[]]>([
    ['Kk', 0, [93, 13, 41, 7, 6]],
    ['KWk', 0, [1492, 14, 154, 15, 6]],
    ['KWk', 1, [825, 88, 1060, 7, 16]],
    ...(thorough ? ferz : []),
  ])('%s, %i to move: won, drawn, lost, longest', (letters, turn, figures) => {
    const side = solvedOnce(letters).placed.filter((each) => each.turn === turn);
    const of = (wdl: number) => side.filter((each) => each.wdl === wdl);
    const longest = (wdl: number) => Math.max(...of(wdl).map(({ dtm }) => dtm));
    expect([of(1).length, of(0).length, of(-1).length, longest(1), longest(-1)]).toEqual(figures);
  });

  test.each(thorough ? ['KWk', 'KFk'] : ['KWk'])(
    '%s: mirroring the files keeps a value, and so does exchanging the colours',
    (letters) => {
      const [, mirror] = reach5.symmetries([]);
      const army = men(letters);
      const flipped: Piece[] = army.map(({ kind, color }) => ({ kind, color: opposite(color) }));
      const own = solvedOnce(letters);
      const other = bruteForce(reach5, flipped);
      const wrong: string[] = [];
      for (const placed of own.placed) {
        const { turn, squares } = placed;
        const mirrored = reach5.place(
          army,
          squares.map((square) => mirror![square]!),
          turn,
        );
        if (!sameWorth(own.worth(unwrap(mirrored)), placed))
          wrong.push(`${turn}: ${squares} mirrored`);
        const turned = squares.map((square) => reach5.flip![square]!);
        const exchanged = reach5.place(flipped, turned, opposite(turn));
        if (!sameWorth(other.worth(unwrap(exchanged)), placed))
          wrong.push(`${turn}: ${squares} exchanged`);
      }
      expect(wrong.slice(0, 5)).toEqual([]);
    },
  );
});
