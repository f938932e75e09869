import { describe, expect, test } from 'vitest';
import { pawn, piece } from '../../src/pieces/kinds.ts';
import { legalMoves, type Move, play } from '../../src/position/moves.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { solveGeneral } from '../../src/solve/general/solver.ts';
import { solveReference } from '../../src/solve/reference/solver.ts';
import { readTable } from '../../src/table/table.ts';
import { makeValueCode } from '../../src/table/value.ts';
import { random } from '../../tools/random.ts';
import { naiveMoves, naivePosition } from '../position/naive.ts';
import { bruteForce } from '../rules/bruteForce.ts';
import { materialOf, Solved } from '../solve/solved.ts';
import { seed, whole } from '../thorough.ts';
import { chessWith } from './madeGames.ts';
import { fenOf, played, read, targets } from './moves.ts';

// A strider may step twice in any direction; a taker takes it on the square that it has passed over going forward.
const striders = chessWith(
  7,
  7,
  piece('R', 'rook', 'R'),
  piece('S', 'strider', 'WmnnD'),
  piece('T', 'taker', 'mWceF'),
);

const reach = (pieces: string, ...moves: readonly string[]) =>
  read(striders, fenOf(striders, pieces), ...moves);

describe('a strider that has stepped twice', () => {
  test('forward is taken where it passed', () => {
    const stepped = reach('Ka7 kg7 Sc2 td4', 'c2c4');
    expect(targets(striders, stepped, 'd4')).toContain('c3');
    const taken = played(striders, stepped, 'd4c3');
    expect(striders.makeFen(taken)).toBe(fenOf(striders, 'Ka7 kg7 tc3', 'w - - 0 2'));
  });

  test.each([
    ['to the right', 'Sb3 td4', 'b3d3', 'c3'],
    ['to the left', 'Sf3 td4', 'f3d3', 'e3'],
    ['back', 'Sc5 td3', 'c5c3', 'c4'],
  ])('%s is not, as betza has it', (_, pieces, step, passed) => {
    expect(targets(striders, reach(`Ka7 kg7 ${pieces}`, step), pieces.slice(-2))).not.toContain(
      passed,
    );
  });

  test('nor where that uncovers the king', () => {
    const pinned = reach('Ka7 ka4 Rg4 Sc2 td4', 'c2c4');
    expect(targets(striders, pinned, 'd4')).not.toContain('c3');
    const covered = reach('Ka7 ka4 Rg4 Sc2 td4 rf4', 'c2c4');
    expect(targets(striders, covered, 'd4')).toContain('c3');
  });
});

test('in random games the moves are those of a naive implementation', () => {
  const number = random(seed);
  const texts = (moves: readonly Move[]) => moves.map((move) => striders.makeUci(move)).sort();
  const start = reach('Kd1 kd7 Sb2 Sc2 Se2 Tc3 Te3 sb6 sc6 se6 tc5 te5');
  let position = start;
  let passed = 0;
  for (let ply = 0; ply < (whole ? 10_000 : 2_000); ply++) {
    const moves = legalMoves(position);
    const fen = striders.makeFen(position);
    expect(texts(moves), fen).toEqual(texts(naiveMoves(naivePosition(position))));
    const captures = moves.filter(({ to }) => position.enPassant?.passed.includes(to));
    passed += captures.length;
    const among = captures.length > 0 ? captures : moves;
    const move = among[Math.floor(number() * among.length)];
    position = move && ply % 60 > 0 ? play(position, move) : start;
  }
  expect(passed).toBeGreaterThan(5);
});

describe('in a table of a prince against a pawn, both as in Metamachy', () => {
  const prince = { ...piece('I', 'prince', 'KfmnnD'), promotions: [1] };
  const withPawn = (movement: string) =>
    chessWith(3, 5, piece('Q', 'queen', 'Q'), prince, pawn([1], movement));
  const rules = withPawn('fmWfceFfmnnD');
  const { men } = materialOf(rules, 'KIvkp');
  const { placed } = bruteForce(rules, men);

  test.each([
    ['reference', solveReference],
    ['general', solveGeneral],
  ] as const)('the %s solver knows that a prince may be taken en passant', (_, solve) => {
    const tableOf = (game: RuleSet) => new Solved(game, solve).get('KIvkp');
    const [table, without] = [tableOf(rules), tableOf(withPawn('fmWfcFfmnnD'))];
    const wrong = placed.filter(
      ({ turn, squares, ...value }) => readTable(table, turn, squares) !== makeValueCode(value),
    );
    expect(wrong).toEqual([]);
    const changed = placed.filter(
      ({ turn, squares }) => readTable(table, turn, squares) !== readTable(without, turn, squares),
    );
    expect(changed.length).toBeGreaterThan(100);
  });
});
