import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import { chess } from '../../src/rules/chess.ts';
import { Engine } from '../../src/search/engine.ts';
import { levels } from '../../src/search/levels.ts';
import type { SearchAnswer, SearchRequest } from '../../src/search/messages.ts';
import { Analyst } from '../../src/web/computer/analyst.ts';
import { decide } from '../../src/web/computer/decide.ts';
import { withSan } from '../../src/web/computer/lineNames.ts';

const start = Game.start(chess);
const next = unwrap(start.play('e2e4'));

const found = (depth: number) => ({
  depth,
  nodes: 1,
  milliseconds: 1,
  lines: [{ score: { kind: 'draw' as const }, moves: ['g1f3', 'g8f6'] }],
});

const TABLES = { tables: 'here' };

/** An engine whose thread answers when the test says so. */
function slowEngine() {
  const requests: SearchRequest[] = [];
  let tell: (answer: SearchAnswer) => void = () => {};
  const engine = new Engine((onAnswer) => {
    tell = onAnswer;
    return { post: (request) => requests.push(request), end: () => {} };
  }, TABLES);
  const answer = (kind: 'depth' | 'analyzed', depth: number) =>
    tell({ id: requests.at(-1)!.id, kind, found: found(depth) });
  return { engine, requests, answer };
}

/** Longer than reports wait. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 150));
const movesOf = (requests: readonly SearchRequest[]) => requests.map(({ game }) => game.moves);

test('reports of an analysis come bundled, and none of a position that has gone', async () => {
  const { engine, requests, answer } = slowEngine();
  const depths: number[] = [];
  const analyst = new Analyst(engine, {
    onReport: ({ depth }) => depths.push(depth),
    onProblem: () => {},
  });
  analyst.begin(start, 1);
  for (const depth of [1, 2, 3]) answer('depth', depth);
  await settled();
  expect(depths).toEqual([3]);
  analyst.begin(next, 1);
  answer('depth', 4);
  answer('analyzed', 4);
  await settled();
  expect(depths).toEqual([3]);
  expect(movesOf(requests)).toEqual([[], ['e2e4']]);
  answer('analyzed', 5);
  await settled();
  expect(depths).toEqual([3, 5]);
  // It has reached its limits.
  analyst.goOn();
  expect(requests).toHaveLength(2);
});

test('an analysis rests, and goes on with the same position', async () => {
  const { engine, requests, answer } = slowEngine();
  const analyst = new Analyst(engine, { onReport: () => {}, onProblem: () => {} });
  analyst.begin(next, 2);
  analyst.rest();
  answer('analyzed', 1);
  await settled();
  expect(requests).toHaveLength(1);
  analyst.goOn();
  expect(movesOf(requests)).toEqual([['e2e4'], ['e2e4']]);
});

test('an analysis that goes on before it has stopped still runs, and can rest again', async () => {
  const { engine, requests } = slowEngine();
  const analyst = new Analyst(engine, { onReport: () => {}, onProblem: () => {} });
  analyst.begin(next, 1);
  analyst.rest();
  analyst.goOn();
  await settled();
  analyst.rest();
  expect(requests.map(({ stop }) => stop?.[0])).toEqual([1, 1]);
});

test.each(levels.map((level) => [level.name, level] as const))(
  'level %s thinks for a second at most, with tables if it uses them, and may find nothing',
  async (_, level) => {
    const { engine, requests, answer } = slowEngine();
    const move = decide(engine, start, level, 0);
    await expect.poll(() => requests.length).toBe(1);
    const { task, tables } = requests[0]!;
    expect(tables).toBe(level.usesTables ? 'here' : undefined);
    expect(task.kind === 'analyze' && task.limits.milliseconds).toBeLessThanOrEqual(1000);
    answer('analyzed', 1);
    expect(unwrap(await move)).toBe('g1f3');
    const stopped = decide(engine, start, level, 0);
    await expect.poll(() => requests.length).toBe(2);
    engine.close();
    expect(unwrap(await stopped)).toBeUndefined();
  },
);

test('lines are written in SAN as far as they are read', () => {
  const moves = Array.from({ length: 40 }, (_, ply) => ['g1f3', 'g8f6', 'f3g1', 'f6g8'][ply % 4]!);
  const [line] = withSan(start, { ...found(1), lines: [{ score: { kind: 'draw' }, moves }] }).lines;
  expect(line!.san).toHaveLength(12);
  expect(line!.san!.slice(0, 3)).toEqual(['Nf3', 'Nf6', 'Ng1']);
});
