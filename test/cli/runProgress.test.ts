import { afterEach, expect, test, vi } from 'vitest';
import { Output } from '../../src/cli/output.ts';
import { RunProgress } from '../../src/cli/runProgress.ts';
import type { QueueState } from '../../src/queue/state.ts';
import { queueOf } from '../queue/queueStates.ts';

const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** The lines without a terminal, and what looks at a queue. */
function makeProgress() {
  const lines: string[] = [];
  const output = Object.assign(new Output(false, true), {
    remark: (line: string) => lines.push(line),
  });
  const progress = new RunProgress(output, 'redis://big');
  const look = (state: QueueState) =>
    progress.show({ kind: 'state', state, game: state.games[0]! });
  return { lines, look };
}

test('a line a minute says how far machines are, how fast, and what remains', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { lines, look } = makeProgress();
  const state = queueOf(60);
  look(state);
  expect(lines).toEqual([]);
  for (let i = 0; i < 3; i++) {
    vi.advanceTimersByTime(MINUTE_MS);
    look(state);
    look(state);
  }
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^60 of 145 tables, 2 of \d machines at work, 10\.0 tables a minute, about \d+ min( \d+ s)? remain, K\w+ K\w+$/,
  );
});

test('that there is no machine is said once, until there was one', () => {
  const { lines, look } = makeProgress();
  const alone = { ...queueOf(60), machines: [] };
  look(alone);
  look(alone);
  look(queueOf(60));
  look(alone);
  const said = expect.stringMatching(
    /^no machine works for redis:\/\/big: 'metatb work' .* joins$/,
  );
  expect(lines).toEqual([said, said]);
});
