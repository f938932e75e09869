import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commitOf, keyOf, ProofRecord } from '../../scripts/longProofs.ts';
import { unwrap } from '../../src/board/result.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { solveGeneral } from '../../src/solve/general/solver.ts';
import { compareAlone } from '../solve/general/bothSolvers.ts';
import { fourMen } from '../solve/general/builtInGames.ts';
import { materialOf, Solved } from '../solve/solved.ts';
import { thorough } from '../thorough.ts';

// Each table of four men on 8x8 takes the reference solver up to two minutes. What has passed is recorded: after an
// interruption the same command goes on there. Changed sources begin again.
//
//   METATB_THOROUGH=1 npx vitest run --config vitest.proofs.config.ts generalFour [-t atomic]

const DIR = join('tables', 'generalFour');
const HOUR = 3_600_000;
/** On a small board, of captures and of a promotion, in seconds. */
const QUICK: typeof fourMen = { losalamos: ['KRvkn', 'KNvkp'] };

let record: ProofRecord | undefined;
beforeAll(async () => {
  if (thorough) record = await ProofRecord.open(DIR, keyOf('all'), commitOf());
});

const games = Object.entries(thorough ? fourMen : QUICK);

// The tables below are the general solver's: other proofs compare those of three men with the reference solver's.
describe.each(games)('the general solver makes the same tables of %s', (game, names) => {
  const rules = unwrap(findRuleSet(game));
  const tables = new Solved(rules, solveGeneral);

  test.each(names)(
    '%s',
    async (name) => {
      const part = `${game} ${name}`;
      if (record?.secondsOf(part) !== undefined) return;
      const began = performance.now();
      const differences = compareAlone(rules, materialOf(rules, name), tables.get);
      expect(differences).toEqual([]);
      await record?.add(part, Math.round((performance.now() - began) / 1000));
    },
    HOUR,
  );
});
