import { describe, expect, it } from 'vitest';
import { chess } from '../../../src/rules/chess.ts';
import { Locator } from '../../../src/rules/locate.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { solveReference } from '../../../src/solve/reference/solver.ts';
import { readTable } from '../../../src/table/table.ts';
import { parseValueCode, type Value } from '../../../src/table/value.ts';
import { read } from '../../rules/positions.ts';
import { whole } from '../../thorough.ts';
import { materialOf } from '../solved.ts';
import { referenceTables } from '../threeMen.ts';

const tables = { chess: await referenceTables(chess), metachess: await referenceTables(metachess) };

function verdict(rules: RuleSet, fen: string): string {
  const { material, turn, squares } = new Locator(rules).locate(read(fen));
  const table = tables[rules.name as keyof typeof tables](material!.name);
  return textOf(parseValueCode(readTable(table, turn, squares)));
}

function textOf({ wdl, dtm }: Value): string {
  return wdl === 0 ? 'drawn' : `${wdl > 0 ? 'won' : 'lost'} in ${dtm}`;
}

// The FENs come from a search through both tables; what they show can be seen on the board.
const verdicts = [
  {
    title: 'a chess mate is a mate in both',
    fen: '8/8/8/8/8/8/8/kQK5 b - - 0 1',
    chess: 'lost in 0',
    metachess: 'lost in 0',
  },
  {
    title: 'a stalemate in which a mate waits is lost in metachess',
    fen: '8/8/8/8/8/8/2Q5/k1K5 b - - 0 1',
    chess: 'drawn',
    metachess: 'lost in 0',
  },
  {
    title: 'a stalemate in which none waits is drawn in both',
    fen: '8/8/8/8/8/8/2Q5/k2K4 b - - 0 1',
    chess: 'drawn',
    metachess: 'drawn',
  },
  {
    title: 'who has only moves that allow mate, and stands in neither check nor metacheck, draws',
    fen: '8/8/8/8/Q7/2K5/8/1k6 b - - 0 1',
    chess: 'lost in 2',
    metachess: 'drawn',
  },
  {
    title: 'who stands in check and has only such moves has lost',
    fen: '8/8/8/8/8/8/2K5/k1Q5 b - - 0 1',
    chess: 'lost in 2',
    metachess: 'lost in 0',
  },
  {
    title: 'a queen wins faster in metachess',
    fen: '8/8/8/8/8/8/8/k1QK4 b - - 0 1',
    chess: 'lost in 8',
    metachess: 'lost in 2',
  },
  {
    title: 'a rook may take longer',
    fen: '8/8/8/8/8/8/2K5/kR6 b - - 0 1',
    chess: 'lost in 4',
    metachess: 'lost in 8',
  },
  {
    title: 'a pawn that promotes enters the table of the queen',
    fen: '8/P7/8/8/8/8/2K5/k7 b - - 0 1',
    chess: 'lost in 2',
    metachess: 'lost in 0',
  },
  {
    title: 'Black’s pawn is White’s, seen from the other side',
    fen: 'K7/2k5/8/8/8/8/p7/8 w - - 0 1',
    chess: 'lost in 2',
    metachess: 'lost in 0',
  },
];

describe('a position is worth', () => {
  it.each(verdicts)('$chess in chess, $metachess in metachess: $title', ({ fen, ...expected }) => {
    expect(verdict(chess, fen)).toBe(expected.chess);
    expect(verdict(metachess, fen)).toBe(expected.metachess);
  });
});

describe('a table', () => {
  it.runIf(whole)('reads the tables that its moves lead to, and no others', () => {
    const asked = new Set<string>();
    solveReference(chess, materialOf(chess, 'KPvk'), (name) => {
      asked.add(name);
      return tables.chess(name);
    });
    // A capture leaves bare kings: a draw without a table.
    expect([...asked].sort()).toEqual(['KBvk', 'KNvk', 'KQvk', 'KRvk']);
  });

  it('reports its progress', () => {
    const steps: (readonly [number, number])[] = [];
    solveReference(chess, materialOf(chess, 'KNvk'), tables.chess, (done, total) => {
      steps.push([done, total]);
    });
    const { size } = tables.chess('KNvk').placements;
    expect(steps[0]).toEqual([0, 2 * size]);
    expect(steps.at(-1)).toEqual([2 * size, 2 * size]);
    expect(steps).toEqual(steps.toSorted(([a], [b]) => a - b));
  });
});

describe('the plan of tables', () => {
  const planned = (rules: RuleSet, ...names: string[]) =>
    planTables(
      rules,
      names.map((name) => materialOf(rules, name)),
    );
  const namesOf = (steps: ReturnType<typeof planned>) => steps.map(({ material }) => material.name);

  it('of a table that leads nowhere is that table', () => {
    expect(planned(chess, 'KQvk')).toEqual([{ material: materialOf(chess, 'KQvk'), needs: [] }]);
  });

  it('of a pawn begins with every piece that it may become', () => {
    const steps = planned(metachess, 'KPvk');
    expect(namesOf(steps)).toEqual(['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk']);
    expect(steps.at(-1)!.needs).toEqual(['KQvk', 'KRvk', 'KBvk', 'KNvk']);
  });

  it('of a pawn on each side takes twenty tables', () => {
    const names = namesOf(planned(metachess, 'KPvkp'));
    const men = [...'QRBNP'];
    const three = men.map((man) => `K${man}vk`);
    const four = men.flatMap((man, i) =>
      men.slice(i).map((other) => `K${man}vk${other.toLowerCase()}`),
    );
    expect(names.toSorted()).toEqual([...three, ...four].sort());
    expect(names.at(-1)).toBe('KPvkp');
  });

  it('names each table once, after its subtables, fewer men first', () => {
    const steps = planned(chess, 'KPPvkp', 'KQPvkr', 'KPvkp', 'KPPvkp');
    const names = namesOf(steps);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['KPPvkp', 'KQPvkr', 'KPvkp']));
    for (const [i, { needs }] of steps.entries()) {
      expect(names.slice(0, i)).toEqual(expect.arrayContaining([...needs]));
    }
    const men = steps.map(({ material }) => material.men.length);
    expect(men).toEqual(men.toSorted((a, b) => a - b));
  });

  it('of bare kings is empty', () => {
    expect(planned(chess, 'Kvk')).toEqual([]);
  });
});
