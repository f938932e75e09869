import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { checkVariants, parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { parseMaterial } from '../../src/table/material.ts';

const board = 'maxFile = 4\nmaxRank = 4\n';

const atomic =
  'commoner = k\nextinctionPieceTypes = k\nextinctionValue = loss\nextinctionPseudoRoyal = true\nblastOnCapture = true';

test.each([
  ['bare kings', 'Kvk', 'king = k', true],
  [
    'bare kings of which one may not go everywhere',
    'Kvk',
    'king = k\nmobilityRegionWhiteKing = b*',
    false,
  ],
  ['a bare king that has lost', 'KRvk', 'king = k\nrook = r\nbareKingLoses = true', true],
  [
    'a bare king that may take the last piece on its goal',
    'KRvk',
    'king = k\nrook = r\nbareKingLoses = true\nflagRegion = b2',
    false,
  ],
  [
    'two royal pieces that promote',
    'Pvp',
    'pawn = p\nqueen = q\npromotionPieceTypes = q\nextinctionPseudoRoyal = true\nextinctionValue = loss\nextinctionPieceTypes = p',
    false,
  ],
  ['royal pieces that would blow up together', 'Kvk', atomic, true],
  [
    'royal pieces of which one can take the other and stay',
    'Kvk',
    `${atomic}\nblastImmuneTypes = k`,
    false,
  ],
])('is a table needed? %s', (_, name, keys, settled) => {
  const [rules] = unwrap(parseVariants(`[g]\n${board}${keys}`));
  expect(rules!.isSettled(unwrap(parseMaterial(name, rules!)).material.men)).toBe(settled);
});

test('a king that promotes is refused: its side would have none', () => {
  const keys = 'king = k\nrook = r\npromotionPawnTypes = k\npromotionPieceTypes = r';
  const [report] = checkVariants(`[g]\n${board}${keys}`);
  expect(report!.problems.map(({ message }) => message)).toEqual([
    'a king promotes, and its side would have none left',
  ]);
});

test('a piece stands where it is made, even where it could not go', () => {
  const keys =
    'king = k\npawn = p\nrook = r\npromotionRegionWhite = *4\npromotionPieceTypes = r\nmobilityRegionWhiteRook = a*';
  const [rules] = unwrap(parseVariants(`[g]\n${board}${keys}`));
  const position = unwrap(rules!.parseFen('4/1P2/4/K2k w - - 0 1'));
  const move = unwrap(rules!.parseMove(position, 'b3b4r'));
  const after = rules!.makeFen(rules!.play(position, move));
  expect(unwrap(rules!.parseFen(after)).turn).toBe(1);
});
