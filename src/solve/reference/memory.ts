import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';

/** What the memory of a table is estimated from. */
export interface GraphSize {
  readonly nodes: number;
  /** About how many moves lead from them. */
  readonly edges: number;
  /** About how many positions have a one-move right. */
  readonly oneMove: number;
}

/** Nodes and edges have 32-bit numbers. */
export const MOST_EDGES = 2 ** 32 - 1;

const SAMPLES = 256;
/** Multiples of it, less their whole parts, are spread evenly, whatever strides the index has. */
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

/** The size of a table's move graph, by the moves of a sample of its positions. */
export function graphSizeOf(rules: RuleSet, material: Material): GraphSize {
  const { placements } = endgameOf(rules, material);
  const squares = new Int16Array(material.men.length);
  let [edges, oneMove] = [0, 0];
  for (let i = 1; i <= SAMPLES; i++) {
    const index = Math.floor(placements.size * ((i * GOLDEN_RATIO) % 1));
    placements.squares(index, squares);
    if (placements.index(squares) !== index) continue;
    const position = rules.place(material.men, squares, i % 2 === 0 ? 0 : 1);
    if (!position.ok) continue;
    const moves = rules.moves(position.value);
    edges += moves.length;
    for (const move of moves)
      if (rules.rights(rules.play(position.value, move)) !== 'none') oneMove++;
  }
  const nodes = 2 * placements.size;
  const scale = nodes / SAMPLES;
  return { nodes, edges: scale * edges, oneMove: scale * oneMove };
}

/** Value, degree, conversion and ways of a node, the first three once more before they are joined with those of one-move nodes, permission, and where its edges begin, twice. */
const NODE_BYTES = 4 * 2 + 3 * 2 + 1 + 2 * 4;
/** Its number in the list of nodes decided last, and in that of conversions. */
const LISTED_BYTES = 16;
/** The edge and its reverse. */
const EDGE_BYTES = 4 + 4;
/** A position is an object with an array of its squares. */
const POSITION_BYTES = 400;
const SQUARE_BYTES = 8;
/** What the program takes besides, and a worker with its code. */
export const PROGRAM_BYTES = 160 << 20;

/**
 * About how many bytes it takes to solve a table. Peaks of `metatb generate --solver reference --threads 1`, in MiB: KQvkr
 * of chess 512 (630 by this), of Metamachy KQvk 248 (288) and KPvk 512 (433).
 */
export function solveBytes(rules: RuleSet, { nodes, edges, oneMove }: GraphSize): number {
  const position = POSITION_BYTES + SQUARE_BYTES * rules.board.size;
  return (
    PROGRAM_BYTES + nodes * (NODE_BYTES + LISTED_BYTES) + edges * EDGE_BYTES + oneMove * position
  );
}

/** Bytes of a finished table with this many nodes: positions of either side. */
export function tableBytes(nodes: number): number {
  return 2 * nodes;
}
