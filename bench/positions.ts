/**
 * How fast positions are: `npm run bench:positions`. Perft of some games, then the reference solver and `verify` on a
 * table of three men of each, one thread. Every count is compared with the published one.
 */
import { cpuUsage } from 'node:process';
import { unwrap } from '../src/board/result.ts';
import { perft } from '../src/position/moves.ts';
import { findRuleSet } from '../src/rules/registry.ts';
import { solveReference } from '../src/solve/reference/solver.ts';
import { verifyTable } from '../src/solve/verify.ts';
import { parseMaterial } from '../src/table/material.ts';
import { countTable } from '../src/table/statistics.ts';
import { failOn } from './faults.ts';

const ROUNDS = 5;
const faults: string[] = [];

/** Game, FEN, depth, leaf positions: chess from the Chess Programming Wiki, the others from Fairy-Stockfish. */
const perfts = [
  ['chess', 'startpos', 4, 197_281],
  ['chess', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3, 97_862],
  ['knightmate', 'startpos', 4, 139_774],
  ['shatranj', 'startpos', 4, 68_122],
] as const;

/** Game, table that needs no other, positions won for White to move and the longest win: see test/games. */
const tables = [
  ['chess', 'KQvk', 144_508, 19],
  ['metachess', 'KQvk', 144_508, 17],
  ['knightmate', 'KRvk', 1_032, 1],
  ['metamachy', 'KGvk', 2_076_840, 27],
] as const;

for (const [game, fen, depth, nodes] of perfts) {
  const position = unwrap(unwrap(findRuleSet(game)).parseFen(fen));
  const seconds = median(() =>
    expectEqual(`${game} perft ${depth}`, perft(position, depth), nodes),
  );
  report(
    `${game} perft ${depth}`,
    seconds,
    `${(nodes / seconds / 1e6).toFixed(1)} M leaves a second`,
  );
}
for (const [game, name, wins, longest] of tables) {
  const rules = unwrap(findRuleSet(game));
  const { material } = unwrap(parseMaterial(name, rules));
  const none = (other: string) => {
    throw new Error(`${name} needs ${other}`);
  };
  let table = solveReference(rules, material, none);
  const solving = median(() => {
    table = solveReference(rules, material, none);
  });
  const { white } = countTable(table);
  expectEqual(`${game} ${name}, wins`, white.wins, wins);
  expectEqual(`${game} ${name}, longest win`, white.longestWin, longest);
  report(`${game} ${name} solved`, solving, 'one position at a time');
  let checked = 0;
  const verifying = median(() => {
    const { positions, differences } = verifyTable(rules, table, none);
    expectEqual(`${game} ${name}, differences`, differences, 0);
    checked = positions;
  });
  report(`${game} ${name} verified`, verifying, `${checked.toLocaleString('en')} positions`);
}
failOn(faults);

/** Processor time in seconds, the median of some rounds. */
function median(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = cpuUsage();
    work();
    const { user, system } = cpuUsage(before);
    return (user + system) / 1e6;
  });
  return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

function expectEqual(what: string, found: number | null, right: number): void {
  if (found !== right) faults.push(`${what}: ${found}, not ${right}`);
}

function report(what: string, seconds: number, more: string): void {
  console.log(`${what.padEnd(28)}${`${(1000 * seconds).toFixed(0)} ms`.padStart(9)}   ${more}`);
}
