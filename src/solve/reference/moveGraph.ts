import type { Square } from '../../board/board.ts';
import type { Color } from '../../pieces/army.ts';
import type { Position } from '../../position/position.ts';
import { Locator } from '../../rules/locate.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import { type Endgame, readTable, type Table } from '../../table/table.ts';
import {
  afterMove,
  DRAWN,
  makeValueCode,
  preference,
  UNCOVERED,
  type ValueCode,
} from '../../table/value.ts';

/**
 * The moves of an endgame as a graph. Node `turn * size + index` is a position of the table; further nodes stand for
 * positions with a one-move right (en passant), which no table holds. Moves that leave the table are not edges but
 * *conversions*: of each node only the best is kept, since the values that they lead to are already known.
 */
export interface MoveGraph {
  /** By node: DRAWN if undecided, the ending's value if the game is over, UNCOVERED if it is not a position. */
  readonly values: Int16Array;
  /** By node: the number of edges that leave it. */
  readonly degrees: Uint16Array;
  /** By node: the value of its best conversion for the side to move, UNCOVERED if it has none. */
  readonly conversions: Int16Array;
  /** The edges' targets, for each node in rising order; a target appears once for each move that leads to it. */
  readonly edges: ChunkedList;
}

/** Reports how many of `total` positions have been expanded. */
export type Progress = (done: number, total: number) => void;

const PROGRESS_EVERY = 1 << 12;
const UNKNOWN = 0;
const PERMITTED = 1;
const FORBIDDEN = 2;

/** Generates every legal move of every position of an endgame once, with the rule set's own move generator. */
export function buildMoveGraph(
  rules: RuleSet,
  endgame: Endgame,
  tables: (name: string) => Table,
  progress: Progress = () => {},
): MoveGraph {
  const { placements, material } = endgame;
  const { size } = placements;
  const builder = new GraphBuilder(rules, endgame, tables);
  const squares = new Int16Array(material.men.length);
  for (let node = 0; node < 2 * size; node++) {
    if (node % PROGRESS_EVERY === 0) progress(node, 2 * size);
    const index = node % size;
    placements.squares(index, squares);
    if (placements.index(squares) !== index) continue;
    const position = rules.place(material.men, squares, node < size ? 0 : 1);
    if (position.ok) builder.expand(node, position.value);
  }
  const graph = builder.finish();
  progress(2 * size, 2 * size);
  return graph;
}

class GraphBuilder {
  private readonly rules: RuleSet;
  private readonly endgame: Endgame;
  private readonly tables: (name: string) => Table;
  private readonly locator: Locator;
  private readonly ownNodes: number;
  private readonly values: Int16Array;
  private readonly degrees: Uint16Array;
  private readonly conversions: Int16Array;
  private readonly edges = new ChunkedList();
  /** Caches `rules.permits` for each position of the table. */
  private readonly permissions: Uint8Array;
  private readonly byMaterial = new Map<Material, Table>();
  /** Positions with a one-move right, from node `ownNodes` on. */
  private readonly oneMove: Position[] = [];

  constructor(rules: RuleSet, endgame: Endgame, tables: (name: string) => Table) {
    this.rules = rules;
    this.endgame = endgame;
    this.tables = tables;
    this.locator = new Locator(rules);
    this.ownNodes = 2 * endgame.placements.size;
    this.values = new Int16Array(this.ownNodes).fill(UNCOVERED);
    this.degrees = new Uint16Array(this.ownNodes);
    this.conversions = new Int16Array(this.ownNodes).fill(UNCOVERED);
    this.permissions = new Uint8Array(this.ownNodes);
  }

  /** Adds a node's moves. Nodes must come in rising order. */
  expand(node: number, position: Position): void {
    const { value, degree, conversion } = this.moves(position);
    this.values[node] = value;
    this.degrees[node] = degree;
    this.conversions[node] = conversion;
  }

  private moves(position: Position): { value: ValueCode; degree: number; conversion: ValueCode } {
    const { rules } = this;
    const legal = [];
    const targets: number[] = [];
    let conversion: ValueCode = UNCOVERED;
    for (const move of rules.moves(position)) {
      const after = rules.play(position, move);
      if (rules.rights(after) !== 'none') {
        if (!rules.permits(after)) continue;
        this.oneMove.push(after);
        targets.push(this.ownNodes + this.oneMove.length - 1);
      } else {
        const { material, known, turn, squares } = this.locator.locate(after);
        if (material?.name === this.endgame.material.name) {
          const { placements } = this.endgame;
          const target = turn * placements.size + placements.index(squares);
          if (!this.permits(target, after)) continue;
          targets.push(target);
        } else {
          if (!rules.permits(after)) continue;
          const code = afterMove(known ?? this.read(material!, turn, squares));
          if (conversion === UNCOVERED || preference(code) > preference(conversion))
            conversion = code;
        }
      }
      legal.push(move);
    }
    const ending = rules.ending(position, legal);
    if (ending)
      return {
        value: makeValueCode({ wdl: ending.wdl, dtm: 0 }),
        degree: 0,
        conversion: UNCOVERED,
      };
    for (const target of targets) this.edges.push(target);
    return { value: DRAWN, degree: targets.length, conversion };
  }

  private permits(target: number, after: Position): boolean {
    if (this.permissions[target] === UNKNOWN) {
      this.permissions[target] = this.rules.permits(after) ? PERMITTED : FORBIDDEN;
    }
    return this.permissions[target] === PERMITTED;
  }

  /** The value of a position of another table. */
  private read(material: Material, turn: Color, squares: ArrayLike<Square>): ValueCode {
    const code = readTable(this.table(material), turn, squares);
    if (code === UNCOVERED) throw new Error(`a move leads to no position of ${material.name}`);
    return code;
  }

  private table(material: Material): Table {
    let table = this.byMaterial.get(material);
    if (!table) {
      table = this.tables(material.name);
      this.byMaterial.set(material, table);
    }
    return table;
  }

  finish(): MoveGraph {
    const found: { value: ValueCode; degree: number; conversion: ValueCode }[] = [];
    // The queue grows while it is processed: a reply to a double step may be another one.
    for (let i = 0; i < this.oneMove.length; i++) found.push(this.moves(this.oneMove[i]!));
    const nodes = this.ownNodes + found.length;
    const values = new Int16Array(nodes);
    const degrees = new Uint16Array(nodes);
    const conversions = new Int16Array(nodes);
    values.set(this.values);
    degrees.set(this.degrees);
    conversions.set(this.conversions);
    for (const [i, { value, degree, conversion }] of found.entries()) {
      values[this.ownNodes + i] = value;
      degrees[this.ownNodes + i] = degree;
      conversions[this.ownNodes + i] = conversion;
    }
    this.edges.forEach((target) => {
      if (values[target] === UNCOVERED)
        throw new Error(`a move of ${this.endgame.material.name} leads to no position`);
    });
    return { values, degrees, conversions, edges: this.edges };
  }
}

const CHUNK = 1 << 20;

/** A list of 32-bit numbers that grows without ever being copied, and is read once from the front. */
class ChunkedList {
  private readonly chunks: Uint32Array[] = [];
  length = 0;

  push(value: number): void {
    if (this.length % CHUNK === 0) this.chunks.push(new Uint32Array(CHUNK));
    this.chunks[this.chunks.length - 1]![this.length % CHUNK] = value;
    this.length++;
  }

  get(index: number): number {
    return this.chunks[Math.floor(index / CHUNK)]![index % CHUNK]!;
  }

  forEach(visit: (value: number) => void): void {
    for (let i = 0; i < this.length; i++) visit(this.get(i));
  }
}
