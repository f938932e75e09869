import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allSymmetries, type Board, boardOf, type Symmetry } from '../../../src/board/board.ts';
import { type Apart, leadersOf } from '../../../src/solve/general/leaders.ts';

const all = (board: Board) => allSymmetries(board);
/** The identity, and the mirror that exchanges files. */
const files = (board: Board) =>
  allSymmetries(board).filter((symmetry) =>
    symmetry[0] === 0
      ? symmetry[1] === 1
      : symmetry[0] === board.files - 1 && symmetry[1] === board.files - 2,
  );

function stands({ size }: Board, count: number): boolean[][] {
  return Array.from({ length: count }, () => new Array<boolean>(size).fill(true));
}

const anywhere: Apart = () => true;
/** Two kings that do not touch. */
const kings =
  ({ files }: Board): Apart =>
  (_a, onA, _b, onB) =>
    Math.max(
      Math.abs((onA % files) - (onB % files)),
      Math.abs(Math.floor(onA / files) - Math.floor(onB / files)),
    ) > 1;

describe('leaders', () => {
  // 462, 518, 1806 and 31332 are the numbers of Syzygy's index (Ronald de Man), too.
  test.each<[string, Board, (board: Board) => readonly Symmetry[], boolean, number, number]>([
    ['two kings', boardOf(8, 8), all, true, 2, 462],
    ['two pieces', boardOf(8, 8), all, false, 2, 518],
    ['two kings beside pawns', boardOf(8, 8), files, true, 2, 1806],
    ['two pieces beside pawns', boardOf(8, 8), files, false, 2, 2016],
    ['two kings', boardOf(12, 12), all, true, 2, 2475],
    ['two pieces', boardOf(12, 12), all, false, 2, 2607],
    ['two kings beside pawns', boardOf(12, 12), files, true, 2, 9790],
    ['two pieces beside pawns', boardOf(9, 10), files, false, 2, 4050],
  ])('%s on %o', (_, board, group, areKings, count, slabs) => {
    const apart = areKings ? kings(board) : anywhere;
    expect(leadersOf(group(board), stands(board, count), apart).slabs).toBe(slabs);
  });

  test('two kings and a third piece, as six men will need: 31,332 slabs less those of kings on a diagonal', () => {
    const board = boardOf(8, 8);
    const touching = kings(board);
    const apart: Apart = (a, onA, b, onB) => (a === 0 && b === 1 ? touching(a, onA, b, onB) : true);
    const { slabs, weights } = leadersOf(all(board), stands(board, 3), apart);
    // By Burnside: (3612 * 62 ways + those that one of the two diagonals keeps, 2 * 42 * 6) / 8.
    expect(slabs).toBe((3612 * 62 + 2 * 42 * 6) / 8);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(3612 * 62);
  });

  test('every way to place them leads to its slab by its symmetry, and to no other', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(boardOf(3, 3), boardOf(4, 4), boardOf(5, 3)),
        fc.constantFrom(all, files),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.nat(14), { maxLength: 8 }),
        (board, group, count, closed) => {
          const symmetries = group(board);
          const open = stands(board, count);
          // What a symmetry takes to a closed square is closed as well.
          for (const square of closed.filter((each) => each < board.size)) {
            for (const symmetry of symmetries) open[0]![symmetry[square]!] = false;
          }
          const { entries, squares, slabs, weights } = leadersOf(symmetries, open, anywhere);
          const counts = new Array<number>(slabs).fill(0);
          for (const [number, entry] of entries.entries()) {
            const own = Array.from(
              { length: count },
              (_, i) => Math.floor(number / board.size ** (count - 1 - i)) % board.size,
            );
            const isPossible = new Set(own).size === count && open[0]![own[0]!]!;
            expect(entry >= 0).toBe(isPossible);
            if (entry < 0) continue;
            const slab = entry >> 3;
            const image = own.map((square) => symmetries[entry & 7]![square]!);
            expect(image).toEqual([...squares.subarray(slab * count, (slab + 1) * count)]);
            counts[slab]!++;
          }
          expect(counts).toEqual([...weights]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
