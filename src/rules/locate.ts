import type { Square } from '../board/board.ts';
import { type Color, opposite, type Piece } from '../pieces/army.ts';
import type { Position } from '../position/position.ts';
import { MAX_MEN, type Material, orient } from '../table/material.ts';
import { DRAWN, makeValueCode, type ValueCode } from '../table/value.ts';
import type { RuleSet } from './ruleset.ts';

/** Where a position stands in the tables. */
export interface Located {
  /** The number of pieces on the board. Above {@link MAX_MEN} the other fields are not set. */
  readonly men: number;
  /**
   * The table's material, or undefined if none is needed. The same object for pieces visited in the same order.
   */
  readonly material: Material | undefined;
  /** The position's value if no table holds it: the game is over, or no table of these pieces is needed. */
  readonly known: ValueCode | undefined;
  /** The side to move as the table has it. */
  readonly turn: Color;
  /** The squares in slot order as the table has them: a buffer that the next call overwrites. */
  readonly squares: Int16Array;
}

/** The table of a position's pieces and their slots in it, in the order in which the rule set visits them. */
interface Layout {
  readonly material: Material | undefined;
  readonly flipped: boolean;
  readonly slots: readonly number[];
  readonly squares: Int16Array;
}

/** A node of a trie from the pieces visited, in order, to their layout. */
interface Branch {
  readonly men: readonly Piece[];
  readonly next: (Branch | undefined)[];
  layout: Layout | undefined;
}

const none = new Int16Array(0);

/**
 * Finds the table of a position and its place there: assigns pieces to slots, exchanging the colours if the table does.
 */
export class Locator {
  private readonly rules: RuleSet;
  private readonly root: Branch = { men: [], next: [], layout: undefined };
  private at = this.root;
  /** The squares of the last position's pieces, in the order in which they were visited. */
  private readonly visited: Square[] = [];
  private count = 0;

  constructor(rules: RuleSet) {
    this.rules = rules;
  }

  locate(position: Position): Located {
    const { rules, visited } = this;
    this.at = this.root;
    this.count = 0;
    rules.visitPieces(position, this.visit);
    const men = this.count;
    const over = rules.over(position);
    const known = over && makeValueCode({ wdl: over.wdl, dtm: 0 });
    if (men > MAX_MEN)
      return { men, material: undefined, known, turn: rules.turn(position), squares: none };
    this.at.layout ??= this.makeLayout(this.at.men);
    const { material, flipped, slots, squares } = this.at.layout;
    if (known !== undefined || !material) {
      return {
        men,
        material: undefined,
        known: known ?? DRAWN,
        turn: rules.turn(position),
        squares: none,
      };
    }
    for (let i = 0; i < slots.length; i++) {
      const square = visited[i]!;
      squares[slots[i]!] = flipped ? rules.flip[square]! : square;
    }
    const turn = rules.turn(position);
    return { men, material, known, turn: flipped ? opposite(turn) : turn, squares };
  }

  private readonly visit = (square: Square, piece: Piece): void => {
    // With more men there are too many materials to cache each.
    if (this.count >= MAX_MEN) {
      this.count++;
      return;
    }
    this.visited[this.count++] = square;
    const { men, next } = this.at;
    const number = 2 * piece.kind + piece.color;
    let branch = next[number];
    if (!branch) {
      branch = { men: [...men, piece], next: [], layout: undefined };
      next[number] = branch;
    }
    this.at = branch;
  };

  private makeLayout(men: readonly Piece[]): Layout {
    const { material, flipped } = orient(men, this.rules.army);
    const taken = new Set<number>();
    const slots = men.map(({ kind, color }) => {
      const as = flipped ? opposite(color) : color;
      const slot = material.men.findIndex(
        (each, i) => each.kind === kind && each.color === as && !taken.has(i),
      );
      taken.add(slot);
      return slot;
    });
    return {
      material: this.rules.isSettled(men) ? undefined : material,
      flipped,
      slots,
      squares: new Int16Array(men.length),
    };
  }
}
