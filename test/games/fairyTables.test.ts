import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { countTable } from '../../src/table/statistics.ts';
import { thorough } from '../thorough.ts';
import { type Compared, compareTables } from './fairyTables.ts';
import { smallGames } from './smallGames.ts';
import { solved } from './solved.ts';

// Tables of games on small boards, whose every value follows from Fairy-Stockfish's moves, checks and results too: with
// our program they share only the text of the game. No known difference is left: no end comes sooner or later there.

const QUICK = 1;
const games = thorough ? smallGames : smallGames.slice(0, QUICK);

describe.each(games)('$tables of the game $ini', (game) => {
  let compared: readonly Compared[];
  beforeAll(async () => {
    compared = await compareTables([game]);
  }, 600_000);

  test('has the same positions, values and distances as by the moves of Fairy-Stockfish', () => {
    for (const { table, differences, positions } of compared) {
      expect(differences.slice(0, 5), table).toEqual([]);
      expect(positions, table).toBeGreaterThan(100);
    }
    expect(compared.some(({ decided }) => decided > 0)).toBe(true);
  });
});

test('of Racing Kings are two with the same men, as colours cannot be exchanged', async () => {
  const race = smallGames.find(({ ini }) => ini.includes(':racingkings'))!;
  const [rules] = unwrap(parseVariants(race.ini));
  const [white, black] = ['KRvk', 'Kvkr'].map((name) => countTable(solved(rules!, name)));
  expect(white!.white.wins).not.toBe(black!.black.wins);
});
