import { expect, test, vi } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { findRuleSet } from '../../../src/rules/registry.ts';
import { solveGeneral } from '../../../src/solve/general/solver.ts';
import { materialOf } from '../solved.ts';

const rules = unwrap(findRuleSet('kingofthehill'));

function solve() {
  return solveGeneral(rules, materialOf(rules, 'Kvk'), () => {
    throw new Error('it stands on no table');
  });
}

/** What a browser or a limit of the system makes of WebAssembly.Memory. */
class NoMemory {
  constructor() {
    throw new RangeError('could not allocate memory');
  }
}

test('memory that cannot be made is a problem of the table, with a code', () => {
  vi.stubGlobal('WebAssembly', { ...WebAssembly, Memory: NoMemory });
  try {
    const problem = expect.objectContaining({ code: 'memory', text: 'Kvk' });
    expect(solve).toThrow(expect.objectContaining({ problem }));
  } finally {
    vi.unstubAllGlobals();
  }
  expect(solve().statistics.white.wins).toBeGreaterThan(0);
});
