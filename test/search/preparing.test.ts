import { describe, expect, test } from 'vitest';
import { makeSquare } from '../../src/board/board.ts';
import { random32 } from '../../src/board/random32.ts';
import { unwrap } from '../../src/board/result.ts';
import { isSymmetric, takesKingAtOnce } from '../../src/play/hutnik/movements.ts';
import { beginPlacement } from '../../src/play/hutnik/placement.ts';
import { beginSelection } from '../../src/play/hutnik/selection.ts';
import { movementSets } from '../../src/play/hutnik/sets.ts';
import type { Arrangement, Placement, Selection, Stage } from '../../src/play/preparation.ts';
import { levels } from '../../src/search/levels.ts';
import { chooseStep } from '../../src/search/preparing.ts';
import { gameOf } from '../games/moves.ts';

const [weakest, , , , master] = levels as [(typeof levels)[0], ...(typeof levels)[0][]];
const strongest = master!;

/** Chances, the same for the same seed. */
function chances(seed = 1): () => number {
  const word = random32(seed);
  return () => (word() >>> 0) / 2 ** 32;
}

function went(stage: Selection, ...steps: readonly string[]): Selection {
  return steps.reduce((reached, step) => unwrap(reached.take(step)) as Selection, stage);
}

const selection = (options = '') =>
  beginSelection(gameOf(options ? `hutnik:${options}` : 'hutnik'));
const answer = (step: string, options = '') =>
  chooseStep(went(selection(options), step), strongest, chances());

describe('answers', () => {
  test.each(movementSets.flatMap(({ movements }) => Object.entries(movements)))(
    '%s=%s, of a set, is accepted',
    (letter, movement) => {
      expect(answer(`propose ${letter}=${movement}`)).toBe('accept');
    },
  );

  test.each([
    ['R', 'R(7,0)', 'takes a king from its back rank'],
    ['B', 'B(7,3)', 'takes a king from its back rank'],
    ['Q', 'QNCZHGDA(4,1)(4,2)(4,3)(5,1)(5,2)(5,3)(5,4)(6,1)(6,2)', 'takes anywhere'],
    ['R', 'fW', 'hardly moves'],
    ['Q', 'W', 'hardly moves'],
    ['R', 'mR', 'takes nothing'],
    ['N', 'QN', 'is far too strong'],
  ])('%s=%s is overruled: it %s', (letter, movement) => {
    expect(answer(`propose ${letter}=${movement}`)).toBe('overrule');
  });

  test('what is not symmetric is declined by the same measure, and so are agreements', () => {
    expect(answer('propose N=lfNbN')).toBe('accept');
    expect(answer('propose R=lR')).toBe('decline');
    expect(answer('propose N=lfN')).toBe('decline');
    expect(answer('agree Q=QN,R=R,B=B,N=N', 'overrules=0')).toBe('accept');
    expect(answer('agree Q=QN,R=R,B=B,N=(7,0)', 'overrules=0')).toBe('decline');
  });

  test.each([
    ['(7,1)', true],
    ['f(7,2)', true],
    ['b(7,2)', false],
    ['Q(7,0)', true],
    ['m(7,0)R', false],
    ['QNNCCHHZZ', false],
    ['mRcpR', false],
    ['n(7,0)', false],
  ])('%s takes a king at once: %s', (movement, takes) => {
    expect(takesKingAtOnce(movement)).toBe(takes);
  });
});

describe('proposals', () => {
  test('of the weakest level are those of chess', () => {
    for (let seed = 1; seed < 20; seed++) {
      expect(chooseStep(selection(), weakest, chances(seed))).toMatch(/^propose ([QRBN])=\1$/);
    }
  });

  test('of stronger ones are stranger', () => {
    const differing = [weakest, strongest].map((level) => {
      const seeds = Array.from({ length: 30 }, (_, seed) => seed + 1);
      return new Set(seeds.map((seed) => chooseStep(selection(), level, chances(seed)))).size;
    });
    expect(differing[0]).toBeLessThanOrEqual(4);
    expect(differing[1]).toBeGreaterThan(differing[0]! + 5);
  });

  test('go on with the set that fits what is decided', () => {
    const begun = went(selection(), 'propose Q=QZ', 'accept', 'propose R=RZ', 'accept');
    for (let seed = 1; seed < 10; seed++) {
      expect(['propose B=FAC', 'propose N=Z']).toContain(
        chooseStep(begun, strongest, chances(seed)),
      );
    }
  });

  test('are found however often they are overruled', () => {
    let stage = selection('overrules=8');
    const made = new Set<string>();
    for (let i = 0; i < 8; i++) {
      const step = chooseStep(stage, weakest, chances(i + 1));
      made.add(step);
      stage = went(stage, step, 'overrule');
    }
    expect(made.size).toBe(8);
    expect(went(stage, chooseStep(stage, weakest, chances())).turn).toBe(1);
  });

  test('are symmetric', () => {
    for (let seed = 1; seed < 30; seed++) {
      const [, movement] = chooseStep(selection(), strongest, chances(seed)).split('=');
      expect(isSymmetric(movement!)).toBe(true);
    }
  });
});

describe('an arrangement', () => {
  test('is any of the orders', () => {
    const orders = ['KQ', 'QK', 'XX'];
    const stage = { phase: 'arrangement', orders } as unknown as Arrangement;
    const found = [0, 0.4, 0.99].map((chance) => chooseStep(stage, weakest, () => chance));
    expect(found).toEqual(['arrange KQ', 'arrange QK', 'arrange XX']);
  });
});

describe('placements', () => {
  const placing = (options: string, ...steps: readonly string[]) =>
    steps.reduce(
      (stage, step) => unwrap(stage.take(step)) as Placement,
      beginPlacement(gameOf(options ? `hutnik:${options}` : 'hutnik')),
    );

  test('the first takes well under a second', () => {
    const before = process.cpuUsage();
    chooseStep(placing(''), levels[1]!, chances());
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  // All but two pieces are placed, so that the king has two squares left: one is seven squares from a knight.
  test.each([
    ['a', 'place N a1'],
    ['b', 'place N b1'],
  ])('the king does not go where a knight on the %s-file takes it', (file, knight) => {
    const others = [...'QRRBBN'];
    const steps = [knight];
    const rest = [...'abcdefgh'].filter((each) => each !== file);
    const white = [...'KQRRBBN'];
    const black = [...'cdefgh'].map((each, i) => `place ${others[i]} ${each}8`);
    for (let i = 0; i < 6; i++) steps.push(black[i]!, `place ${white[i]} ${rest[i]}1`);
    const stage = placing('N=N(7,0)', ...steps);
    expect(stage.squares.map((square) => makeSquare(square, stage.rules.board))).toEqual([
      'a8',
      'b8',
    ]);
    const safe = file === 'a' ? 'b' : 'a';
    for (let seed = 1; seed < 6; seed++) {
      expect([`place K ${safe}8`, `place N ${file}8`]).toContain(
        chooseStep(stage, weakest, chances(seed)),
      );
    }
  });

  // Two squares are left, and queen and knight: White's knight can take on one of them.
  test.each([
    ['a', 'g'],
    ['g', 'a'],
  ])(
    'the queen does not go where a knight on the %s-file takes it, but to the %s-file',
    (knight, safe) => {
      const white = ['N b1', `N ${knight}1`, 'K d1', 'Q e1', 'R c1', 'R f1', 'B h1'];
      const black = ['N b8', 'R c8', 'K d8', 'R e8', 'B f8', 'B h8'];
      const steps = white.flatMap((step, i) => [step, ...black.slice(i, i + 1)]);
      const stage = placing('N=N(7,0)', ...steps.map((step) => `place ${step}`));
      expect([`place Q ${safe}8`, `place N ${knight}8`]).toContain(
        chooseStep(stage, strongest, chances()),
      );
    },
  );
});

describe('by itself the computer', () => {
  test.each([weakest, levels[2]!, strongest].map((level) => [level.name, level] as const))(
    '%s comes to a game that goes on',
    (_, level) => {
      const chance = chances(level.number);
      let stage: Stage = selection();
      while ('take' in stage) {
        const step = chooseStep(stage, level, chance);
        stage = unwrap(stage.take(step));
      }
      if (stage.phase !== 'ready') throw new Error(stage.phase);
      const { rules, start } = stage;
      expect(rules.legalMoves(start).length).toBeGreaterThan(0);
      expect(start.sides.map((side) => side.length)).toEqual([16, 16]);
    },
  );

  test('does the same with the same chances', () => {
    const run = () => {
      const chance = chances(7);
      let stage: Stage = selection();
      const steps: string[] = [];
      while ('take' in stage && steps.length < 12) {
        steps.push(chooseStep(stage, weakest, chance));
        stage = unwrap(stage.take(steps.at(-1)!));
      }
      return steps;
    };
    expect(run()).toEqual(run());
  });
});
