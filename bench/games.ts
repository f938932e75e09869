/** `npm run bench:games`: how fast games by link answer when many are played at once, and that no move is lost. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { wholeNumber } from '../src/cli/optionValues.ts';
import { random } from '../tools/random.ts';
import { failOn } from './faults.ts';
import type { Footprint } from './gamesServer.ts';
import { RandomGame } from './randomGame.ts';

interface Settings {
  readonly games: number;
  readonly plies: number;
  readonly think: number;
  readonly seed: number;
  readonly json?: boolean;
}

/** Every WATCHED-th game has a watcher. */
const WATCHED = 5;
/** The most bytes that the server may keep for games without connections. */
const LEFT_BEHIND = 16 * 2 ** 20;
/** The most bytes that a game with its connections may take on the server. */
const PER_GAME = 256 * 2 ** 10;
const LOOKS = 100;
const LOOK_MS = 100;

await new Command('npm run bench:games --')
  .description('Plays random games by link, all at once: with time to think, then without.')
  .option('--games <count>', 'at once', wholeNumber, 500)
  .option('--plies <count>', 'at most, a game', wholeNumber, 30)
  .option('--think <milliseconds>', 'before a move, on the average', wholeNumber, 2000)
  .option('--seed <number>', 'of the moves', wholeNumber, 1)
  .option('--json', 'print one JSON object')
  .action(bench)
  .parseAsync();

async function bench(settings: Settings): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'metatb-bench-'));
  const server = fork(
    fileURLToPath(new URL('gamesServer.js', import.meta.url)),
    [dir, join(dir, 'games.db')],
    {
      execArgv: ['--expose-gc'],
    },
  );
  try {
    const [{ address }] = (await once(server, 'message')) as [{ address: string }];
    const rounds = [];
    for (const think of [settings.think, 0]) {
      rounds.push(await round(server, address, { ...settings, think }));
    }
    const faults = rounds.flatMap((each) => each.faults);
    process.stdout.write(
      `${settings.json ? JSON.stringify(rounds) : rounds.map(report).join('\n')}\n`,
    );
    failOn(faults);
  } finally {
    server.send('stop');
    await once(server, 'exit');
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Round {
  readonly think: number;
  readonly games: number;
  readonly connections: number;
  readonly moves: number;
  readonly seconds: number;
  /** Of a move's round trip, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly reconnects: number;
  readonly before: Footprint;
  readonly during: Footprint;
  readonly after: Footprint;
  readonly faults: readonly string[];
}

/** All games from their first move to their last. */
async function round(
  server: ChildProcess,
  address: string,
  { games: count, plies, think, seed }: Settings,
): Promise<Round> {
  const before = await footprint(server);
  const games: RandomGame[] = [];
  for (let i = 0; i < count; i++) {
    const watched = i % WATCHED === 0;
    const options = { random: random(seed * count + i), plies, think, watched };
    games.push(await RandomGame.begin(address, options));
  }
  const began = performance.now();
  await Promise.all(games.map((game) => game.play()));
  const seconds = (performance.now() - began) / 1000;
  const during = await footprint(server);
  const faults = (await Promise.all(games.map((game) => game.check()))).flat();
  await Promise.all(games.map((game) => game.leave()));
  const after = await deserted(server);

  const used = (during.heap - before.heap) / count;
  if (used > PER_GAME) faults.push(`a game takes ${Math.round(used / 1024)} KiB of the server`);
  if (after.games > 0) faults.push(`${after.games} games without a client are in memory`);
  const left = after.heap - before.heap;
  if (left > LEFT_BEHIND) faults.push(`${Math.round(left / 2 ** 20)} MiB are left behind`);
  const trips = games.flatMap((game) => game.roundTrips).sort((a, b) => a - b);
  const share = (part: number) => trips[Math.floor(part * (trips.length - 1))] ?? 0;
  return {
    ...{ think, seconds, before, during, after, faults },
    games: count,
    connections: games.reduce((sum, game) => sum + game.connections, 0),
    moves: trips.length,
    reconnects: games.reduce((sum, game) => sum + game.reconnects, 0),
    p50: share(0.5),
    p99: share(0.99),
    worst: share(1),
  };
}

/** Waits until the server has noticed that all connections are closed. */
async function deserted(server: ChildProcess): Promise<Footprint> {
  for (let look = 0; ; look++) {
    const found = await footprint(server);
    if (found.games === 0 || look === LOOKS) return found;
    await pause(LOOK_MS);
  }
}

async function footprint(server: ChildProcess): Promise<Footprint> {
  server.send('memory');
  const [answer] = (await once(server, 'message')) as [Footprint];
  return answer;
}

function report(round: Round): string {
  const { think, games, connections, moves, seconds, reconnects, before, during, after } = round;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const mib = ({ heap, rss }: Footprint) =>
    `${(heap / 2 ** 20).toFixed(0)} MiB (${(rss / 2 ** 20).toFixed(0)} resident)`;
  return [
    `${games} games, ${connections} connections, ${think > 0 ? `${think} ms to think` : 'no time to think'}`,
    `  moves        ${moves} in ${seconds.toFixed(1)} s, ${Math.round(moves / seconds)} a second`,
    `  round trip   p50 ${ms(round.p50)}, p99 ${ms(round.p99)}, worst ${ms(round.worst)}`,
    `  reconnects   ${reconnects}`,
    `  heap         ${mib(before)} before, ${mib(during)} during, ${mib(after)} after`,
    `  ${round.faults.length === 0 ? 'no move lost or out of order; every final position right' : 'WRONG'}`,
  ].join('\n');
}
