import { describe, expect, test } from 'vitest';
import { fail, ok, unwrap } from '../../src/board/result.ts';
import { PlaySession, sideOf } from '../../src/cli/play/session.ts';
import { Game } from '../../src/play/game.ts';
import { parsePgn } from '../../src/play/pgn.ts';
import { levels } from '../../src/search/levels.ts';
import { gameOf } from '../games/moves.ts';
import { engineHere } from '../search/engineHere.ts';

interface Setting {
  readonly name?: string;
  readonly fen?: string;
  readonly side?: 0 | 1;
  readonly level?: number;
  readonly table?: string;
}

/** A game against the computer, whose search is in this thread. */
function begin({ name = 'chess', fen = 'startpos', side = 0, level = 1, table }: Setting = {}) {
  const rules = gameOf(name);
  const said: string[] = [];
  const files = new Map<string, string>();
  const session = new PlaySession(
    {
      engine: engineHere(),
      tableMove: async () => table,
      print: (text) => said.push(text),
      draw: ({ fen }) => `board ${fen}`,
      save: async (path, text) => {
        if (files.has(path)) return fail('exists', `${path} is there already`);
        files.set(path, text);
        return ok(undefined);
      },
      chance: () => 0,
    },
    {
      game: Game.start(rules, unwrap(rules.parseFen(fen))),
      side,
      level: levels[level - 1]!,
      milliseconds: 1000,
    },
  );
  const send = async (...lines: string[]) => {
    const from = said.length;
    for (const line of lines) unwrap(await session.receive(line));
    return said.slice(from).join('\n');
  };
  return { session, said, send, files };
}

describe('in the terminal', () => {
  test('a move is answered by the computer, and the board is shown', async () => {
    const { session, send, said } = begin();
    await session.begin();
    expect(said[0]).toContain('Chess: you play White against level 1 (beginner)');
    const text = await send('e4');
    expect(text).toMatch(/The computer plays 1\.\.\. \S+\nboard .* w .*\nWhite to move\./);
  });

  test('the computer begins if one plays Black', async () => {
    const { session, said } = begin({ side: 1 });
    await session.begin();
    expect(said[1]).toMatch(/^The computer plays 1\. /);
    expect(said.at(-1)).toContain('Black to move.');
  });

  test('what is no move is told, and costs nothing', async () => {
    const { send } = begin();
    expect(await send('e5')).toContain('e5');
    expect(await send('fen')).toContain('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w');
  });

  test('a forbidden move is told with its reason', async () => {
    const { send } = begin({ name: 'metachess' });
    const text = await send('f3', 'back', 'moves');
    expect(text).toContain('Nf3');
    const { send: later } = begin({
      name: 'metachess',
      fen: 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2',
    });
    expect(await later('g4')).toContain('Qh4');
  });

  test('a move is taken back with its answer', async () => {
    const { send } = begin();
    const start = await send('fen');
    expect(await send('back')).toContain('no move of yours');
    await send('e4', 'back');
    expect(await send('fen')).toBe(start);
  });

  test('a hint is a legal move and its score', async () => {
    expect(await begin({ fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' }).send('hint')).toBe(
      'Ra8# (wins in 1 ply)',
    );
  });

  test('a game is won, and goes on after back', async () => {
    const { send } = begin({ fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' });
    expect(await send('Ra8#')).toContain('White wins.');
    expect(await send('Kg2')).toContain('The game is over');
    expect(await send('back')).toContain('White to move.');
  });

  test('one can give up', async () => {
    const { send } = begin();
    expect(await send('resign')).toBe('White resigns. Black wins.');
    expect(await send('pgn')).toContain('[Result "0-1"]');
  });

  test('the level is changed', async () => {
    const { send } = begin();
    expect(await send('level 3')).toBe('Level 3 (medium).');
    expect(await send('level 9')).toContain('The levels are 1 beginner');
  });

  test('the game is saved as PGN that is read back, and no file is written over', async () => {
    const { send, files } = begin({ name: 'losalamos' });
    await send('d3');
    expect(await send('save a.pgn')).toBe('a.pgn is written.');
    expect(await send('save a.pgn')).toContain('there already');
    const { game } = unwrap(parsePgn(files.get('a.pgn')!, gameOf('chess'))).tree;
    expect(game.rules.name).toBe('losalamos');
    expect(game.length).toBe(2);
  });

  test('levels from 4 on play what tables say, and tell it', async () => {
    const setting = { fen: '8/8/8/4k3/8/8/8/K2Q4 w - - 0 1', side: 1, table: 'd1d4' } as const;
    const perfect = begin({ ...setting, level: 4 });
    await perfect.session.begin();
    expect(perfect.said.join('\n')).toContain('plays perfectly');
    const weak = begin({ ...setting, level: 2 });
    await weak.session.begin();
    expect(weak.said.join('\n')).not.toContain('perfectly');
  });

  test('help names every command, and quit leaves', async () => {
    const { session, send } = begin();
    const text = await send('help');
    for (const word of ['hint', 'back', 'level', 'pgn', 'save', 'resign', 'quit', 'moves']) {
      expect(text).toContain(word);
    }
    expect(unwrap(await session.receive('quit'))).toBe(false);
  });

  test('the side is white, black, or left to chance', () => {
    expect(sideOf('random', 0.2)).toEqual(ok(0));
    expect(sideOf('random', 0.7)).toEqual(ok(1));
    expect(sideOf('red', 0).ok).toBe(false);
  });
});
