import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { Position } from '../../src/position/position.ts';
import { mateInOne } from '../../src/rules/metachess.ts';
import { gameNames } from '../../src/rules/registry.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { checkmateOrStalemate } from '../../src/rules/variant.ts';
import { Generator } from '../../src/search/board/generate.ts';
import { parseMoveCode } from '../../src/search/board/moveCode.ts';
import { Referee } from '../../src/search/board/referee.ts';
import { SearchBoard } from '../../src/search/board/searchBoard.ts';
import { sumsOf } from '../../src/search/evaluation/sums.ts';
import { random } from '../../tools/random.ts';
import { randomGame } from '../../tools/randomGame.ts';
import { gameOf } from '../games/moves.ts';
import { seed, thorough, whole } from '../thorough.ts';

/** A board with its referee. */
function boardOf(rules: RuleSet) {
  const sums = sumsOf(rules.variant);
  const board = new SearchBoard(rules, sums);
  return { board, referee: new Referee(board, new Generator(board, sums.arrives)) };
}

const shown = (position: Position) => {
  const { equipment, ...rest } = position;
  return rest;
};

/** Compares a board with the rules core in a random game, each move made and taken back. */
function compare(rules: RuleSet, start: Position, plies: number, number: () => number): void {
  const { board, referee } = boardOf(rules);
  const out = new Int32Array(4096);
  const keys = new Map<string, string>();
  board.load(start);
  let position = start;
  for (let ply = 0; ply < plies; ply++) {
    const fen = rules.makeFen(position);
    expect(shown(board.position), fen).toEqual(shown(position));
    const key = `${board.low} ${board.high}`;
    expect(keys.get(rules.repetitionKey(position)) ?? key, fen).toBe(key);
    keys.set(rules.repetitionKey(position), key);
    expect(referee.ending(), fen).toEqual(rules.over(position));
    if (rules.over(position)) return;
    const end = referee.moves(out, 0, false);
    const legal: number[] = [];
    for (let i = 0; i < end; i++) {
      if (!referee.tryMake(out[i]!)) continue;
      legal.push(out[i]!);
      const after = rules.play(position, parseMoveCode(out[i]!));
      expect(shown(board.position), `${fen} ${rules.makeUci(parseMoveCode(out[i]!))}`).toEqual(
        shown(after),
      );
      board.unmake();
      expect(`${board.low} ${board.high}`).toBe(key);
    }
    expect(shown(board.position), fen).toEqual(shown(position));
    const answers = [...out.subarray(0, referee.answers(out, 0))];
    expect(answers, fen).toEqual(expect.arrayContaining(legal));
    const names = (moves: readonly number[]) =>
      moves.map((move) => rules.makeUci(parseMoveCode(move))).sort();
    const expected = rules.legalMoves(position);
    if (legal.length === 0) {
      const stuck = referee.stuck();
      if (stuck !== 'pass') {
        expect(stuck, fen).toEqual(rules.ending(position));
        return;
      }
      legal.push(referee.pass());
    }
    expect(names(legal), fen).toEqual(expected.map(rules.makeUci).sort());
    const move = legal[Math.floor(number() * legal.length)]!;
    board.make(move);
    position = rules.play(position, parseMoveCode(move));
  }
}

describe('the board of the search agrees with the rules core', () => {
  const names = [
    ...gameNames,
    'reach:nomove=chess',
    'hutnik:Q=QN,R=mRcpR,B=t[FR],N=(4,1)fN,reach=king',
  ];

  test.each(names)('in random games of %s', (name) => {
    const rules = gameOf(name);
    const number = random(seed);
    const games = (name === 'metachess' ? 1 : 3) * (thorough ? 10 : 1);
    for (let i = 0; i < games; i++) compare(rules, rules.start, 80, number);
  });

  test('where the pawn that gives check may be taken en passant', () => {
    const rules = gameOf('chess');
    const position = unwrap(rules.parseFen('8/8/8/2k5/3Pp3/8/8/4K3 b - d3'));
    expect(rules.legalMoves(position).map(rules.makeUci)).toContain('e4d3');
    compare(rules, position, 1, random(seed));
  });

  test('where pawns that stayed may promote later', () => {
    const rules = gameOf('hutnik:laterPromotion=yes');
    const position = unwrap(rules.parseFen('2P1P2k/4PP2/8/8/8/8/2ppp3/K4p1p[QRNqbb] w - - 0 1'));
    expect(rules.legalMoves(position).map(rules.makeUci)).toContain('c8c8r');
    for (let i = 0; i < 5; i++) compare(rules, position, 40, random(seed + i));
  });

  test('in random games of pieces, laws and ends on small boards', () => {
    const number = random(seed);
    for (let i = 0; i < (thorough ? 1000 : whole ? 150 : 80); i++) {
      const made = randomGame(seed + i);
      const barred = { ...made.variant, stuck: checkmateOrStalemate, bar: mateInOne };
      const { isPlain } = barred.equipment;
      for (const rules of [made, made, isPlain ? rulesOf(barred) : made]) {
        const start = randomStart(rules, number);
        if (start) compare(rules, start, 20, number);
      }
    }
  });
});

/** A position of a few random pieces. */
function randomStart(rules: RuleSet, number: () => number): Position | undefined {
  const { army, board } = rules;
  const below = (limit: number) => Math.floor(number() * limit);
  for (let tries = 0; tries < 200; tries++) {
    const men = [0, 1].flatMap((color) => {
      const own = army[0]!.royal === 'only' ? [{ kind: 0, color: color as 0 | 1 }] : [];
      const more = Array.from({ length: 1 + below(3) }, () => {
        const kind = own.length > 0 ? 1 + below(army.length - 1) : below(army.length);
        return { kind, color: color as 0 | 1 };
      });
      return army.length > own.length ? [...own, ...more] : own;
    });
    const squares = men.map(() => below(board.size));
    const placed = rules.place(men, squares, below(2) as 0 | 1);
    if (placed.ok) return placed.value;
  }
  return undefined;
}
