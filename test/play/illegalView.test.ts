import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { type Put, parseAction } from '../../src/play/illegal/action.ts';
import type { IllegalGame } from '../../src/play/illegal/illegalGame.ts';
import { seenIn, viewOf, warningOf } from '../../src/play/illegal/view.ts';
import { stride } from '../thorough.ts';
import { begun, illegal, outcome, played, playedOn } from './illegalGames.ts';

/** White's knight comes to f3 from g1, or illegally from h1; before and after it all is equal. */
const legal = played('startpos', 'h1h4', 'a7a6', 'h4h3', 'a6a5', 'g1f3');
const cheated = played('startpos', 'h1h3', 'a7a6', 'g1h1', 'a6a5', 'h1f3');

test('what players see does not tell a legal move from an illegal one', () => {
  expect([legal.last!.verdict, cheated.last!.verdict]).toEqual(['legal', 'illegal']);
  expect(viewOf(legal)).toEqual(viewOf(cheated));
  expect(viewOf(legal)).toEqual({
    board: 'rnbqkbnr/1ppppppp/8/p7/8/5N1R/PPPPPPPP/RNBQKB2',
    turn: 'black',
    hp: { white: 100, black: 100 },
    arrived: 'f3',
    claimable: true,
    draw: null,
    claim: null,
  });
});

test('nor do refusals and warnings, whatever is tried', () => {
  for (const text of everyPut().filter((_, i) => i % stride === 0)) {
    expect(outcome(cheated, text)).toBe(outcome(legal, text));
    expect(warned(cheated, text)).toBe(warned(legal, text));
  }
});

test('a claim tells, to everybody', () => {
  expect(viewOf(playedOn(cheated, 'claim f3')).claim).toBe('Black: claim f3: correct, -11');
  expect(viewOf(playedOn(legal, 'claim f3')).claim).toBe('Black: claim f3: incorrect, -6');
  expect(viewOf(playedOn(legal, 'claim f3', 'e7e6')).claim).toBeNull();
  const left = played('4r1k1/8/8/8/8/8/P3K3/8 w - - 0 1', 'a2a3', 'e8e2');
  expect(viewOf(left).claim).toBe('Black: capture-claim e8e2: correct, -27');
});

test('what decides which moves are possible follows from what players see', () => {
  const { position, arrived, claimable } = unwrap(seenIn(viewOf(cheated), illegal));
  const { seen } = cheated;
  expect({ arrived, claimable }).toEqual({ arrived: seen.arrived, claimable: seen.claimable });
  expect(position.squares).toEqual(seen.position.squares);
  expect(position.sides).toEqual(seen.position.sides);
});

describe('before a move, its player is told', () => {
  test.each([
    ['startpos', 'e2e4', 'legal'],
    ['startpos', 'e2e5', 'illegal'],
    ['startpos', 'e2d1', 'illegal'],
    ['startpos', 'e1e2', 'illegal'],
    ['6k1/R7/8/8/8/8/8/R3K3 w - - 0 1', 'e1c1*', 'unknown'],
  ])('in %s that %s is %s', (fen, text, word) => expect(warned(begun(fen), text)).toBe(word));

  test('that it may capture the king', () => {
    const left = played('4r1k1/8/8/8/8/8/P3K3/8 w - - 0 1', 'a2a3');
    expect(warned(left, 'e8e2')).toBe('legal');
  });

  test('that an escape is one', () => {
    const mated = played('6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'a1a8');
    expect(warned(mated, 'g8f8')).toBe('escape');
    expect(warned(mated, 'g8a8')).toBe('illegal');
  });

  test('of an escape nothing, if a capture en passant might save the king', () => {
    const mated = (pawn: string) => played(`2K5/8/8/8/${pawn}/R7/R3P2k/1R6 w - - 0 1`, 'e2e4');
    expect(warned(mated('8'), 'h2h1')).toBe('escape');
    expect(warned(mated('3p4'), 'h2h1')).toBe('unknown');
  });

  test('nothing of a capture en passant, which would tell how the pawn has moved', () => {
    const twice = played('4k3/3p4/3p4/4P3/8/8/8/4K3 b - - 0 1', 'd7d5');
    expect(warned(twice, 'e5d6*')).toBe('illegal');
    const open = played('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', 'd7d5');
    expect(warned(open, 'e5d6*')).toBe('unknown');
    expect(warned(played('4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1', 'd6d5'), 'e5d6*')).toBe('unknown');
  });
});

function warned(game: IllegalGame, text: string) {
  return warningOf(unwrap(seenIn(viewOf(game), game.rules)), putOf(text));
}

function putOf(text: string): Put {
  const action = unwrap(parseAction(text, illegal.variant.equipment));
  if (action.type !== 'put') throw new Error(`${text} is no move`);
  return action.put;
}

function everyPut(): string[] {
  const squares = Array.from(
    { length: 64 },
    (_, i) => `${'abcdefgh'[i % 8]}${Math.floor(i / 8) + 1}`,
  );
  return squares.flatMap((from) =>
    squares
      .filter((to) => to !== from)
      .flatMap((to) => ['', '*', 'q'].map((suffix) => `${from}${to}${suffix}`)),
  );
}
