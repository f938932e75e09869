import type { Command } from 'commander';
import { type Failure, fail, ok, type Result, unwrap } from '../board/result.ts';
import type { Piece } from '../pieces/army.ts';
import { allGames } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { isHidden } from '../rules/variant.ts';
import { TableStore } from '../store/tableStore.ts';
import type { ChangedPosition, ResultChanges, ResultPair } from '../study/changes.ts';
import { outcomeNames } from '../table/codes.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { gameOption } from './gameOptions.ts';
import { columns, percent, plural, thousands, worth } from './output.ts';
import {
  checkNeeded,
  countOption,
  type Settings,
  threadsOption,
  withCsv,
  withSettings,
} from './settings.ts';
import { compareTables } from './study/compareTables.ts';
import { tableContextOf } from './tableArgument.ts';
import { gamesOf } from './variantsFile.ts';

interface CompareSettings extends Settings {
  readonly with: RuleSet;
  readonly count: number;
  readonly threads?: number;
}

export function addCompare(program: Command): void {
  const command = program
    .command('compare')
    .description('count the positions whose result another rule set changes')
    .argument('<table>', 'its name, such as KQvk, or its file')
    .addOption(gameOption('-w, --with <game>', 'the other game').default('chess'))
    .addOption(countOption('at most this many examples of each kind', 2))
    .addOption(threadsOption())
    .addHelpText('after', help)
    .action(run);
  withCsv(withSettings(command));
}

const help = `
Results are those of the side to move; positions are counted on the whole board. The examples are
the positions decided soonest, under --rules if they are decided there, otherwise under --with.
Tables of six men are compared part by part, in some four gigabytes of memory.

Examples:
  metatb compare KQvk --with chess
  metatb compare KRvkn --with chess --count 10`;

async function run(argument: string, settings: CompareSettings, command: Command): Promise<void> {
  const { rules, store, output, material } = await tableContextOf(argument, settings, command);
  const other = settings.with;
  const all = [...allGames(), ...gamesOf(settings.variants)];
  // A hidden game's tables are those of chess.
  const games = all.filter((each) => !isHidden(each));
  if (other.name === rules.name) unwrap(refuseSame(rules, material, games));
  const same = unwrap(findIn(other, rules, material));
  const ours = { store, material };
  const theirs = { store: new TableStore(other, store.dir), material: same };
  const { count: examples, ...reading } = settings;
  const found = unwrap(await compareTables(output, ours, theirs, { examples, ...reading }));
  const pairs = found.pairs.map((pair) => describe(rules, material.men, pair));
  const { onlyOurs, onlyTheirs } = found;
  const data = {
    table: material.name,
    rules: rules.name,
    with: other.name,
    positions: total(found, () => true),
    changed: total(found, isChanged),
    onlyOurs,
    onlyTheirs,
    pairs,
  };
  const text = () => {
    const { positions, changed } = data;
    const head = `${material.name}, ${rules.title} against ${other.title}`;
    const share = `${percent(changed, positions)} of ${plural(positions, 'position')}`;
    return [
      `${head}: ${thousands(changed)} have another result, ${share}`,
      ...matrix(pairs, 'white', rules, other),
      ...matrix(pairs, 'black', rules, other),
      ...onlyIn(onlyOurs, rules),
      ...onlyIn(onlyTheirs, other),
      ...pairs.flatMap((pair) => examplesOf(pair, rules, other)),
    ].join('\n');
  };
  output.result(data, text, () => [
    ['to_move', other.name, rules.name, 'positions', 'unique', 'example'],
    ...pairs.map((pair) => [
      pair.turn,
      pair.theirs,
      pair.ours,
      pair.board,
      pair.unique,
      pair.examples[0]?.fen ?? null,
    ]),
  ]);
}

function refuseSame(rules: RuleSet, material: Material, games: readonly RuleSet[]): Failure {
  const right = games.filter(
    (each) => each.name !== rules.name && findIn(each, rules, material).ok,
  );
  const names = right.map(({ name }) => name).join(', ');
  const way = names
    ? `compare it with ${names}`
    : `no other game has ${material.name} on its board`;
  return fail('compare-same', `${rules.name} does not differ from itself: ${way}`, rules.name);
}

/** The same men in another game. Errors: `compare-board`, `compare-men`, `dead-material`. */
function findIn(other: RuleSet, rules: RuleSet, { name }: Material): Result<Material> {
  if (rules.board !== other.board) {
    const [own, others] = [rules, other].map(
      (each) => `${each.name} has ${each.board.files}x${each.board.ranks}`,
    );
    const message = `${own} squares, ${others}: games are compared on one board`;
    return fail('compare-board', message, other.name);
  }
  const found = parseMaterial(name, other);
  if (!found.ok) {
    return fail(
      'compare-men',
      `${other.name} has no ${name}: ${found.problem.message}`,
      other.name,
    );
  }
  const { material } = found.value;
  const needed = checkNeeded(other, material);
  return needed.ok ? ok(material) : needed;
}

function isChanged({ ours, theirs }: ResultPair): boolean {
  return ours !== theirs;
}

function total({ pairs }: ResultChanges, wanted: (pair: ResultPair) => boolean): number {
  return pairs.filter(wanted).reduce((sum, { board }) => sum + board, 0);
}

function describe(rules: RuleSet, men: readonly Piece[], { turn, examples, ...pair }: ResultPair) {
  const example = ({ squares, ours, theirs }: ChangedPosition) => ({
    fen: rules.makeFen(unwrap(rules.place(men, squares, turn))),
    ours,
    theirs,
  });
  const side: 'white' | 'black' = turn === 0 ? 'white' : 'black';
  return { turn: side, ...pair, examples: examples.map(example) };
}

type Pair = ReturnType<typeof describe>;

function matrix(
  pairs: readonly Pair[],
  turn: Pair['turn'],
  rules: RuleSet,
  other: RuleSet,
): string[] {
  const of = pairs.filter((pair) => pair.turn === turn);
  const rows = outcomeNames.map((theirs) => [
    `${theirs} in ${other.title}`,
    ...outcomeNames.map(
      (ours) => of.find((pair) => pair.theirs === theirs && pair.ours === ours)!.board,
    ),
  ]);
  const side = turn === 'white' ? 'White' : 'Black';
  const head = [`${side} to move`, ...outcomeNames.map((ours) => `${ours} in ${rules.title}`)];
  return ['', columns([head, ...rows])];
}

function onlyIn(count: number, { title }: RuleSet): string[] {
  return count === 0 ? [] : ['', `${plural(count, 'position')} only in ${title}`];
}

function examplesOf(pair: Pair, rules: RuleSet, other: RuleSet): string[] {
  if (pair.examples.length === 0) return [];
  const side = pair.turn === 'white' ? 'White' : 'Black';
  const change = `${pair.theirs} in ${other.title}, ${pair.ours} in ${rules.title}`;
  return [
    '',
    `${side} to move, ${change}: ${thousands(pair.board)}`,
    ...pair.examples.map(
      ({ fen, ours, theirs }) => `  ${fen}  ${worth(theirs)}, now ${worth(ours)}`,
    ),
  ];
}
