import { makeFen, makeFenKey, parseFen, startFen } from '../chess/fen.ts';
import { allSymmetries, board8x8, identity, mirrorFiles, mirrorRanks } from '../chess/geometry.ts';
import { type Army, BLACK, type Color, type Man, ROYAL, WHITE } from '../chess/men.ts';
import { legalMoves, type Move, play } from '../chess/moves.ts';
import { isCheck, type Position, setUp } from '../chess/position.ts';
import { fail, ok, type Result, unwrap } from '../chess/result.ts';
import { makeSan, parseSan } from '../chess/san.ts';
import { makeUci, parseUci } from '../chess/uci.ts';
import type { RuleSet } from './ruleset.ts';

/** Plies without a capture or a pawn move after which a game is drawn: the 50-move rule. */
const EXHAUSTED_PLIES = 100;

const everySymmetry = allSymmetries(board8x8);
/** With a pawn on the board up is not down, and neither is it sideways. */
const fileSymmetry = [identity(board8x8), mirrorFiles(board8x8)];

/** What a game of the chess family leaves to its own file. */
export type Variation = Pick<RuleSet<Position>, 'name' | 'title' | 'about' | 'permits' | 'ending'> &
  Partial<RuleSet<Position>>;

/** A rule set that moves its men as orthodox chess does, on 8x8. */
export function orthodox(variation: Variation, army: Army): RuleSet<Position> {
  const men = army.flatMap((_, kind): Man[] => [
    { kind, color: WHITE },
    { kind, color: BLACK },
  ]);
  const rules: RuleSet<Position> = {
    geometry: board8x8,
    army,
    start: unwrap(parseFen(startFen, army)),
    flip: mirrorRanks(board8x8),

    symmetries: (men) => (men.some(({ kind }) => army[kind]!.pawn) ? fileSymmetry : everySymmetry),
    isDead: (men) => men.every(({ kind }) => kind === ROYAL),

    place: (men: readonly Man[], squares: ArrayLike<number>, turn: Color) =>
      setUp({ army, turn }, men, squares),
    turn: (position) => position.turn,
    visitMen({ kinds, colors }, visit) {
      for (const man of men) {
        let squares = kinds[man.kind]!.intersect(colors[man.color]);
        for (; !squares.isEmpty(); squares = squares.rest()) visit(squares.first(), man);
      }
    },
    rights({ castling, enPassant }) {
      if (castling !== 0) return 'lasting';
      return enPassant === undefined ? 'none' : 'fleeting';
    },

    moves: legalMoves,
    play,
    legalMoves: (position) =>
      legalMoves(position).filter((move) => rules.permits(play(position, move))),
    refutation: () => undefined,

    check: (position) => isCheck(position),
    metacheck: () => false,
    isExhausted: ({ halfmoves }) => halfmoves >= EXHAUSTED_PLIES,

    parseFen: (fen) => parseFen(fen, army),
    makeFen,
    repetitionKey: makeFenKey,
    makeSan: (position, move, moves) =>
      makeSan(position, move, moves) + mark(rules, position, move),
    makeUci: (move) => makeUci(move, army),
    parseMove(position, text): Result<Move> {
      const moves = rules.moves(position);
      const move = moves.find((each) => rules.makeUci(each) === text);
      if (move) return ok(move);
      const isUci = parseUci(text, army).ok;
      return isUci
        ? fail('uci-illegal', `no legal move is '${text}'`, text)
        : parseSan(position, text, moves);
    },
    ...variation,
  };
  return rules;
}

/** `#` for the end of the game by the rule set's own reckoning, `+` for check. */
function mark(rules: RuleSet<Position>, position: Position, move: Move): string {
  const after = play(position, move);
  if (rules.ending(after)?.wdl === -1) return '#';
  return isCheck(after) ? '+' : '';
}
