import { unwrap } from '../../src/board/result.ts';
import { percent } from '../../src/cli/output.ts';
import { gameOf } from '../../src/rules/gameRef.ts';
import { countMoves, type GameRecord, pliesOf, TOO_LONG } from './gameRecord.ts';
import type { RecordedMatch } from './matchFile.ts';
import { meanOf, ratioOf, widestMargin, wilson } from './statistics.ts';

/** A share or a mean, and what lies at either side of it with 95 %. */
interface Estimate {
  readonly mean: number;
  readonly margin: number;
}

/** What games of a player against itself say of a game. Shares are from 0 to 1. */
export interface SelfPlay {
  readonly games: number;
  /** Of the side that moves first: games won, and points, in which a draw counts half. */
  readonly firstWins: number;
  readonly firstPoints: number;
  readonly draws: number;
  /** 95 %, Wilson's. */
  readonly drawsBetween: readonly [number, number];
  /** Draws by the limit of plies. */
  readonly tooLong: number;
  /** Plies. */
  readonly length: Estimate;
  /** The share of chosen moves at which the best move of the shallow search is not among the best. */
  readonly surprise: Estimate;
}

export function selfPlayOf(games: readonly GameRecord[]): SelfPlay {
  const count = games.length;
  const wins = games.filter(({ result }) => result === '1-0').length;
  const draws = games.filter(({ result }) => result === '1/2-1/2').length;
  const { low, high } = wilson(draws, count);
  return {
    games: count,
    firstWins: wins / count,
    firstPoints: (wins + draws / 2) / count,
    draws: draws / count,
    drawsBetween: [low, high],
    tooLong: games.filter(({ reason }) => reason === TOO_LONG).length,
    length: meanOf(games.map(pliesOf)),
    surprise: ratioOf(
      games.map(({ surprises = 0 }) => surprises),
      games.map(({ moves }) => countMoves(moves)),
    ),
  };
}

/** A row of {@link selfPlayTable}: the games of a match in which a depth plays itself and surprises are counted. */
export function selfPlayRow({
  conditions: { rules, surprises },
  games,
}: Pick<RecordedMatch, 'conditions' | 'games'>): [title: string, found: SelfPlay] {
  const { title } = unwrap(gameOf({ name: rules }));
  return [`${title}, depth ${surprises!.deep}`, selfPlayOf(games)];
}

/** Table 1 of the paper: Browne, Niebisch, Brobecker, Tavener, ICGA Journal 2024. "Moves" are plies. */
const paper = [
  ['chess (Ai Ai)', '1,055', '54.22 ± 3.02 %', '', '18.58 %', '128.92', '21.71 %'],
  ['Reach Chess (Ai Ai)', '2,775', '51.98 ± 1.86 %', '', '1.91 %', '35.81', '58.33 %'],
] as const;

/** The paper's table and ours, in Markdown. */
export function selfPlayTable(
  rows: readonly (readonly [title: string, found: SelfPlay])[],
): string {
  const own = rows.map(([title, found]) => {
    const { games, firstPoints, firstWins, draws, drawsBetween, length, surprise } = found;
    const [low, high] = drawsBetween.map((share) => percent(share, 1));
    return [
      title,
      games.toLocaleString('en-US'),
      `${(100 * firstPoints).toFixed(2)} ± ${widestMargin(games).toFixed(2)} %`,
      percent(firstWins, 1),
      `${percent(draws, 1)} (${low} to ${high})`,
      `${length.mean.toFixed(2)} ± ${length.margin.toFixed(2)}`,
      `${(100 * surprise.mean).toFixed(2)} ± ${(100 * surprise.margin).toFixed(2)} %`,
    ];
  });
  const head = [
    'game',
    'games',
    'first player',
    'of it wins',
    'draws',
    'length in plies',
    'surprise',
  ];
  const lines = [head, head.map(() => '---'), ...paper, ...own];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
