import { ok } from '../../src/board/result.ts';
import type { Move } from '../../src/chess/moves.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { type Reach, reach5 } from '../rules/reach5.ts';

/** A position of {@link leave5}. */
export interface Leave {
  readonly at: Reach;
  /** Whether the side to move may pass, this once. */
  readonly leave: boolean;
}

/**
 * The toy game of reach5.ts with a one-move right, which no table holds: after a king's step straight ahead the opponent
 * may pass at once. As with en passant, the reply may give the other side such a right, but not endlessly.
 */
export const leave5: RuleSet<Leave> = {
  ...reach5,
  name: 'leave5',
  title: 'Reach Chess with leave',
  about:
    'Reach the far rank with any man; after a king’s step straight ahead the opponent may pass.',
  get start() {
    return without(reach5.start);
  },

  place(men, squares, turn) {
    const placed = reach5.place(men, squares, turn);
    return placed.ok ? ok(without(placed.value)) : placed;
  },
  turn: ({ at }) => reach5.turn(at),
  visitPieces: ({ at }, visit) => reach5.visitPieces(at, visit),
  rights: ({ leave }) => (leave ? 'one-move' : 'none'),

  moves({ at, leave }) {
    const moves = reach5.moves(at);
    const mayPass = leave && moves.length > 0 && moves.every(({ from, to }) => from !== to);
    return mayPass ? [...moves, passOf(at)] : moves;
  },
  play: ({ at }, move) => ({ at: reach5.play(at, move), leave: isStepAhead(at, move) }),
  permits: () => true,
  legalMoves: (position) => leave5.moves(position),
  refutation: () => undefined,

  check: ({ at }) => reach5.check(at),
  metacheck: () => false,
  threat: () => undefined,
  ending: ({ at }) => reach5.ending(at),
  pliesTo50Moves: () => Number.POSITIVE_INFINITY,

  parseFen(fen) {
    const parsed = reach5.parseFen(fen);
    return parsed.ok ? ok(without(parsed.value)) : parsed;
  },
  makeFen: ({ at, leave }) => reach5.makeFen(at) + (leave ? ' leave' : ''),
  repetitionKey: (position) => leave5.makeFen(position),
  makeSan: ({ at }, move) => reach5.makeSan(at, move),
  parseMove: ({ at }, text) => reach5.parseMove(at, text),
};

function without(at: Reach): Leave {
  return { at, leave: false };
}

function passOf({ board, turn }: Reach): Move {
  const square = board.indexOf(turn === 0 ? 'K' : 'k');
  return { from: square, to: square, promotion: undefined };
}

function isStepAhead({ board, turn }: Reach, { from, to }: Move): boolean {
  return board[from]!.toUpperCase() === 'K' && to - from === (turn === 0 ? 5 : -5);
}
