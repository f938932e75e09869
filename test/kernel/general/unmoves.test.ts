import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Square } from '../../../src/board/board.ts';
import { FIRST_SPARE, SECOND_SPARE } from '../../../src/kernel/general/sets.ts';
import { type Color, opposite } from '../../../src/pieces/army.ts';
import { codeOf } from '../../../src/pieces/mover.ts';
import { hash } from '../../../tools/random.ts';
import { runs } from '../../thorough.ts';
import { Field, keepsOf, someNumbers } from './field.ts';
import { visitLine } from './naive.ts';
import { type RandomTable, tables } from './randomTables.ts';

type Squares = readonly Square[];
type Member = (squares: Squares) => boolean;

/** Is each piece on a square of its own, where it may stand? */
function isPlaced({ rules, men }: RandomTable, squares: Squares): boolean {
  const { stands } = rules.variant.equipment;
  return (
    new Set(squares).size === men.length &&
    men.every((man, i) => stands[codeOf(man)]![squares[i]!] === true)
  );
}

/** Can one of `movers` move within the table from here to a member of a set? */
function reaches(
  { rules, men }: RandomTable,
  movers: readonly number[],
  squares: Squares,
  member: Member,
): boolean {
  const { equipment } = rules.variant;
  const occupied = new Uint8Array(rules.board.size);
  for (const square of squares) occupied[square] = 1;
  return movers.some((i) => {
    const keeps = keepsOf(rules, men[i]!);
    let found = false;
    for (const line of equipment.mover(codeOf(men[i]!)).lines[squares[i]!]!) {
      if (!line.moves) continue;
      visitLine(line, occupied, (to) => {
        if (!found && !occupied[to] && keeps(to)) found = member(squares.with(i, to));
      });
    }
    return found;
  });
}

/**
 * Puts a piece in another's way: of random placements too few have one there. `k`: any number. The first man stays where it is,
 * since symmetry leaves it few squares.
 */
function obstruct({ rules, men }: RandomTable, squares: Squares, k: number): Squares {
  const mover = k % men.length;
  const other = 1 + (Math.floor(k / men.length) % (men.length - 1));
  const lines = rules.variant.equipment.mover(codeOf(men[mover]!)).lines[squares[mover]!]!;
  const line = lines[hash(k, lines.length)]?.squares;
  return line && other !== mover ? squares.with(other, line[hash(k + 1, line.length)]!) : squares;
}

/** Which placements a set holds: one in so many, the same for all that share an index. */
interface Sparse {
  readonly oneIn: number;
  readonly salt: number;
}

const sparse: fc.Arbitrary<Sparse> = fc.record({
  oneIn: fc.constantFrom(6, 30, 150),
  salt: fc.nat(1 << 20),
});

/** Placements for which the kernel says otherwise than the naive form. `goals`: of which men moves count, if not of all. */
function differences(
  table: RandomTable,
  { oneIn, salt }: Sparse,
  goals?: readonly Squares[],
): string[] {
  const { men } = table;
  const field = new Field(table.rules, men, goals ? { goals } : {});
  const { frame, size, placed } = field;
  const { placements } = field.shape;
  const isMember = (index: number) => hash(index + salt, oneIn) === 0;
  const member: Member = (squares) =>
    isPlaced(table, squares) && isMember(placements.index(squares));
  const found: string[] = [];
  for (const color of [0, 1] as const satisfies Color[]) {
    const x = frame.set(FIRST_SPARE, opposite(color));
    const out = frame.set(SECOND_SPARE, color);
    field.fill(x, isMember);
    frame.unmoves(color, x, placed, out, goals !== undefined);
    const movers = [...men.keys()].filter(
      (i) => men[i]!.color === color && goals?.[i]?.length !== 0,
    );
    for (const [k, some] of someNumbers(size, salt).entries()) {
      const any = field.squares(some);
      for (const squares of [any, obstruct(table, any, k)]) {
        const place = field.place(squares);
        const stands = isPlaced(table, squares);
        const has = stands && reaches(table, movers, squares, member);
        if (field.has(placed, place) !== stands) found.push(`${squares} is placed: ${stands}`);
        if (field.has(out, place) !== has) found.push(`${squares}, ${color} to move: ${has}`);
      }
    }
  }
  return found.slice(0, 3);
}

describe('Moves within a table, taken back, match the moves of the pieces one by one', () => {
  test.each([
    [2, 70_000, 15],
    [3, 450_000, 20],
    [4, 400_000, 25],
    [5, 70_000, 10],
  ])('%i men', (count, most, full) => {
    fc.assert(
      fc.property(tables(count, most), sparse, (table, set) => {
        expect(differences(table, set)).toEqual([]);
      }),
      runs(20 * full, full),
    );
  });

  test('of pieces that have a goal', () => {
    const goals = fc.array(fc.constantFrom<Squares>([], [0, 8]), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(tables(3, 20_000), goals, sparse, (table, goals, set) => {
        expect(differences(table, set, goals)).toEqual([]);
      }),
      runs(200),
    );
  });
});
