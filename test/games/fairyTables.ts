import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { unwrap } from '../../src/board/result.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { readTable } from '../../src/table/table.ts';
import { DRAWN, lostIn, UNCOVERED, type ValueCode, wonIn } from '../../src/table/value.ts';
import { materialOf } from '../solve/solved.ts';
import { solved } from './solved.ts';

/**
 * A game on a small board and tables of it. Fairy-Stockfish reads the same section, and says from each position of the
 * men where legal moves lead, what is check, and how games without a move have ended.
 */
export interface SmallGame {
  /** One section of a variants.ini, or several of which the last one is meant. */
  readonly ini: string;
  readonly files: number;
  readonly ranks: number;
  readonly tables: readonly string[];
  /** Letters as a FEN has them: the squares where alone this man may stand. By default all. */
  readonly stands?: Readonly<Record<string, readonly string[]>>;
  /** Is the game over by what stands on these ranks, the last one first? `.` is an empty square. By default never. */
  readonly over?: (ranks: readonly string[]) => boolean;
  /** May a game that looks over go on? Then without a move it may be over or stuck, in no table or with the value 0. */
  readonly answered?: true;
}

/** What tools/fairyPositions.cjs prints of a game and its men: positions by number. */
interface FairyGraph {
  /** Board, turn, castling, en passant. */
  readonly fens: readonly string[];
  readonly next: readonly (readonly number[] | null)[];
  /** `1-0`, `0-1`, `1/2-1/2`, where there is no move. */
  readonly results: readonly (string | null)[];
  readonly checks: readonly boolean[];
  /** The placements of the men; those in `refused` leave the side that is not to move in check. */
  readonly placed: readonly number[];
  readonly refused: readonly number[];
}

/** How a table differs from what Fairy-Stockfish's moves say. */
export interface Compared {
  readonly table: string;
  /** Positions in the table or, if no game leads elsewhere, in both. */
  readonly positions: number;
  readonly decided: number;
  readonly differences: readonly string[];
}

const program = fileURLToPath(new URL('../../tools/fairyPositions.cjs', import.meta.url));

/** Compares each table of these games, made by the reference solver, with value iteration over Fairy-Stockfish's moves. */
export async function compareTables(games: readonly SmallGame[]): Promise<readonly Compared[]> {
  const asked = games.flatMap((game) => {
    const rules = unwrap(parseVariants(game.ini)).at(-1)!;
    return game.tables.map((name) => ({ ...game, rules, table: materialOf(rules, name).name }));
  });
  const graphs = await graphsOf(
    games.map(({ ini }) => ini).join('\n'),
    asked.map(({ ini, files, ranks, stands, table }) => {
      const [white, black] = table.split('v');
      const variant = nameOf(ini);
      return { variant, files, ranks, stands, men: [...white!.toUpperCase(), ...black!] };
    }),
  );
  return asked.map((each, i) => compare(each, graphs[i]!));
}

function nameOf(ini: string): string {
  return [...ini.matchAll(/^\[([\w-]+)/gm)].at(-1)![1]!;
}

/** Asks in a process of its own. */
async function graphsOf(variants: string, games: readonly object[]): Promise<FairyGraph[]> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(JSON.stringify({ variants, games }));
  const parts: Buffer[] = [];
  for await (const part of child.stdout) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

interface Asked extends SmallGame {
  readonly rules: RuleSet;
  readonly table: string;
}

function compare(game: Asked, graph: FairyGraph): Compared {
  const table = solved(game.rules, game.table);
  const refused = new Set(graph.refused);
  const wrong = graph.next.flat().find((to) => to !== null && refused.has(to));
  if (typeof wrong === 'number') throw new Error(`a legal move leads to ${graph.fens[wrong]}`);
  const values = valueIteration(graph);
  const expected = new Map<string, ValueCode>();
  const mayLack = new Set<string>();
  for (const id of graph.placed) {
    const [rows, turn] = graph.fens[id]!.split(' ') as [string, string];
    const key = `${rows} ${turn}`;
    const isOver = game.over?.(ranksOf(rows)) ?? false;
    if (!isOver || game.answered) expected.set(key, values[id]!);
    if (isOver && graph.next[id]!.length === 0) mayLack.add(key);
  }
  const differences: string[] = [];
  let decided = 0;
  const letters = [...game.table.replace('v', '')];
  for (const squares of arrangements(letters.length, game.files * game.ranks)) {
    for (const [color, turn] of ['w', 'b'].entries()) {
      const fen = `${rowsOf(letters, squares, game)} ${turn}`;
      const here = readTable(table, color as 0 | 1, squares);
      const there = expected.get(fen) ?? UNCOVERED;
      if (here !== UNCOVERED && here !== DRAWN) decided++;
      const isLeftOut = here === UNCOVERED && mayLack.has(fen);
      if (here !== there && !isLeftOut)
        differences.push(`${fen}: ${text(here)} here, ${text(there)} there`);
    }
  }
  return { table: game.table, positions: expected.size, decided, differences };
}

function text(value: ValueCode): string {
  if (value === UNCOVERED) return 'no position';
  if (value === DRAWN) return 'drawn';
  return value > 0 ? `won in ${value - 1}` : `lost in ${-value - 1}`;
}

/** Won in n: a move leads to a position lost in n - 1. Lost in n: all lead to won ones, the slowest in n - 1. */
function valueIteration({ fens, next, results }: FairyGraph): readonly ValueCode[] {
  const values = fens.map((fen, id) => (results[id] ? codeOf(results[id], fen) : UNCOVERED));
  let open = fens.flatMap((_, id) => (next[id] && next[id].length > 0 ? [id] : []));
  for (let plies = 1, found = true; found; plies++) {
    const level = open.flatMap((id): [number, ValueCode][] => {
      const after = next[id]!.map((to) => values[to]!);
      if (after.includes(lostIn(plies - 1))) return [[id, wonIn(plies)]];
      return after.every((value) => value > 0) ? [[id, lostIn(plies)]] : [];
    });
    for (const [id, value] of level) values[id] = value;
    open = open.filter((id) => values[id] === UNCOVERED);
    found = level.length > 0;
  }
  return values.map((value) => (value === UNCOVERED ? DRAWN : value));
}

function codeOf(result: string, fen: string): ValueCode {
  if (result === '1/2-1/2') return DRAWN;
  const winner = { '1-0': 'w', '0-1': 'b' }[result];
  if (!winner) throw new Error(`${fen} has no move and the result ${result}`);
  return winner === fen.split(' ')[1] ? wonIn(0) : lostIn(0);
}

function ranksOf(rows: string): string[] {
  return rows.replace(/\d+/g, (empty) => '.'.repeat(Number(empty))).split('/');
}

/** As a FEN writes the board. */
function rowsOf(letters: readonly string[], squares: readonly number[], game: SmallGame): string {
  const on = Array<string>(game.files * game.ranks).fill('1');
  for (const [i, square] of squares.entries()) on[square] = letters[i]!;
  const rows = Array.from({ length: game.ranks }, (_, rank) =>
    on.slice(rank * game.files, (rank + 1) * game.files).join(''),
  );
  return rows
    .reverse()
    .join('/')
    .replace(/1+/g, (empty) => String(empty.length));
}

/** Every way to put so many men on different squares, in every order. */
function* arrangements(men: number, squares: number): Generator<readonly number[]> {
  if (men === 0) yield [];
  else {
    for (const others of arrangements(men - 1, squares)) {
      for (let square = 0; square < squares; square++) {
        if (!others.includes(square)) yield [...others, square];
      }
    }
  }
}
