import { levels } from '../../src/search/levels.ts';
import { type Conditions, conditionsOf } from './conditions.ts';
import { type FairyPlayer, levelPlayer, timedPlayer } from './player.ts';
import { searchSignature } from './searchSignature.ts';

/** A match to be played, as a file of this name. */
export interface PlannedMatch extends Pick<Conditions, 'rules' | 'players' | 'surprises'> {
  readonly name: string;
  /** As many as its result needs. */
  readonly games: number;
  /** The share of the points that the first player should score. */
  readonly least?: number;
}

/** Of the points: what a level should score against the one below. */
export const LEAST_SHARE = 0.65;

/** Each level against the one below, the stronger one first. `milliseconds`: of a level without a limit. */
export function levelMatches(milliseconds: number): readonly PlannedMatch[] {
  return ['metachess', 'chess'].flatMap((rules) =>
    levels.slice(1).map(({ number }) => ({
      name: `levels-${rules}-${number}`,
      rules,
      players: [levelPlayer(number, milliseconds), levelPlayer(number - 1, milliseconds)] as const,
      games: 100,
      least: LEAST_SHARE,
    })),
  );
}

/** The skill of Fairy-Stockfish that the strongest level should be even with. */
export const EVEN_SKILL = 0;

/** The strongest level against Fairy-Stockfish, with the same time. */
export function fairyMatches(
  program: string,
  skills: readonly number[],
  milliseconds: number,
): readonly PlannedMatch[] {
  return ['chess', 'atomic', 'kingofthehill'].flatMap((rules) =>
    skills.map((skill) => {
      const fairy: FairyPlayer = { kind: 'fairy', program, skill, milliseconds };
      return {
        name: `fairy-${rules}-${skill}`,
        rules,
        players: [timedPlayer(milliseconds), fairy] as const,
        games: 60,
        ...(skill === EVEN_SKILL ? { least: 0.5 } : {}),
      };
    }),
  );
}

/** What decides the games of a match if it is played now. */
export function conditionsNow(planned: PlannedMatch, seed: number): Conditions {
  const { rules, players, surprises } = planned;
  const search = searchSignature(rules);
  return conditionsOf({ rules, search, players, seed, ...(surprises ? { surprises } : {}) });
}
