import { describe, expect, test } from 'vitest';
import { progressOf } from '../../src/queue/progress.ts';
import type { QueueState, TableState } from '../../src/queue/state.ts';
import { queueOf } from './queueStates.ts';

const AT = 10_000_000;

const table = (name: string, state: TableState['state'], more: Partial<TableState> = {}) => ({
  ...{ table: name, needs: [], bundle: name, memory: 1, expectedSeconds: 10, state },
  ...more,
});

function progress(tables: readonly TableState[], machines: number) {
  const machine = { version: '', threads: 2, memory: 1, since: 0, made: 0 };
  const state: QueueState = {
    games: [{ rules: 'chess', title: 'Chess', fingerprint: 'f', tables }],
    machines: Array.from({ length: machines }, (_, i) => ({ ...machine, name: `m/${i}` })),
    at: AT,
  };
  return progressOf(state.games[0]!, state);
}

describe('the progress of a game', () => {
  test('counts tables by state, and machines that work on it', () => {
    const state = queueOf(60);
    const { counts, working } = progressOf(state.games[0]!, state);
    expect(counts).toMatchObject({ done: 60, running: 2, failed: 1 });
    expect(counts.done + counts.running + counts.ready + counts.waiting + counts.failed).toBe(145);
    expect(working).toBe(2);
    expect(progressOf({ ...state.games[0]!, rules: 'chess' }, state).working).toBe(0);
  });

  test('tells tables a minute of the last five', () => {
    const done = [1, 2, 3, 4, 6, 7].map((minutes) =>
      table(`t${minutes}`, 'done', { seconds: 1, at: AT - minutes * 60_000 }),
    );
    expect(progress(done, 1).perMinute).toBeCloseTo(4 / 5, 9);
    expect(progress(done.slice(4), 1).perMinute).toBeUndefined();
  });

  test.each([
    ['nothing', [table('a', 'done', { seconds: null })], 2, 0],
    ['a running table', [table('a', 'running', { share: 0.75 })], 2, 2.5],
    ['tables side by side', [table('a', 'ready'), table('b', 'ready')], 2, 10],
    [
      'tables that wait for one another',
      [table('a', 'ready'), table('b', 'waiting', { needs: ['a'] })],
      2,
      20,
    ],
    ['more than there are machines', [table('a', 'ready'), table('b', 'ready')], 1, 20],
    // Two jobs of which one has two tables.
    [
      'a job of several tables',
      [table('a', 'ready'), table('b', 'ready', { bundle: 'a' }), table('c', 'ready')],
      2,
      20,
    ],
    [
      'as fast as tables were made',
      [table('a', 'done', { seconds: 5 }), table('b', 'ready')],
      2,
      5,
    ],
  ] as const)('tells what machines need for %s', (_, tables, machines, seconds) => {
    expect(progress(tables, machines).secondsLeft).toBeCloseTo(seconds, 9);
  });

  test('does not tell what remains for no machine', () => {
    expect(progress([table('a', 'ready')], 0).secondsLeft).toBeUndefined();
  });
});
