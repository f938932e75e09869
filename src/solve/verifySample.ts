import { fail, ok, type Result } from '../board/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Endgame } from '../table/table.ts';
import type { SampleCrew } from './sample/crew.ts';
import { Samples } from './sample/drawSamples.ts';
import {
  type ComparedShare,
  type ListedKeys,
  MOST_EXAMPLES,
  turnsOfSamples,
  turnsOfValues,
} from './sample/sampler.ts';
import { type WantedValues, wantedOf } from './sample/wantedValues.ts';
import type { Difference, Verification } from './verify.ts';

export interface SampleOptions {
  /** Positions to verify. */
  readonly count: number;
  /** The same seed chooses the same positions. Up to 30 bits. */
  readonly seed: number;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

export interface SampleVerification extends Verification {
  /** The successors that these positions were compared with. */
  readonly successors: number;
}

/**
 * Positions verified at a time. Each part of a table that any of them needs is decoded once for all of them: of six men a table has
 * 2.6 million parts without pawns and 6.3 million with one, of which a million positions need nearly all, each several times. The places
 * of their successors take some 0.7 GB meanwhile.
 */
const BATCH = 1 << 20;
/** How long the three steps take beside each other, roughly: to decode parts takes longest. */
const WEIGHTS = [1, 3, 1] as const;

/**
 * Derives the values of random positions again from those of their successors, with the rule set's own move generator; see
 * verifyTable, which needs the tables whole and in memory. This reads blocks of files, of tables of any size. A run of wrong
 * values that is a share `p` of the table stays hidden from a sample of `n` with a chance of less than (1 - p)^n: 2 % for a
 * 500th and 2,000 positions. Of no position it is checked that the table has none. Errors: `interrupted`, and those of the
 * crew, if a table that is needed is missing or damaged.
 */
export async function verifySample(
  rules: RuleSet,
  endgame: Endgame,
  crew: SampleCrew,
  { count, seed, signal, progress = () => {} }: SampleOptions,
): Promise<Result<SampleVerification>> {
  const drawn = new Samples(rules, endgame).draw(count, seed);
  const all = new Float64Array(new crew.Memory(drawn.byteLength));
  all.set(drawn);
  const batches = Math.ceil(all.length / BATCH);
  const examples: Difference[] = [];
  let [differences, successors] = [0, 0];
  for (let batch = 0; batch < batches; batch++) {
    const samples = all.subarray(batch * BATCH, (batch + 1) * BATCH);
    const report = (share: number) =>
      progress(all.length * ((batch + share) / batches), all.length);
    const compared = await verifyBatch(crew, samples, signal, report);
    if (!compared.ok) return compared;
    for (const share of compared.value) {
      differences += share.differences;
      successors += share.successors;
    }
    const found = compared.value.flatMap((share) => share.examples);
    found.sort((a, b) => a.sample - b.sample);
    examples.push(...found.map(({ sample: _, ...difference }) => difference));
  }
  progress(all.length, all.length);
  const first = examples.slice(0, MOST_EXAMPLES);
  return ok({ positions: all.length, successors, differences, examples: first });
}

/** `report`: is told the share that is done. */
async function verifyBatch(
  crew: SampleCrew,
  samples: Float64Array,
  signal: AbortSignal | undefined,
  report: (share: number) => void,
): Promise<Result<readonly ComparedShare[]>> {
  const stopped = () =>
    signal?.aborted ? fail('interrupted', 'the verification was cancelled') : undefined;
  const [list, read, compare] = WEIGHTS;
  const weight = list + read + compare;
  const step = (before: number, own: number, turns: number) => (taken: number) =>
    report((before + own * Math.min(1, taken / turns)) / weight);
  const turns = turnsOfSamples(samples.length);
  const listed = stopped() ?? (await crew.list(samples, step(0, list, turns)));
  if (!listed.ok) return listed;
  const wanted = mergedKeys(listed.value, crew.Memory);
  const found = stopped() ?? (await crew.read(wanted, step(list, read, turnsOfValues(wanted))));
  if (!found.ok) return found;
  return stopped() ?? crew.compare(samples, wanted, step(list + read, compare, turns));
}

function mergedKeys(
  listed: readonly ListedKeys[],
  Memory: SampleCrew['Memory'],
): readonly WantedValues[] {
  const names = [...new Set(listed.flatMap((keys) => [...keys.keys()]))].sort();
  return names.map((name) =>
    wantedOf(
      name,
      listed.flatMap((keys) => keys.get(name) ?? []),
      Memory,
    ),
  );
}
