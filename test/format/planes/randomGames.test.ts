import { expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { decodeNative, nativeFormat } from '../../../src/format/mtb/native.ts';
import { checkGeneral } from '../../../src/solve/general/scope.ts';
import { solveGeneral } from '../../../src/solve/general/solver.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { describeGame, fuzzedGames } from '../../solve/general/fuzzedGames.ts';
import { Solved } from '../../solve/solved.ts';
import { seed, whole } from '../../thorough.ts';
import { joined } from '../madeUp.ts';

const games = fuzzedGames(seed, whole ? 40 : 12, { materials: 2, positions: 60_000 });
let written = 0;

test.each(games)('tables of $rules.name are read back as they were written', async (game) => {
  const { rules, materials } = game;
  const solver = new Solved(rules, solveGeneral);
  for (const material of materials) {
    const plan = planTables(rules, [material]).map((step) => step.material);
    if (!plan.every((each) => checkGeneral(rules, each).ok)) continue;
    const table = solver.get(material.name);
    const { placements, values } = table;
    const read = unwrap(await decodeNative(await joined(nativeFormat.encode(table)), table));
    const squares: number[] = [];
    const isWrong = (index: number) => {
      placements.squares(index, squares);
      const isIndex = placements.index(squares) === index;
      return isIndex && values.some((side, i) => side.at(index) !== read.values[i]!.at(index));
    };
    const wrong = Array.from({ length: placements.size }, (_, index) => index).filter(isWrong);
    written++;
    expect(wrong, `${describeGame(game)}, ${material.name}`).toEqual([]);
  }
});

test('these are more tables than games', () => {
  expect(written).toBeGreaterThan(games.length);
});
