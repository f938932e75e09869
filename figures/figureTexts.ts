import type { SideStatistics, Statistics } from '../src/table/statistics.ts';

/** The figures of a table of ours as otherGames.ts has those of others: White's, Black's and, of games that pass, what is counted apart. */
export function figureTexts({ white, black }: Statistics): readonly string[] {
  const apart = [white, black].flatMap(({ afterPass }) => (afterPass ? counts(afterPass) : []));
  return [sideText(white), sideText(black), ...(apart.length > 0 ? [apart.join('; ')] : [])];
}

function sideText(side: SideStatistics): string {
  return `${counts(side)}, ${side.longestWin ?? '-'}, ${side.longestLoss ?? '-'}`;
}

function counts({ wins, draws, losses }: Pick<SideStatistics, 'wins' | 'draws' | 'losses'>) {
  return `${wins} / ${draws} / ${losses}`;
}
