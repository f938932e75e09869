import { describe, expect, it } from 'vitest';
import { figuresOf, published } from '../../figures/published.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { allMaterials } from '../../src/table/material.ts';
import { countTable, type SideStatistics } from '../../src/table/statistics.ts';
import { referenceTables } from './threeMen.ts';

const chessTable = await referenceTables(chess);
const metachessTable = await referenceTables(metachess);

describe('the tables of three men', () => {
  const names = allMaterials(3, chess).map(({ name }) => name);

  it('are five', () => {
    expect(names).toEqual(['KBvk', 'KNvk', 'KPvk', 'KQvk', 'KRvk']);
  });

  it.each(names)('match the published figures of orthodox chess: %s', (name) => {
    const table = chessTable(name);
    expect(figuresOf(table.material, countTable(table))).toEqual(published(name));
  });
});

// From an independent brute-force program on the whole board. White to move: won, drawn, lost,
// longest win; Black to move: won, drawn, lost, longest loss.
const independent = [
  ['metachess', 'KQvk', metachessTable, [144508, 0, 0, 17], [0, 23088, 200856, 18]],
  ['chess', 'KQvk', chessTable, [144508, 0, 0, 19], [0, 23048, 200896, 20]],
  ['chess', 'KRvk', chessTable, [175168, 0, 0, 31], [0, 22244, 201700, 32]],
  ['chess', 'KPvk', chessTable, [124960, 38368, 0, 55], [0, 70420, 97604, 56]],
] as const;

describe('an independent program found the same', () => {
  const counts = ({ wins, draws, losses }: SideStatistics) => [wins, draws, losses];

  it.each(independent)('%s %s', (_, name, table, whiteToMove, blackToMove) => {
    const { white, black } = countTable(table(name));
    expect([...counts(white), white.longestWin]).toEqual(whiteToMove);
    expect([...counts(black), black.longestLoss]).toEqual(blackToMove);
    // White alone has more than a king: Black wins nothing and White loses nothing.
    expect([white.longestLoss, black.longestWin]).toEqual([null, null]);
  });
});
