import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardOf } from '../../../src/board/board.ts';
import { onRanks } from '../../../src/board/regions.ts';
import { wordsFor } from '../../../src/kernel/general/lanes.ts';
import { FIRST_SPARE, SECOND_SPARE } from '../../../src/kernel/general/sets.ts';
import { KernelMemory, makeMemory } from '../../../src/kernel/kernelMemory.ts';
import { piece } from '../../../src/pieces/kinds.ts';
import { makeMover } from '../../../src/pieces/mover.ts';
import { writeMover } from '../../../src/solve/general/movement.ts';
import { PathWriter } from '../../../src/solve/general/pathWriter.ts';
import { hash } from '../../../tools/random.ts';
import { runs } from '../../thorough.ts';
import { Field, type WriteMovement } from './field.ts';
import { type RandomTable, tables } from './randomTables.ts';

/** In how many directions the kernel takes a piece for a slider. */
function slidesOf(
  movement: string,
  size: readonly [number, number] = [8, 8],
  other: object = {},
  keeps: (square: number) => boolean = () => true,
): number {
  const board = boardOf(...size);
  const memory = new KernelMemory(makeMemory(1 << 20, false), true);
  const writer = new PathWriter(memory, board, wordsFor(board.size));
  const kind = { ...piece('A', movement, movement), ...other };
  const { slides } = writeMover(writer, board, makeMover(board, kind, 0), keeps, []);
  return memory.i32(slides, 1)[0]!;
}

describe('A piece slides where it goes on until something blocks it, from every square', () => {
  test.each([
    ['R', 4],
    ['Q', 8],
    ['fR', 1],
    ['NN', 8],
    ['AA', 4],
    ['RN', 4],
    ['mRcpR', 4],
    ['W7', 4],
  ])('%s slides in %i directions', (movement, slides) => {
    expect(slidesOf(movement)).toBe(slides);
  });

  test.each(['N', 'K', 'W6', 'pR', 'gQ', 't[FR]', 'nNN', 'cR', 'iR'])('%s does not', (movement) => {
    expect(slidesOf(movement)).toBe(0);
  });

  test('a range that is as long as the board does not end a slide', () => {
    expect(slidesOf('W3', [4, 4])).toBe(4);
    expect(slidesOf('W3', [4, 6])).toBe(2);
  });

  test('the long leaps of a rider are slides only where the board has room for two', () => {
    expect(slidesOf('(4,0)0')).toBe(0);
    expect(slidesOf('(4,0)0', [9, 9])).toBe(4);
  });

  test('a piece that may not enter or stay on some squares does not slide there', () => {
    expect(slidesOf('R', [8, 8], { enters: onRanks(1, 2, 3) })).toBe(0);
    expect(slidesOf('R', [8, 8], {}, (square) => square < 56)).toBe(1);
  });
});

/** Writes the movement as paths and chains alone. */
const withoutSlides =
  ({ rules }: RandomTable): WriteMovement =>
  (writer, mover, keeps) => {
    const movement = writeMover(writer, rules.board, mover, keeps, []);
    const lines = mover.lines.flatMap((each, from) =>
      each
        .filter(({ moves, passed }) => moves && passed.length === 0)
        .map((line) => ({ from, line })),
    );
    const chains = writer.chains(lines, ({ line: { hop, first, squares } }, i) => {
      return i >= (hop === 0 ? first : Math.max(1, first)) && keeps(squares[i]!);
    });
    return { ...movement, leaps: movement.moves, slides: writer.slides([]), chains };
  };

test('slides find what the same moves find as single paths', () => {
  const counts = fc.constantFrom(2, 3, 4).chain((count) => tables(count, 450_000));
  fc.assert(
    fc.property(counts, fc.nat(1 << 20), (table, salt) => {
      const sets = [undefined, withoutSlides(table)].map((write) => {
        const field = new Field(table.rules, table.men, write ? { write } : {});
        const { frame, placed } = field;
        const x = frame.set(FIRST_SPARE, 1);
        field.fill(x, (index) => hash(index + salt, 50) === 0);
        return Buffer.from(field.bytes(frame.unmoves(0, x, placed, frame.set(SECOND_SPARE, 0))));
      });
      expect(Buffer.compare(sets[0]!, sets[1]!)).toBe(0);
    }),
    runs(600, 15),
  );
});
