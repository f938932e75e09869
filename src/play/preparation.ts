import type { Square } from '../board/board.ts';
import type { Result } from '../board/result.ts';
import type { Color } from '../pieces/army.ts';
import type { PlacedPiece, Position } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';

/**
 * What the players of some games settle before the first move, phase by phase. All stages are immutable: `take` returns
 * the next one. A step is a short text, the same in messages, records and files.
 */
export type Stage = Arrangement | Selection | Placement | Ready | Lost;
export type Undecided = Arrangement | Selection | Placement;

interface Phase {
  /** The game as far as it is settled. */
  readonly rules: RuleSet;
  /** Who acts next. */
  readonly turn: Color;
  /** Errors: `step`, which says what would be right, and those of movements. */
  take(step: string): Result<Stage>;
}

/** Metamachy: Black chooses how four of its pieces stand; White's mirror them. Step: `arrange KQGL`. */
export interface Arrangement extends Phase {
  readonly phase: 'arrangement';
  /** Black's squares to be filled, in the order of the letters of a step: f12 g12 f11 g11. */
  readonly squares: readonly Square[];
  /** Every order of the letters. */
  readonly orders: readonly string[];
  /** The initial position of an order. */
  positionOf(order: string): Position;
}

/**
 * Hutnik's Meta Chess: how each kind of piece moves. Steps: `propose R=RN`; `agree Q=Q,R=RN,B=B,N=N`, which proposes all
 * that is undecided at once; and the answers `accept`, `overrule` to the first, `accept`, `decline` to the second.
 */
export interface Selection extends Phase {
  readonly phase: 'selection';
  readonly kinds: readonly SelectedKind[];
  /** What `turn` has to answer, or undefined if it has to propose. */
  readonly proposal: Proposal | undefined;
  /** By colour. */
  readonly overrules: readonly [number, number];
  /** Advice on a movement for a kind, in whole sentences; not rules. */
  warnings(letter: string, movement: string): readonly string[];
  /** The normal form of a movement that may be proposed for a kind. Errors say why it may not. */
  check(letter: string, movement: string): Result<string>;
}

export interface SelectedKind {
  readonly letter: string;
  readonly name: string;
  /** In Betza's notation; undefined while it is undecided. */
  readonly movement: string | undefined;
}

export interface Proposal {
  readonly by: Color;
  /** By letter: one kind, or all that were undecided. */
  readonly movements: ReadonlyMap<string, string>;
  /** What refuses it: `overrule`, which a side has only so often, or `decline`, which costs nothing. */
  readonly refusal: 'overrule' | 'decline';
}

/** Hutnik's Meta Chess: the pieces are placed in turn. Step: `place K e1`. */
export interface Placement extends Phase {
  readonly phase: 'placement';
  readonly placed: readonly PlacedPiece[];
  /** By colour: the kinds that are still to be placed, each as often as there are such pieces. */
  readonly left: readonly [readonly number[], readonly number[]];
  /** The empty squares on which `turn` may place. */
  readonly squares: readonly Square[];
}

/** All is settled: the game begins. */
export interface Ready {
  readonly phase: 'ready';
  readonly rules: RuleSet;
  readonly start: Position;
}

/** A side has lost before the first move. */
export interface Lost {
  readonly phase: 'lost';
  readonly rules: RuleSet;
  readonly loser: Color;
  /** Whole sentences. */
  readonly words: string;
  readonly placed: readonly PlacedPiece[];
}
