import { allSymmetries } from '../board/board.ts';
import type { Position } from '../position/position.ts';
import { Locator } from '../rules/locate.ts';
import { lookAhead } from '../rules/lookAhead.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { readTable, type Table } from '../table/table.ts';
import { parseValueCode, UNCOVERED, type Value } from '../table/value.ts';

/** A position whose value does not follow from the positions one move ahead. */
export interface Difference {
  readonly fen: string;
  /** The table's value; null if it does not cover the position. */
  readonly found: Value | null;
  /** The value that follows from its successors; null if it is no position. */
  readonly expected: Value | null;
}

export interface Verification {
  readonly positions: number;
  readonly differences: number;
  /** The first few differences. */
  readonly examples: readonly Difference[];
}

export interface VerifyOptions {
  /** Verify about this many positions, evenly spread; default: all. */
  readonly sample?: number;
  readonly progress?: (done: number, total: number) => void;
}

const MOST_EXAMPLES = 20;
const PROGRESS_EVERY = 1 << 14;

/**
 * Derives every value of a table again from those of its successors, with the rule set's own move generator. A table
 * without differences is correct: a win in n needs a move to a loss in n - 1, a loss in n has every move going to a win
 * in at most n - 1, and so on down to the ends of games; a draw has a move to a draw and none that wins.
 * Of the placements that the index folds into one, a varying one is checked: so a folding under which the pieces or the
 * rules are not invariant makes differences too. `tables` returns the subtable of a name.
 */
export function verifyTable(
  rules: RuleSet,
  table: Table,
  tables: (name: string) => Table,
  { sample, progress = () => {} }: VerifyOptions = {},
): Verification {
  const { placements, material } = table;
  const locator = new Locator(rules);
  const read = (position: Position) => {
    const located = locator.locate(position);
    if (!located.material) return located.known!;
    const { name } = located.material;
    return readTable(name === material.name ? table : tables(name), located.turn, located.squares);
  };

  const symmetries = allSymmetries(rules.board);
  const nodes = 2 * placements.size;
  const stride = sample === undefined ? 1 : strideOf(nodes, sample);
  const squares = new Int16Array(material.men.length);
  const image = new Int16Array(material.men.length);
  const examples: Difference[] = [];
  let positions = 0;
  let differences = 0;
  for (let node = 0, step = 0; node < nodes; node += stride, step++) {
    if (step % PROGRESS_EVERY === 0) progress(node, nodes);
    const turn = node < placements.size ? 0 : 1;
    const index = node % placements.size;
    placements.squares(index, squares);
    if (placements.index(squares) !== index) continue;
    const symmetry = symmetries[anyOf(step, symmetries.length)]!;
    for (let slot = 0; slot < squares.length; slot++) image[slot] = symmetry[squares[slot]!]!;
    const placed = placements.index(image) === index ? image : squares;
    const position = rules.place(material.men, placed, turn);
    const expected = position.ok ? lookAhead(rules, position.value, read) : UNCOVERED;
    const found = table.values[turn].at(index);
    if (position.ok) positions++;
    if (found === expected) continue;
    differences++;
    if (examples.length < MOST_EXAMPLES) {
      examples.push({
        fen: position.ok
          ? rules.makeFen(position.value)
          : `no position: squares ${placed.join(' ')}`,
        found: found === UNCOVERED ? null : parseValueCode(found),
        expected: expected === UNCOVERED ? null : parseValueCode(expected),
      });
    }
  }
  progress(nodes, nodes);
  return { positions, differences, examples };
}

/** A number below `count`, different for neighbouring values of `step`. */
function anyOf(step: number, count: number): number {
  return (Math.imul(step, 0x9e3779b1) >>> 16) % count;
}

/** The distance between samples: odd, so that no digit of the index stays the same throughout. */
function strideOf(nodes: number, sample: number): number {
  return Math.max(1, Math.floor(nodes / Math.max(1, sample))) | 1;
}
