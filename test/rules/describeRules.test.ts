import { describe, expect, test } from 'vitest';
import { boardOf, makeSquare } from '../../src/board/board.ts';
import { describeRules } from '../../src/rules/describeRules.ts';
import { type Reach, reaches, reachesIn } from '../../src/rules/pieceDiagram.ts';
import { allGames } from '../../src/rules/registry.ts';
import { gameOf } from '../games/moves.ts';

/** The squares that a piece reaches so, the piece on e5. */
function squaresOf(game: string, letter: string, reach: Reach): string {
  const { diagram } = describeRules(gameOf(game)).pieces.find((piece) => piece.letter === letter)!;
  const board = boardOf(diagram.side, diagram.side);
  const names = diagram.squares.flatMap((each, at) =>
    each === reach ? [makeSquare(at, board)] : [],
  );
  return names.join(' ');
}

describe('the description of a game', () => {
  test('has every piece, with a diagram around an empty middle', () => {
    for (const rules of allGames()) {
      const { pieces } = describeRules(rules);
      expect(pieces.map(({ letter }) => letter)).toEqual(rules.army.map(({ letter }) => letter));
      for (const { diagram } of pieces) {
        const { side, middle, squares } = diagram;
        expect([squares.length, middle]).toEqual([side * side, (side * side - 1) / 2]);
        expect(squares[middle]).toBeUndefined();
        expect(reachesIn([diagram])).not.toEqual([]);
      }
    }
  });

  test.each([
    ['chess', 'P', 'moves', 'e6'],
    ['chess', 'P', 'first', 'e7'],
    ['chess', 'P', 'passant', 'd6 f6'],
    ['chess', 'P', 'takes', ''],
    ['shatranj', 'P', 'takes', 'd6 f6'],
    ['shatranj', 'A', 'both', 'c3 g3 c7 g7'],
    ['makruk', 'S', 'both', 'd4 f4 d6 e6 f6'],
    ['metamachy', 'P', 'moves', 'e6 e7'],
    ['metamachy', 'C', 'moves', 'e4 d5 f5 e6'],
    ['metamachy', 'C', 'movesOrHops', 'e1 e2 e3 a5 b5 c5 g5 h5 i5 e7 e8 e9'],
    ['hutnik:N=WgQ', 'N', 'hops', 'a1 e1 i1 b2 e2 h2 c3 e3 g3 a5 b5 c5 g5 h5 i5 c7 e7 g7 b8 e8 h8 a9 e9 i9'],
  ] as const)('of %s: where %s on e5 %s', (game, letter, reach, squares) => {
    expect(squaresOf(game, letter, reach)).toBe(squares);
  }); // biome-ignore format: a line a piece

  test('names what pieces do once, in the order of the legend', () => {
    const { pieces } = describeRules(gameOf('metamachy'));
    const found = reachesIn(pieces.map(({ diagram }) => diagram));
    expect(found).toEqual(Object.keys(reaches).filter((reach) => found.includes(reach as Reach)));
    expect(found).toEqual(['both', 'moves', 'passant', 'movesOrHops']);
  });

  test.each([
    ['chess', ['Special moves', 'How it ends', 'Tables']],
    ['shatranj', ['How it ends', 'Tables']],
    ['reach', ['Special moves', 'How it ends', 'Tables', 'Parameters', 'Remarks']],
  ])('%s has the sections that have something to say', (game, headings) => {
    const { sections } = describeRules(gameOf(game));
    expect(sections.map(({ heading }) => heading)).toEqual(headings);
    for (const { sentences } of sections) expect(sentences).not.toEqual([]);
  });

  test('is plain data', () => {
    const described = describeRules(gameOf('atomic'));
    expect(structuredClone(described)).toEqual(described);
  });
});
