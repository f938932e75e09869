import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { conditionsOf } from '../../scripts/matches/conditions.ts';
import { FairyMover, findFairy } from '../../scripts/matches/fairyMover.ts';
import { GamePlayer } from '../../scripts/matches/gamePlayer.ts';
import { type FairyPlayer, timedPlayer } from '../../scripts/matches/player.ts';
import { UciProgram } from '../../scripts/matches/uciProgram.ts';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import { findRuleSet } from '../../src/rules/registry.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-fairy-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** An engine that keeps what it is told, and answers moves with these one after another; then it ends. */
async function makeEngine(name: string, moves: readonly string[]) {
  const [path, told] = [join(dir, name), join(dir, `${name}.txt`)];
  await writeFile(
    path,
    `#!${process.execPath}
const moves = ${JSON.stringify(moves)};
const { appendFileSync } = require('node:fs');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(${JSON.stringify(told)}, line + '\\n');
  if (line === 'uci') console.log('id name Stand-in 1\\nid author nobody\\nuciok');
  if (line === 'isready') console.log('readyok');
  if (!line.startsWith('go')) return;
  if (moves.length === 0) process.exit(7);
  console.log('info depth 1 score cp 12\\nbestmove ' + moves.shift() + ' ponder a7a6');
});
`,
  );
  await chmod(path, 0o755);
  return { path, told: async () => (await readFile(told, 'utf8')).trim().split('\n') };
}

const player: FairyPlayer = { kind: 'fairy', program: 'Stand-in 1', skill: -8, milliseconds: 7 };

test('Fairy-Stockfish is told game, skill, memory, time and moves, and dies as a result', async () => {
  const { path, told } = await makeEngine('plays', ['g8f6']);
  const mover = new FairyMover([path], 'atomic', player);
  onTestFinished(() => mover.end());
  expect(await mover.begin()).toMatchObject({ ok: true });
  const game = unwrap(Game.start(unwrap(findRuleSet('atomic'))).play('g1f3'));
  expect(await mover.move(game)).toEqual({ ok: true, value: 'g8f6' });
  expect(await told()).toEqual([
    'setoption name UCI_Variant value atomic',
    'setoption name Skill Level value -8',
    'setoption name Hash value 16',
    'setoption name Threads value 1',
    'setoption name Ponder value false',
    'setoption name Use NNUE value false',
    'ucinewgame',
    'isready',
    'position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves g1f3',
    'go movetime 7',
  ]);
  const died = { problem: { code: 'crash', message: `cannot play with ${path}: it ended (7)` } };
  expect(await mover.move(game)).toMatchObject(died);
  expect(await mover.begin()).toMatchObject(died);
});

test('an illegal move of it ends the game with a problem', async () => {
  const { path } = await makeEngine('errs', ['a1a8']);
  const players = [timedPlayer(1), player] as const;
  const given = { rules: 'kingofthehill', search: 'a search', players, seed: 1 };
  const games = new GamePlayer(conditionsOf(given), [path]);
  onTestFinished(() => games.end());
  expect(await games.play(0)).toMatchObject({ problem: { code: 'illegal', text: 'a1a8' } });
});

test('a program is asked for its name, and what is none is told', async () => {
  const { path } = await makeEngine('named', []);
  expect(await findFairy(path)).toEqual({
    ok: true,
    value: { command: [path], name: 'Stand-in 1' },
  });
  const none = join(dir, 'none');
  expect(await findFairy(none)).toMatchObject({
    problem: { code: 'fairy', message: expect.stringContaining(`cannot play with ${none}: `) },
  });
  expect(await findFairy('true')).toMatchObject({
    problem: { message: expect.stringMatching(/it ended \(0\); it must be a program .* UCI$/) },
  });
});

test('a program that does not answer is not waited for', async () => {
  const program = new UciProgram(['cat']);
  onTestFinished(() => program.end());
  expect(await program.ask('uci', 'id name', 1)).toMatchObject({
    problem: { code: 'crash', message: "cannot play with cat: no answer to 'uci'" },
  });
});
