import { describe, expect, test } from 'vitest';
import { allSymmetries, boardOf } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { orbitsOf } from '../../src/index/orbits.ts';
import { SymmetricPlacements } from '../../src/index/symmetricPlacements.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { parseMaterial } from '../../src/table/material.ts';
import type { Endgame } from '../../src/table/table.ts';
import { coloursOf } from '../table/colours.ts';
import { whole } from '../thorough.ts';

function endgame(name: string): Endgame {
  return endgameOf(chess, unwrap(parseMaterial(name, coloursOf(chessArmy))).material);
}

/** On 3x3, numbered by the index for any board. */
function small(name: string): Endgame {
  const { material } = unwrap(parseMaterial(name, coloursOf(chessArmy)));
  const symmetries = allSymmetries(boardOf(3, 3));
  const placements = new SymmetricPlacements(material.men, symmetries);
  return { rules: 'small', material, placements };
}

/** The first number, at steps of `step`, whose orbit differs from that of the placements, or undefined. */
function firstUnlike({ placements, material }: Endgame, orbitAt: (n: number) => number, step = 1) {
  const squares: number[] = material.men.map(() => 0);
  for (let number = 0; number < placements.size; number += step) {
    placements.squares(number, squares);
    const isIndex = placements.index(squares) === number;
    const expected = isIndex ? placements.orbitSize(squares) : 0;
    if (orbitAt(number) !== expected) return { number, expected, found: orbitAt(number) };
  }
  return undefined;
}

function reader(of: Endgame): (number: number) => number {
  const orbits = orbitsOf(of);
  expect(orbits.runs * orbits.runLength).toBe(of.placements.size);
  let known = -1;
  let orbit: Uint8Array | undefined;
  return (number) => {
    const run = Math.floor(number / orbits.runLength);
    if (run !== known) [known, orbit] = [run, orbits.of(run)];
    return orbit?.[number % orbits.runLength] ?? 0;
  };
}

describe('every number has the orbit that its placement gives', () => {
  test.each(['KQvk', 'KNNvk', 'KPvk', ...(whole ? ['KQvkr', 'KPvkp', 'KPPvk'] : [])])(
    'of %s',
    (name) => {
      expect(firstUnlike(endgame(name), reader(endgame(name)))).toBeUndefined();
    },
  );

  test.each(['KQvk', 'KNNvk'])('of %s on a board of another size', (name) => {
    expect(firstUnlike(small(name), reader(small(name)))).toBeUndefined();
  });

  // Odd steps let all digits take all values.
  test.each(['KNNNvk', 'KNNvkn', 'KRRvkr', 'KRPvkn', 'KNNPvk', 'KPPvkp', 'KBPPvk'])(
    'of a sample of %s',
    (name) => {
      const of = endgame(name);
      const step = Math.floor(of.placements.size / 300_000) | 1;
      expect(firstUnlike(of, reader(of), step)).toBeUndefined();
    },
  );
});
