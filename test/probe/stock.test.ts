import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { gameOf, read } from '../games/moves.ts';
import { Solved } from '../solve/solved.ts';
import { filesOf, plainFileOf } from './files.ts';

const rules = gameOf('hutnik:promote=RP');
const solved = new Solved(rules);
const names = ['KRvk', 'KPvk'];
const files = await filesOf(names.map(solved.get), plainFileOf);
const base = new Tablebase(rules, new MemorySource(files));
const position = (board: string) => read(rules, `${board} w - - 0 1`);

test.each(['8/8/8/8/8/k7/4P3/7K', '8/8/4P3/8/8/k7/8/7K'])(
  'with the stock of its table is as without one: %s',
  async (board) => {
    const [play, table] = [`${board}[R]`, board].map((each) => position(each));
    const probe = unwrap(await base.probe(play!));
    expect(probe).toEqual(unwrap(await base.probe(table!)));
    expect(probe.moves.length).toBeGreaterThan(3);
    expect(unwrap(await base.value(play!))).toEqual(probe.value);
    expect(unwrap(await base.bestLine(play!))).toHaveLength(probe.value.dtm);
  },
);

test('a pawn before its last rank becomes what its side has lost, or stays', async () => {
  const at = read(rules, '8/4P3/8/8/8/k7/8/7K[R] w - - 0 1');
  const { value, moves } = unwrap(await base.probe(at));
  expect(moves.map(({ uci }) => uci)).toContain('e7e8r');
  expect(moves.map(({ uci }) => uci)).toContain('e7e8');
  expect(value.wdl).toBe(1);
});

test('with another stock is refused, for a probe and for its value', async () => {
  const at = read(rules, '8/4P3/8/8/8/k7/8/7K[N] w - - 0 1');
  for (const answer of [await base.probe(at), await base.value(at), await base.bestLine(at)]) {
    expect(answer).toMatchObject({ ok: false, problem: { code: 'stock' } });
  }
});

test.each([
  ['promotions', 'promote=R', 'KPvk'],
  ['movements', 'R=RN,promote=RP', 'KRvk'],
  ['goals', 'promote=RP,reach=king', 'KRvk'],
])('tables of other %s are refused, though they have the same name', async (_, options, name) => {
  const other = gameOf(`hutnik:${options}`);
  const probe = (game: typeof rules, tablebase: Tablebase) =>
    tablebase.probe(read(game, `8/8/8/8/8/k7/4${name[1]}3/7K w - - 0 1`));
  expect((await probe(rules, base)).ok).toBe(true);
  expect(await probe(other, new Tablebase(other, new MemorySource(files)))).toMatchObject({
    ok: false,
    problem: { text: rules.name },
  });
});
