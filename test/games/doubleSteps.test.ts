import { describe, expect, test } from 'vitest';
import { piece } from '../../src/pieces/kinds.ts';
import { legalMoves, type Move, play } from '../../src/position/moves.ts';
import { random } from '../../tools/random.ts';
import { naiveMoves, naivePosition } from '../position/naive.ts';
import { seed, whole } from '../thorough.ts';
import { chessWith } from './madeGames.ts';
import { fenOf, played, read, targets } from './moves.ts';

// A strider may step twice in any direction; a taker takes it on the square that it has passed over.
const striders = chessWith(
  7,
  7,
  piece('R', 'rook', 'R'),
  piece('S', 'strider', 'WmnnD'),
  piece('T', 'taker', 'mWceF'),
);

const reach = (pieces: string, ...moves: readonly string[]) =>
  read(striders, fenOf(striders, pieces), ...moves);

describe('a strider that has stepped twice is taken where it passed', () => {
  test.each([
    ['to the right', 'Sb3 td4', 'b3d3', 'd4c3'],
    ['to the left', 'Sf3 td4', 'f3d3', 'd4e3'],
    ['forward', 'Sc2 td4', 'c2c4', 'd4c3'],
    ['back', 'Sc5 td3', 'c5c3', 'd3c4'],
  ])('%s', (_, pieces, step, capture) => {
    const stepped = reach(`Ka7 kg7 ${pieces}`, step);
    expect(targets(striders, stepped, capture.slice(0, 2))).toContain(capture.slice(2));
    const taken = played(striders, stepped, capture);
    const left = fenOf(striders, `Ka7 kg7 t${capture.slice(2)}`, 'w - - 0 2');
    expect(striders.makeFen(taken)).toBe(left);
  });

  test('and no piece before or behind that square is', () => {
    const taken = reach('Ka7 kg7 Sb3 Sc2 rc4 td4', 'b3d3', 'd4c3');
    expect(striders.makeFen(taken)).toBe(fenOf(striders, 'Ka7 kg7 Sc2 rc4 tc3', 'w - - 0 2'));
  });

  test('but not if that uncovers the king', () => {
    const pinned = reach('Ka7 kb1 Rb7 Sd3 tb4', 'd3b3');
    expect(targets(striders, pinned, 'b4')).not.toContain('c3');
    const covered = reach('Ka7 kb1 Rb7 Sd3 tb4 rb2', 'd3b3');
    expect(targets(striders, covered, 'b4')).toContain('c3');
  });
});

describe('two striders that can have passed over one square', () => {
  const pieces = 'Ka7 kg7 Sb3 Sc4 tb4';

  test('are told apart by the FEN', () => {
    const stepped = reach(pieces, 'b3d3');
    const fen = striders.makeFen(stepped);
    expect(fen).toBe(fenOf(striders, 'Ka7 kg7 Sd3 Sc4 tb4', 'b - c3d3 1 1'));
    expect(read(striders, fen)).toEqual(stepped);
    const other = read(striders, fen.replace('c3d3', 'c3c4'), 'b4c3');
    expect(striders.makeFen(other)).toBe(fenOf(striders, 'Ka7 kg7 Sd3 tc3', 'w - - 0 2'));
  });

  test.each([
    ['c3', 'several pieces can have passed over c3: c3d3 or c3c4'],
    ['c3b4', 'no piece can just have passed over c3'],
  ])('a FEN with %s is refused', (right, message) => {
    const fen = fenOf(striders, 'Ka7 kg7 Sd3 Sc4 tb4', `b - ${right} 1 1`);
    expect(striders.parseFen(fen)).toMatchObject({
      ok: false,
      problem: { code: 'en-passant', message, text: right },
    });
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
    const captures = moves.filter(({ to }) => to === position.enPassant?.passed);
    passed += captures.length;
    const among = captures.length > 0 ? captures : moves;
    const move = among[Math.floor(number() * among.length)];
    position = move && ply % 60 > 0 ? play(position, move) : start;
  }
  expect(passed).toBeGreaterThan(20);
});
