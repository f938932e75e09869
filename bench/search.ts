/**
 * How fast and how deep the search is in every kind of game, and whether its answers hold: `npm run bench:search`. Every search
 * is made twice, and must find the same with the same nodes; mates must be those that are published.
 */
import { cpus } from 'node:os';
import { mateProblems } from '../figures/mateProblems.ts';
import { unwrap } from '../src/board/result.ts';
import { columns } from '../src/cli/output.ts';
import { Game } from '../src/play/game.ts';
import { chess } from '../src/rules/chess.ts';
import { findRuleSet, gameNames } from '../src/rules/registry.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { Search } from '../src/search/search.ts';
import { failOn } from './faults.ts';

/** Of a search whose nodes are counted. */
const DEPTH = 7;
/** Of a search whose depth is measured. */
const MILLISECONDS = 2000;
const NAMES = [...gameNames, 'reach:nomove=chess'];

const faults: string[] = [];
const now = () => performance.now();

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, node ${process.version}, one thread\n`);
measureGames();
measureProofs();
failOn(faults);

function measureGames(): void {
  const head = [
    'game',
    `nodes, depth ${DEPTH}`,
    'nodes a second',
    `depth, ${MILLISECONDS / 1000} s`,
  ];
  const rows = NAMES.map((name) => {
    const rules = unwrap(findRuleSet(name));
    const [first, second] = [searchOnce(rules), searchOnce(rules)];
    if (first.text !== second.text)
      faults.push(`${name}: two searches have found different things`);
    const search = new Search(rules, { now });
    const { depth } = search.analyze(Game.start(rules), { milliseconds: MILLISECONDS });
    const speed = Math.max(first.speed, second.speed);
    return [name, first.nodes, Math.round(speed), depth];
  });
  console.log(columns([head, ...rows]));
}

function searchOnce(rules: RuleSet) {
  const search = new Search(rules, { now });
  const { milliseconds, ...found } = search.analyze(Game.start(rules), { depth: DEPTH });
  const speed = (1000 * found.nodes) / milliseconds;
  return { text: JSON.stringify(found), nodes: found.nodes, speed };
}

/** Mates in four and five: seconds, and whether length and keys are right. */
function measureProofs(): void {
  const problems = mateProblems.filter(([, moves]) => moves >= 4);
  const rows = problems.map(([fen, moves, keys]) => {
    const game = Game.start(chess, unwrap(chess.parseFen(fen)));
    const proof = new Search(chess, { now }).prove(game, { plies: 2 * moves - 1, seeks: 'win' });
    const found = proof?.moves.map(({ uci }) => uci).sort();
    if (found?.join() !== [...keys].sort().join())
      faults.push(`mate in ${moves}, ${fen}: ${found}`);
    return [`mate in ${moves}`, fen, ((proof?.milliseconds ?? 0) / 1000).toFixed(2)];
  });
  console.log(`\n${columns([['problem', 'position', 'seconds'], ...rows])}`);
}
