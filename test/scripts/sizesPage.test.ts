import { expect, test } from 'vitest';
import { otherFormats, syzygySizes } from '../../figures/otherFormats.ts';
import { makeSizesPage, type TableSize } from '../../scripts/sizesPage.ts';
import { chess } from '../../src/rules/chess.ts';
import { allMaterials } from '../../src/table/material.ts';

const sizes: readonly TableSize[] = [
  { name: 'KPvk', men: 3, pawns: true, bytes: 2 ** 14, positions: 2 ** 18 },
  { name: 'KQvkr', men: 4, pawns: false, bytes: 2 ** 20, positions: 2 ** 22 },
  { name: 'KRvkn', men: 4, pawns: false, bytes: 2 ** 21, positions: 2 ** 23 },
];

test('Syzygy has published the size of every table of chess up to five men', () => {
  const names = [3, 4, 5]
    .flatMap((men) => allMaterials(men, chess))
    .flatMap(({ name, men }) => (chess.isSettled(men) ? [] : [name]));
  const found = names.map((name) => syzygySizes(name)!);
  expect(found).toHaveLength(145);
  const bytes = found.reduce((sum, { wdl, dtz }) => sum + wdl + dtz, 0);
  // 938 MiB, as its page says but for the last digit.
  expect(bytes).toBe(983_957_920);
  expect(Object.keys(otherFormats.syzygy)).toHaveLength(145);
});

test('a page of sizes has each table beside the published files of the same table', () => {
  const page = makeSizesPage(sizes);
  expect(page).toContain('the 3 tables of orthodox chess take as files: 3,162,112 bytes');
  expect(page).toContain('| KPvK | 262,144 | 16,384 | 0.500 | 7,824 | 4,176 |');
  expect(page).toContain('| KQvKR | 4,194,304 | 1,048,576 | 2.000 |');
});

test('a page of sizes sums its tables by men and pawns, and everything', () => {
  const page = makeSizesPage(sizes);
  expect(page).toContain('| 3 men, with pawns | 1 | 0.0156 | 0.011 |');
  expect(page).toContain('| 4 men, without pawns | 2 | 3 | 2.68 | 6.07 |');
  expect(page).toMatch(/\| all \| 3 \| 3\.02 \| 2\.69 \| 6\.1 \|/);
  expect(page).not.toContain('5 men,');
});

test('a page of sizes sets tables beside others of distance to mate', () => {
  const page = makeSizesPage(sizes);
  expect(page).toContain('| KQvKR | 1,048,576 | 992,272 | 1,292,261 | 442,896 |');
  // Not all 35 of them are here.
  expect(page).not.toContain('| 3 and 4 men |');
});
