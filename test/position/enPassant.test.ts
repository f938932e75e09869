import { expect, test } from 'vitest';
import { boardOf } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { pawn, piece, royal } from '../../src/pieces/kinds.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import { checkmateOrStalemate } from '../../src/rules/variant.ts';

test('a pawn may be taken en passant by one that gives check, which is forbidden, unless it promotes', () => {
  const rules = rulesOf({
    name: 'peaceful',
    title: 'Peaceful',
    about: 'Nobody may give check.',
    source: 'This test.',
    equipment: new Equipment(
      boardOf(3, 5),
      [
        royal('K', 'king', 'K'),
        piece('D', 'dabbaba', 'D'),
        { ...pawn([1]), promotesOn: { squares: [[], [7]] }, mayStay: true },
      ],
      [],
      false,
      { noChecks: true },
    ),
    stuck: checkmateOrStalemate,
  });
  const before = unwrap(rules.parseFen('1k1/p2/3/1PK/3 w - - 0 1'));
  const after = rules.play(before, unwrap(rules.parseMove(before, 'b2b4')));
  expect(rules.makeFen(after)).toBe('1k1/pP1/3/2K/3 b - b3 0 1');
  const taking = rules.legalMoves(after).filter(({ from, to }) => from === 9 && to === 7);
  expect(taking.map(({ promotion }) => promotion)).toEqual([1]);
});
