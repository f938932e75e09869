import { type Army, type Color, opposite } from '../pieces/army.ts';
import { colorOf, kindOf, type PieceCode } from '../pieces/mover.ts';
import type { Ending } from './ending.ts';
import type { Extinction } from './variant.ts';

/** By colour: how many pieces a side has of each kind. */
export type Counts = readonly [readonly number[], readonly number[]];

export function countsOf(army: Army, sides: readonly (readonly PieceCode[])[]): Counts {
  const counts = [army.map(() => 0), army.map(() => 0)] as const;
  for (const side of sides) for (const code of side) counts[colorOf(code)][kindOf(code)]!++;
  return counts;
}

/** How extinction ends a game, for the side `turn`, which is to move; undefined if it goes on. */
export function extinctionIn(
  army: Army,
  { kinds, count, others, claimed, wdl }: Extinction,
  counts: Counts,
  turn: Color,
): Ending | undefined {
  const sum = (some: readonly number[]) => some.reduce((all, each) => all + each, 0);
  // The side not to move comes first: a capture may make both extinct.
  for (const color of [opposite(turn), turn]) {
    const least = others + (claimed && color === turn ? 1 : 0);
    for (const kind of kinds === 'all' ? [-1] : kinds) {
      const of = (side: Color) => (kind < 0 ? sum(counts[side]) : counts[side][kind]!);
      if (of(color) > count || of(opposite(color)) < least) continue;
      const few = count === 0 ? 'no' : 'too few';
      const what = kind < 0 ? 'piece' : army[kind]!.name;
      const reason = `${few} ${what}${count === 0 ? '' : 's'} left`;
      return { reason, wdl: color === turn ? wdl : ((-wdl || 0) as -1 | 0 | 1) };
    }
  }
  return undefined;
}
