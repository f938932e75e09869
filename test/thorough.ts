import { onTestFailed, TestRunner } from 'vitest';
import { random } from '../tools/random.ts';

// How deep tests go: `npm test` in minutes, with METATB_WHOLE=1 as `.ci/run` does, with METATB_THOROUGH=1 as
// `npm run proofs:long` does.

/** Whether sweeps and properties run over all of their cases; else over a sample. */
export const thorough = process.env.METATB_THOROUGH === '1';

/** Whether every test runs, not only the first of its kind, and samples are larger. */
export const whole = thorough || process.env.METATB_WHOLE === '1';

/** One case in `fraction` is in a sample. */
export const fraction = thorough ? 1 : whole ? 10 : 30;

/** All items where every test runs, else the first `count`: for cases of one kind, the most telling ones first. */
export function few<T>(items: readonly T[], count: number): readonly T[] {
  return whole ? items : items.slice(0, count);
}

/** The seed of samples. Fixed, so that two runs use the same cases; METATB_SEED sets another. */
export const seed = seedOf(process.env.METATB_SEED ?? '20261122');

/** A sweep over numbers takes every `stride`-th. Coprime to the squares of a board, so that all squares occur. */
export const stride = thorough ? 1 : 11;

/** The number of cases to make out of `full`: all when thorough, else one in {@link fraction}, at least `least`. */
export function cases(full: number, least = 5): number {
  return Math.min(full, Math.max(least, Math.ceil(full / fraction)));
}

/** Parameters of `fc.assert` for {@link cases} runs. A failing property prints its seed itself. */
export function runs(full: number, least = 5): { numRuns: number; seed: number } {
  return { numRuns: cases(full, least), seed };
}

/**
 * All items when thorough, else one in {@link fraction}, at least `least`, in their order. Depends on the seed and on the
 * number of items alone. A test that draws a sample and fails prints the seed.
 */
export function sample<T>(items: Iterable<T>, least = 5): T[] {
  const all = [...items];
  if (thorough) return all;
  if (TestRunner.getCurrentTest()) {
    onTestFailed(() => console.error(`Samples were drawn with METATB_SEED=${seed}`));
  }
  return draw(all, cases(all.length, least), seed);
}

/** `count` of the items, each subset as likely as another, in their order. */
export function draw<T>(items: readonly T[], count: number, from: number): T[] {
  const number = random(from);
  let wanted = count;
  // Knuth's algorithm S: an item is taken with the probability that it is among those still wanted.
  return items.filter((_, i) => {
    const taken = number() * (items.length - i) < wanted;
    if (taken) wanted--;
    return taken;
  });
}

function seedOf(text: string): number {
  const number = Number(text);
  // fast-check takes 32 bits.
  if (!/^\d+$/.test(text) || number > 0x7fffffff) {
    throw new Error(`METATB_SEED is a whole number up to 2147483647, not '${text}'`);
  }
  return number;
}
