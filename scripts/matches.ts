/**
 * `npm run matches`: plays the five levels against their neighbours, and the strongest one against Fairy-Stockfish, and writes
 * docs/strength.md. DIR/NAME.jsonl keeps the games of a match: after an interruption the same command goes on there.
 */
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { EXIT } from '../src/cli/exitCode.ts';
import { wholeNumber } from '../src/cli/optionValues.ts';
import { writeWhole } from '../src/store/folder.ts';
import { runScript } from './command.ts';
import { conditionsOf } from './matches/conditions.ts';
import { findFairy } from './matches/fairyMover.ts';
import { machineName } from './matches/machineName.ts';
import { MatchFile } from './matches/matchFile.ts';
import { fairyMatches, levelMatches, type PlannedMatch } from './matches/plannedMatches.ts';
import { playInTerminal } from './matches/playInTerminal.ts';
import { searchSignature } from './matches/searchSignature.ts';
import { describeMatch, isTooClose, readStandings } from './matches/standings.ts';
import { makeStrengthPage } from './matches/strengthPage.ts';

/** Of a level without a limit, in milliseconds: as much as the page gives it. */
const LEVEL_TIME = 1000;
/** Against Fairy-Stockfish, each. */
const FAIRY_TIME = 100;
const SKILLS = [-8, 0, 4, 8, 12];

interface Settings {
  readonly only?: 'levels' | 'fairy';
  readonly rules?: string;
  readonly games?: number;
  readonly seed: number;
  readonly skills: readonly number[];
  readonly levelTime: number;
  readonly fairyTime: number;
  readonly fairy?: string;
  readonly threads?: number;
  readonly dir: string;
  readonly out: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const program = new Command('npm run matches --')
  .description('Plays levels against one another and against Fairy-Stockfish: docs/strength.md.')
  .addOption(new Option('--only <kind>', 'a part of the matches').choices(['levels', 'fairy']))
  .option('-r, --rules <name>', 'one game only, such as atomic')
  .option(
    '-g, --games <count>',
    'games of each match (default: 100, and 60 with Fairy)',
    wholeNumber,
  )
  .option('--seed <number>', 'of openings and of what levels leave to chance', wholeNumber, 1)
  .option('--skills <numbers>', "Fairy-Stockfish's, from -20 to 20", skillNumbers, SKILLS)
  .option('--level-time <ms>', 'a move of a level without a limit', wholeNumber, LEVEL_TIME)
  .option('--fairy-time <ms>', 'a move of both sides with Fairy', wholeNumber, FAIRY_TIME)
  .option('--fairy <program>', 'a Fairy-Stockfish other than the one of npm')
  .option('-t, --threads <count>', 'games at once (default: one a core)', wholeNumber)
  .option('-d, --dir <folder>', 'where games are kept', join('figures', 'matches'))
  .option('-o, --out <file>', 'the page', join('docs', 'strength.md'))
  .option('--fresh', 'discard games of another search, of other rules or of another seed')
  .option('--json', 'print results as one JSON object')
  .option('-q, --quiet', 'show no progress')
  .action(async (settings: Settings) => {
    const { dir, out, json } = settings;
    const fairy = settings.only === 'levels' ? undefined : unwrap(await findFairy(settings.fairy));
    const files = await openFiles(plan(settings, fairy?.name), settings);
    await playInTerminal(files, { ...settings, fairy: fairy?.command });
    const standings = unwrap(await readStandings(dir));
    unwrap(await writeWhole(out, [new TextEncoder().encode(makeStrengthPage(standings))]));
    const lines = standings.map(describeMatch);
    console.log(json ? JSON.stringify({ matches: standings }) : [...lines, out].join('\n'));
    if (standings.some(isTooClose)) process.exitCode = EXIT.difference;
  });

function plan(settings: Settings, fairy: string | undefined): readonly PlannedMatch[] {
  const { only, rules, games, skills, levelTime, fairyTime } = settings;
  const all = [
    ...(only === 'fairy' ? [] : levelMatches(levelTime, games)),
    ...(fairy === undefined ? [] : fairyMatches(fairy, skills, fairyTime, games)),
  ];
  const planned = all.filter((match) => rules === undefined || match.rules === rules);
  if (planned.length === 0) program.error(`error: no match is planned of '${rules}'`);
  return planned;
}

async function openFiles(planned: readonly PlannedMatch[], settings: Settings) {
  const { dir, seed, fresh = false } = settings;
  const search = searchSignature();
  const files: { readonly file: MatchFile; readonly games: number }[] = [];
  for (const { name, rules, players, games } of planned) {
    const conditions = conditionsOf({ rules, search, players, seed });
    const path = join(dir, `${name}.jsonl`);
    files.push({
      file: unwrap(await MatchFile.open(path, conditions, machineName(), fresh)),
      games,
    });
  }
  return files;
}

function skillNumbers(text: string): readonly number[] {
  const skills = text.split(',').map(Number);
  if (skills.every((skill) => Number.isInteger(skill) && Math.abs(skill) <= 20)) return skills;
  throw new InvalidArgumentError('They must be whole numbers from -20 to 20, such as -8,0,8.');
}

await runScript(program);
