import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { Position } from '../../src/position/position.ts';
import { Locator } from '../../src/rules/locate.ts';
import { leaves, lookAhead } from '../../src/rules/lookAhead.ts';
import { verifyTable } from '../../src/solve/verify.ts';
import { type Counts, countTable } from '../../src/table/statistics.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { DRAWN, makeValueCode, parseValueCode } from '../../src/table/value.ts';
import { type BruteForce, bruteForce } from '../rules/bruteForce.ts';
import { reach5 } from '../rules/reach5.ts';
import { thorough, whole } from '../thorough.ts';
import { march, plainMarch } from './march.ts';
import { Solved } from './solved.ts';

/** Where a table and brute force differ, and the number of positions of each, with White and with Black to move. */
function compare(table: Table, brute: BruteForce) {
  const differences = brute.placed.filter(({ turn, squares, wdl, dtm }) => {
    return readTable(table, turn, squares) !== makeValueCode({ wdl, dtm });
  });
  const { white, black } = countTable(table);
  const sum = ({ wins, draws, losses }: Counts) => wins + draws + losses;
  const ours = [white, black].map((side) => sum(side) + (side.afterPass ? sum(side.afterPass) : 0));
  const theirs = [0, 1].map((turn) => brute.placed.filter((each) => each.turn === turn).length);
  return { differences: differences.slice(0, 5), ours, theirs };
}

describe('a game on another board, with other men and passing, is solved to the values of brute force', () => {
  const tables = new Solved(reach5);

  // Brute force takes seconds for four men.
  const names = ['Kvk', 'KWvk', 'KFvk', ...(thorough ? ['KWvkf', 'KWWvk'] : [])];
  it.each(names)('%s', (name) => {
    const table = tables.get(name);
    const { differences, ours, theirs } = compare(table, bruteForce(reach5, table.material.men));
    expect(differences).toEqual([]);
    expect(ours).toEqual(theirs);
  });

  it.runIf(whole)(
    'and its longest win takes several plies, so that the comparison can fail',
    () => {
      const { white, black } = countTable(tables.get('KWvkf'));
      for (const { longestWin, longestLoss } of [white, black]) {
        expect(longestWin).toBeGreaterThan(4);
        expect(longestLoss).toBeGreaterThan(3);
      }
    },
  );
});

describe('a right that no table holds', () => {
  const tables = new Solved(march);
  const table = tables.get('KSvks');
  const brute = bruteForce(march, table.material.men);
  const locator = new Locator(march);
  const read = (position: Position) => {
    const { material, known, turn, squares } = locator.locate(position);
    return known ?? readTable(tables.get(material!.name), turn, squares);
  };
  const hasRight = (position: Position) => march.rights(position) !== 'none';
  /** Every position with the right that one move reaches from a position without. */
  const withRight = brute.placed.flatMap(({ turn, squares }) => {
    const position = unwrap(march.place(table.material.men, squares, turn));
    const reached = march.legalMoves(position).map((move) => march.play(position, move));
    return reached.filter(hasRight);
  });

  it('is taken into account by the solver', () => {
    const { differences, ours, theirs } = compare(table, brute);
    expect(differences).toEqual([]);
    expect(ours).toEqual(theirs);
    expect(verifyTable(march, table, tables.get).differences).toBe(0);
  });

  it('makes the table differ from that of the same game without it', () => {
    const plain = new Solved(plainMarch).get('KSvks');
    expect(table.values[0]).not.toEqual(plain.values[0]);
  });

  it('gives its position the value that follows from one move ahead, or two if a reply gives the right again', () => {
    const wrong = withRight.filter((position) => {
      const { wdl, dtm } = parseValueCode(lookAhead(march, position, read));
      const worth = brute.worth(position)!;
      return wdl !== worth.wdl || dtm !== worth.dtm;
    });
    expect(withRight.length).toBeGreaterThan(500);
    expect(wrong.map(march.makeFen).slice(0, 5)).toEqual([]);
  });

  it('matters: without it many of those positions have other values', () => {
    const other = withRight.filter(
      (position) =>
        lookAhead(march, position, read) !== read({ ...position, enPassant: undefined }),
    );
    expect(other.length).toBeGreaterThan(10);
  });

  it('has leaves without rights, and looking ahead reads nothing else', () => {
    let twoPlies = 0;
    for (const position of withRight) {
      const reached = leaves(march, position);
      expect(reached.filter(hasRight)).toEqual([]);
      const asked: Position[] = [];
      lookAhead(march, position, (after) => {
        asked.push(after);
        return DRAWN;
      });
      expect(asked.map(march.makeFen).sort()).toEqual(reached.map(march.makeFen).sort());
      if (reached.some((after) => after.turn === position.turn)) twoPlies++;
    }
    expect(twoPlies).toBeGreaterThan(0);
  });

  it('is the only reason to look ahead: a position without it is its own only leaf', () => {
    for (const position of withRight.slice(0, 20)) {
      const without = { ...position, enPassant: undefined };
      expect(leaves(march, without)).toEqual([without]);
    }
  });
});
