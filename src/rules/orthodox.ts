import { board8x8, mirrorRanks } from '../board/board.ts';
import { fail, ok, type Result, unwrap } from '../board/result.ts';
import { makeFen, makeFenKey, parseFen, startFen } from '../chess/fen.ts';
import { isKing } from '../chess/movements.ts';
import { legalMoves, type Move, play } from '../chess/moves.ts';
import { isCheck, type Position, setUp } from '../chess/position.ts';
import { makeSan, parseSan } from '../chess/san.ts';
import { movementSymmetries } from '../chess/symmetries.ts';
import { makeUci, parseUci } from '../chess/uci.ts';
import { type Army, BLACK, type Color, type Piece, ROYAL, WHITE } from '../pieces/army.ts';
import type { RuleSet } from './ruleset.ts';

/** Plies without a capture or a pawn move after which a game is drawn: the 50-move rule. */
const FIFTY_MOVES = 100;

type Members = RuleSet<Position>;

/** Members that a variation cannot replace: they are tied to the board, the army and the kind of position. */
type Bound = 'board' | 'army' | 'flip' | 'place' | 'turn' | 'visitPieces';

/** The set solver moves the pieces as the army's data says: a game with moves of its own has no setwise form. */
type OwnMoves =
  | (Partial<Pick<Members, 'setwise'>> & { readonly moves?: never; readonly play?: never })
  | (Partial<Pick<Members, 'moves' | 'play'>> & { readonly setwise?: never });

/** What distinguishes a game of the chess family. Members that are absent default to those of chess. */
export type Variation = Pick<Members, 'name' | 'title' | 'about' | 'permits' | 'ending'> &
  Partial<Omit<Members, Bound | 'moves' | 'play' | 'setwise'>> & {
    readonly [K in Bound]?: never;
  } & OwnMoves;

/**
 * A rule set that moves its pieces as orthodox chess does, on 8x8. What the variation replaces is used throughout the
 * rule set. An army that lacks pieces of chess needs a `start` of its own: without one, reading `start` throws an
 * {@link InputError}.
 */
export function orthodox(variation: Variation, army: Army): RuleSet<Position> {
  const men = army.flatMap((_, kind): Piece[] => [
    { kind, color: WHITE },
    { kind, color: BLACK },
  ]);
  const readOwnStart = () =>
    variation.start ? ok(variation.start) : readStart(variation.name, army);
  let start: Position | undefined;
  const rules: RuleSet<Position> = {
    get start() {
      start ??= unwrap(readStart(variation.name, army));
      return start;
    },

    symmetries: (present) => movementSymmetries(board8x8, army, present),
    // Other royal pieces can be stuck, or attack each other.
    isTriviallyDrawn: (present) =>
      isKing(army[ROYAL]!.movement) && present.every(({ kind }) => kind === ROYAL),

    rights({ castling, enPassant }) {
      if (castling !== 0) return 'permanent';
      return enPassant === undefined ? 'none' : 'one-move';
    },

    moves: legalMoves,
    play,
    legalMoves: (position) =>
      rules.moves(position).filter((move) => rules.permits(rules.play(position, move))),
    refutation: () => undefined,

    check: (position) => isCheck(position),
    metacheck: () => false,
    pliesTo50Moves: ({ halfmoves }) => Math.max(0, FIFTY_MOVES - halfmoves),

    parseFen: (fen) => (fen.trim() === 'startpos' ? readOwnStart() : parseFen(fen, army)),
    makeFen,
    repetitionKey: makeFenKey,
    makeSan: (position, move, moves = rules.moves(position)) =>
      makeSan(position, move, moves) + mark(rules, position, move),
    makeUci: (move) => makeUci(move, army),
    parseMove(position, text): Result<Move> {
      const moves = rules.moves(position);
      const move = moves.find((each) => rules.makeUci(each) === text);
      if (move) return ok(move);
      if (!parseUci(text, army).ok) return parseSan(position, text, moves);
      const promotion = moves.find((each) => rules.makeUci(each).slice(0, -1) === text);
      if (!promotion) return fail('uci-illegal', `'${text}' is not a legal move here`, text);
      const way = `say to which piece, such as ${rules.makeUci(promotion)}`;
      return fail('uci-promotion', `'${text}' promotes a pawn: ${way}`, text);
    },
    ...(variation as Pick<Members, 'name' | 'title' | 'about' | 'permits' | 'ending'>),

    board: board8x8,
    army,
    flip: mirrorRanks(board8x8),
    place: (placed: readonly Piece[], squares: ArrayLike<number>, turn: Color) =>
      setUp({ army, turn }, placed, squares),
    turn: (position) => position.turn,
    visitPieces({ kinds, colors }, visit) {
      for (const piece of men) {
        const [all, own] = [kinds[piece.kind]!, colors[piece.color]];
        // Without a set for each step: probing does this for every position.
        for (let rest = all.lo & own.lo; rest !== 0; rest &= rest - 1) {
          visit(31 - Math.clz32(rest & -rest), piece);
        }
        for (let rest = all.hi & own.hi; rest !== 0; rest &= rest - 1) {
          visit(63 - Math.clz32(rest & -rest), piece);
        }
      }
    },
  };
  return rules;
}

function readStart(name: string, army: Army): Result<Position> {
  const start = parseFen(startFen, army);
  if (start.ok) return start;
  const { message, text } = start.problem;
  return fail('start', `the rules of ${name} need a start of their own: ${message}`, text);
}

/** `#` if the rule set says that the game is lost, `+` for check. */
function mark(rules: RuleSet<Position>, position: Position, move: Move): string {
  const after = rules.play(position, move);
  if (rules.ending(after)?.wdl === -1) return '#';
  return rules.check(after) ? '+' : '';
}
