import { makeSquare } from '../board/board.ts';
import type { Move } from '../position/moves.ts';
import { type Position, royalOf } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';

/** Why the rules forbid a move. */
export interface Refutation {
  /** The mate that the move would allow. */
  readonly reply: Move;
  readonly san: string;
  /** Castling only: the square that the king passes over, such as `f1`, if it could be mated there. */
  readonly passing: string | undefined;
}

/** One move that the pieces can make in a position, and what the rules say of it. */
export class Choice {
  readonly move: Move;
  readonly uci: string;
  readonly legal: boolean;
  readonly rules: RuleSet;
  private readonly position: Position;
  private readonly moves: readonly Move[];
  private knownSan: string | undefined;
  private knownRefutation: Refutation | 'none' | undefined;

  /** `moves`: all moves of the position, for SAN. */
  constructor(
    rules: RuleSet,
    position: Position,
    move: Move,
    uci: string,
    legal: boolean,
    moves: readonly Move[],
  ) {
    this.rules = rules;
    this.position = position;
    this.move = move;
    this.uci = uci;
    this.legal = legal;
    this.moves = moves;
  }

  get san(): string {
    this.knownSan ??= this.rules.makeSan(this.position, this.move, this.moves);
    return this.knownSan;
  }

  /** Why the move is forbidden; undefined if it is legal or the rule set gives no reason. */
  get refutation(): Refutation | undefined {
    if (this.legal) return undefined;
    this.knownRefutation ??= this.refute() ?? 'none';
    return this.knownRefutation === 'none' ? undefined : this.knownRefutation;
  }

  private refute(): Refutation | undefined {
    const { rules, position, move } = this;
    const found = rules.refutation(position, move);
    if (!found) return undefined;
    const { at, reply } = found;
    const { turn, equipment } = position;
    if (!equipment.isPlain) return { reply, san: rules.makeSan(at, reply), passing: undefined };
    const stands = royalOf(rules.play(position, move), turn);
    const mated = royalOf(at, turn);
    const passing = mated === stands ? undefined : makeSquare(mated, rules.board);
    return { reply, san: rules.makeSan(at, reply), passing };
  }
}
