import { unwrap } from '../../src/board/result.ts';
import { percent } from '../../src/cli/output.ts';
import { gameOf } from '../../src/rules/gameRef.ts';
import { HASH } from './fairyMover.ts';
import { EVEN_SKILL, LEAST_SHARE } from './plannedMatches.ts';
import { type Player, playerName, timeOf } from './player.ts';
import {
  eloText,
  isTooLittle,
  type MatchStanding,
  type MissingMatch,
  type Results,
} from './standings.ts';

/**
 * How well the computer plays, in Markdown: levels against their neighbours, and against Fairy-Stockfish. `dir`: of the games.
 * `command`: what makes this page.
 */
export function makeStrengthPage(results: Results, dir: string, command: string): string {
  return `# Strength

How well the computer plays. This page is written by

    ${command}

from the games in \`${dir}\`: a file a match, with its players, its seed and every move. A match has a result when all of its games
have been played by the search of this version.

${rulesOfPlay(results.complete)}

A score is the share of the points of the player named first, in which a draw counts half, with its 95 % interval and the
difference in Elo's rating that both stand for. Intervals are Wilson's, of as many games that are won or lost: they are wider than
they need be where many games are drawn, or where an opening decides both of its games.

${provenance(results.complete)}

## The five levels

Each level against the one below. It should score at least ${percent(LEAST_SHARE, 1)}.

${section(results, 'levels-')}

## Fairy-Stockfish

The strongest level against skill levels of Fairy-Stockfish, which go from -20 to 20. It should score at least half against skill
${EVEN_SKILL}. Both have the same time for each move, one thread and a transposition table of ${HASH} MiB, and neither thinks in the other's
time. Fairy-Stockfish evaluates without a network.

${section(results, 'fairy-')}
`;
}

function rulesOfPlay(complete: readonly MatchStanding[]): string {
  return unlike(complete, ({ conditions: { openingPlies, mostPlies } }) => {
    return `A game begins with ${openingPlies} random moves; each opening is played twice, with colours exchanged. It ends as our rules say, with threefold
repetition and the 50-move rule, for both sides; after ${mostPlies} plies it is a draw, which the last column counts. Nothing else ends
it: nobody resigns, and no score decides. Tables and books are not used. A player with a time has as much for each move, so that its
games depend on the machine and are never the same again; a level without takes the time that its depth needs, and two of them
play the same games again from the same seed. Each game has a thread of its own.`;
  }).join('\n');
}

/** Machines, searches and programs; more than one if the matches were not all played alike. */
function provenance(complete: readonly MatchStanding[]): string {
  const machines = new Set(complete.flatMap(({ machines }) => machines));
  const searches = unlike(complete, ({ conditions: { rules, search } }) => `${search} in ${rules}`);
  const seeds = unlike(complete, ({ conditions }) => `${conditions.seed}`);
  const programs = unlike(complete, ({ conditions }) => programOf(conditions.players));
  return [
    `Played on ${[...machines].join('; ')}`,
    `seed ${seeds.join(', ')}`,
    `signature of the search ${searches.join(', ')}`,
    ...programs.filter(Boolean),
  ]
    .join('; ')
    .concat('.');
}

/** The matches whose names begin so: those that are complete, and which are not. */
function section({ complete, missing }: Results, start: string): string {
  const shown = complete.filter(({ name }) => name.startsWith(start));
  const left = missing.filter(({ planned }) => planned.name.startsWith(start));
  return [shown.length > 0 ? matchTable(shown) : [], left.length > 0 ? notPlayed(left) : []]
    .flat()
    .join('\n\n');
}

function notPlayed(missing: readonly MissingMatch[]): string {
  const matches = missing.map(({ planned: { rules, players } }) => {
    const [first, second] = players.map(playerName);
    return `- ${titleOf(rules)}: ${first} against ${second}`;
  });
  return `Not played yet, or not to the end:\n\n${matches.join('\n')}`;
}

function matchTable(standings: readonly MatchStanding[]): string {
  const rows = standings.map((standing) => {
    const { conditions, games, wins, draws, losses, score, interval } = standing;
    const [first, second] = conditions.players;
    return [
      titleOf(conditions.rules),
      describe(first),
      describe(second!),
      `${games}`,
      `${wins}`,
      `${draws}`,
      `${losses}`,
      `${percent(score, 1)}${isTooLittle(standing) ? ', too little' : ''}`,
      `${percent(interval.low, 1)} to ${percent(interval.high, 1)}`,
      eloText(standing),
      `${standing.tooLong}`,
    ];
  });
  const head = ['game', 'player', 'against', 'games', 'won', 'drawn', 'lost', 'score', '95 %'];
  const lines = [[...head, 'Elo', 'too long'], head.concat('', '').map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function titleOf(rules: string): string {
  return unwrap(gameOf({ name: rules })).title;
}

/** `level 5 (master), 0.1 s`. */
function describe(player: Player): string {
  const milliseconds = timeOf(player);
  return playerName(player) + (milliseconds === undefined ? '' : `, ${milliseconds / 1000} s`);
}

function programOf(players: readonly Player[]): string {
  return players.flatMap((player) => (player.kind === 'fairy' ? [player.program] : [])).join();
}

/** Each text once. */
function unlike(
  standings: readonly MatchStanding[],
  text: (standing: MatchStanding) => string,
): string[] {
  return [...new Set(standings.map(text))];
}
