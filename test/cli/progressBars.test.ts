import { describe, expect, test } from 'vitest';
import { Output } from '../../src/cli/output.ts';
import { ProgressBars, Work } from '../../src/cli/progressBars.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import type { GenerateEvent } from '../../src/solve/generation.ts';
import type { Material } from '../../src/table/material.ts';
import { materialOf } from '../solve/solved.ts';

/** The lines of progress without a terminal. */
function makeBars() {
  const lines: string[] = [];
  const output = Object.assign(new Output(false, true), {
    remark: (line: string) => lines.push(line),
  });
  return { bars: new ProgressBars(output, () => 1), lines };
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
    'stopping KQvk: another Ctrl-C ends at once, and nothing more is kept',
    expect.stringMatching(/^stopping: /),
  ]);
});

test('a table that sets do not take is a line, with the reason', () => {
  const { bars, lines } = makeBars();
  bars.show({ kind: 'fallback', table: 'KXvk', reason: 'sets do not hold strangers' });
  expect(lines).toEqual([
    'KXvk: solved one position at a time, by the reference solver: sets do not hold strangers',
  ]);
});

describe('the share of a run that is done', () => {
  const placementsOf = (material: Material) => endgameOf(chess, material).placements.size;
  const steps = ['KQvk', 'KRvk', 'KQvkr'].map((name) => ({
    material: materialOf(chess, name),
    needs: [],
  }));
  /** What these events tell after the plan. */
  const workWith = (...events: GenerateEvent[]) => {
    const work = new Work(placementsOf);
    for (const event of [{ kind: 'plan', steps } as const, ...events]) work.note(event);
    return work;
  };
  const found = (table: string): GenerateEvent => ({ kind: 'found', table });
  const partly = (kind: 'progress' | 'packing', table: string): GenerateEvent => ({
    ...{ kind, table, done: 1, total: 2 },
  });
  const made = (table: string): GenerateEvent => ({ kind: 'solved', table, seconds: 1 });

  test('counts positions solved and positions packed, of the tables that are to be made', () => {
    expect(workWith().share).toBe(0);
    expect(workWith(found('KRvk'), found('KQvkr'), partly('progress', 'KQvk')).share).toBe(1 / 4);
    expect(workWith(found('KRvk'), found('KQvkr'), partly('packing', 'KQvk')).share).toBe(3 / 4);
    expect(workWith(found('KRvk'), found('KQvkr'), made('KQvk')).share).toBe(1);
    // A table of four men is 64 times as large.
    expect(workWith(found('KRvk'), made('KQvk')).share).toBe(1 / 65);
    expect(workWith(found('KQvk'), found('KRvk'), found('KQvkr')).share).toBe(0);
  });

  test('comes with the table that is being packed', () => {
    expect(workWith(partly('progress', 'KQvk')).packing).toBeUndefined();
    expect(workWith(partly('packing', 'KQvk'), partly('progress', 'KRvk')).packing).toBe('KQvk');
    expect(workWith(partly('packing', 'KQvk'), made('KQvk')).packing).toBeUndefined();
  });
});
