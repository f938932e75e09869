import type { Problem } from '../board/result.ts';
import { type Color, WHITE } from '../pieces/army.ts';
import { type Alarms, alarmsOf } from '../play/status.ts';
import type { Position } from '../position/position.ts';
import type { FiftyMoves } from '../probe/fiftyMoves.ts';
import { heldValue, type Probe, type ProbedMove } from '../probe/probe.ts';
import type { Ending, RuleSet } from '../rules/ruleset.ts';
import type { Value } from '../table/value.ts';

/** For the side to move. */
type Category = 'win' | 'draw' | 'loss';

/** A value in the API: `dtm` counts plies and is 0 if the game is over or drawn. */
interface Worth {
  readonly wdl: 1 | 0 | -1;
  readonly dtm: number;
  readonly category: Category;
}

/** Of a position that no table holds, as what stands on the board has ended the game. */
const noWorth = { wdl: null, dtm: null, category: null };

/** How the game has ended. */
interface End {
  /** Without a legal move and attacked: mated, by chess or by these rules. */
  readonly checkmate: boolean;
  /** Without a legal move and not attacked. */
  readonly stalemate: boolean;
  /** The name of the end, or null if the game goes on. */
  readonly over: string | null;
}

/** With how the move ends the game. */
interface AnsweredMove extends Partial<Worth>, End {
  readonly uci: string;
  readonly san: string;
  readonly legal: boolean;
  /** The mate that a forbidden move would allow. */
  readonly refutation?: { readonly uci: string; readonly san: string };
}

interface AnswerFields extends Alarms, End {
  readonly fen: string;
  readonly rules: string;
  /** The table of the position, null if none is needed. */
  readonly table: string | null;
  /** Tables ignore the 50-move rule: `may-end-first` if it may end the game before the value comes true. */
  readonly fiftyMoves: FiftyMoves;
  readonly turn: 'white' | 'black';
  /** Best first, forbidden ones last. */
  readonly moves: readonly AnsweredMove[];
}

export type Answer = AnswerFields & (Worth | typeof noWorth);

export interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
}

export function refusal({ code, message }: Problem): Refusal {
  return { error: { code, message } };
}

export function answer(rules: RuleSet, position: Position, probed: Probe): Answer {
  const { table, fiftyMoves, ending, moves } = probed;
  const value = heldValue(rules, position, probed);
  return {
    fen: rules.makeFen(position),
    rules: rules.name,
    table,
    fiftyMoves,
    turn: nameOf(position.turn),
    ...(value ? worth(value) : noWorth),
    ...alarmsOf(rules, position),
    ...endOf(rules, ending),
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
    return { uci, san, legal, ...worth(value), ...endOf(rules, ending) };
  }
  const refuted = rules.refutation(position, move);
  const open = { uci, san, legal, ...endOf(rules, undefined) };
  if (!refuted) return open;
  const { at, reply } = refuted;
  return { ...open, refutation: { uci: rules.makeUci(reply), san: rules.makeSan(at, reply) } };
}

function endOf({ variant: { stuck } }: RuleSet, ending: Ending | undefined): End {
  const isStuck = ending !== undefined && stuck !== 'pass';
  return {
    checkmate: isStuck && ending === stuck.attacked,
    stalemate: isStuck && ending === stuck.free,
    over: ending?.reason ?? null,
  };
}

function worth({ wdl, dtm }: Value): Worth {
  return { wdl, dtm, category: wdl > 0 ? 'win' : wdl < 0 ? 'loss' : 'draw' };
}

function nameOf(color: Color): 'white' | 'black' {
  return color === WHITE ? 'white' : 'black';
}
