import { unwrap } from '../../src/board/result.ts';
import { percent } from '../../src/cli/output.ts';
import { gameOf } from '../../src/rules/gameRef.ts';
import type { Conditions } from './conditions.ts';
import { type Player, playerName } from './player.ts';
import { eloText, isTooClose, LEAST_SHARE, type MatchStanding } from './standings.ts';

/** How well the computer plays, in Markdown: levels against their neighbours, and against Fairy-Stockfish. */
export function makeStrengthPage(standings: readonly MatchStanding[]): string {
  const begin = (start: string) => standings.filter(({ name }) => name.startsWith(start));
  return `# Strength

How well the computer plays. This page is written by

    npm run matches

from the games in \`figures/matches\`: a file a match, with its players, its seed and every move.
${rulesOfPlay(standings)}
Tables are not used. A game takes one thread, and as many are played at once as there are cores. A level that has a depth takes
the time it needs.

A score is the share of the points of the player named first, in which a draw counts half, with its 95 % interval (Wilson's, which
is rather too wide where many games are drawn) and the difference in Elo's rating that it stands for.

${provenance(standings)}

## The five levels

Each level against the one below: it should score at least ${percent(LEAST_SHARE, 1)}.

${matchTable(begin('levels-'))}

## Fairy-Stockfish

The strongest level against skill levels of Fairy-Stockfish, which go from -20 to 20; both have one thread and a transposition
table of 16 MiB.

${matchTable(begin('fairy-'))}
`;
}

function rulesOfPlay(standings: readonly MatchStanding[]): string {
  return unlike(standings, ({ conditions: { openingPlies, mostPlies } }) => {
    const opening = `A game begins with ${openingPlies} random moves; each opening is played twice, with colours exchanged.`;
    return `${opening}
It ends as its rules say, with repetition and the 50-move rule; after ${mostPlies} plies it is a draw.`;
  }).join('\n');
}

/** Machines, searches and programs; more than one if the matches were not all played alike. */
function provenance(standings: readonly MatchStanding[]): string {
  const machines = unlike(standings, ({ machine }) => machine);
  const searches = unlike(standings, ({ conditions }) => conditions.search);
  const seeds = unlike(standings, ({ conditions }) => `${conditions.seed}`);
  const programs = unlike(standings, ({ conditions }) => programOf(conditions)).filter(Boolean);
  return [
    `Played on ${machines.join('; ')}`,
    `search ${searches.join(', ')}`,
    `seed ${seeds.join(', ')}`,
    ...programs,
  ]
    .join('; ')
    .concat('.');
}

function matchTable(standings: readonly MatchStanding[]): string {
  if (standings.length === 0) return 'Not played yet.';
  const rows = standings.map((standing) => {
    const { conditions, games, wins, draws, losses, score, interval } = standing;
    const [first, second] = conditions.players;
    return [
      unwrap(gameOf({ name: conditions.rules })).title,
      describe(first),
      describe(second!),
      `${games}`,
      `${wins}`,
      `${draws}`,
      `${losses}`,
      `${percent(score, 1)}${isTooClose(standing) ? ', too little' : ''}`,
      `${percent(interval.low, 1)} to ${percent(interval.high, 1)}`,
      eloText(standing),
      `${standing.tooLong}`,
    ];
  });
  const head = ['game', 'player', 'against', 'games', 'won', 'drawn', 'lost', 'score', '95 %'];
  const lines = [[...head, 'Elo', 'too long'], head.concat('', '').map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `level 5 (master), 0.1 s`. */
function describe(player: Player): string {
  const milliseconds =
    player.kind === 'fairy' ? player.milliseconds : player.level.limits.milliseconds;
  return playerName(player) + (milliseconds === undefined ? '' : `, ${milliseconds / 1000} s`);
}

function programOf({ players }: Conditions): string {
  return players.flatMap((player) => (player.kind === 'fairy' ? [player.program] : [])).join();
}

/** Each text once. */
function unlike(
  standings: readonly MatchStanding[],
  text: (standing: MatchStanding) => string,
): string[] {
  return [...new Set(standings.map(text))];
}
