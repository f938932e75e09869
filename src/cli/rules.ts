import { type Command, Option } from 'commander';
import { fail, unwrap } from '../board/result.ts';
import { makeBetza } from '../pieces/makeBetza.ts';
import { allGames } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { rulesPage } from '../rules/rulesPage.ts';
import { withVariants } from './gameOptions.ts';
import { fileName } from './optionValues.ts';
import { columns, printable } from './output.ts';
import { type OutputSettings, outputOf, withCsv, withOutput } from './settings.ts';
import { checkVariantsFile } from './variantsCheck.ts';
import { findGame, firstProblemOf, gamesOf, type VariantsFile } from './variantsFile.ts';

interface RulesSettings extends OutputSettings {
  readonly variants?: VariantsFile;
  readonly check?: string;
}

export function addRules(program: Command): void {
  const command = program
    .command('rules')
    .description('list the games, or explain one')
    .argument('[game]', 'a game, such as reach, with its parameters after a colon')
    .addOption(
      new Option(
        '--check <file>',
        'say what of a variants.ini would work, and what would not',
      ).argParser(fileName),
    )
    .addHelpText('after', help)
    .action(run);
  withCsv(withOutput(withVariants(command)));
}

const help = `
Movements are in Betza's notation: https://www.chessvariants.com/d.betza/chessvar/pieces/

A variants.ini describes games as Fairy-Stockfish does, a section each. --check reports every problem
of every section with its line. Exit code 2: a section is no game that works.

Examples:
  metatb rules                         every game, a line each
  metatb rules reach                   its pieces, its ends, and what its tables cover
  metatb rules hutnik:Q=QN,N=C         a game with other than its usual parameters
  metatb rules --check variants.ini    what is wrong with games of your own?
  metatb rules mygame --variants variants.ini`;

async function run(
  game: string | undefined,
  settings: RulesSettings,
  command: Command,
): Promise<void> {
  const { check, variants } = settings;
  const output = outputOf(settings);
  if (check !== undefined) {
    const isFlag = command.getOptionValueSource('variants') === 'cli';
    const other = game ?? (isFlag ? '--variants' : undefined);
    if (other === undefined) return checkVariantsFile(check, output);
    unwrap(fail('two-sources', `'${other}' and --check: give only one of them`, other));
  }
  const rules =
    game === undefined ? [...allGames(), ...gamesOf(variants)] : [unwrap(findGame(game, variants))];
  const notLoaded = game === undefined ? notLoadedOf(variants) : [];
  const described = rules.map(describe);
  output.result(
    { rules: described, ...(notLoaded.length > 0 ? { notLoaded } : {}) },
    () => (game === undefined ? list(rules, notLoaded) : rules.map(rulesPage).join('\n')),
    () => [
      ['rules', 'files', 'ranks', 'men', 'about'],
      ...described.map(({ name, files, ranks, pieces, about }) => [
        name,
        files,
        ranks,
        pieces.map(({ letter }) => letter).join(''),
        about,
      ]),
      ...notLoaded.map(({ name, line, message }) => [
        name,
        null,
        null,
        null,
        whyNot(line, message),
      ]),
    ],
  );
}

function describe({ name, title, about, board, army }: RuleSet) {
  const pieces = army.map(({ letter, name: piece, movement, royal }) => ({
    letter,
    name: piece,
    movement: makeBetza(movement),
    royal: royal !== undefined,
  }));
  return { name, title, about, files: board.files, ranks: board.ranks, pieces };
}

function list(rules: readonly RuleSet[], notLoaded: readonly SectionProblem[]): string {
  const rows = rules.map(({ name, about, board: { files, ranks }, army }) => {
    const letters = army.map(({ letter }) => letter).join('');
    return [name, `${files}x${ranks}`, letters, about];
  });
  const others = notLoaded.map(({ name, line, message }) => [
    printable(name),
    '-',
    '-',
    printable(whyNot(line, message)),
  ]);
  return columns([['rules', 'board', 'men', ''], ...rows, ...others]);
}

/** A section that is no game, and its first problem. */
interface SectionProblem {
  readonly name: string;
  readonly line: number;
  readonly message: string;
}

function notLoadedOf(file: VariantsFile | undefined): readonly SectionProblem[] {
  const unsound = file?.sections.filter(({ rules }) => !rules) ?? [];
  return unsound.map((section) => ({ name: section.name, ...firstProblemOf(section) }));
}

function whyNot(line: number, message: string): string {
  return `does not load: line ${line}: ${message}`;
}
