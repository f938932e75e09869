import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Board, boardOf, type Square } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { parseFen } from '../../src/notation/fen.ts';
import { makeUci } from '../../src/notation/uci.ts';
import { type Army, type Color, opposite, type Piece, ROYAL } from '../../src/pieces/army.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { pawn, piece, royal } from '../../src/pieces/kinds.ts';
import { isAttacked, isCheck, Watch } from '../../src/position/attacks.ts';
import { findMate } from '../../src/position/mate.ts';
import { hasLegalMove, legalMoves, type Move, play } from '../../src/position/moves.ts';
import { type Position, royalOf } from '../../src/position/position.ts';
import { setUp } from '../../src/position/setUp.ts';
import { castlers, doubleSteps, fewMen, fromGames } from '../rules/randomPositions.ts';
import { runs, whole } from '../thorough.ts';
import { isInCheck, naiveAttacked, naiveMates, naiveMoves, naivePosition } from './naive.ts';

/** Small boards more often: much happens on them, and they are quick. */
const boards = [
  [5, 4],
  [4, 6],
  [5, 5],
  [6, 6],
  [5, 4],
  [3, 5],
  [5, 5],
  [8, 8],
  [12, 9],
  [16, 16],
].map(([files, ranks]) => boardOf(files!, ranks!));

/** Movements of every sort: hoppers, lame and bent ones, ranges, divergent and one-way pieces. */
const movements = {
  hoppers: ['mRcpR', 'pB', 'gQ', 'mBcpB', 'mKcgR', 'pQ'],
  lame: ['nN', 'nA', 'nZ', 'nD', 'nH', 'nG', 'nN0', 'nD2'],
  bent: ['t[FR]', 't[WB]', 'mt[FR]cK'],
  ranged: ['R3', 'B2', 'W2F', 'NN', 'DD', 'Q4'],
  divergent: ['mQcN', 'mNcQ', 'fmWfcF', 'mWcFfF'],
  uneven: ['FfW', 'fRbB', 'lfNrbN', 'fN', 'WfF', 'hrN'],
  plain: ['Q', 'R', 'B', 'N', 'C', 'Z', '(4,1)', 'WD', 'FA'],
};

const oneOfEach: fc.Arbitrary<readonly string[]> = fc.tuple(
  ...Object.values(movements).map((list) => fc.constantFrom(...list)),
);
const royals = ['K', 'K', 'K', 'N', 'WD', 'KN', 'mRcpR', 'FfW', 't[FR]'];

/** By what they are made of: to equip a large board takes long. */
const known = new Map<string, Equipment>();

function equipmentOf(board: Board, king: string, kinds: readonly string[]): Equipment {
  const key = [board.files, board.ranks, king, ...kinds].join(' ');
  const found = known.get(key);
  if (found) return found;
  const men = kinds.map((betza, i) => piece('QRBNACD'[i]!, betza, betza));
  const army: Army = [royal('K', 'royal', king), ...men, pawn([1, 2, 3])];
  const equipment = new Equipment(board, army);
  known.set(key, equipment);
  return equipment;
}

/** Some boards with armies: many positions are made of each. */
const ARMIES = whole ? 4 : 2;
const equipments = fc
  .sample(fc.tuple(fc.constantFrom(...royals), oneOfEach), {
    numRuns: ARMIES * boards.length,
    seed: 7,
  })
  .map(
    ([royal, kinds], i) =>
      () =>
        equipmentOf(boards[i % boards.length]!, royal, kinds),
  );

/** Men of a fairy army anywhere, as many as to fill up to a half of the board, after a few random moves. */
const fairyPositions: fc.Arbitrary<Position> = fc
  .record({
    make: fc.constantFrom(...equipments),
    others: fc.array(fc.record({ kind: fc.integer({ min: 1, max: 8 }), color: fc.nat(1) }), {
      minLength: 1,
      maxLength: 24,
    }),
    places: fc.array(fc.nat(255), { minLength: 26, maxLength: 26 }),
    turn: fc.constantFrom<Color>(0, 1),
    choices: fc.array(fc.nat(), { maxLength: 3 }),
  })
  .map(({ make, others, places, turn, choices }) => {
    const equipment = make();
    const placed = placeSome(equipment, others as Piece[], places, turn);
    return placed && walk(placed, choices);
  })
  .filter((position) => position !== undefined);

function placeSome(
  equipment: Equipment,
  others: readonly Piece[],
  places: readonly number[],
  turn: Color,
): Position | undefined {
  const { board, stands, army } = equipment;
  const used = new Set<Square>();
  const men: Piece[] = [];
  const squares: Square[] = [];
  const royal = (color: Color) => ({ kind: ROYAL, color });
  for (const [i, man] of [royal(0), royal(1), ...others].entries()) {
    const square = places[i]! % board.size;
    const { kind, color } = man;
    if (kind >= army.length || used.has(square) || 2 * used.size > board.size) continue;
    if (!stands[2 * kind + color + 1]![square]) continue;
    used.add(square);
    men.push(man);
    squares.push(square);
  }
  for (const color of [turn, opposite(turn)]) {
    const placed = setUp(equipment, { turn: color }, men, squares);
    if (placed.ok) return placed.value;
  }
  return undefined;
}

function walk(start: Position, choices: readonly number[]): Position {
  let position = start;
  for (const choice of choices) {
    const moves = legalMoves(position);
    if (moves.length === 0) return position;
    position = play(position, moves[choice % moves.length]!);
  }
  return position;
}

const text = ({ from, to, promotion }: Move) => `${from}-${to}${promotion ?? ''}`;

/** Where the position's own answers differ from the naive ones, or undefined. */
function disagreement(position: Position): unknown {
  const naive = naivePosition(position);
  for (const by of [0, 1] as const) {
    const squares = naive.men.map((_, square) => square);
    const wrong = squares.filter(
      (square) => isAttacked(position, square, by) !== naiveAttacked(naive, square, by),
    );
    if (wrong.length > 0) return { by, wrong };
  }
  const [moves, expected] = [legalMoves(position).map(text), naiveMoves(naive).map(text)];
  if (moves.toSorted().join() !== expected.toSorted().join()) return { moves, expected };
  if (hasLegalMove(position) !== expected.length > 0) return { hasLegalMove: moves };
  const [mate, mates] = [findMate(position), naiveMates(naive).map(text)];
  if (mate ? !mates.includes(text(mate)) : mates.length > 0) return { mate, mates };
  return undefined;
}

describe('attacks, legal moves and mates are those of a naive implementation', () => {
  test('on boards of many sizes, with pieces that hop, turn, stop short and take as they do not move', () => {
    const seen = { checks: 0, mates: 0, stuck: 0, enPassant: 0 };
    fc.assert(
      fc.property(fairyPositions, (position) => {
        expect(disagreement(position)).toBeUndefined();
        if (isCheck(position)) seen.checks++;
        if (findMate(position)) seen.mates++;
        if (!hasLegalMove(position)) seen.stuck++;
        if (position.enPassant !== undefined) seen.enPassant++;
      }),
      runs(20_000),
    );
    expect(seen.checks).toBeGreaterThan(10);
    expect(seen.mates).toBeGreaterThan(5);
    expect(seen.stuck).toBeGreaterThan(0);
  });

  test.each([
    ['games', fromGames, 1500],
    ['few men', fewMen, 3000],
    ['double steps', doubleSteps, 1500],
    ['castling', castlers, 1000],
  ])('in chess: %s', (_, positions, count) => {
    const agrees = fc.property(positions, (position) => {
      expect(disagreement(position)).toBeUndefined();
    });
    fc.assert(agrees, runs(count, 10));
  });
});

describe('a mate is found that is given', () => {
  const army: Army = [
    royal('K', 'king', 'K'),
    piece('R', 'rook', 'R'),
    piece('N', 'knight', 'N'),
    piece('C', 'cannon', 'mRcpR'),
    piece('H', 'horse', 'nN'),
    piece('G', 'grasshopper', 'gQ'),
    piece('Y', 'gryphon', 't[FR]'),
    piece('B', 'bishop', 'B'),
    pawn([1, 2]),
  ];
  const equipment = new Equipment(boardOf(8, 8), army);

  test.each([
    ['by a screen put before a cannon', 'C6k/R7/4N3/8/8/8/8/4K3 w', ['e6d8', 'e6f8']],
    ['by one of two screens that leaves', 'C1NK3k/R7/8/8/8/8/8/8 w', ['c8b6', 'c8d6']],
    ['by a piece that a grasshopper leaps over', '4G2k/4N3/5NK1/8/8/8/8/8 w', ['e7g8', 'f6g8']],
    [
      'by the piece that held a horse by its leg',
      '7k/5HN1/7K/8/8/8/8/6R1 w',
      ['g7e6', 'g7e8', 'g7f5', 'g7h5'],
    ],
    ['by the piece on the corner of a gryphon', '7k/8/8/8/8/8/6RN/K5Y1 w', ['h2f1', 'h2f3']],
    // The bishop sees g8 once the pawn on d5 is gone.
    ['by a pawn taken en passant', '5bkr/6pp/2p5/3pP3/8/8/B7/K7 w - d6', ['e5d6']],
  ])('%s: %s', (_, fen, expected) => {
    const position = unwrap(parseFen(fen, equipment));
    const mates = naiveMates(naivePosition(position)).map((move) => makeUci(move, equipment));
    expect(mates.toSorted()).toEqual(expected);
    expect(mates).toContain(makeUci(findMate(position)!, equipment));
  });
});

describe('a capture en passant', () => {
  const army: Army = [
    royal('K', 'king', 'K'),
    piece('Q', 'queen', 'Q'),
    piece('C', 'cannon', 'mRcpR'),
    piece('S', 'scout', 'mWceF'),
    pawn([1]),
  ];
  const equipment = new Equipment(boardOf(8, 8), army);

  test.each([
    ['answers the check of the pawn that it takes', 'k7/8/8/3pP3/2K5/8/8/8 w - d6', ['e5d6']],
    ['is no move of another piece to that square', 'k7/8/7Q/3pP3/2K5/8/8/8 w - d6', ['e5d6']],
    ['is not open to a pinned piece', '4K2k/8/8/2PpP3/8/8/4q3/8 w - d6', ['c5d6']],
    ['must not leave a screen for a cannon', '7k/4S3/8/c2pP1K1/8/8/8/8 w - d6', ['e5d6']],
  ])('%s: %s', (_, fen, expected) => {
    const position = unwrap(parseFen(fen, equipment));
    expect(position.enPassant?.passed).toEqual([43]);
    const onto = legalMoves(position).filter(({ to }) => position.enPassant?.passed.includes(to));
    expect(onto.map((move) => makeUci(move, equipment))).toEqual(expected);
    expect(disagreement(position)).toBeUndefined();
  });
});

test('a bent rider that has no leg to its corner passes it, and neither stops nor takes there', () => {
  const gryphon = piece('Y', 'gryphon', 't[FR]');
  const beyond = { ...gryphon, movement: gryphon.movement.filter(({ onward }) => onward) };
  const equipment = new Equipment(boardOf(8, 8), [royal('K', 'king', 'K'), beyond]);
  const position = unwrap(parseFen('k7/8/8/2y1y3/3Y4/8/8/K7 w', equipment));
  const moves = legalMoves(position).map((move) => makeUci(move, equipment));
  // By c3 and e3: on c5 and e5 others stand in the way.
  expect(
    moves
      .filter((uci) => uci.startsWith('d4'))
      .toSorted()
      .join(' '),
  ).toBe('d4a3 d4b3 d4c1 d4c2 d4e1 d4e2 d4f3 d4g3 d4h3');
  expect(disagreement(position)).toBeUndefined();
});

/** What stands on the board after a piece went from one square to another. */
function moved(men: readonly (Piece | undefined)[], from: Square, to: Square) {
  return men.with(to, men[from]).with(from, undefined);
}

describe('what a watch on a royal piece does not flag opens no attack on it', () => {
  // Every way to put a piece of a side on another square: more than its moves.
  function* shifts(position: Position, color: Color): Generator<readonly [Square, Square]> {
    const { squares, sides } = position;
    for (const piece of sides[color].slice(1)) {
      for (let to = 0; to < squares.length; to++) {
        const code = squares[to]!;
        if (code === 0 || (code - 1) % 2 !== color) yield [piece & 255, to];
      }
    }
  }

  test('by pieces of its own side, as pins are found', () => {
    let flagged = 0;
    let opened = 0;
    fc.assert(
      fc.property(fc.oneof(fairyPositions, fewMen), (position) => {
        const { turn } = position;
        if (isCheck(position)) return;
        const naive = naivePosition(position);
        const watch = new Watch(position, royalOf(position, turn), opposite(turn));
        for (const [from, to] of shifts(position, turn)) {
          if (to === royalOf(position, opposite(turn))) continue;
          const attacked = isInCheck({ ...naive, men: moved(naive.men, from, to) }, turn);
          expect(watch.attacksAfter(from, to, to), `${from}-${to}`).toBe(attacked);
          if (watch.opens(from) || watch.bridges(to)) flagged++;
          else expect(attacked, `${from}-${to}`).toBe(false);
          if (attacked) opened++;
        }
      }),
      runs(4000),
    );
    expect(opened).toBeGreaterThan(50);
    expect(flagged).toBeGreaterThan(opened);
  });

  test('by pieces of the other side, as discovered checks are found: other than its own attack', () => {
    fc.assert(
      fc.property(fc.oneof(fairyPositions, fewMen), (position) => {
        const { turn } = position;
        const king = royalOf(position, opposite(turn));
        const naive = naivePosition(position);
        const watch = new Watch(position, king, turn);
        for (const [from, to] of shifts(position, turn)) {
          if (to === king || watch.opens(from) || watch.bridges(to)) continue;
          // As a piece of the side that is watched it stands in the way just the same, but does not attack.
          const men = moved(naive.men, from, to).with(to, { kind: 1, color: opposite(turn) });
          expect(isInCheck({ ...naive, men }, opposite(turn)), `${from}-${to}`).toBe(false);
        }
      }),
      runs(4000),
    );
  });

  test('nor does a move of the royal piece that its own test lets pass', () => {
    fc.assert(
      fc.property(fairyPositions, (position) => {
        const { turn } = position;
        const royal = royalOf(position, turn);
        const naive = naivePosition(position);
        const watch = new Watch(position, royal, opposite(turn));
        for (let to = 0; to < position.squares.length; to++) {
          if (to === royalOf(position, opposite(turn)) || to === royal) continue;
          const attacked = isInCheck({ ...naive, men: moved(naive.men, royal, to) }, turn);
          expect(watch.attacksAfter(royal, to, to), `${royal}-${to}`).toBe(attacked);
        }
      }),
      runs(4000),
    );
  });
});
