import { boardOf, identity, makeSquare, mirrorFiles, mirrorRanks } from '../../src/board/board.ts';
import { fail, ok, type Result, unwrap } from '../../src/board/result.ts';
import { king, leaper, type Step } from '../../src/chess/movements.ts';
import type { Move } from '../../src/chess/moves.ts';
import {
  type Army,
  type Color,
  makePiece,
  opposite,
  type Piece,
  parsePiece,
  ROYAL,
} from '../../src/pieces/army.ts';
import type { Ending, RuleSet } from '../../src/rules/ruleset.ts';

/**
 * Reach Chess with short-range pieces on 5 files and 4 ranks: a toy game that shares no position with the chess family.
 * A side wins by reaching the far rank with any man; no move, even a winning one, may leave its own king in check;
 * a side without moves must pass, in check or not; if neither side has a move the game is drawn. A king is never
 * captured. No piece is a pawn, yet the board has no symmetry of ranks.
 */
export const reach5: RuleSet<Reach> = {
  name: 'reach5',
  title: 'Reach Chess on 5x4',
  about: 'Reach the far rank with any man; a side without moves passes.',
  board: boardOf(5, 4),
  army: [
    { letter: 'K', name: 'king', movement: king, pawn: false, promotions: [] },
    {
      letter: 'W',
      name: 'wazir',
      movement: leaper([1, 0], [0, 1], [-1, 0], [0, -1]),
      pawn: false,
      promotions: [],
    },
    {
      letter: 'F',
      name: 'ferz',
      movement: leaper([1, 1], [-1, 1], [-1, -1], [1, -1]),
      pawn: false,
      promotions: [],
    },
  ],
  get start() {
    return unwrap(parse('wfkfw/...../...../WFKFW w'));
  },
  flip: mirrorRanks(boardOf(5, 4)),

  symmetries: () => [identity(reach5.board), mirrorFiles(reach5.board)],
  // Even bare kings race for the far rank.
  isTriviallyDrawn: () => false,

  place,
  turn: ({ turn }) => turn,
  visitPieces({ board }, visit) {
    for (const [square, letter] of [...board].entries()) {
      if (letter !== EMPTY) visit(square, parsePiece(reach5.army, letter)!);
    }
  },
  rights: () => 'none',

  moves(position) {
    if (hasReached(position)) return [];
    const moves = activeMoves(position);
    return moves.length > 0 ? moves : [passOf(position)];
  },
  play,
  permits: () => true,
  legalMoves: (position) => reach5.moves(position),
  refutation: () => undefined,

  check: (position) =>
    isAttacked(position.board, kingOf(position, position.turn), opposite(position.turn)),
  metacheck: () => false,
  ending(position): Ending | undefined {
    if (hasReached(position)) return { reason: 'reached', wdl: -1 };
    const blocked = activeMoves(position).length + activeMoves(passed(position)).length === 0;
    return blocked ? { reason: 'double stalemate', wdl: 0 } : undefined;
  },
  pliesTo50Moves: () => Number.POSITIVE_INFINITY,

  parseFen: parse,
  makeFen: ({ board, turn }) =>
    [3, 2, 1, 0].map((rank) => board.slice(rank * 5, rank * 5 + 5)).join('/') +
    (turn === 0 ? ' w' : ' b'),
  repetitionKey: (position) => reach5.makeFen(position),
  makeSan: (position, { from, to }) =>
    from === to
      ? '--'
      : position.board[from]!.toUpperCase() +
        name(from) +
        (position.board[to] === EMPTY ? '-' : 'x') +
        name(to),
  makeUci: ({ from, to }) => (from === to ? '0000' : name(from) + name(to)),
  parseMove(position, text): Result<Move> {
    const move = reach5
      .moves(position)
      .find((each) => reach5.makeUci(each) === text || reach5.makeSan(position, each) === text);
    return move ? ok(move) : fail('move', `no move '${text}'`, text);
  },
};

/** `board` holds one letter per square, a1 first; a dot is an empty square. */
export interface Reach {
  readonly board: string;
  readonly turn: Color;
}

const EMPTY = '.';
const name = (square: number) => makeSquare(square, reach5.board);

function place(men: readonly Piece[], squares: ArrayLike<number>, turn: Color): Result<Reach> {
  const letters: string[] = new Array(20).fill(EMPTY);
  for (const [i, man] of men.entries()) {
    if (letters[squares[i]!] !== EMPTY) return fail('occupied', 'two pieces stand on one square');
    letters[squares[i]!] = makePiece(reach5.army, man);
  }
  const position: Reach = { board: letters.join(''), turn };
  for (const letter of 'Kk') {
    if (letters.filter((each) => each === letter).length !== 1)
      return fail('royals', 'each side needs one king');
  }
  if (
    steps(kingOf(position, 0), reach5.army[ROYAL]!.movement.leaps).includes(kingOf(position, 1))
  ) {
    return fail('adjacent-kings', 'the kings stand on neighbouring squares');
  }
  if (hasReached(passed(position))) return fail('reached', 'the side to move has already won');
  return ok(position);
}

function parse(fen: string): Result<Reach> {
  const match = /^([KWFkwf.]{5}(?:\/[KWFkwf.]{5}){3}) ([wb])$/.exec(fen);
  if (!match) return fail('fen', `'${fen}' is no position of 5x4`, fen);
  const men: Piece[] = [];
  const squares: number[] = [];
  for (const [i, letter] of [...match[1]!.split('/').reverse().join('')].entries()) {
    if (letter === EMPTY) continue;
    men.push(parsePiece(reach5.army, letter)!);
    squares.push(i);
  }
  return place(men, squares, match[2] === 'w' ? 0 : 1);
}

function play({ board, turn }: Reach, { from, to }: Move): Reach {
  const letters = [...board];
  if (from !== to) {
    letters[to] = letters[from]!;
    letters[from] = EMPTY;
  }
  return { board: letters.join(''), turn: opposite(turn) };
}

const passed = (position: Reach): Reach => ({ ...position, turn: opposite(position.turn) });

function passOf(position: Reach): Move {
  const square = kingOf(position, position.turn);
  return { from: square, to: square, promotion: undefined };
}

/** Whether the side not to move has a piece on its far rank. */
function hasReached({ board, turn }: Reach): boolean {
  return turn === 0 ? /[a-z]/.test(board.slice(0, 5)) : /[A-Z]/.test(board.slice(15));
}

/** Every move except a pass. */
function activeMoves(position: Reach): Move[] {
  const { board, turn } = position;
  const moves: Move[] = [];
  for (let from = 0; from < board.length; from++) {
    const man = parsePiece(reach5.army, board[from]!);
    if (man?.color !== turn) continue;
    for (const to of steps(from, reach5.army[man.kind]!.movement.leaps)) {
      const there = parsePiece(reach5.army, board[to]!);
      if (there && (there.color === turn || there.kind === ROYAL)) continue;
      const move = { from, to, promotion: undefined };
      const next = play(position, move);
      if (!isAttacked(next.board, kingOf(next, turn), opposite(turn))) moves.push(move);
    }
  }
  return moves;
}

function kingOf({ board }: Reach, color: Color): number {
  return board.indexOf(color === 0 ? 'K' : 'k');
}

/** Every man of this army attacks back along the steps by which it is attacked. */
function isAttacked(board: string, square: number, by: Color): boolean {
  return (reach5.army as Army).some(({ movement }, kind) =>
    steps(square, movement.leaps).some(
      (from) => board[from] === makePiece(reach5.army, { kind, color: by }),
    ),
  );
}

/** The squares that leaps lead to, by square. Tables of a game ask for them millions of times. */
const known = new Map<readonly Step[], readonly (readonly number[])[]>();

function steps(square: number, leaps: readonly Step[]): readonly number[] {
  let bySquare = known.get(leaps);
  if (!bySquare) {
    bySquare = Array.from({ length: 20 }, (_, from) => stepsFrom(from, leaps));
    known.set(leaps, bySquare);
  }
  return bySquare[square]!;
}

function stepsFrom(square: number, leaps: readonly Step[]): number[] {
  return leaps.flatMap(([files, ranks]) => {
    const file = (square % 5) + files;
    const rank = Math.floor(square / 5) + ranks;
    return file >= 0 && file < 5 && rank >= 0 && rank < 4 ? [rank * 5 + file] : [];
  });
}
