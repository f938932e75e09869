import type { Color, Piece } from '../../src/pieces/army.ts';
import { type Position, piecesOn } from '../../src/position/position.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';

/** The value of a position for the side to move, as in a table. */
interface Worth {
  readonly wdl: -1 | 0 | 1;
  /** Plies to the end; 0 if the game is over or drawn. */
  readonly dtm: number;
}

/** A placement of the men, on the whole board, with identical pieces in every order. */
interface Placed extends Worth {
  readonly turn: Color;
  /** In the order of the given men. */
  readonly squares: readonly number[];
}

export interface BruteForce {
  readonly placed: readonly Placed[];
  /** The value of any position that the men can reach, also by captures, promotions and double steps. */
  worth(position: Position): Worth | undefined;
}

/**
 * Solves these men under any rule set by the definition, with nothing of src/solve: every placement and every position
 * that play reaches from it, keyed by its men; then level by level. No symmetry, no retrograde moves.
 */
export function bruteForce(rules: RuleSet, men: readonly Piece[]): BruteForce {
  const graph = new Graph(rules);
  const placements: { turn: Color; squares: readonly number[]; id: number }[] = [];
  for (const turn of [0, 1] as const) {
    for (const squares of arrangements(men.length, rules.board.files * rules.board.ranks)) {
      const position = rules.place(men, squares, turn);
      if (position.ok) placements.push({ turn, squares, id: graph.explore(position.value) });
    }
  }
  const worths = valueIteration(graph);
  return {
    placed: placements.map(({ turn, squares, id }) => ({ turn, squares, ...worths[id]! })),
    worth(position) {
      const id = graph.find(position);
      return id === undefined ? undefined : worths[id];
    },
  };
}

const DRAW: Worth = { wdl: 0, dtm: 0 };

/**
 * Won in n: not decided in fewer plies, and some move leads to a position lost in n - 1. Lost in n: every move leads
 * to a won position, the slowest of them won in n - 1. What no level decides is drawn.
 */
function valueIteration(graph: Graph): Worth[] {
  const { successors, endings } = graph;
  const worths: (Worth | undefined)[] = endings.map((wdl) =>
    wdl === undefined ? undefined : { wdl, dtm: 0 },
  );
  let open = successors.map((_, id) => id).filter((id) => worths[id] === undefined);
  for (let dtm = 1, decided = true; decided; dtm++) {
    const level: [id: number, worth: Worth][] = [];
    for (const id of open) {
      const next = successors[id]!;
      if (next.some((to) => worths[to]?.wdl === -1)) level.push([id, { wdl: 1, dtm }]);
      else if (next.every((to) => worths[to]?.wdl === 1)) level.push([id, { wdl: -1, dtm }]);
    }
    for (const [id, worth] of level) worths[id] = worth;
    open = open.filter((id) => worths[id] === undefined);
    decided = level.length > 0;
  }
  return worths.map((worth) => worth ?? DRAW);
}

/** Every position met, by number, with the positions that its legal moves lead to. */
class Graph {
  readonly successors: number[][] = [];
  /** For the side to move, if the game is over. */
  readonly endings: (-1 | 0 | 1 | undefined)[] = [];
  private readonly ids = new Map<number | string, number>();
  /** Whether the rules let a side move into a position; computed once for each. */
  private readonly permitted: boolean[] = [];
  private readonly waiting: { id: number; position: Position }[] = [];
  private readonly rules: RuleSet;

  constructor(rules: RuleSet) {
    this.rules = rules;
  }

  find(position: Position): number | undefined {
    return this.ids.get(this.key(position));
  }

  /** The number of a position, after exploring it and every position that follows from it. */
  explore(position: Position): number {
    const id = this.id(position);
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) this.expand(next);
    return id;
  }

  private expand({ id, position }: { id: number; position: Position }): void {
    const { rules } = this;
    const after = rules
      .moves(position)
      .map((move) => ({ move, to: this.id(rules.play(position, move)) }));
    const legal = after.filter(({ to }) => this.permitted[to]);
    this.endings[id] = rules.ending(
      position,
      legal.map(({ move }) => move),
    )?.wdl;
    this.successors[id] = legal.map(({ to }) => to);
    if (this.endings[id] === undefined && legal.length === 0) {
      throw new Error(`${rules.makeFen(position)}: no legal move and no ending`);
    }
  }

  private id(position: Position): number {
    const key = this.key(position);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.ids.size;
    this.ids.set(key, id);
    this.successors.push([]);
    this.endings.push(undefined);
    this.permitted.push(this.rules.permits(position));
    this.waiting.push({ id, position });
    return id;
  }

  /** The side to move and each piece with its square as digits of a number, sorted. */
  private key(position: Position): number | string {
    const { rules } = this;
    if (rules.rights(position) !== 'none') return rules.repetitionKey(position);
    const { files, ranks } = rules.board;
    const base = files * ranks * rules.army.length * 2;
    const digits: number[] = [];
    for (const { square, kind, color } of piecesOn(position)) {
      digits.push((square * rules.army.length + kind) * 2 + color);
    }
    digits.sort((a, b) => a - b);
    let key = 2 + position.turn;
    for (const digit of digits) key = key * base + digit;
    if (!Number.isSafeInteger(key)) throw new Error('too many men for brute force');
    return key;
  }
}

/** Every way to put `men` men on different squares, in every order. */
function* arrangements(men: number, squares: number): Generator<readonly number[]> {
  if (men === 0) {
    yield [];
    return;
  }
  for (const rest of arrangements(men - 1, squares)) {
    for (let square = 0; square < squares; square++) {
      if (!rest.includes(square)) yield [...rest, square];
    }
  }
}
