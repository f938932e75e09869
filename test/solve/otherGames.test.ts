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

/** Where a table and brute force do not agree, and how many positions, White and Black to move, each of them has. */
function compare<P>(table: Table, brute: BruteForce<P>) {
  const differences = brute.placed.filter(({ turn, squares, wdl, dtm }) => {
    return readTable(table, turn, squares) !== makeValueCode({ wdl, dtm });
  });
  const { white, black } = countTable(table);
  const ours = [white, black].map(({ wins, draws, losses }) => wins + draws + losses);
  const theirs = [0, 1].map((turn) => brute.placed.filter((each) => each.turn === turn).length);
  return { differences: differences.slice(0, 5), ours, theirs };
}

describe('a game on another board, with other men and with passing, is solved as by brute force', () => {
  const tables = new Solved(reach5 as RuleSet);

  // Of four men brute force takes seconds.
  const names = ['Kvk', 'KWvk', 'KFvk', ...(thorough ? ['KWvkf', 'KWWvk'] : [])];
  it.each(names)('%s', (name) => {
    const table = tables.get(name);
    const { differences, ours, theirs } = compare(table, bruteForce(reach5, table.material.men));
    expect(differences).toEqual([]);
    expect(ours).toEqual(theirs);
  });

  it.runIf(whole)('and takes several plies, so that there is something to get wrong', () => {
    const { white, black } = countTable(tables.get('KWvkf'));
    for (const { longestWin, longestLoss } of [white, black]) {
      expect(longestWin).toBeGreaterThan(4);
      expect(longestLoss).toBeGreaterThan(3);
    }
  });
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
  /** Every position with the right that play makes of one without. */
  const withRight = brute.placed.flatMap(({ turn, squares }) => {
    const position = leave5.place(table.material.men, squares, turn);
    if (!position.ok) return [];
    return leave5
      .legalMoves(position.value)
      .map((move) => leave5.play(position.value, move))
      .filter(({ leave }) => leave);
  });

  it('is reckoned with by the solver', () => {
    const { differences, ours, theirs } = compare(table, brute);
    expect(differences).toEqual([]);
    expect(ours).toEqual(theirs);
    expect(verifyTable(leave5, table, tables.get).differences).toBe(0);
  });

  it('makes another table than the same game without it', () => {
    const plain = new Solved(reach5 as RuleSet).get('KWvk');
    expect(table.values[0]).not.toEqual(plain.values[0]);
  });

  it('is worth what the positions one move on say, or two where the reply makes another one', () => {
    const wrong = withRight.filter((position) => {
      const { wdl, dtm } = parseValueCode(lookAhead(leave5, position, read));
      const worth = brute.worth(position)!;
      return wdl !== worth.wdl || dtm !== worth.dtm;
    });
    expect(withRight.length).toBeGreaterThan(1000);
    expect(wrong.map(leave5.makeFen).slice(0, 5)).toEqual([]);
  });

  it('matters: without it many of those positions are worth something else', () => {
    const other = withRight.filter(
      (position) => lookAhead(leave5, position, read) !== read({ ...position, leave: false }),
    );
    expect(other.length).toBeGreaterThan(10);
  });

  it('leaves a leaves without rights, and looking ahead reads nothing else', () => {
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

  it('is alone in having a leaves: any other position is its own', () => {
    for (const { at } of withRight.slice(0, 20)) {
      expect(leaves(leave5, { at, leave: false })).toEqual([{ at, leave: false }]);
    }
  });
});
