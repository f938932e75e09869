import { expect, test } from 'vitest';
import { Output } from '../../src/cli/output.ts';
import { ProgressBars } from '../../src/cli/progressBars.ts';

/** The lines of progress without a terminal. */
function makeBars() {
  const lines: string[] = [];
  const output = Object.assign(new Output(false, true), {
    remark: (line: string) => lines.push(line),
  });
  return { bars: new ProgressBars(output), lines };
}

const progress = { kind: 'progress', table: 'KQvk', done: 5, total: 9, ply: 3 } as const;
const solved = { kind: 'solved', table: 'KQvk', path: 'KQvk.mtb', seconds: 1 } as const;

test('after Ctrl-C the table that is being solved is named, and none that is finished', () => {
  const { bars, lines } = makeBars();
  bars.show(progress);
  bars.stopping();
  bars.show(solved);
  bars.stopping();
  expect(lines.filter((line) => line.startsWith('stopping'))).toEqual([
    expect.stringMatching(/^stopping KQvk: /),
    expect.stringMatching(/^stopping: /),
  ]);
});
