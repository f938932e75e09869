import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import { resultOf } from '../../src/play/status.ts';
import { allGames } from '../../src/rules/registry.ts';
import { gameExamples } from '../../src/web/rules/gameExamples.ts';
import { gameOf } from './moves.ts';

/** How the solution of each ends, and the result; an example that shows no end has none. */
const ends: Readonly<Record<string, readonly [string | undefined, string]>> = {
  'chess-mate': ['checkmate', '1-0'],
  'chess-stalemate': ['stalemate', '1/2-1/2'],
  'reach-arrive': ['reached', '1-0'],
  'reach-check': ['reached', '0-1'],
  'reach-fence': ['reached', '0-1'],
  'reach-pass': ['reached', '1-0'],
  'knightmate-corner': ['checkmate', '1-0'],
  'shatranj-bare': ['bare king', '1-0'],
  'shatranj-answer': ['bare kings', '1/2-1/2'],
  'shatranj-stalemate': ['stalemate', '1-0'],
  'antichess-forced': [undefined, '*'],
  'antichess-nothing': ['no piece left', '1-0'],
  'antichess-stuck': ['stalemate', '1-0'],
  'atomic-blast': ['no king left', '1-0'],
  'atomic-queen': ['checkmate', '1-0'],
  'kingofthehill-centre': ['reached', '1-0'],
  'racingkings-answer': ['reached', '1/2-1/2'],
  'racingkings-door': ['reached', '1-0'],
  'losalamos-mate': ['checkmate', '1-0'],
  'losalamos-promotion': ['checkmate', '1-0'],
  'capablanca-archbishop': ['checkmate', '1-0'],
  'capablanca-castling': [undefined, '*'],
  'makruk-met': ['checkmate', '1-0'],
  'metamachy-lion': ['checkmate', '1-0'],
  'metamachy-cannon': ['checkmate', '1-0'],
  'hutnik-lost': ['checkmate', '1-0'],
};

/** The game of an example with some moves. `play` refuses a move once the game is over. */
function played(name: string, fen: string, moves: readonly string[] = []): Game {
  const rules = gameOf(name);
  const start = Game.start(rules, unwrap(rules.parseFen(fen)));
  return moves.reduce((game, text) => {
    const move = unwrap(rules.parseMove(game.position, text));
    return unwrap(game.play(rules.makeUci(move)));
  }, start);
}

function fenOf(name: string): string {
  return gameExamples.find((example) => example.name === name)!.fen;
}

describe('the examples of games', () => {
  test.each(gameExamples)('$name ends as it says', ({ name, rules, fen, solution }) => {
    const start = played(rules, fen);
    expect(start.status.ending).toBeUndefined();
    const { status } = played(rules, fen, solution);
    expect([status.ending?.reason, resultOf(status)]).toEqual(ends[name]);
  });

  test('are there for every game but metachess, which has lessons, and one that hides its moves; they speak of no metacheck', () => {
    const without = allGames().filter(
      ({ name }) => !gameExamples.some(({ rules }) => rules === name),
    );
    expect(without.map(({ name }) => name)).toEqual(['metachess', 'illegal']);
    expect(JSON.stringify(gameExamples)).not.toMatch(/amber|metacheck/);
  });

  test('have names of their own', () => {
    expect(new Set(gameExamples.map(({ name }) => name)).size).toBe(gameExamples.length);
  });

  test.each([
    ['chess-stalemate', 'chess', ['Qf8#'], 'checkmate'],
    ['losalamos-promotion', 'losalamos', ['d6=R#'], 'checkmate'],
    ['racingkings-door', 'racingkings', ['Ka8', 'Kg8'], 'reached'],
    ['antichess-stuck', 'antichess', ['a4'], 'stalemate'],
  ])('%s has the other end that its text speaks of', (name, rules, moves, reason) => {
    expect(played(rules, fenOf(name), moves).status.ending?.reason).toBe(reason);
  });

  test.each([
    ['kingofthehill-centre', 'kingofthehill', [], 'Kd4'],
    ['racingkings-door', 'racingkings', [], 'Rh1'],
    ['reach-check', 'reach', [], 'Rc8#'],
    ['reach-fence', 'reach', [], 'Kf8#'],
    ['hutnik-lost', 'hutnik', [], 'a8=Q#'],
  ])('%s forbids what its text says', (name, rules, moves, san) => {
    const { choices } = played(rules, fenOf(name), moves);
    expect([...choices.values()].map((choice) => choice.san)).not.toContain(san);
  });

  test('leave White one reply, a capture, to b5 in antichess', () => {
    const { choices } = played('antichess', fenOf('antichess-forced'), ['b5']);
    expect([...choices.values()].map(({ san }) => san)).toEqual(['Bxb5']);
  });
});
