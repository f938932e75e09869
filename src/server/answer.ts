import type { Problem } from '../board/result.ts';
import { type Color, WHITE } from '../pieces/army.ts';
import { type Alarms, alarmsOf } from '../play/status.ts';
import type { Position } from '../position/position.ts';
import type { FiftyMoves } from '../probe/fiftyMoves.ts';
import type { Probe, ProbedMove } from '../probe/probe.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Value } from '../table/value.ts';

/** For the side to move. */
type Category = 'win' | 'draw' | 'loss';

/** A value in the API: `dtm` counts plies and is 0 if the game is over or drawn. */
interface Worth {
  readonly wdl: 1 | 0 | -1;
  readonly dtm: number;
  readonly category: Category;
}

interface AnsweredMove extends Partial<Worth> {
  readonly uci: string;
  readonly san: string;
  readonly legal: boolean;
  /** How the move ends the game; both false if it does not. */
  readonly checkmate: boolean;
  readonly stalemate: boolean;
  /** The mate that a forbidden move would allow. */
  readonly refutation?: { readonly uci: string; readonly san: string };
}

export interface Answer extends Worth, Alarms {
  readonly fen: string;
  readonly rules: string;
  /** The table of the position, null if none is needed. */
  readonly table: string | null;
  /** Tables ignore the 50-move rule: `may-end-first` if it may end the game before the value comes true. */
  readonly fiftyMoves: FiftyMoves;
  readonly turn: 'white' | 'black';
  /** Is the side to move mated, by chess or by these rules? */
  readonly checkmate: boolean;
  readonly stalemate: boolean;
  /** Why the game is over, or null. */
  readonly over: string | null;
  /** Best first, forbidden ones last. */
  readonly moves: readonly AnsweredMove[];
}

export interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
}

export function refusal({ code, message }: Problem): Refusal {
  return { error: { code, message } };
}

export function answer(rules: RuleSet, position: Position, probed: Probe): Answer {
  const { table, value, fiftyMoves, ending, moves } = probed;
  return {
    fen: rules.makeFen(position),
    rules: rules.name,
    table,
    fiftyMoves,
    turn: nameOf(position.turn),
    ...worth(value),
    ...alarmsOf(rules, position),
    checkmate: ending !== undefined && ending.wdl < 0,
    stalemate: ending?.reason === 'stalemate',
    over: ending?.reason ?? null,
    moves: moves.map((move) => answeredMove(rules, position, move)),
  };
}

function answeredMove(
  rules: RuleSet,
  position: Position,
  { move, uci, san, legal, value }: ProbedMove,
): AnsweredMove {
  if (value) {
    const ending = rules.ending(rules.play(position, move));
    return {
      uci,
      san,
      legal,
      ...worth(value),
      checkmate: ending !== undefined && ending.wdl < 0,
      stalemate: ending?.reason === 'stalemate',
    };
  }
  const refuted = rules.refutation(position, move);
  const open = { uci, san, legal, checkmate: false, stalemate: false };
  if (!refuted) return open;
  const { at, reply } = refuted;
  return { ...open, refutation: { uci: rules.makeUci(reply), san: rules.makeSan(at, reply) } };
}

function worth({ wdl, dtm }: Value): Worth {
  return { wdl, dtm, category: wdl > 0 ? 'win' : wdl < 0 ? 'loss' : 'draw' };
}

function nameOf(color: Color): 'white' | 'black' {
  return color === WHITE ? 'white' : 'black';
}
