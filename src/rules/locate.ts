import type { Square, Symmetry } from '../chess/geometry.ts';
import { type Color, type Man, opposite } from '../chess/men.ts';
import { type Material, orient } from '../table/material.ts';
import type { RuleSet } from './ruleset.ts';

/** Where a position stands in the tables. */
export interface Located {
  /** The table's men, undefined where they are too few for anything but a draw. The same object for the same men. */
  readonly material: Material | undefined;
  /** The side to move as the table has it. */
  readonly turn: Color;
  /** The squares in slot order as the table has them: a buffer that the next call overwrites. */
  readonly squares: Int16Array;
}

/** Men of a position in the slots of their table. */
interface Layout {
  readonly material: Material | undefined;
  readonly flipped: boolean;
  /** By man's number (see {@link Locator.number}): the first slot of its like. */
  readonly firstSlot: Uint8Array;
  readonly squares: Int16Array;
}

/** The room in a position for men that a locator can sort: tables are far smaller. */
const MOST_MEN = 256;

/** Finds the table of a position and its place there: men to slots, colours exchanged where the table has them so. */
export class Locator<P> {
  private readonly rules: RuleSet<P>;
  private readonly layouts = new Map<string, Layout>();
  private readonly flip: Symmetry;
  /** The men of the last position, in the order in which they were visited. */
  private readonly visited: Square[] = [];
  private readonly numbers = new Uint8Array(MOST_MEN);
  private readonly census: Uint8Array;
  private readonly nextSlot: Uint8Array;
  private count = 0;

  constructor(rules: RuleSet<P>) {
    this.rules = rules;
    this.flip = rules.flip;
    this.census = new Uint8Array(2 * rules.army.length);
    this.nextSlot = new Uint8Array(2 * rules.army.length);
  }

  locate(position: P): Located {
    this.visit(position);
    const layout = this.layout();
    const { firstSlot, squares, flipped, material } = layout;
    this.nextSlot.set(firstSlot);
    for (let i = 0; i < this.count; i++) {
      const square = this.visited[i]!;
      squares[this.nextSlot[this.numbers[i]!]!++] = flipped ? this.flip[square]! : square;
    }
    const turn = this.rules.turn(position);
    return { material, turn: flipped ? opposite(turn) : turn, squares };
  }

  private visit(position: P): void {
    this.count = 0;
    this.census.fill(0);
    this.rules.visitMen(position, this.record);
  }

  private readonly record = (square: Square, man: Man): void => {
    const number = this.number(man);
    this.visited[this.count] = square;
    this.numbers[this.count++] = number;
    this.census[number]!++;
  };

  private number({ kind, color }: Man): number {
    return color * this.rules.army.length + kind;
  }

  private layout(): Layout {
    const key = String.fromCharCode(...this.census);
    let layout = this.layouts.get(key);
    if (!layout) {
      layout = this.makeLayout();
      this.layouts.set(key, layout);
    }
    return layout;
  }

  private makeLayout(): Layout {
    const kinds = this.rules.army.length;
    const men = Array.from(this.numbers.subarray(0, this.count), (number): Man => {
      return { kind: number % kinds, color: number < kinds ? 0 : 1 };
    });
    const { material, flipped } = orient(men, this.rules.army);
    const firstSlot = new Uint8Array(2 * kinds);
    for (const man of men) {
      const color = flipped ? opposite(man.color) : man.color;
      firstSlot[this.number(man)] = material.men.findIndex(
        (slot) => slot.kind === man.kind && slot.color === color,
      );
    }
    return {
      material: this.rules.isDead(men) ? undefined : material,
      flipped,
      firstSlot,
      squares: new Int16Array(men.length),
    };
  }
}
