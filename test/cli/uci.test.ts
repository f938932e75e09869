import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine } from 'node-uci';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { openNames } from '../../src/rules/registry.ts';
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
/** Far more than games of 100 nodes a move last. */
const MOST_PLIES = 600;

const dir = mkdtempSync(join(tmpdir(), 'metatb-uci-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('in a client of the protocol', () => {
  let engine: Engine;

  beforeAll(async () => {
    // The client starts a program without arguments.
    const program = join(dir, 'engine');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' uci\n`);
    chmodSync(program, 0o755);
    const variants = join(dir, 'variants.ini');
    writeFileSync(variants, gardner);
    engine = await new Engine(program).init();
    await engine.setoption('VariantPath', variants);
  });
  afterAll(() => engine.quit());

  test('it offers every game', () => {
    expect(engine.options.get('UCI_Variant')?.options).toEqual(
      expect.arrayContaining([...openNames]),
    );
  });

  const names = [
    'losalamos',
    'chess',
    'metachess',
    'reach',
    'antichess',
    'capablanca',
    'metamachy',
  ];

  test.each([unwrap(parseVariants(gardner))[0]!, ...names.map(gameOf)])(
    'it plays a whole game of $name',
    async (rules) => {
      await engine.setoption('UCI_Variant', rules.name);
      await engine.ucinewgame();
      let game = Game.start(rules);
      while (!game.status.ending && game.length < MOST_PLIES) {
        const moves = game.plies.map((ply) => ply.uci);
        await engine.position('startpos', moves);
        game = unwrap(game.play((await engine.go({ nodes: 100 })).bestmove));
      }
      expect(game.status.ending).toBeDefined();
    },
  );

  test('it is stopped', async () => {
    await engine.setoption('UCI_Variant', 'chess');
    engine.goInfinite();
    expect((await engine.stop()).bestmove).toMatch(/^[a-h][1-8][a-h][1-8]$/);
  });

  test('it ponders until its move has been guessed', async () => {
    const search = engine.go({ ponder: true, movetime: 1 });
    // Its own `ponderhit` waits for `readyok`, too, and misses either of two lines that come at once.
    engine.write('ponderhit');
    expect((await search).bestmove).toMatch(/^[a-h][1-8][a-h][1-8]$/);
  });
});

/** The lines that it prints until it has ended after that of its input. */
function answers(...lines: readonly string[]): readonly string[] {
  const input = lines.map((line) => `${line}\n`).join('');
  const { status, stdout } = spawnSync(process.execPath, [main, 'uci'], {
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(status).toBe(0);
  return stdout.trimEnd().split('\n');
}

test('the end of its input ends it, once it has said the best move', () => {
  const lines = answers('position startpos', 'go depth 3');
  expect(lines.at(-2)).toMatch(/^info depth 3 /);
  expect(lines.at(-1)).toMatch(/^bestmove/);
});

test('the end of its input ends an endless search', () => {
  expect(answers('position startpos', 'go infinite').at(-1)).toMatch(/^bestmove/);
});
