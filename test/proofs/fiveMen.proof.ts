import { beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { compiled } from '../solve/pool.ts';
import { materialOf } from '../solve/solved.ts';
import { verifyElsewhere } from './otherProcess.ts';

/** One table of each kind; the last one needs all the others, and 70 more of five men. */
const kinds = [
  ['no pawn', 'KRBvkn'],
  ['one pawn', 'KRPvkr'],
  ['two pawns of one colour', 'KPPvkr'],
  ['a pawn of each colour', 'KRPvkp'],
  ['three pawns', 'KPPvkp'],
] as const;

/** Number of indices checked, always the same ones, of hundreds of millions; more than half are positions. */
const SAMPLE = 200_000;
/** Generating takes minutes on an idle machine. */
const HOUR = 3_600_000;

/** The folder of the tables, gigabytes of them; an interrupted run continues from those that exist. */
const dir = process.env.METATB_PROOFS_DIR ?? 'tables';

beforeAll(async () => {
  const began = performance.now();
  const made = unwrap(
    await compiled.generate(metachess, [materialOf(metachess, 'KPPvkp')], { dir }),
  );
  const solved = made.filter(({ seconds }) => seconds !== null).length;
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${solved} tables solved, ${made.length - solved} found, in ${seconds} s`);
}, HOUR);
describe('every position of five men in metachess follows from the positions after its moves', () => {
  it.each(kinds)(
    '%s: %s',
    async (_, name) => {
      const found = await verifyElsewhere(dir, 'metachess', name, { sample: SAMPLE });
      expect(found).toMatchObject({ differences: 0, examples: [] });
      expect(found.positions).toBeGreaterThan(SAMPLE / 4);
    },
    HOUR,
  );
});
