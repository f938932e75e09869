import type { Symmetry } from '../board/board.ts';
import { fail, ok, type Result, unwrap } from '../board/result.ts';
import { makeFen, makeFenKey, parseFen } from '../notation/fen.ts';
import { isCourier, parseCourier } from '../notation/gameCourier.ts';
import { makeSan, parseSan } from '../notation/san.ts';
import { makeUci, parseUci } from '../notation/uci.ts';
import { opposite } from '../pieces/army.ts';
import { isCheck } from '../position/attacks.ts';
import { hasLegalMove, isPass, legalMoves, type Move, play } from '../position/moves.ts';
import { type Position, royalOf } from '../position/position.ts';
import { setUp } from '../position/setUp.ts';
import { checkVariant } from './checkVariant.ts';
import { inTables } from './covered.ts';
import type { Ending } from './ending.ts';
import { overOf } from './ends.ts';
import { fingerprintOf, hash } from './fingerprint.ts';
import { isDoubleStalemate, isExposedByPass, playPass } from './pass.ts';
import type { RuleSet } from './ruleset.ts';
import { flipOf, isInsufficientFor, isSettledBy, ruleSymmetries } from './scope.ts';
import type { Variant } from './variant.ts';

const doubleStalemate: Ending = { reason: 'double stalemate', wdl: 0 };

/** The rules of a game, derived from its description. Throws a RangeError if no game can have that. */
export function rulesOf(variant: Variant): RuleSet {
  checkVariant(variant);
  const { name, tables = name, about, equipment, stuck, bar, setwise } = variant;
  const { repetitions = 3, moveRule = 50 } = variant;
  const { board, army } = equipment;
  const over = overOf(variant);
  const mayExpose = stuck === 'pass' ? isExposedByPass : undefined;
  const permits = bar?.permits ?? (() => true);
  const isPermitted = (position: Position, move: Move) =>
    bar?.refutation ? bar.refutation(position, move) === undefined : permits(play(position, move));
  const threat = bar?.threat;
  const read = (fen: string) => parseFen(fen, equipment, mayExpose);
  // Most programs ask for one game's of these.
  let start: Position | undefined;
  let fingerprint: string | undefined;
  let flip: readonly [Symmetry | undefined] | undefined;
  const rules: RuleSet = {
    variant,
    name,
    tables,
    folder: folderOf(tables),
    get fingerprint() {
      fingerprint ??= fingerprintOf(variant);
      return fingerprint;
    },
    title: titleOf(variant),
    about,
    board,
    army,
    get flip() {
      flip ??= [flipOf(variant)];
      return flip[0];
    },
    ...(setwise ? { setwise } : {}),
    ...(threat ? { threat } : {}),
    get start() {
      start ??= unwrap(readStart());
      return start;
    },

    symmetries: (men) => ruleSymmetries(variant, men),
    isSettled: (men) => isSettledBy(variant, men),
    isInsufficientMaterial: (men) => isInsufficientFor(variant, men),

    place(men, squares, turn) {
      const placed = setUp(equipment, { turn }, men, squares, mayExpose);
      if (!placed.ok) return placed;
      const end = over(placed.value);
      return end ? fail('over', `the game is over: ${end.reason}`) : placed;
    },
    rights({ rights, enPassant }) {
      if (rights !== 0) return 'permanent';
      return enPassant === undefined ? 'none' : 'one-move';
    },

    inTables: (position) => inTables(rules, position),

    moves(position) {
      if (over(position)) return [];
      const moves = legalMoves(position);
      if (moves.length > 0 || endOf(position) !== 'pass') return moves;
      // A pass is the move of the royal piece, or of the first there is, to where it stands.
      const at = royalOf(position, position.turn);
      return [{ from: at, to: at, promotion: undefined }];
    },
    play: (position, move) => (isPass(move) ? playPass(position) : play(position, move)),
    permits,
    legalMoves: (position) =>
      bar
        ? rules.moves(position).filter((move) => isPermitted(position, move))
        : rules.moves(position),
    refutation: (position, move) => bar?.refutation?.(position, move),

    check: (position) => isCheck(position),
    metacheck: (position) => threat?.(position) !== undefined,

    over,
    ending(position, legal) {
      const ended = over(position);
      if (ended) return ended;
      if (legal ? legal.length > 0 : hasMove(position)) return undefined;
      const end = endOf(position);
      return end === 'pass' ? undefined : end;
    },
    passes: stuck === 'pass' || stuck.free === 'pass',
    isAfterPass: (position) =>
      mayExpose !== undefined && isCheck(position, opposite(position.turn)),
    repetitions,
    pliesTo50Moves: ({ halfmoves }) =>
      moveRule === 0 ? Number.POSITIVE_INFINITY : Math.max(0, 2 * moveRule - halfmoves),

    parseFen: (fen) => (fen.trim() === 'startpos' ? readStart() : read(fen)),
    makeFen,
    repetitionKey: makeFenKey,
    makeSan: (position, move, moves = rules.moves(position)) =>
      isPass(move) ? '--' : makeSan(position, move, moves) + mark(rules, position, move),
    makeUci: (move) => makeUci(move, equipment),
    parseMove(position, text): Result<Move> {
      const moves = rules.moves(position);
      const move = moves.find((each) => rules.makeUci(each) === text);
      if (move) return ok(move);
      if (moves.length === 1 && text === '--' && isPass(moves[0]!)) return ok(moves[0]!);
      if (isCourier(text)) return parseCourier(position, text, moves);
      if (!parseUci(text, equipment).ok) return parseSan(position, text, moves);
      const promotion = moves.find((each) => rules.makeUci(each).slice(0, -1) === text);
      if (!promotion) return fail('uci-illegal', `'${text}' is not a legal move here`, text);
      const way = `say to which piece, such as ${rules.makeUci(promotion)}`;
      return fail('uci-promotion', `'${text}' promotes a pawn: ${way}`, text);
    },
  };
  /** Stops at the first legal move. */
  const hasMove = (position: Position) =>
    bar ? legalMoves(position).some((move) => isPermitted(position, move)) : hasLegalMove(position);
  /** What becomes of a side that has no legal move. */
  const endOf = (position: Position): Ending | 'pass' => {
    const end =
      stuck === 'pass'
        ? stuck
        : isCheck(position) || threat?.(position)
          ? stuck.attacked
          : stuck.free;
    return end === 'pass' && isDoubleStalemate(position) ? doubleStalemate : end;
  };
  const readStart = () =>
    variant.start
      ? read(variant.start)
      : fail('start', `${name} has no initial position: give a FEN`, name);
  return rules;
}

/** The folder of a game's tables: its name, and a hash if it has parameters. */
function folderOf(name: string): string {
  const [game, parameters] = splitName(name);
  return parameters === undefined ? name : `${game}-${hash(name)}`;
}

function titleOf({ name, title }: Variant): string {
  const [, parameters] = splitName(name);
  return parameters === undefined ? title : `${title} (${parameters})`;
}

/** A game's name and, if it has any, the parameters after the colon. */
function splitName(name: string): readonly [game: string, parameters?: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? [name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** `#` if the rule set says that the game is lost, `+` for check. */
function mark(rules: RuleSet, position: Position, move: Move): string {
  const after = rules.play(position, move);
  if (rules.ending(after)?.wdl === -1) return '#';
  return rules.check(after) ? '+' : '';
}
