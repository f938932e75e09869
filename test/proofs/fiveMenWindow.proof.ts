import { link, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { GenerateEvent } from '../../src/solve/generation.ts';
import { planTables } from '../../src/solve/plan.ts';
import { compiled } from '../solve/pool.ts';
import { materialOf } from '../solve/solved.ts';

/** No pawn, one, like knights, pawns that are alone on their squares, and three like pawns. */
const names = ['KQRvkr', 'KRPvkr', 'KNNvkp', 'KPPvkp', 'KPPPvk'];
const cases = [chess, metachess].flatMap((rules) => names.map((name) => ({ rules, name })));

const MIB = 2 ** 20;
/** Hardly more than two workers need for one page each. */
const WINDOW = 8 * MIB;
/** What leaves no memory for pages, so that they are in a file, and what leaves enough for all. */
const ways = [
  { threads: 1, memory: 'little' },
  { threads: 2, memory: 'little' },
  { threads: 1, memory: 'enough' },
  { threads: 2, memory: 'enough' },
] as const;

/** The folder of the tables that are made without a window; an interrupted run continues from those that exist. */
const dir = process.env.METATB_PROOFS_DIR ?? 'tables';
let made = '';
afterEach(() => rm(made, { recursive: true, force: true }));

/** A folder that has the tables that this one depends on. */
async function folderFor(rules: RuleSet, name: string): Promise<string> {
  made = await mkdtemp(join(dir, 'window-'));
  const folder = join(made, rules.folder);
  await mkdir(folder);
  for (const { material } of planTables(rules, [materialOf(rules, name)])) {
    if (material.name === name) continue;
    const file = `${material.name}.mtb`;
    await link(join(dir, rules.folder, file), join(folder, file));
  }
  return folder;
}

describe.each(cases)('$rules.name $name through a small window', ({ rules, name }) => {
  it.each(ways)('has the same bytes: $threads workers, $memory memory', async (way) => {
    const wanted = [materialOf(rules, name)];
    unwrap(await compiled.generate(rules, wanted, { dir }));
    const folder = await folderFor(rules, name);
    const events: GenerateEvent[] = [];
    const onEvent = (event: GenerateEvent) => events.push(event);
    const makes = (mebibytes: number) => {
      const memory = mebibytes * MIB;
      const { threads } = way;
      const options = { dir: made, threads, window: WINDOW, memory, onEvent };
      return compiled.generate(rules, wanted, options);
    };
    let memory = way.memory === 'enough' ? 8192 : 128;
    let tried = await makes(memory);
    for (; !tried.ok && tried.problem.code === 'memory'; tried = await makes(memory)) memory += 16;
    unwrap(tried);
    const file = `${name}.mtb`;
    const [found, plain] = [join(folder, file), join(dir, rules.folder, file)];
    expect(Buffer.compare(await readFile(found), await readFile(plain))).toBe(0);
    expect((await readdir(folder)).filter((each) => !each.endsWith('.mtb'))).toEqual([]);
    // If mates turn out to need wider codes, as KPPvkp's do in chess, what is solved stays.
    const told = events.flatMap((event) => (event.kind === 'checkpoint' ? event.action : []));
    expect(told).not.toContain('discarded');
    expect(told.includes('resumed')).toBe(events.some(({ kind }) => kind === 'long'));
  });
});
