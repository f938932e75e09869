import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import { allMaterials } from '../../src/table/material.ts';
import type { Table } from '../../src/table/table.ts';
import { recordsInPython } from '../python/reader.ts';
import { needPython } from '../python3.ts';
import { compiled } from '../solve/pool.ts';
import { materialOf } from '../solve/solved.ts';
import { sample, thorough } from '../thorough.ts';

beforeEach(needPython);

/** What a reader of a table yields, up to symmetry. */
interface Found {
  readonly positions: readonly [number, number];
  /** With other values than the library reads. */
  readonly different: number;
  /** That another one is equal to. */
  readonly again: number;
}

/** Python takes a minute for a table of four men. */
const ruleSets: readonly RuleSet[] = thorough ? [chess, metachess] : [metachess];
const cases = ruleSets.flatMap((rules) => {
  const materials = [3, 4].flatMap((men) => allMaterials(men, rules));
  const wanted = materials.filter(({ men }) => !rules.isSettled(men));
  return sample(wanted, 1).map(({ name }) => ({ rules, game: rules.name, name }));
});

let dir: string;
const running = new Map<unknown, Promise<Found>>();

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-python-'));
  for (const rules of ruleSets) {
    const own = cases.filter((each) => each.rules === rules);
    const materials = own.map(({ name }) => materialOf(rules, name));
    unwrap(await compiled.generate(rules, materials, { dir }));
  }
  // A Python for each core: a case waits for the one `lanes` places before it.
  const lanes = availableParallelism();
  for (const [i, each] of cases.entries()) {
    const before = running.get(cases[i - lanes]) ?? Promise.resolve();
    const found = before.then(() => compare(each.rules, each.name));
    // The tests await the result; a failure before then is not an unhandled rejection.
    found.catch(() => {});
    running.set(each, found);
  }
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('every value that Python reads is the one that the library reads, and none is left out', () => {
  it.each(cases)('$game $name', async (each) => {
    const store = new TableStore(each.rules, dir);
    const statistics = unwrap(await store.statistics(materialOf(each.rules, each.name)));
    const positions = [statistics.white, statistics.black].map(
      ({ unique: { wins, draws, losses } }) => wins + draws + losses,
    );
    expect(await running.get(each)).toEqual({ positions, different: 0, again: 0 });
  });
});

async function compare(rules: RuleSet, name: string): Promise<Found> {
  const store = new TableStore(rules, dir);
  const table: Table = unwrap(await store.read(materialOf(rules, name)));
  const { placements, values } = table;
  const seen = [new Uint8Array(placements.size), new Uint8Array(placements.size)] as const;
  const positions: [number, number] = [0, 0];
  let different = 0;
  let again = 0;
  await recordsInPython(store.path(name), table.material.men.length, (squares, turn, value) => {
    const index = placements.index(squares);
    if (values[turn].at(index) !== value) different++;
    again += seen[turn][index]!;
    seen[turn][index] = 1;
    positions[turn]++;
  });
  return { positions, different, again };
}
