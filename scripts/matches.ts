/**
 * `npm run matches`: plays the five levels against their neighbours, and the strongest one against Fairy-Stockfish, and writes
 * docs/strength.md from the matches that are complete. DIR/NAME.jsonl keeps the games of a match: after an interruption the same
 * command goes on there.
 */
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { EXIT } from '../src/cli/exitCode.ts';
import { wholeNumber } from '../src/cli/optionValues.ts';
import { percent } from '../src/cli/output.ts';
import { writeWhole } from '../src/store/folder.ts';
import { runScript } from './command.ts';
import { findFairy } from './matches/fairyMover.ts';
import { openMatches } from './matches/openMatches.ts';
import { fairyMatches, levelMatches, type PlannedMatch } from './matches/plannedMatches.ts';
import { playInTerminal } from './matches/playInTerminal.ts';
import { addPlayingOptions, type PlayingSettings } from './matches/playingOptions.ts';
import { describeMatch, isTooLittle, type Results, readResults } from './matches/standings.ts';
import { makeStrengthPage } from './matches/strengthPage.ts';

/** Of a level without a limit, in milliseconds: as much as the page gives it. */
const LEVEL_TIME = 1000;
/** Against Fairy-Stockfish, each. */
const FAIRY_TIME = 100;
const SKILLS = [-8, 0, 4, 8, 12];

interface Settings extends PlayingSettings {
  readonly games?: number;
  readonly skills: readonly number[];
  readonly levelTime: number;
  readonly fairyTime: number;
  readonly fairy?: string;
}

const program = new Command('npm run matches --')
  .description(
    `Plays levels against one another and against Fairy-Stockfish: docs/strength.md. Exit code ${EXIT.difference}: a complete match was not won as clearly as it should be.`,
  )
  .argument('[names...]', 'matches whose names begin so: levels, levels-chess, fairy-atomic-8')
  .option(
    '-g, --games <count>',
    'of each match, to try it (default: as many as its result needs)',
    wholeNumber,
  )
  .option('--skills <numbers>', "Fairy-Stockfish's, from -20 to 20", skillNumbers, SKILLS)
  .option('--level-time <ms>', 'a move of a level without a limit', wholeNumber, LEVEL_TIME)
  .option('--fairy-time <ms>', 'a move of both sides with Fairy', wholeNumber, FAIRY_TIME)
  .option('--fairy <program>', 'a Fairy-Stockfish other than the one of npm');
addPlayingOptions(program, {
  dir: join('figures', 'matches'),
  out: join('docs', 'strength.md'),
}).action(async (names: readonly string[], settings: Settings) => {
  const { dir, seed, skills, levelTime, fairyTime } = settings;
  const fairy = unwrap(await findFairy(settings.fairy));
  const plan = [...levelMatches(levelTime), ...fairyMatches(fairy.name, skills, fairyTime)];
  const wanted = wantedOf(plan, names, settings.games);
  await playInTerminal(await openMatches(wanted, settings), { ...settings, fairy: fairy.command });
  const results = unwrap(await readResults(dir, plan, seed));
  await writePage(results, settings);
  print(results, settings);
  if (results.complete.some(isTooLittle)) process.exitCode = EXIT.difference;
});

/** The planned matches that are to be played. */
function wantedOf(
  plan: readonly PlannedMatch[],
  names: readonly string[],
  games: number | undefined,
): readonly PlannedMatch[] {
  const unknown = names.find((name) => !plan.some((match) => match.name.startsWith(name)));
  if (unknown !== undefined) program.error(`error: no match is planned of the name '${unknown}'`);
  return plan
    .filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)))
    .map((match) => ({ ...match, games: games ?? match.games }));
}

/** Writes the page, unless it would say nothing. */
async function writePage(results: Results, { dir, out }: Settings): Promise<void> {
  if (results.complete.length === 0)
    return console.error(`${out} is not changed: no match is complete`);
  const page = makeStrengthPage(results, dir, command());
  unwrap(await writeWhole(out, [new TextEncoder().encode(page)]));
}

/** What makes the page again: the options that were given and that decide it. */
function command(): string {
  const given = program.options
    .filter(({ long }) => !NOT_OF_PAGE.includes(long!))
    .filter((option) => program.getOptionValueSource(option.attributeName()) === 'cli')
    .map((option) => `${option.long} ${program.getOptionValue(option.attributeName())}`);
  return ['npm run matches', ...(given.length > 0 ? ['--', ...given] : [])].join(' ');
}

/** Options that change which games are played now, or what is printed. */
const NOT_OF_PAGE = ['--games', '--threads', '--fresh', '--json', '--quiet'];

function print({ complete, missing, unplanned }: Results, { dir, out, json }: Settings): void {
  const lines = [
    ...complete.map(
      (match) =>
        `${describeMatch(match)}${isTooLittle(match) ? `  LESS THAN ${percent(match.least!, 1)}` : ''}`,
    ),
    ...missing.flatMap(({ standing, why }) =>
      standing ? `${describeMatch(standing)}  NOT JUDGED: ${why}` : [],
    ),
  ];
  const gaps = missing.map(({ planned: { name }, why, standing }) => ({ name, why, standing }));
  console.log(
    json ? JSON.stringify({ matches: complete, missing: gaps, unplanned }) : lines.join('\n'),
  );
  for (const why of new Set(missing.map((match) => match.why))) {
    const names = gaps.filter((gap) => gap.why === why).map(({ name }) => name);
    console.error(`not in ${out}: ${names.join(', ')} (${why})`);
  }
  if (unplanned.length > 0) {
    console.error(`not in ${out}: ${unplanned.join(', ')} in ${dir} (of other options)`);
  }
}

function skillNumbers(text: string): readonly number[] {
  const skills = text.split(',').map(Number);
  if (skills.every((skill) => Number.isInteger(skill) && Math.abs(skill) <= 20)) return skills;
  throw new InvalidArgumentError('They must be whole numbers from -20 to 20, such as -8,0,8.');
}

await runScript(program);
