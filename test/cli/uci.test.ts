import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Engine } from 'chess-uci';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { gameOf } from '../games/moves.ts';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const gardner = `[gardner:chess]
maxFile = 5
maxRank = 5
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
castling = false
doubleStep = false
promotionRegionWhite = *5
promotionRegionBlack = *1
`;
const MOST_PLIES = 120;

const dir = mkdtempSync(join(tmpdir(), 'metatb-uci-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A game that the engine plays against itself, to its end or for many moves. */
async function playOn(
  rules: RuleSet,
  bestMove: (moves: readonly string[]) => Promise<string | undefined>,
): Promise<Game> {
  let game = Game.start(rules);
  while (!game.status.ending && game.length < MOST_PLIES) {
    const uci = await bestMove(game.plies.map((ply) => ply.uci));
    game = unwrap(game.play(uci ?? 'none'));
  }
  return game;
}

describe('in a client of the protocol', () => {
  let engine: Engine;

  beforeAll(async () => {
    // The client starts a program without arguments.
    const program = join(dir, 'engine');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' uci\n`);
    chmodSync(program, 0o755);
    engine = await Engine.start(program);
  });
  afterAll(() => engine.quit());

  test.each(['chess', 'metachess'])('it plays a whole game of %s', async (name) => {
    engine.setoption({ UCI_Variant: name }).ucinewgame();
    await engine.isready();
    const game = await playOn(gameOf(name), async (moves) => {
      engine.position({ fen: '', moves: [...moves] });
      return (await engine.go({ nodes: 300 })).bestmove;
    });
    expect(game.status.ending !== undefined || game.length === MOST_PLIES).toBe(true);
  });

  test('it is stopped', async () => {
    engine.position({ fen: '', moves: [] });
    const search = engine.go();
    engine.stop();
    expect((await search).bestmove).toMatch(/^[a-h][1-8][a-h][1-8]$/);
  });
});

/** The lines of a process, which may be waited for. */
class Talk {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  private readonly lines: string[] = [];
  private wake = () => {};

  constructor() {
    this.process = spawn(process.execPath, [main, 'uci'], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.process.stdout! }).on('line', (line) => {
      this.lines.push(line);
      this.wake();
    });
    this.ended = new Promise((resolve) => this.process.on('exit', resolve));
  }

  send(...lines: readonly string[]): void {
    for (const line of lines) this.process.stdin!.write(`${line}\n`);
  }

  /** The next line that begins so. */
  async next(start: string): Promise<string> {
    for (;;) {
      const at = this.lines.findIndex((line) => line.startsWith(start));
      if (at >= 0) return this.lines.splice(0, at + 1)[at]!;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

describe('over its input and output', () => {
  const talk = new Talk();
  afterAll(() => talk.process.kill());

  beforeAll(() => {
    const file = join(dir, 'variants.ini');
    writeFileSync(file, gardner);
    talk.send('uci', `setoption name VariantPath value ${file}`);
  });

  const games = ['losalamos', 'reach', 'antichess', 'capablanca', 'metamachy'].map(gameOf);

  test.each([unwrap(parseVariants(gardner))[0]!, ...games])(
    'it plays a game of $name',
    async (rules) => {
      talk.send(`setoption name UCI_Variant value ${rules.name}`, 'ucinewgame');
      const game = await playOn(rules, async (moves) => {
        talk.send(`position startpos moves ${moves.join(' ')}`, 'go nodes 200');
        return (await talk.next('bestmove')).split(' ')[1];
      });
      expect(game.status.ending !== undefined || game.length === MOST_PLIES).toBe(true);
    },
  );

  test('the end of its input ends it, once it has said the best move', async () => {
    const other = new Talk();
    other.send('position startpos', 'go depth 3');
    other.process.stdin!.end();
    expect(await other.next('bestmove')).toMatch(/^bestmove/);
    expect(await other.ended).toBe(0);
  });

  test('the end of its input ends an endless search', async () => {
    const other = new Talk();
    other.send('position startpos', 'go infinite');
    other.process.stdin!.end();
    expect(await other.ended).toBe(0);
  });
});
