import { levels } from '../../src/search/levels.ts';
import { type FairyPlayer, levelPlayer, type Player, timedPlayer } from './player.ts';

/** Two players in a game, as a file of this name. */
export interface PlannedMatch {
  readonly name: string;
  readonly rules: string;
  readonly players: readonly [Player, Player];
  readonly games: number;
}

/** Each level against the one below, the stronger one first. `milliseconds`: of a level without a limit. */
export function levelMatches(milliseconds: number, games = 100): readonly PlannedMatch[] {
  return ['metachess', 'chess'].flatMap((rules) =>
    levels.slice(1).map(({ number }) => ({
      name: `levels-${rules}-${number}`,
      rules,
      players: [levelPlayer(number, milliseconds), levelPlayer(number - 1, milliseconds)] as const,
      games,
    })),
  );
}

/** The strongest level against Fairy-Stockfish, with the same time. */
export function fairyMatches(
  program: string,
  skills: readonly number[],
  milliseconds: number,
  games = 60,
): readonly PlannedMatch[] {
  return ['chess', 'atomic', 'kingofthehill'].flatMap((rules) =>
    skills.map((skill) => {
      const fairy: FairyPlayer = { kind: 'fairy', program, skill, milliseconds };
      const players = [timedPlayer(milliseconds), fairy] as const;
      return { name: `fairy-${rules}-${skill}`, rules, players, games };
    }),
  );
}
