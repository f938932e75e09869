import { describe, expect, it } from 'vitest';
import { Locator } from '../../src/rules/locate.ts';
import { leaves, lookAhead } from '../../src/rules/lookAhead.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { verifyTable } from '../../src/solve/verify.ts';
import { countTable } from '../../src/table/statistics.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { DRAWN, makeValueCode, parseValueCode } from '../../src/table/value.ts';
import { type BruteForce, bruteForce } from '../rules/bruteForce.ts';
import { reach5 } from '../rules/reach5.ts';
import { thorough, whole } from '../thorough.ts';
import { type Leave, leave5 } from './leave5.ts';
import { Solved } from './solved.ts';

/** Where a table and brute force differ, and the number of positions of each, with White and with Black to move. */
function compare<P>(table: Table, brute: BruteForce<P>) {
  const differences = brute.placed.filter(({ turn, squares, wdl, dtm }) => {
    return readTable(table, turn, squares) !== makeValueCode({ wdl, dtm });
  });
  const { white, black } = countTable(table);
  const ours = [white, black].map(({ wins, draws, losses }) => wins + draws + losses);
  const theirs = [0, 1].map((turn) => brute.placed.filter((each) => each.turn === turn).length);
  return { differences: differences.slice(0, 5), ours, theirs };
}

describe('a game on another board, with other men and passing, is solved to the values of brute force', () => {
  const tables = new Solved(reach5 as RuleSet);

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
  const tables = new Solved(leave5 as RuleSet);
  const table = tables.get('KWvk');
  const brute = bruteForce(leave5, table.material.men);
  const locator = new Locator(leave5);
  const read = (position: Leave) => {
    const { material, turn, squares } = locator.locate(position);
    return readTable(tables.get(material!.name), turn, squares);
  };
  /** Every position with the right that one move reaches from a position without. */
  const withRight = brute.placed.flatMap(({ turn, squares }) => {
    const position = leave5.place(table.material.men, squares, turn);
    if (!position.ok) return [];
    return leave5
      .legalMoves(position.value)
      .map((move) => leave5.play(position.value, move))
      .filter(({ leave }) => leave);
  });

  it('is taken into account by the solver', () => {
    const { differences, ours, theirs } = compare(table, brute);
    expect(differences).toEqual([]);
    expect(ours).toEqual(theirs);
    expect(verifyTable(leave5, table, tables.get).differences).toBe(0);
  });

  it('makes the table differ from that of the same game without it', () => {
    const plain = new Solved(reach5 as RuleSet).get('KWvk');
    expect(table.values[0]).not.toEqual(plain.values[0]);
  });

  it('gives its position the value that follows from one move ahead, or two if a reply gives the right again', () => {
    const wrong = withRight.filter((position) => {
      const { wdl, dtm } = parseValueCode(lookAhead(leave5, position, read));
      const worth = brute.worth(position)!;
      return wdl !== worth.wdl || dtm !== worth.dtm;
    });
    expect(withRight.length).toBeGreaterThan(1000);
    expect(wrong.map(leave5.makeFen).slice(0, 5)).toEqual([]);
  });

  it('matters: without it many of those positions have other values', () => {
    const other = withRight.filter(
      (position) => lookAhead(leave5, position, read) !== read({ ...position, leave: false }),
    );
    expect(other.length).toBeGreaterThan(10);
  });

  it('has leaves without rights, and looking ahead reads nothing else', () => {
    let twoPlies = 0;
    for (const position of withRight.slice(0, 500)) {
      const reached = leaves(leave5, position);
      expect(reached.filter(({ leave }) => leave)).toEqual([]);
      const asked: Leave[] = [];
      lookAhead(leave5, position, (after) => {
        asked.push(after);
        return DRAWN;
      });
      expect(asked.map(leave5.makeFen).sort()).toEqual(reached.map(leave5.makeFen).sort());
      if (reached.some((after) => leave5.turn(after) === leave5.turn(position))) twoPlies++;
    }
    expect(twoPlies).toBeGreaterThan(0);
  });

  it('is the only reason to look ahead: a position without it is its own only leaf', () => {
    for (const { at } of withRight.slice(0, 20)) {
      expect(leaves(leave5, { at, leave: false })).toEqual([{ at, leave: false }]);
    }
  });
});
