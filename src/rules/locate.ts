import type { Square } from '../board/board.ts';
import { type Color, opposite, type Piece } from '../pieces/army.ts';
import { colorOf, kindOf, type PieceCode } from '../pieces/mover.ts';
import type { Position } from '../position/position.ts';
import { MAX_MEN, type Material, orient } from '../table/material.ts';
import { DRAWN, makeValueCode, type ValueCode } from '../table/value.ts';
import type { RuleSet } from './ruleset.ts';

/** Where a position stands in the tables. */
export interface Located {
  /** The number of pieces on the board. Above {@link MAX_MEN} there is no table. */
  readonly men: number;
  /**
   * The table's material, or undefined if none is needed. The same object for the same pieces.
   */
  readonly material: Material | undefined;
  /** The position's value if no table holds it: the game is over, or no table of these pieces is needed. */
  readonly known: ValueCode | undefined;
  /** The side to move as the table has it. */
  readonly turn: Color;
  /** The squares in slot order as the table has them: a buffer that the next call overwrites. */
  readonly squares: Int16Array;
}

/** The table of a position's pieces and their slots in it, in the order of its sides. */
interface Layout {
  readonly material: Material | undefined;
  readonly flipped: boolean;
  readonly slots: readonly number[];
  readonly squares: Int16Array;
}

/** A node of a trie from the pieces, in order, to their layout. By piece code: the next. */
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
  /** The squares of the last position's pieces, in their order. */
  private readonly standing: Square[] = [];

  constructor(rules: RuleSet) {
    this.rules = rules;
  }

  locate(position: Position): Located {
    const { rules, standing } = this;
    const { sides, turn } = position;
    const men = sides[0].length + sides[1].length;
    const over = rules.over(position);
    const known = over && makeValueCode({ wdl: over.wdl, dtm: 0 });
    // With more men there are too many materials to cache each.
    if (men > MAX_MEN || known !== undefined)
      return { men, material: undefined, known, turn, squares: none };
    const { material, flipped, slots, squares } = this.layoutOf(position);
    if (!material) return { men, material: undefined, known: DRAWN, turn, squares: none };
    for (let i = 0; i < slots.length; i++) {
      const square = standing[i]!;
      squares[slots[i]!] = flipped ? rules.flip![square]! : square;
    }
    return { men, material, known, turn: flipped ? opposite(turn) : turn, squares };
  }

  private layoutOf({ sides }: Position): Layout {
    let branch = this.root;
    let men = 0;
    for (const side of sides) {
      for (const piece of side) {
        this.standing[men++] = piece & 255;
        branch = nextOf(branch, piece >> 8);
      }
    }
    branch.layout ??= this.makeLayout(branch.men);
    return branch.layout;
  }

  private makeLayout(men: readonly Piece[]): Layout {
    const { material, flipped } = orient(men, this.rules);
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

function nextOf({ men, next }: Branch, code: PieceCode): Branch {
  const known = next[code];
  if (known) return known;
  const piece = { kind: kindOf(code), color: colorOf(code) };
  const made = { men: [...men, piece], next: [], layout: undefined };
  next[code] = made;
  return made;
}
