import { describe, expect, test } from 'vitest';
import { Locator } from '../../src/rules/locate.ts';
import { readTable } from '../../src/table/table.ts';
import { parseValueCode } from '../../src/table/value.ts';
import { gameOf, read } from './moves.ts';
import { solvedBySets } from './solved.ts';

// What values mean: the side to move, and plies to the move that reaches the far rank.

const reach = gameOf('reach');
const locator = new Locator(reach);

/** `W1`, `L2`, `=`: for the side to move. */
function valueIn(fen: string): string {
  const { material, turn, squares } = locator.locate(read(reach, fen));
  const code = readTable(solvedBySets(reach, material!.name), turn, squares);
  const { wdl, dtm } = parseValueCode(code);
  return wdl === 0 ? '=' : `${wdl > 0 ? 'W' : 'L'}${dtm}`;
}

describe('in a table of Reach Chess', () => {
  test.each([
    ['who can reach has won in one ply', '8/4K3/8/8/8/3k4/8/8 w', 'W1'],
    ['with a king, too, that is not attacked there', '8/8/8/8/8/Q7/3k4/7K b', 'W1'],
    ['who must let the other reach has lost in two', '8/8/8/8/4k3/8/1Q6/7K b', 'L2'],
    ['the king of Fig. 3 has lost in two', 'r7/4K3/8/8/8/1k6/8/8 w', 'L2'],
    ['a pass costs a ply: in check', '8/8/8/8/8/6k1/6q1/7K w', 'L2'],
    ['a pass costs a ply: not in check', '8/8/8/8/8/6q1/k7/7K w', 'L2'],
    ['after a pass in check the game goes on', '8/8/8/8/8/6k1/6q1/7K b', 'W1'],
  ])('%s: %s', (_, fen, value) => {
    expect(valueIn(fen)).toBe(value);
  });

  test('a position without legal moves has the value of the same one with the other side to move, a ply later', () => {
    const stuck = ['8/8/8/8/8/6k1/6q1/7K', '8/8/8/8/8/6q1/k7/7K', '7k/5Q2/8/8/8/8/8/K7'];
    for (const pieces of stuck) {
      const [white, black] = ['w', 'b'].map((turn) => valueIn(`${pieces} ${turn}`));
      expect([white, black].sort()).toEqual(['L2', 'W1']);
    }
  });

  test('half moves without a capture change no value', () => {
    expect(valueIn('8/8/8/8/4k3/8/1Q6/7K b - - 99 80')).toBe('L2');
    expect(valueIn('8/8/8/8/4k3/8/1Q6/7K b - - 100 80')).toBe('L2');
  });

  test('a position with a piece on its far rank is in none, and is decided', () => {
    for (const [fen, known] of [
      ['1Q6/8/8/8/4k3/8/8/7K b', -1],
      ['1Q6/8/8/8/4k3/8/8/7K w', 1],
    ] as const) {
      expect(locator.locate(read(reach, fen))).toMatchObject({ material: undefined, known });
    }
  });
});
