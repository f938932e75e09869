import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { nativeFormat } from '../../src/format/mtb/native.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { recount } from '../../src/study/recount.ts';
import { countTable } from '../../src/table/statistics.ts';
import { materialOf } from '../solve/solved.ts';

test.each<[RuleSet, string, string]>([
  ...['KQvk', 'KPvk', 'KNvk'].flatMap((name): [RuleSet, string, string][] => [
    [metachess, name, 'threeMen'],
    [chess, name, 'threeMen'],
  ]),
  [unwrap(findRuleSet('antichess')), 'Qvr', 'golden'],
  [unwrap(findRuleSet('reach')), 'KPvk', 'golden'],
])(
  'the statistics of $name are those that counting one by one finds: %s',
  async (rules, name, from) => {
    const dir = from === 'golden' ? 'test/golden' : join(inject('threeMen'), 'sets');
    const file = readFileSync(join(dir, rules.folder, `${name}.mtb`));
    const endgame = endgameOf(rules, materialOf(rules, name));
    const table = unwrap(await nativeFormat.decode(new Uint8Array(file), endgame));
    expect(recount(table)).toEqual(countTable(table));
  },
);
