import { describe, expect, test } from 'vitest';
import { makeSquare } from '../../src/board/board.ts';
import { random32 } from '../../src/board/random32.ts';
import { unwrap } from '../../src/board/result.ts';
import { BLACK, WHITE } from '../../src/pieces/army.ts';
import { Game } from '../../src/play/game.ts';
import { beginPlacement } from '../../src/play/hutnik/placement.ts';
import { beginSelection } from '../../src/play/hutnik/selection.ts';
import type { Placement, Ready, Stage, Undecided } from '../../src/play/preparation.ts';
import { gameOf } from '../games/moves.ts';

const begin = (options = '') => beginPlacement(gameOf(options ? `hutnik:${options}` : 'hutnik'));

/** The steps that place White's pieces from a1 to h1 and Black's from a8 to h8 as these letters say, in turn. */
function stepsFor(white: string, black: string): string[] {
  return [...'abcdefgh'].flatMap((file, i) => [
    `place ${white[i]} ${file}1`,
    `place ${black[i]} ${file}8`,
  ]);
}

function stageAfter(stage: Placement, steps: readonly string[]): Stage {
  return steps.reduce<Stage>((reached, step) => {
    if (!('take' in reached)) throw new Error(`${reached.phase} before ${step}`);
    return unwrap(reached.take(step));
  }, stage);
}

function went(stage: Placement, ...steps: readonly string[]): Placement {
  const reached = stageAfter(stage, steps);
  if (reached.phase !== 'placement') throw new Error(reached.phase);
  return reached;
}

function ready(stage: Placement, white: string, black: string): Ready {
  const reached = stageAfter(stage, stepsFor(white, black));
  if (reached.phase !== 'ready') throw new Error(reached.phase);
  return reached;
}

const letters = ({ rules, left }: Placement) =>
  left.map((kinds) => kinds.map((kind) => rules.army[kind]!.letter).join(''));
const names = ({ rules, squares }: Placement) =>
  squares.map((square) => makeSquare(square, rules.board));

describe('placing', () => {
  test('each side has a king, a queen, two rooks, bishops and knights to place', () => {
    expect(letters(begin())).toEqual(['KQRRBBNN', 'KQRRBBNN']);
    expect(begin().placed).toEqual([]);
  });

  test('White begins, on its back rank; then Black on its own', () => {
    expect(begin().turn).toBe(WHITE);
    expect(names(begin())).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1']);
    const black = went(begin(), 'place R c1');
    expect(black.turn).toBe(BLACK);
    expect(names(black)).toEqual(['a8', 'b8', 'c8', 'd8', 'e8', 'f8', 'g8', 'h8']);
    expect(black.placed).toEqual([{ kind: 2, color: WHITE, square: 2 }]);
    expect(letters(black)).toEqual(['KQRBBNN', 'KQRRBBNN']);
  });

  test('sixteen turns, White and Black by turns, fill the back ranks', () => {
    let stage: Stage = begin();
    const turns: number[] = [];
    for (const step of stepsFor('RNBQKBNR', 'RNBQKBNR')) {
      if (stage.phase !== 'placement') throw new Error(stage.phase);
      turns.push(stage.turn);
      stage = unwrap(stage.take(step));
    }
    expect(turns).toEqual(Array.from({ length: 16 }, (_, i) => i % 2));
    expect(stage.phase).toBe('ready');
  });

  test('play begins with White, pawns before the pieces and nothing lost', () => {
    const { start, rules } = ready(begin(), 'RNBQKBNR', 'RNBQKBNR');
    expect(rules.makeFen(start)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1');
    expect(start).toEqual(rules.start);
  });

  test('with the movements and options of the game', () => {
    expect(ready(begin('Q=QN,reach=king'), 'RNBQKBNR', 'RNBQKBNR').rules.name).toBe(
      'hutnik:Q=QN,reach=king',
    );
  });

  test('bishops may share a colour, the king may stand anywhere, sides need not be alike', () => {
    const { start, rules } = ready(begin(), 'KRBNBQRN', 'QNRBRBNK');
    expect(rules.makeFen(start)).toBe('qnrbrbnk/pppppppp/8/8/8/8/PPPPPPPP/KRBNBQRN[] w - - 0 1');
    expect(Game.start(rules, start).status.ending).toBeUndefined();
  });

  test('taking a step changes nothing in the stage before', () => {
    const stage = begin();
    went(stage, 'place K e1');
    expect(letters(stage)).toEqual(['KQRRBBNN', 'KQRRBBNN']);
    expect(names(stage)).toHaveLength(8);
  });
});

describe('is refused', () => {
  test.each([
    ['another step', [], 'accept', /'accept' is no step here: .*'place K a1'/],
    ['half a step', [], 'place K', /no step here/],
    ['a square that is taken', ['place K a1', 'place K a8'], 'place Q a1', /on a1: .* b1 c1/],
    ['a square of the other side', [], 'place K e8', /on e8: the free squares are a1/],
    ['a square before the back rank', [], 'place K e2', /on e2/],
    ['no square', [], 'place K e9', /on e9/],
    ['a pawn', [], 'place P e1', /no 'P' left to place: there are K Q R R B B N N/],
    ['a small letter', [], 'place k e1', /no 'k' left/],
    ['a second king', ['place K a1', 'place K a8'], 'place K b1', /there are Q R R B B N N/],
    [
      'a third rook',
      ['place R a1', 'place K a8', 'place R b1', 'place Q b8'],
      'place R c1',
      /no 'R' left to place: there are K Q B B N N/,
    ],
  ])('%s', (_, before, step, message) => {
    const stage = went(begin(), ...before);
    expect(stage.take(step)).toMatchObject({
      ok: false,
      problem: { code: 'step', message: expect.stringMatching(message) },
    });
  });
});

describe('checks before the first move', () => {
  // Knights that jump along a file from back rank to back rank.
  const game = 'N=N(7,0)';

  test('White begins even in check', () => {
    const { start, rules } = ready(begin('B=B(7,1)'), 'RKNBQBNR', 'RNBKQNRB');
    expect(rules.check(start)).toBe(true);
    expect(Game.start(rules, start).status.ending).toBeUndefined();
    expect(start.turn).toBe(WHITE);
  });

  test('if White could take the king at once, Black has lost', () => {
    const lost = stageAfter(begin(game), stepsFor('NRBQKBRN', 'KRBQNBNR'));
    expect(lost).toMatchObject({
      phase: 'lost',
      loser: BLACK,
      words: 'White, who is to move, could take the king: Black has lost before the first move.',
    });
    expect(lost.phase === 'lost' && lost.placed).toHaveLength(16);
  });

  test('whoever places last has no other placement', () => {
    const last = went(begin(game), ...stepsFor('NRBQKBRN', 'KRBQNBNR').slice(0, -1));
    expect(names(last)).toEqual(['h8']);
    expect(letters(last)).toEqual(['', 'R']);
  });

  test('before the last placement nothing is refused for an attack', () => {
    expect(went(begin(game), 'place N a1', 'place K a8').placed).toHaveLength(2);
  });
});

describe('random steps lead from the first to the game', () => {
  const movements = ['Q', 'R', 'B', 'N', 'RN', 'K', 'fN', 'lfN', 'x', 'cR', 'mRcpR', '(4,1)'];
  const wrong = ['', 'pass', 'place P e1', 'place K e5', 'propose K=Q', 'agree Q=Q', 'place Q'];

  test.each(Array.from({ length: 10 }, (_, i) => i + 1))('seed %d', (seed) => {
    const word = random32(seed);
    const below = (limit: number) => (word() >>> 0) % limit;
    const pick = <T>(some: readonly T[]) => some[below(some.length)]!;
    const randomStep = (stage: Undecided): string => {
      if (below(8) === 0) return pick(wrong);
      if (stage.phase === 'selection') {
        if (stage.proposal) return pick(['accept', 'overrule', 'decline', 'propose R=R']);
        return `propose ${pick(['Q', 'R', 'B', 'N'])}=${pick(movements)}`;
      }
      const squares = [
        'a1',
        'b8',
        ...[0, 1, 2, 3].map(() => `${pick([...'abcdefgh'])}${pick(['1', '8'])}`),
      ];
      return `place ${pick([...'KQRBN'])} ${pick(squares)}`;
    };
    let stage: Stage = beginSelection(gameOf(`hutnik:overrules=${below(4)}`));
    let [taken, refused] = [0, 0];
    for (let tries = 0; 'take' in stage; tries++) {
      expect(tries).toBeLessThan(5000);
      const before = contentsOf(stage);
      const step = randomStep(stage);
      const next = stage.take(step);
      expect(contentsOf(stage)).toEqual(before);
      if (next.ok) {
        taken++;
        stage = next.value;
        expectConsistent(stage);
      } else {
        refused++;
        expect(next.problem.message).not.toBe('');
        expect(stage.take(step).ok).toBe(false);
      }
    }
    expect(stage.phase).toBe('ready');
    expect(taken).toBeGreaterThanOrEqual(20);
    expect(refused).toBeGreaterThan(0);
  });
});

/** All that can be seen of a stage. */
function contentsOf(stage: Stage): unknown {
  if (stage.phase === 'selection') {
    const { turn, kinds, proposal, overrules, rules } = stage;
    return { turn, kinds, proposal, overrules, game: rules.name };
  }
  if (stage.phase !== 'placement') return stage.phase;
  const { turn, placed, left, squares, rules } = stage;
  return { turn, placed, left, squares, game: rules.name };
}

function expectConsistent(stage: Stage): void {
  if (stage.phase === 'selection') {
    const { kinds, proposal, overrules, turn } = stage;
    expect(kinds.some(({ movement }) => movement === undefined)).toBe(true);
    for (const left of overrules) expect(left).toBeGreaterThanOrEqual(0);
    if (proposal) expect(proposal.by).toBe(1 - turn);
  } else if (stage.phase === 'placement') {
    const { placed, left, squares, turn } = stage;
    const own = placed.filter(({ color }) => color === turn);
    expect(own.length + left[turn].length).toBe(8);
    expect(squares).toHaveLength(left[turn].length);
    expect(new Set(placed.map(({ square }) => square)).size).toBe(placed.length);
  } else if (stage.phase === 'ready') {
    const { rules, start } = stage;
    expect(unwrap(rules.parseFen(rules.makeFen(start)))).toEqual(start);
  }
}
