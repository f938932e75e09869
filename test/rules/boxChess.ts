import {
  allSymmetries,
  type Board as Geometry,
  makeSquare,
  mirrorRanks,
  type Symmetry,
} from '../../src/board/board.ts';
import { fail, ok, type Result } from '../../src/board/result.ts';
import type { Step } from '../../src/chess/movements.ts';
import type { Move } from '../../src/chess/moves.ts';
import {
  type Army,
  type Color,
  makePiece,
  opposite,
  type Piece,
  ROYAL,
} from '../../src/pieces/army.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';

/** The piece on each square. */
export interface Box {
  readonly board: readonly (Piece | undefined)[];
  readonly turn: Color;
}

/**
 * Chess without pawns on a board of any size, with any army: the simplest correct code, and quick on small boards.
 * By default it declares every symmetry of the board, whether or not the army has it. It has no start position.
 */
export function boxChess(
  geometry: Geometry,
  army: Army,
  symmetries: readonly Symmetry[] = allSymmetries(geometry),
): RuleSet<Box> {
  const unread = () => fail('fen', 'positions of this game are not read');
  const name = (square: number) => makeSquare(square, geometry);
  const rules: RuleSet<Box> = {
    name: 'box',
    title: 'Chess in a box',
    about: 'Chess without pawns on a small board.',
    board: geometry,
    army,
    start: { board: [], turn: 0 },
    flip: mirrorRanks(geometry),

    symmetries: () => symmetries,
    isTriviallyDrawn: () => false,

    place: (men, squares, turn) => place(geometry, army, men, squares, turn),
    turn: ({ turn }) => turn,
    visitPieces({ board }, visit) {
      for (const [square, man] of board.entries()) if (man) visit(square, man);
    },
    rights: () => 'none',

    moves: (position) => movesOf(geometry, army, position),
    play,
    permits: () => true,
    legalMoves: (position) => rules.moves(position),
    refutation: () => undefined,

    check: ({ board, turn }) => isInCheck(geometry, army, board, turn),
    metacheck: () => false,
    ending(position, legal = rules.moves(position)) {
      if (legal.length > 0) return undefined;
      return rules.check(position)
        ? { reason: 'checkmate', wdl: -1 }
        : { reason: 'stalemate', wdl: 0 };
    },
    pliesTo50Moves: () => Number.POSITIVE_INFINITY,

    parseFen: unread,
    makeFen: ({ board, turn }) =>
      `${board.map((man) => (man ? makePiece(army, man) : '.')).join('')} ${turn === 0 ? 'w' : 'b'}`,
    repetitionKey: (position) => rules.makeFen(position),
    makeSan: (_, move) => rules.makeUci(move),
    makeUci: ({ from, to }) => name(from) + name(to),
    parseMove: unread,
  };
  return rules;
}

function place(
  geometry: Geometry,
  army: Army,
  men: readonly Piece[],
  squares: ArrayLike<number>,
  turn: Color,
): Result<Box> {
  const board: (Piece | undefined)[] = new Array(geometry.size).fill(undefined);
  for (const [i, man] of men.entries()) {
    if (board[squares[i]!]) return fail('occupied', 'two pieces stand on one square');
    board[squares[i]!] = man;
  }
  if (isInCheck(geometry, army, board, opposite(turn))) {
    return fail('opponent-in-check', 'the side that is not to move is in check');
  }
  return ok({ board, turn });
}

function play({ board, turn }: Box, { from, to }: Move): Box {
  return { board: board.with(to, board[from]).with(from, undefined), turn: opposite(turn) };
}

function movesOf(geometry: Geometry, army: Army, position: Box): Move[] {
  const { board, turn } = position;
  return board.flatMap((man, from) => {
    if (man?.color !== turn) return [];
    return reached(geometry, army, board, from)
      .filter((to) => board[to]?.color !== turn)
      .map((to) => ({ from, to, promotion: undefined }))
      .filter((move) => !isInCheck(geometry, army, play(position, move).board, turn));
  });
}

function isInCheck(geometry: Geometry, army: Army, board: Box['board'], color: Color): boolean {
  const royal = board.findIndex((man) => man?.kind === ROYAL && man.color === color);
  return board.some(
    (man, from) =>
      man?.color === opposite(color) && reached(geometry, army, board, from).includes(royal),
  );
}

/** The squares that the piece on a square attacks, its own side's pieces among them. */
function reached(
  { files, ranks }: Geometry,
  army: Army,
  board: Box['board'],
  from: number,
): number[] {
  const { kind, color } = board[from]!;
  const { leaps, slides } = army[kind]!.movement;
  const away = (square: number, [x, y]: Step) => {
    const file = (square % files) + x;
    const rank = Math.floor(square / files) + (color === 0 ? y : -y);
    return file >= 0 && file < files && rank >= 0 && rank < ranks ? rank * files + file : -1;
  };
  const found = leaps.map((leap) => away(from, leap)).filter((to) => to >= 0);
  for (const slide of slides) {
    for (let to = away(from, slide); to >= 0; to = away(to, slide)) {
      found.push(to);
      if (board[to]) break;
    }
  }
  return found;
}
