/**
 * `npm run fairy -- FILE`: for every section of a variants.ini, whether the game loads here and agrees with
 * Fairy-Stockfish over random games, or by which key it is refused.
 */
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { EXIT } from '../src/cli/exitCode.ts';
import { wholeNumber } from '../src/cli/optionValues.ts';
import { checkVariants } from '../src/rules/ini/parseVariants.ts';
import { type Compared, compareGames } from '../tools/fairyCompare.ts';
import { runScript } from './command.ts';
import { type Checked, reportOf } from './fairyReport.ts';

interface Settings {
  readonly games: number;
  readonly plies: number;
  readonly seed: number;
  readonly only?: string;
  readonly fewPieces?: boolean;
  readonly json?: boolean;
}

const program = new Command('npm run fairy --')
  .description('Compares the games of a variants.ini with Fairy-Stockfish, over random games.')
  .argument('<file>', 'a variants.ini')
  .option('-g, --games <count>', 'random games of each', wholeNumber, 20)
  .option('-p, --plies <count>', 'of a game, at most', wholeNumber, 200)
  .option('-s, --seed <number>', 'of the random games', wholeNumber, 1)
  .option('--only <names>', 'sections, with commas')
  .option('--few-pieces', 'half of the games begin with few pieces')
  .option('--json', 'the result of each section')
  .action(async (file: string, settings: Settings) => {
    const checked = await check(await readFile(file, 'utf8'), settings);
    console.log(settings.json ? JSON.stringify(checked, undefined, 2) : reportOf(checked));
    if (checked.some(({ verdict }) => verdict === 'differs')) process.exitCode = EXIT.difference;
  });

async function check(text: string, settings: Settings): Promise<readonly Checked[]> {
  const names = settings.only?.split(',');
  const sections = checkVariants(text).filter(({ name }) => names?.includes(name) ?? true);
  const pairs = sections.flatMap(({ name, rules }) => {
    return rules ? [{ rules, variant: name, sparse: settings.fewPieces === true }] : [];
  });
  const found = await compareGames(pairs, settings, text);
  const compared = new Map(pairs.map(({ variant }, i) => [variant, found[i]!]));
  return sections.map(({ name, line, problems }) => {
    const games = compared.get(name);
    if (!games) return { name, line, verdict: 'refused', problems };
    const { differences, ends, ...counts } = games;
    const difference = differences.find(({ about }) => about !== 'check') ?? differences[0];
    return {
      name,
      line,
      verdict: verdictOf(games),
      ...counts,
      ends: Object.fromEntries(ends),
      ...(difference ? { differing: differences.length, difference } : {}),
    };
  });
}

function verdictOf({ differences, problem }: Compared): Checked['verdict'] {
  if (problem !== undefined) return 'not played';
  return differences.every(({ about }) => about === 'check') ? 'agrees' : 'differs';
}

await runScript(program);
