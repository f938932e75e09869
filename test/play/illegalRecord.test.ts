import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { endingSentence, makeRecord, makeRecordedMove } from '../../src/play/illegal/record.ts';
import { begun, played, playedOn } from './illegalGames.ts';

const movesOf = (record: string) => record.split('\n\n')[1]!.replaceAll('\n', ' ');

describe('a move in the record', () => {
  test.each([
    ['SAN if legal', 'startpos', ['g1f3'], 'Nf3'],
    ['letter, from, to and a dash if illegal', 'startpos', ['e2e5'], 'Pe2e5–'],
    ['a capture of an own man', 'startpos', ['d1d2'], 'Qd1xd2–'],
    ['a small letter for the opponent’s man', 'startpos', ['d8d5'], 'qd8d5–'],
    ['of White’s, too', 'startpos', ['e2e4', 'd1h5'], 'qd1h5–'],
    ['an illegal promotion', '4k3/8/8/8/8/8/P7/4K3 w - - 0 1', ['a2a8q'], 'Pa2a8=Q–+'],
    ['check', '4k3/8/8/8/8/8/8/Q3K3 w - - 0 1', ['a1a4'], 'Qa4+'],
    ['checkmate', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', ['a1a8'], 'Ra8#'],
    ['an illegal checkmate', '6k1/5ppp/8/8/8/8/8/1R2K3 w - - 0 1', ['b1a8'], 'Rb1a8–#'],
    ['an escape', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', ['a1a8', 'g8f8'], 'Kg8f8E'],
    ['castling', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', ['e1g1*'], 'O-O*'],
    ['illegal castling', '4k3/8/8/8/8/8/8/R3K3 w - - 0 1', ['e1c1*'], 'O-O-O–*'],
    ['en passant', '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', ['d7d5', 'e5d6*'], 'exd6*'],
    ['illegal en passant', '4k3/3p4/8/1N2P3/8/8/8/4K3 b - - 0 1', ['d7d5', 'b5d6*'], 'Nb5xd6–*+'],
  ])('%s', (_, fen, texts, text) =>
    expect(makeRecordedMove(played(fen, ...texts).last!)).toBe(text),
  );
});

test('a record has the whole game, with claims as comments', () => {
  const game = played('startpos', 'e2e5', 'claim e4', 'claim e5', 'e2e4', 'e7e5', 'd1d2', 'g8f6');
  const tags = new Map([
    ['White', 'Ann "A."'],
    ['Termination', 'time forfeit'],
    ['Result', '0-1'],
  ]);
  expect(makeRecord(game, tags)).toBe(`[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann \\"A.\\""]
[Black "?"]
[Result "0-1"]
[Variant "Illegal"]
[Termination "time forfeit"]

1. Pe2e5– {claim e4: incorrect, -6} {claim e5: correct, -7} 1. e4 e5 2. Qd1xd2–
Nf6 0-1

`);
});

test('captures of the king are told apart from claims', () => {
  const left = '4r1k1/8/8/8/8/8/P3K3/8 w - - 0 1';
  expect(movesOf(makeRecord(played(left, 'a2a3', 'e8e2', 'e2f2')))).toBe(
    '1. Pa2a3– {capture-claim e8e2: correct, -27} 1. Kf2 *',
  );
  const fatal = played('6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'a1a8', 'g8f8', 'a8f8');
  expect(movesOf(makeRecord(fatal))).toBe('1. Ra8# Kg8f8E {fatal capture a8f8} 1-0');
});

test('the tag Variant names options, and a start of its own is there as a FEN', () => {
  const game = begun('4k3/8/8/8/8/8/P7/4K3 b - - 3 9', 'hp=20');
  const record = makeRecord(playedOn(game, 'e8e7'));
  expect(record).toContain('[Variant "illegal:hp=20"]');
  expect(record).toContain('[FEN "4k3/8/8/8/8/8/P7/4K3 b - - 3 9"]');
  expect(movesOf(record)).toBe('9... Ke7 *');
});

test.each([
  [
    'hit points',
    'startpos',
    'hp=5',
    ['e2e5', 'claim e5'],
    'White has no hit points left. Black wins.',
  ],
  ['a draw', '7k/8/8/6Q1/8/8/8/K7 w - - 0 1', '', ['g5g6', 'accept'], 'Stalemate'],
  [
    'a fatal capture',
    '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1',
    '',
    ['a1a8', 'g8f8', 'a8f8'],
    'the king of Black has tried to escape from checkmate. White wins.',
  ],
])('%s is said in a sentence', (_, fen, options, texts, words) => {
  const game = unwrap(begun(fen, options).replayed(texts));
  expect(endingSentence(game.ending!)).toContain(words);
});
