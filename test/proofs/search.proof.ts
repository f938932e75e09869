import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { Search } from '../../src/search/search.ts';
import { generateInMemory } from '../../src/solve/inMemory.ts';
import type { Table } from '../../src/table/table.ts';
import { random } from '../../tools/random.ts';
import { gameOf } from '../games/moves.ts';
import { positionsOf, type Valued, valuesOf } from '../search/positionsOf.ts';
import { materialOf } from '../solve/solved.ts';
import { cases, seed, thorough } from '../thorough.ts';

const POSITIONS = cases(500, 10);
/** Wins of 21 plies take some ten seconds each, those of 13 a quarter of one. */
const FAR = thorough ? 21 : 13;

/** A search that forgets before each position, and each time finds the table's distance. */
function checkAll(
  rules: RuleSet,
  search: Search,
  positions: Iterable<Valued>,
  plies: number,
): void {
  let left = POSITIONS;
  for (const { position, value } of positions) {
    search.clear();
    const proof = search.prove(Game.start(rules, position), { plies, seeks: 'win' });
    expect(proof?.plies, rules.makeFen(position)).toBe(value.dtm);
    if (--left === 0) break;
  }
  expect(left).toBe(0);
}

describe.each([
  ['metachess', 'KQvkr'],
  ['reach', 'KRvkr'],
])('a search of %s %s', (name, endgame) => {
  const rules = gameOf(name);
  let tables: ReadonlyMap<string, Table>;
  let table: Table;
  const won = (most: number) =>
    positionsOf(rules, table, random(seed), ({ wdl, dtm }) => wdl > 0 && dtm <= most);

  beforeAll(async () => {
    tables = unwrap(await generateInMemory(rules, [materialOf(rules, endgame)]));
    table = tables.get(endgame)!;
  });

  test('proves wins of up to 9 plies without tables', () => {
    checkAll(rules, new Search(rules, { hashBytes: 1 << 26 }), won(9), 9);
  });

  test(`proves wins of up to ${FAR} plies with the tables of fewer pieces`, () => {
    const fewer = valuesOf(
      rules,
      [...tables.values()].filter((each) => each !== table),
    );
    checkAll(rules, new Search(rules, { hashBytes: 1 << 26, tables: fewer }), won(FAR), FAR);
  });
});
