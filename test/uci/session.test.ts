import { describe, expect, test, vi } from 'vitest';
import { ok } from '../../src/board/result.ts';
import { timeForMove } from '../../src/cli/uci/clock.ts';
import { parseGo } from '../../src/cli/uci/goCommand.ts';
import { UciSession } from '../../src/cli/uci/session.ts';
import { chess } from '../../src/rules/chess.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { levels } from '../../src/search/levels.ts';
import { gameOf } from '../games/moves.ts';
import { engineHere } from '../search/engineHere.ts';

function begin(game: RuleSet | string = 'chess', isLimited = false) {
  const said: string[] = [];
  const engine = engineHere();
  const session = new UciSession(
    { engine, write: (line) => said.push(line), chance: () => 0 },
    {
      rules: typeof game === 'string' ? gameOf(game) : game,
      hash: 1,
      multiPv: 1,
      tablePath: '',
      isLimited,
      level: levels.length - 1,
    },
    undefined,
  );
  const send = async (...lines: string[]) => {
    const from = said.length;
    for (const line of lines) await session.receive(line);
    return said.slice(from);
  };
  const finish = async (...lines: string[]) => {
    const from = said.length;
    await send(...lines);
    await session.end();
    return said.slice(from);
  };
  return { engine, session, said, send, finish };
}

describe('a session', () => {
  test('introduces itself with its options', async () => {
    const lines = await begin().send('uci');
    expect(lines[0]).toBe('id name metatb');
    expect(lines.at(-1)).toBe('uciok');
    for (const name of [
      'Hash',
      'MultiPV',
      'UCI_Variant',
      'UCI_LimitStrength',
      'TablePath',
      'VariantPath',
    ]) {
      expect(lines.filter((line) => line.startsWith(`option name ${name} type`))).toHaveLength(1);
    }
    for (const { name } of levels) expect(lines.join('\n')).toContain(`var ${name}`);
  });

  test('does not play what only a server may know', async () => {
    const { send } = begin();
    expect((await send('uci')).join('\n')).not.toContain('var illegal');
    const refused = await send('setoption name UCI_Variant value illegal');
    expect(refused.join('\n')).toContain('illegal is played by link only');
  });

  test('searches a position to its depth, and says the best move', async () => {
    const lines = await begin().finish('position startpos moves e2e4 e7e5', 'go depth 3');
    expect(lines.at(-1)).toMatch(/^bestmove [a-h][1-8][a-h][1-8]( ponder [a-h][1-8][a-h][1-8])?$/);
    expect(
      lines.some((line) =>
        /^info depth 3 multipv 1 score cp -?\d+ nodes \d+ nps \d+ time \d+ pv /.test(line),
      ),
    ).toBe(true);
  });

  test('proves a mate', async () => {
    const lines = await begin().finish(
      'position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1',
      'go mate 1',
    );
    expect(lines.join('\n')).toContain('score mate 1 ');
    expect(lines.at(-1)).toBe('bestmove a1a8');
  });

  test.each([
    ['go mate 1', 'info string there is no mate in 1'],
    ['go mate 5 nodes 20', 'info string no mate in 5 was found'],
    ['go mate 5 movetime 40', 'info string no mate in 5 was found'],
  ])('%s moves without a mate, too', async (go, message) => {
    const lines = await begin().finish('position startpos', go);
    expect(lines).toContain(message);
    expect(lines.at(-1)).toMatch(/^bestmove [a-h]/);
  });

  test('a proof that is stopped says nothing of what there is, and ends at once', async () => {
    const { engine, send, session, said } = begin();
    // In a thread of its own, a proof that is stopped comes to nothing.
    let end = () => {};
    vi.spyOn(engine, 'prove').mockImplementation(async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return ok(undefined);
    });
    const analyze = vi.spyOn(engine, 'analyze');
    await send('position startpos', 'go mate 12', 'stop');
    end();
    await session.end();
    expect(said[0]).toBe('info string no mate in 12 was found');
    expect(analyze.mock.calls.map(([, { depth }]) => depth)).toEqual([1]);
    expect(said.at(-1)).toMatch(/^bestmove [a-h]/);
  });

  test('a mate by another move is none of the moves to look at', async () => {
    const lines = await begin().finish(
      'position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1',
      'go mate 1 searchmoves a1a7',
    );
    expect(lines.at(-1)).toMatch(/^bestmove a1a7/);
  });

  test('is ready once its thread is, and starts none for it twice', async () => {
    const { engine, send } = begin();
    const analyze = vi.spyOn(engine, 'analyze');
    expect(await send('isready', 'isready')).toEqual(['readyok', 'readyok']);
    expect(analyze).toHaveBeenCalledTimes(1);
    await send('ucinewgame', 'isready', 'setoption name Hash value 2', 'isready');
    expect(analyze).toHaveBeenCalledTimes(3);
  });

  test('passes where a side must, as 0000', async () => {
    const { finish } = begin('reach');
    const pass = 'position fen 8/8/8/8/8/k7/p7/K7 w - - 0 1';
    const lines = await finish(pass, 'go depth 2');
    expect(lines.at(-1)).toMatch(/^bestmove 0000/);
    expect(await finish(`${pass} moves 0000`, 'go depth 2')).not.toContain('bestmove (none)');
  });

  test('has no move to say where the game is over', async () => {
    const lines = await begin().finish('position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', 'go depth 2');
    expect(lines.at(-1)).toBe('bestmove (none)');
  });

  test('goes on after a draw that nobody has claimed', async () => {
    const shuffle = 'g1f3 g8f6 f3g1 f6g8';
    const lines = await begin().finish(
      `position startpos moves ${shuffle} ${shuffle}`,
      'go depth 2',
    );
    expect(lines.at(-2)).toMatch(/^info depth 2 /);
    const late = await begin().finish(
      'position fen k7/6P1/5K2/8/8/8/8/8 w - - 100 90',
      'go depth 2',
    );
    expect(late.at(-1)).toMatch(/^bestmove g7g8q/);
  });

  test('says the best moves of several lines', async () => {
    const lines = await begin().finish('setoption name MultiPV value 3', 'go depth 2');
    for (const line of [1, 2, 3])
      expect(lines.join('\n')).toContain(`info depth 2 multipv ${line} `);
  });

  test('looks at some first moves only', async () => {
    const lines = await begin().finish('go depth 2 searchmoves a2a3');
    expect(lines.at(-1)).toMatch(/^bestmove a2a3/);
  });

  test('plays at a level', async () => {
    const lines = await begin().finish(
      'setoption name UCI_LimitStrength value true',
      `setoption name Level value ${levels[0]!.name}`,
      'go movetime 100',
    );
    expect(lines.at(-1)).toMatch(/^bestmove [a-h]/);
  });

  test('a level looks no deeper than it does, and tells as many lines as it was asked for', async () => {
    const lines = await begin().finish(
      'setoption name UCI_LimitStrength value true',
      `setoption name Level value ${levels[0]!.name}`,
      'go depth 3',
    );
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^info depth 1 multipv 1 /);
    expect(lines[1]).toMatch(/^bestmove [a-h]/);
  });

  test('has its own game among those to choose from, also one with parameters', async () => {
    const lines = await begin('reach:nomove=chess').send('uci');
    const variants = lines.find((line) => line.includes('UCI_Variant'))!;
    expect(variants).toContain('default reach:nomove=chess ');
    expect(variants).toContain('var reach:nomove=chess');
  });

  test('changes the game', async () => {
    const { finish } = begin();
    const lines = await finish(
      'setoption name UCI_Variant value losalamos',
      'position startpos',
      'd',
      'go depth 2',
    );
    expect(lines[0]).toContain('rnqknr/pppppp/6/6/PPPPPP/RNQKNR');
    expect(lines.at(-1)).toMatch(/^bestmove [a-f][1-6][a-f][1-6]/);
  });

  test('says nothing of an endless search until it is stopped', async () => {
    const { send, session, said } = begin();
    await send('go infinite');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(said.some((line) => line.startsWith('bestmove'))).toBe(false);
    expect(await send('isready')).toContain('readyok');
    await send('stop');
    await session.end();
    expect(said.at(-1)).toMatch(/^bestmove/);
  });

  test('ponders until ponderhit, and then ends in its time', async () => {
    const { send, session, said } = begin();
    await send('position startpos moves e2e4', 'go ponder wtime 1000 btime 1000');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(said.some((line) => line.startsWith('bestmove'))).toBe(false);
    await send('ponderhit');
    await session.end();
    expect(said.at(-1)).toMatch(/^bestmove/);
  });

  test('one bestmove answers each go, whatever comes between', async () => {
    const lines = await begin().finish(
      'go infinite',
      'go depth 2',
      'position startpos',
      'go infinite',
      'stop',
      'stop',
      'ponderhit',
    );
    expect(lines.filter((line) => line.startsWith('bestmove'))).toHaveLength(3);
  });

  test('quits, also while it searches', async () => {
    const { session } = begin();
    await session.receive('go infinite');
    expect(await session.receive('quit')).toBe(false);
  });

  test.each([
    ['an unknown command', 'castle now', /no command 'castle now'/],
    ['a bad FEN', 'position fen 8/8', /^info string /],
    ['no position', 'position', /say position startpos/],
    ['an illegal move', 'position startpos moves e2e5', /e2e5/],
    ['an unknown option', 'setoption name Threads value 4', /no option 'threads'/],
    ['a value that is too large', 'setoption name Hash value 99999', /from 1 to 1024/],
    ['an unknown game', 'setoption name UCI_Variant value shogi', /no rule set 'shogi'/],
    ['an unknown level', 'setoption name Level value god', /Level is one of/],
    ['a folder that is not there', 'setoption name TablePath value /no/such', /no folder/],
    ['a file that is not there', 'setoption name VariantPath value /no/such.ini', /cannot read/],
    ['half an option', 'setoption MultiPV', /say setoption name/],
  ])('goes on after %s', async (_, line, message) => {
    const { send, finish } = begin();
    const lines = await send(line);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^info string /);
    expect(lines[0]).toMatch(message);
    expect((await finish('go depth 1')).at(-1)).toMatch(/^bestmove/);
  });

  test.each([
    ['a word that go does not know', 'go fast depth 1', /go has no 'fast'/],
    ['a depth that is no number', 'go depth x nodes 20', /go depth needs a whole number, not 'x'/],
    ['a depth without a number', 'go depth nodes 20', /go depth needs a whole number, not 'nodes'/],
  ])('leaves out %s, and answers', async (_, go, message) => {
    const lines = await begin().finish(go);
    expect(lines[0]).toMatch(message);
    expect(lines.at(-1)).toMatch(/^bestmove [a-h]/);
  });

  test('answers where there is no position, too', async () => {
    const { start: _, ...rest } = chess.variant;
    const lines = await begin(rulesOf({ ...rest, name: 'unset' })).finish('go infinite');
    expect(lines).toEqual([expect.stringContaining('has no initial position'), 'bestmove (none)']);
  });

  test('takes values in any case, and blanks in a path as they are', async () => {
    const { send } = begin();
    expect(
      await send(
        'setoption name UCI_LimitStrength value True',
        'setoption name level value Easy',
        'setoption name UCI_Variant value Atomic',
      ),
    ).toEqual([]);
    const [line] = await send('setoption name VariantPath value /no  such.ini');
    expect(line).toContain('/no  such.ini');
  });

  test('skips words before a command, and empty lines', async () => {
    expect(await begin().send('', '  ', 'please isready')).toEqual(['readyok']);
  });
});

describe('the clock', () => {
  test.each([
    [{ time: 60_000, increment: 0, movesToGo: undefined }, 1000, 3000],
    [{ time: 60_000, increment: 2000, movesToGo: undefined }, 2500, 4500],
    [{ time: 10_000, increment: 0, movesToGo: 1 }, 5000, 9900],
    [{ time: 100, increment: 5000, movesToGo: undefined }, 1, 99],
    [{ time: 0, increment: 0, movesToGo: undefined }, 1, 1],
  ])('of %o gives a move its share', (clock, least, most) => {
    expect(timeForMove(clock)).toBeGreaterThanOrEqual(least);
    expect(timeForMove(clock)).toBeLessThanOrEqual(most);
  });

  test('is that of the side to move', () => {
    const words = 'wtime 1000 btime 100000'.split(' ');
    const [white, black] = ([0, 1] as const).map((turn) => {
      const go = parseGo(words, turn);
      return go.limits.milliseconds!;
    });
    expect(white).toBeLessThan(black!);
  });
});
