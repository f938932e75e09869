import { describe, expect, test } from 'vitest';
import { Team } from '../../../src/solve/sets/team.ts';

describe('the workers of a team', () => {
  test('agree on the number of the first one, with or without a sign', () => {
    const sync = new Int32Array(4);
    const [first, second] = [new Team(0, 2, sync), new Team(1, 2, sync)];
    expect(first.agree(0xdeadbeef)).toBe(true);
    expect(second.agree(0xdeadbeef)).toBe(true);
    expect(second.agree(0xdeadbeef | 0)).toBe(true);
    expect(second.agree(0xdeadbeee)).toBe(false);
    expect(first.agree(0xdeadbeef)).toBe(true);
  });

  test('agree again once they have met', () => {
    const team = new Team(0, 1, new Int32Array(4));
    expect([team.agree(7), team.agree(8)]).toEqual([true, false]);
    team.meet();
    expect([team.agree(8), team.agree(7)]).toEqual([true, false]);
  });
});
