import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { countTable } from '../../src/table/statistics.ts';
import { few } from '../thorough.ts';
import { figures, solved } from './solved.ts';

// Figures of the whole board, without symmetry, by a brute-force program that shares nothing with this one. Those of
// tables that take longer are in test/proofs/games.proof.ts.

type Row = readonly [table: string, white: string, black: string];

describe('Reach Chess', () => {
  const reach = unwrap(findRuleSet('reach'));

  // Those but KPvk were confirmed by a second, unrelated program.
  const rows: readonly (readonly [...Row, afterPass: string])[] = [
    ['Kvk', '1524 / 198 / 1018, 23, 22', '1524 / 198 / 1018, 23, 22', '0 / 0 / 0; 0 / 0 / 0'],
    ['KQvk', '95308 / 0 / 0, 3, -', '23540 / 1162 / 123684, 23, 20', '142 / 0 / 0; 0 / 0 / 0'],
    [
      'KPvk',
      '93306 / 4836 / 24646, 23, 22',
      '46276 / 6670 / 73946, 23, 24',
      '0 / 0 / 0; 0 / 0 / 0',
    ],
    [
      'KNvk',
      '118240 / 458 / 16270, 21, 14',
      '42042 / 1914 / 104430, 23, 22',
      '0 / 0 / 0; 0 / 0 / 0',
    ],
  ];
  // The bare kings are below all others; of these tables, only the queen's has positions after a pass.
  const QUICK = 2;

  describe.each(few(rows, QUICK))('%s', (table, ...expected) => {
    test('has these figures, with what only a pass leads to counted apart', () => {
      const { white, black, afterPass } = figures(reach, table);
      expect([white, black, afterPass]).toEqual(expected);
    });

    test('is won in an odd number of plies, and lost in an even one from two on', () => {
      for (const { histogram, losses } of Object.values(countTable(solved(reach, table)))) {
        expect(Object.keys(histogram.win).filter((plies) => Number(plies) % 2 === 0)).toEqual([]);
        expect(Object.keys(histogram.loss).filter((plies) => Number(plies) % 2 === 1)).toEqual([]);
        expect(histogram.loss[0]).toBeUndefined();
        if (losses > 0) expect(histogram.loss[2]).toBeGreaterThan(0);
      }
    });
  });
});

/** A game that ends as chess does, with a king and a piece X, as the text of a variants.ini. */
const figuresIni = (files: number, ranks: number, movement: string) => `
[figures]
maxFile = ${files}
maxRank = ${ranks}
king = k
customPiece1 = x:${movement}
startFen = k${files - 1}${`/${files}`.repeat(ranks - 2)}/K${files - 1} w - - 0 1
`;

describe('one piece against a bare king, on boards of files x ranks', () => {
  type OnBoard = readonly [
    size: string,
    movement: string,
    name: string,
    white: string,
    black: string,
  ];
  const rows: readonly OnBoard[] = [
    ['4x4', 'R', 'rook', '1312 / 0 / 0, 13, -', '0 / 612 / 1572, -, 14'],
    ['5x5', 'Q', 'queen', '4976 / 0 / 0, 11, -', '0 / 2480 / 8008, -, 12'],
    ['6x6', 'R', 'rook', '25440 / 0 / 0, 23, -', '0 / 5652 / 29708, -, 24'],
    ['7x7', 'K', 'commoner', '83040 / 0 / 0, 29, -', '0 / 11912 / 83968, -, 30'],
    ['8x8', 't[FR]', 'gryphon', '149992 / 0 / 0, 17, -', '0 / 22772 / 201172, -, 18'],
    ['8x8', 'KNAD', 'lion', '163460 / 0 / 0, 9, -', '0 / 22224 / 201720, -, 10'],
    ['8x8', 'C', 'camel', '0 / 208544 / 0, -, -', '0 / 223944 / 0, -, -'],
    ['8x8', 'RN', 'chancellor', '156720 / 0 / 0, 21, -', '0 / 23052 / 200892, -, 22'],
    ['8x8', 'QN', 'amazon', '126060 / 0 / 0, 7, -', '0 / 22880 / 201064, -, 8'],
    ['8x8', 'K', 'commoner', '200424 / 0 / 0, 35, -', '0 / 22208 / 201736, -, 36'],
    ['9x9', 'Q', 'queen', '318752 / 0 / 0, 21, -', '0 / 38944 / 430000, -, 22'],
    ['9x10', 'R', 'rook', '529240 / 0 / 0, 37, -', '0 / 47968 / 603232, -, 38'],
    ['10x8', 'Q', 'queen', '306404 / 0 / 0, 21, -', '0 / 37848 / 413304, -, 22'],
    ['10x8', 'RN', 'chancellor', '330496 / 0 / 0, 25, -', '0 / 37860 / 413292, -, 26'],
    ['10x10', 'R', 'rook', '742080 / 0 / 0, 41, -', '0 / 60564 / 842604, -, 42'],
  ];
  const QUICK = 5;

  test.each(few(rows, QUICK))('%s, %s (%s)', (size, movement, _, white, black) => {
    const [files, ranks] = size.split('x').map(Number);
    const rules = unwrap(parseVariants(figuresIni(files!, ranks!, movement)))[0]!;
    expect(figures(rules, 'KXvk')).toEqual({ white, black });
  });
});
