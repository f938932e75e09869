import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { Position } from '../../src/position/position.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { endingAfter } from '../../src/rules/status.ts';
import { countTable } from '../../src/table/statistics.ts';
import { solveBySets } from '../solve/setTables.ts';
import { afterMoves, read } from './positions.ts';

/** Every position of a game from its first on. */
function game(start: Position, moves: string): Position[] {
  const history = [start];
  for (const move of moves.split(' ').filter(Boolean)) {
    history.push(afterMoves(history.at(-1)!, move));
  }
  return history;
}

const toAndFro = 'Nf3 Nf6 Ng1 Ng8';

describe('threefold repetition', () => {
  test('the third occurrence is a draw, the second is not', () => {
    const twice = game(metachess.start, toAndFro);
    expect(endingAfter(metachess, twice)).toBeUndefined();
    const threeTimes = game(metachess.start, `${toAndFro} ${toAndFro}`);
    expect(endingAfter(metachess, threeTimes.slice(0, -1))).toBeUndefined();
    expect(endingAfter(metachess, threeTimes)).toEqual({ reason: 'threefold repetition', wdl: 0 });
    expect(endingAfter(chess, threeTimes)).toEqual({ reason: 'threefold repetition', wdl: 0 });
  });

  test('the occurrences need not be consecutive', () => {
    const wandering = game(metachess.start, `${toAndFro} Nc3 Nc6 Nb1 Nb8`);
    expect(endingAfter(metachess, wandering)?.reason).toBe('threefold repetition');
  });

  test('only the last position counts: an earlier unclaimed repetition does not', () => {
    const moved = game(metachess.start, `${toAndFro} ${toAndFro} e4`);
    expect(endingAfter(metachess, moved)).toBeUndefined();
  });

  test('the side to move belongs to the position', () => {
    // The same placement occurs three times, but once with the other side to move.
    const start = read('7k/8/8/8/8/8/8/K2R4 w - - 0 1');
    const loseOneMove = game(start, 'Rd2 Kg8 Rd3 Kh8 Rd1 Kg8 Ka2 Kh8 Ka1');
    expect(metachess.makeFen(loseOneMove.at(-1)!)).toMatch(/^7k\/8\/8\/8\/8\/8\/8\/K2R4 b /);
    expect(endingAfter(metachess, loseOneMove)).toBeUndefined();
  });

  test('castling rights belong to the position', () => {
    const start = read('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    const kings = 'Ke2 Ke7 Ke1 Ke8';
    expect(endingAfter(metachess, game(start, `${kings} ${kings}`))).toBeUndefined();
    expect(endingAfter(metachess, game(start, `${kings} ${kings} ${kings}`))?.reason).toBe(
      'threefold repetition',
    );
  });

  test('the right to capture en passant belongs to the position if a capture is possible', () => {
    const knights = 'Nf6 Nf3 Ng8 Ng1';
    const capturable = read('rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3');
    expect(endingAfter(metachess, game(capturable, `e4 ${knights} ${knights}`))).toBeUndefined();
    const idle = game(metachess.start, `e4 ${knights} ${knights}`);
    expect(endingAfter(metachess, idle)?.reason).toBe('threefold repetition');
  });
});

describe('the 50-move rule', () => {
  test.each([
    [99, undefined],
    [100, '50-move rule'],
    [101, '50-move rule'],
  ])('after %i plies without a capture or a pawn move: %s', (plies, reason) => {
    const position = read(`7k/8/8/8/8/8/8/K2R4 w - - ${plies} 80`);
    expect(endingAfter(metachess, [position])?.reason).toBe(reason);
    expect(metachess.pliesTo50Moves(position)).toBe(Math.max(0, 100 - plies));
  });

  test('a move completes it, and a capture or a pawn move resets it', () => {
    const last = read('7k/8/8/8/8/8/r6P/K2R4 w - - 99 80');
    expect(endingAfter(metachess, game(last, 'Kb1'))?.reason).toBe('50-move rule');
    expect(endingAfter(metachess, game(last, 'Kxa2'))).toBeUndefined();
    const pawn = read('7k/8/8/8/8/8/7P/K2R4 w - - 99 80');
    expect(endingAfter(metachess, game(pawn, 'h4'))).toBeUndefined();
  });
});

describe('a dead position', () => {
  test('with two kings alone is a draw at once', () => {
    const capture = game(read('7k/8/8/8/8/8/r7/K7 w - - 0 1'), 'Kxa2');
    expect(endingAfter(metachess, capture)).toEqual({ reason: 'dead position', wdl: 0 });
    expect(endingAfter(chess, capture)).toEqual({ reason: 'dead position', wdl: 0 });
  });

  test.each([
    ['a bishop', 'B'],
    ['a knight', 'N'],
  ])('with only %s on either side is a draw', (_, letter) => {
    for (const rules of [chess, metachess]) {
      for (const man of [letter, letter.toLowerCase()]) {
        const capture = game(read(`7k/8/8/8/8/4${man}3/r7/K7 w - - 0 1`), 'Kxa2');
        expect(endingAfter(rules, capture)).toEqual({ reason: 'dead position', wdl: 0 });
      }
    }
  });

  test.each(['BN', 'Bn', 'BB', 'Bb', 'Nn', 'NN', 'R', 'Q', 'P'])(
    'is not one with %s',
    (letters) => {
      for (const rules of [chess, metachess]) {
        const goesOn = read(`7k/8/8/8/8/${letters}${8 - letters.length}/8/K7 w - - 0 1`);
        expect(endingAfter(rules, [goesOn])).toBeUndefined();
      }
    },
  );

  // The proof: their tables have no lost position, so no series of moves leads to one.
  test.each([chess, metachess])(
    'includes all of KBvk and KNvk, whose positions are all drawn: $name',
    async (rules) => {
      for (const [name, table] of await solveBySets(rules, ['KBvk', 'KNvk'])) {
        const { white, black } = countTable(table);
        for (const { wins, losses, draws } of [white, black]) {
          expect([wins, losses], name).toEqual([0, 0]);
          expect(draws).toBeGreaterThan(100_000);
        }
      }
    },
  );

  test('is not one with an additional pawn', () => {
    expect(endingAfter(metachess, [read('7k/8/8/8/8/8/7P/K7 w - - 0 1')])).toBeUndefined();
  });
});

describe('what the position itself decides takes precedence', () => {
  test.each([
    ['checkmate on the hundredth ply wins', 'r5k1/8/8/8/8/8/5PPP/7K b - - 99 80', 'Ra1'],
    ['so does a metacheckmate', '8/8/8/3K4/8/R7/5k2/2R5 w - - 99 80', 'Rc2'],
  ])('%s', (_, fen, move) => {
    const history = game(read(fen), move);
    expect(metachess.pliesTo50Moves(history.at(-1)!)).toBe(0);
    expect(endingAfter(metachess, history)).toEqual({ reason: 'metacheckmate', wdl: -1 });
  });

  test('in chess the 50-move rule draws the position that is lost in metachess', () => {
    const history = game(read('8/8/8/3K4/8/R7/5k2/2R5 w - - 99 80'), 'Rc2');
    expect(endingAfter(chess, history)).toEqual({ reason: '50-move rule', wdl: 0 });
  });

  test('stalemate is called stalemate, with two kings and a pawn as with more', () => {
    const stalemate = read('5k2/5P2/5K2/8/8/8/8/8 b - - 100 90');
    expect(endingAfter(metachess, [stalemate])).toEqual({ reason: 'stalemate', wdl: 0 });
  });

  test('a dead position precedes repetition, and repetition the 50-move rule', () => {
    const kings = read('7k/8/8/8/8/8/8/K7 w - - 120 90');
    expect(endingAfter(metachess, [kings, kings, kings])?.reason).toBe('dead position');
    const rook = read('7k/8/8/8/8/8/8/K2R4 w - - 120 90');
    expect(endingAfter(metachess, [rook, rook, rook])?.reason).toBe('threefold repetition');
    expect(endingAfter(metachess, [rook, rook])?.reason).toBe('50-move rule');
  });
});

test('a game is not over at its start', () => {
  expect(endingAfter(metachess, [metachess.start])).toBeUndefined();
  expect(metachess.start).toEqual(unwrap(metachess.parseFen(metachess.makeFen(metachess.start))));
});
