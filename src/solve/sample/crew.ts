import { ok, type Result } from '../../board/result.ts';
import type { Source } from '../../format/mtb/source.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Endgame } from '../../table/table.ts';
import { type ComparedShare, type ListedKeys, Sampler, type Take } from './sampler.ts';
import { openSampleTables } from './sampleTable.ts';
import type { WantedValues } from './wantedValues.ts';

/** Those who share the steps of a verification; each returns what its members found. */
export interface SampleCrew {
  /** Memory that all members have. */
  readonly Memory: typeof ArrayBuffer | typeof SharedArrayBuffer;
  list(samples: Float64Array, onTurn: OnTurn): Promise<Result<readonly ListedKeys[]>>;
  read(wanted: readonly WantedValues[], onTurn: OnTurn): Promise<Result<undefined>>;
  compare(
    samples: Float64Array,
    wanted: readonly WantedValues[],
    onTurn: OnTurn,
  ): Promise<Result<readonly ComparedShare[]>>;
}

/** Is told how many turns have been taken. */
export type OnTurn = (turns: number) => void;

/** A crew of this thread alone. Errors: those of opening the tables. */
export async function crewOfOne(
  rules: RuleSet,
  endgame: Endgame,
  source: Source,
): Promise<Result<SampleCrew>> {
  const tables = await openSampleTables(rules, source, endgame.material);
  if (!tables.ok) return tables;
  const sampler = new Sampler(rules, endgame, tables.value);
  const turnsOf = (onTurn: OnTurn): Take => {
    let next = 0;
    return () => {
      onTurn(next);
      return next++;
    };
  };
  const one = <T>(result: Result<T>): Result<readonly T[]> =>
    result.ok ? ok([result.value]) : result;
  return ok({
    Memory: ArrayBuffer,
    list: async (samples, onTurn) => one(sampler.list(samples, turnsOf(onTurn))),
    read: (wanted, onTurn) => sampler.read(wanted, turnsOf(onTurn)),
    compare: async (samples, wanted, onTurn) =>
      one(sampler.compare(samples, wanted, turnsOf(onTurn))),
  });
}
