import { ok, type Result } from '../board/result.ts';
import type { Move } from '../position/moves.ts';
import type { Position } from '../position/position.ts';
import type { Ending, RuleSet } from '../rules/ruleset.ts';
import {
  afterMove,
  parseValueCode,
  preference,
  type Value,
  type ValueCode,
} from '../table/value.ts';
import { type FiftyMoves, fiftyMovesOf } from './fiftyMoves.ts';

/** A move that the pieces can make, and its value for the mover. */
export interface ProbedMove {
  readonly move: Move;
  readonly san: string;
  readonly uci: string;
  /** False if the rule set forbids the move (shown in amber on the Metachess page). */
  readonly legal: boolean;
  /** Its `dtm` counts from the position before the move; null if not legal. */
  readonly value: Value | null;
}

export interface Probe {
  /** The table that holds the position, null if no table is needed. */
  readonly table: string | null;
  readonly value: Value;
  /** Tables ignore the 50-move rule: does it leave time for the value? */
  readonly fiftyMoves: FiftyMoves;
  readonly ending: Ending | undefined;
  /** Best first; forbidden moves last. */
  readonly moves: readonly ProbedMove[];
}

/** The value that answers give; null if what stands on the board has ended the game, as no table holds that. */
export function heldValue(rules: RuleSet, position: Position, { value }: Probe): Value | null {
  return rules.over(position) ? null : value;
}

/** A position to probe: the positions to look up, then the answer from their values. */
export class ProbeRequest {
  readonly position: Position;
  /** The position, then the position after each legal move. */
  readonly asked: readonly Position[];
  private readonly rules: RuleSet;
  private readonly moves: readonly Move[];
  private readonly legal: ReadonlySet<string>;

  constructor(rules: RuleSet, position: Position) {
    this.rules = rules;
    this.position = position;
    this.moves = rules.moves(position);
    this.legal = new Set(rules.legalMoves(position).map(rules.makeUci));
    const after = this.moves
      .filter((move) => this.legal.has(rules.makeUci(move)))
      .map((move) => rules.play(position, move));
    this.asked = [position, ...after];
  }

  /** `codes`: the values of the positions `asked`, in their order. Returns the first problem among them, if any. */
  answer(codes: readonly Result<ValueCode>[], table: string | null): Result<Probe> {
    const { rules, position, moves, legal } = this;
    const known: ValueCode[] = [];
    for (const code of codes) {
      if (!code.ok) return code;
      known.push(code.value);
    }
    let next = 1;
    const rated = moves.map((move) => {
      const uci = rules.makeUci(move);
      const code = legal.has(uci) ? afterMove(known[next++]!) : undefined;
      const value = code === undefined ? null : parseValueCode(code);
      const san = rules.makeSan(position, move, moves);
      const order = code === undefined ? Number.NEGATIVE_INFINITY : preference(code);
      return { order, probed: { move, san, uci, legal: value !== null, value } };
    });
    // The sort is stable: equal moves stay in the order of the pieces.
    rated.sort((a, b) => (a.order === b.order ? 0 : b.order - a.order));
    const value = parseValueCode(known[0]!);
    return ok({
      table,
      value,
      fiftyMoves: fiftyMovesOf(rules, position, value),
      ending: rules.ending(position),
      moves: rated.map(({ probed }) => probed),
    });
  }
}
