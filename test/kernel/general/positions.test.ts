import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardOf } from '../../../src/board/board.ts';
import { CHECK } from '../../../src/kernel/general/sets.ts';
import { type Army, BLACK, type PieceKind, WHITE } from '../../../src/pieces/army.ts';
import { Equipment } from '../../../src/pieces/equipment.ts';
import type { Laws } from '../../../src/pieces/laws.ts';
import { codeOf } from '../../../src/pieces/mover.ts';
import { isCheck } from '../../../src/position/attacks.ts';
import { type Position, standing } from '../../../src/position/position.ts';
import { boxChess } from '../../rules/boxChess.ts';
import { runs } from '../../thorough.ts';
import { Field, someNumbers } from './field.ts';
import { inOrder, type RandomTable, tableOf, tables } from './randomTables.ts';

/** A position as it stands, whether a move may lead to it or not. */
function positionOf({ rules, men }: RandomTable, squares: readonly number[]): Position {
  const { equipment } = rules.variant;
  const board = new Array<number>(rules.board.size).fill(0);
  for (const [i, man] of men.entries()) board[squares[i]!] = codeOf(man);
  const side = (wanted: number) =>
    men
      .flatMap((man, i) => (man.color === wanted ? [standing(codeOf(man), squares[i]!)] : []))
      .sort((a, b) => a - b);
  return {
    equipment,
    turn: WHITE,
    squares: board,
    sides: [side(WHITE), side(BLACK)],
    rights: 0,
    enPassant: undefined,
    stock: undefined,
    halfmoves: 0,
    fullmoves: 1,
  };
}

/** Placements for which the kernel says otherwise than the rules, and how many checks there are. */
function compare(table: RandomTable) {
  const field = new Field(table.rules, table.men);
  const { frame, size, placed } = field;
  const wrong: string[] = [];
  let checks = 0;
  for (const color of [WHITE, BLACK]) {
    const check = frame.set(CHECK, color);
    frame.run('findChecks', color, placed, check);
    for (const number of someNumbers(size)) {
      const squares = field.squares(number);
      const is = field.has(placed, number) && isCheck(positionOf(table, squares), color);
      if (is) checks++;
      if (field.has(check, number) !== is) wrong.push(`${squares}: ${color} in check: ${is}`);
    }
  }
  return { wrong: wrong.slice(0, 3), checks };
}

/** Gives the kinds of an army another royal nature. */
const withRoyals =
  (royals: readonly PieceKind['royal'][], laws: Laws = {}) =>
  ([files, ranks]: readonly [number, number], army: Army) => {
    const kinds = army.map(({ promotions, promotesOn, ...kind }, i) => {
      const royal = royals[i];
      return { ...kind, promotions: [], ...(royal === undefined ? {} : { royal }) };
    });
    const equipment = new Equipment(boardOf(files, ranks), kinds, [], false, laws);
    return boxChess(equipment.board, kinds, { equipment });
  };

/** A king each, and any pieces. */
const withKings = ({ rules, men }: RandomTable): RandomTable => {
  const others = men.slice(2).map((man) => ({ ...man, kind: Math.max(1, man.kind) }));
  return tableOf(rules, inOrder([{ kind: 0, color: WHITE }, { kind: 0, color: BLACK }, ...others]));
};

describe('A royal piece is attacked where the rules say so', () => {
  const anyMen = (make: ReturnType<typeof withRoyals>) =>
    fc.constantFrom(2, 3, 4).chain((count) => tables(count, 200_000, make));
  const blast: Laws = { blast: { sheltered: [1], immune: [2] } };

  test.each([
    ['of which each side has one', anyMen(withRoyals(['only'])).map(withKings)],
    ['of which there are several', anyMen(withRoyals([2, undefined, 1]))],
    ['that captures beside it blow up', anyMen(withRoyals(['only'], blast)).map(withKings)],
  ])('%s', (_, any) => {
    let found = 0;
    fc.assert(
      fc.property(any, (table) => {
        const { wrong, checks } = compare(table);
        found += checks;
        expect(wrong).toEqual([]);
      }),
      runs(600, 12),
    );
    expect(found).toBeGreaterThan(0);
  });
});
