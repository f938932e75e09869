import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { Position } from '../../src/position/position.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { random } from '../../tools/random.ts';
import { seed, whole } from '../thorough.ts';
import { gameOf } from './moves.ts';

const games = [
  'chess',
  'metachess',
  'reach',
  'reach:nomove=chess',
  'knightmate',
  'shatranj',
  'metamachy',
  'hutnik',
  'hutnik:Q=QN,R=mRcpR,B=t[FR],N=(4,1)fN,reach=king',
].map(gameOf);

/** Plies in all, in as many games as that takes. A move in metachess looks for mates after every other. */
const pliesOf = ({ name }: RuleSet) => (name === 'metachess' ? 10 : 60) * (whole ? 4 : 1);

/** The positions of games of random moves. */
function positionsOf(rules: RuleSet): Position[] {
  const number = random(seed);
  const positions: Position[] = [];
  let position = rules.start;
  while (positions.length < pliesOf(rules)) {
    positions.push(position);
    const moves = rules.legalMoves(position);
    const move = moves[Math.floor(number() * moves.length)];
    position = move ? rules.play(position, move) : rules.start;
  }
  return positions;
}

describe.each(games)('in random games of $name', (rules) => {
  const positions = positionsOf(rules);

  test('the game has ended if and only if there is no legal move', () => {
    for (const position of positions) {
      const none = rules.legalMoves(position).length === 0;
      expect(rules.ending(position) !== undefined, rules.makeFen(position)).toBe(none);
    }
  });

  test('a FEN is read as the position that it was written of', () => {
    for (const position of positions) {
      const fen = rules.makeFen(position);
      const { squares, sides, rights, enPassant, stock, turn } = unwrap(rules.parseFen(fen));
      expect({ ...position, squares, sides, rights, enPassant, stock, turn }, fen).toEqual(
        position,
      );
    }
  });

  test('UCI is read as the move that it was written of', () => {
    for (const position of positions) {
      for (const move of rules.moves(position)) {
        const uci = rules.makeUci(move);
        expect(unwrap(rules.parseMove(position, uci)), uci).toEqual(move);
      }
    }
  });

  test('SAN is read as the move that it was written of', () => {
    for (const position of positions) {
      const moves = rules.moves(position);
      for (const move of moves) {
        const san = rules.makeSan(position, move, moves);
        expect(unwrap(rules.parseMove(position, san)), san).toEqual(move);
      }
    }
  });
});
