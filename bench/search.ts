/**
 * How fast and how deep the search is in every kind of game, and whether its answers hold: `npm run bench:search`. The same
 * search must find the same with the same nodes each time; mates must be those that are published.
 */
import { availableParallelism, cpus } from 'node:os';
import { Command } from 'commander';
import { mateProblems } from '../figures/mateProblems.ts';
import { unwrap } from '../src/board/result.ts';
import { wholeNumber } from '../src/cli/optionValues.ts';
import { columns } from '../src/cli/output.ts';
import { Game } from '../src/play/game.ts';
import { chess } from '../src/rules/chess.ts';
import { findRuleSet, gameNames } from '../src/rules/registry.ts';
import { Search } from '../src/search/search.ts';
import { failOn } from './faults.ts';
import { ratio } from './history.ts';
import { HistoryFile } from './historyFile.ts';
import {
  compareWithSearches,
  parseSearchHistory,
  type SearchHistoryLine,
} from './searchHistory.ts';
import { buildIn, DEPTH, type MeasuredSearch, measureSearch, thisBuild } from './searchMeasured.ts';
import { stagesOf } from './searchPositions.ts';

const NAMES = [...gameNames, 'reach:nomove=chess'];

interface Settings {
  readonly tries: number;
  readonly milliseconds: number;
  readonly against?: string;
  readonly record?: boolean;
  readonly json?: boolean;
}

/** A mate in four or five: seconds, and whether length and keys are right. */
interface MeasuredMate {
  readonly fen: string;
  readonly moves: number;
  readonly seconds: number;
  readonly faults: readonly string[];
}

const program = new Command('npm run bench:search --')
  .description('Measures the search in openings, middlegames and endgames, and checks its answers.')
  .argument('[games...]', 'default: all, and published mates in four and five')
  .option('--tries <count>', 'after one that warms up; medians count', wholeNumber, 3)
  .option('--milliseconds <count>', 'of processor time, for a depth and a speed', wholeNumber, 300)
  .option('--against <folder>', 'search in turn with the build in this folder of the project, too')
  .option('--record', 'add the medians to bench/searchHistory.jsonl, one line a release')
  .option('--json', 'print one JSON object')
  .action(bench);

await program.parseAsync();

async function bench(names: readonly string[], settings: Settings): Promise<void> {
  const { tries, milliseconds, against, record, json } = settings;
  for (const name of names) {
    const found = findRuleSet(name);
    if (!found.ok) program.error(`error: ${found.problem.message}`);
  }
  const builds = [thisBuild, ...(against === undefined ? [] : [await buildIn(against)])];
  const searches = (names.length > 0 ? names : NAMES).flatMap((name) =>
    stagesOf(unwrap(findRuleSet(name))).map((stage) =>
      measureSearch(name, stage, builds, tries, milliseconds),
    ),
  );
  const mates = names.length > 0 ? [] : measureMates();
  const history = new HistoryFile('searchHistory.jsonl');
  const line: SearchHistoryLine = {
    version: history.version,
    commit: history.commit(record),
    cpu: cpus()[0]?.model ?? 'unknown processor',
    cores: availableParallelism(),
    node: process.version,
    tries,
    milliseconds,
    searches: searches.map(({ other: _, faults: __, ...recorded }) => recorded),
  };
  const last = unwrap(parseSearchHistory(await history.read())).at(-1);
  const texts = json
    ? [JSON.stringify({ ...line, searches, mates })]
    : [
        `${line.cpu}, node ${line.node}, one thread; medians of ${tries} tries, ${milliseconds} ms of processor time each`,
        searchReport(searches),
        ...(mates.length > 0 ? [mateReport(mates)] : []),
        ...(last ? [compareWithSearches(line, last)] : []),
      ];
  process.stdout.write(`${texts.join('\n\n')}\n`);
  failOn([
    ...searches.flatMap(({ game, stage, faults }) =>
      faults.map((each) => `${game}, ${stage}: ${each}`),
    ),
    ...mates.flatMap(({ faults }) => faults),
  ]);
  if (record && process.exitCode === undefined) await history.add(line);
}

function searchReport(searches: readonly MeasuredSearch[]): string {
  const head = ['game', 'position', `nodes, depth ${DEPTH}`, 'nodes a second', 'depth'];
  const more = searches.some(({ other }) => other) ? ['of other', 'of its nodes', 'its depth'] : [];
  const rows = searches.map(({ other, ...each }) => [
    ...[each.game, each.stage, each.nodes, each.nodesASecond, each.depth],
    ...(other
      ? [ratio(each.nodesASecond, other.nodesASecond), ratio(each.nodes, other.nodes), other.depth]
      : []),
  ]);
  return columns([[...head, ...more], ...rows]);
}

function measureMates(): readonly MeasuredMate[] {
  const problems = mateProblems.filter(([, moves]) => moves >= 4);
  return problems.map(([fen, moves, keys]) => {
    const game = Game.start(chess, unwrap(chess.parseFen(fen)));
    const search = new Search(chess, { now: () => performance.now() });
    const proof = search.prove(game, { plies: 2 * moves - 1, seeks: 'win' });
    const found = proof?.moves.map(({ uci }) => uci).sort();
    const isRight = found?.join() === [...keys].sort().join();
    const faults = isRight ? [] : [`mate in ${moves}, ${fen}: ${found}`];
    return { fen, moves, seconds: (proof?.milliseconds ?? 0) / 1000, faults };
  });
}

function mateReport(mates: readonly MeasuredMate[]): string {
  const rows = mates.map(({ fen, moves, seconds }) => [
    `mate in ${moves}`,
    fen,
    seconds.toFixed(2),
  ]);
  return columns([['problem', 'position', 'seconds'], ...rows]);
}
