import { allSymmetries, type Board, boardOf } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import type { Chunks } from '../../src/format/format.ts';
import type { BlockCodec } from '../../src/format/mtb/blocks.ts';
import { layOutPlain } from '../../src/format/mtb/encodeNative.ts';
import { SymmetricPlacements } from '../../src/index/symmetricPlacements.ts';
import type { Piece } from '../../src/pieces/army.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { parseMaterial } from '../../src/table/material.ts';
import { makePositionCode, squareBits } from '../../src/table/positionCode.ts';
import type { Statistics } from '../../src/table/statistics.ts';
import { type Endgame, readTable, type Table } from '../../src/table/table.ts';
import { parseValueCode, UNCOVERED, type ValueCode } from '../../src/table/value.ts';
import { PlyValues } from '../../src/table/values.ts';
import { coloursOf } from '../table/colours.ts';

/** `[position code, wdl, dtm]` */
export type Entry = readonly [number, number, number];

/** A table whose values are in memory, to be altered. */
export interface MadeUpTable extends Table {
  readonly values: readonly [PlyValues, PlyValues];
}

/** The endgame of this name on the whole board under the rules of chess. */
export function chessEndgame(name: string): Endgame {
  return endgameOf(chess, unwrap(parseMaterial(name, coloursOf(chessArmy))).material);
}

/** The endgame of this name on a board small enough for exhaustive tests. Pawns move sideways there. */
export function smallEndgame(name: string, board: Board = boardOf(4, 4)): Endgame {
  const { material } = unwrap(parseMaterial(name, coloursOf(chessArmy)));
  return { rules: 'small', material, placements: placementsOn(board, material.men) };
}

export function placementsOn(board: Board, men: readonly Piece[]): SymmetricPlacements {
  return new SymmetricPlacements(men, allSymmetries(board));
}

/** A value that depends on the seed, the side to move and the index alone: drawn or up to `most` plies. */
export function madeUpValue(seed: number, turn: number, index: number, most: number): ValueCode {
  let hash = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(2 * index + turn + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  hash ^= hash >>> 13;
  return ((hash >>> 0) % (2 * most + 3)) - most - 1;
}

const made = new Map<string, MadeUpTable>();

/** A table of made-up values, with a value for every position of chess. Not to be altered: it is made once. */
export function madeUpTable(name: string, seed = 0, most = 40): MadeUpTable {
  const key = `${name} ${seed} ${most}`;
  const table = made.get(key) ?? makeUp(name, seed, most);
  made.set(key, table);
  return table;
}

function makeUp(name: string, seed: number, most: number): MadeUpTable {
  const endgame = chessEndgame(name);
  return fillTable(endgame, (turn, index, squares) =>
    chess.place(endgame.material.men, squares, turn).ok
      ? madeUpValue(seed, turn, index, most)
      : UNCOVERED,
  );
}

/** A small table of made-up values; only some of its placements are positions. */
export function smallTable(endgame: Endgame, seed = 0, most = 40): MadeUpTable {
  return fillTable(endgame, (turn, index) =>
    madeUpValue(seed + 1, turn, index, 1) < 0 ? UNCOVERED : madeUpValue(seed, turn, index, most),
  );
}

function fillTable(
  endgame: Endgame,
  valueAt: (turn: 0 | 1, index: number, squares: readonly number[]) => ValueCode,
): MadeUpTable {
  const { placements, material } = endgame;
  const squares: number[] = material.men.map(() => 0);
  const side = (turn: 0 | 1) =>
    Int16Array.from({ length: placements.size }, (_, index) => {
      placements.squares(index, squares);
      if (!areApart(squares)) return UNCOVERED;
      return placements.index(squares) === index ? valueAt(turn, index, squares) : UNCOVERED;
    });
  return withValues(endgame, side(0), side(1));
}

/** The expected entries of the table's pickle, computed naively: every placement of the whole board, by ascending key. */
export function entriesOf(table: Table): Entry[] {
  const { squareCount } = table.placements;
  const men = table.material.men.length;
  const entries: Entry[] = [];
  for (const turn of [1, 0] as const) {
    for (let number = 0; number < squareCount ** men; number++) {
      const squares = table.material.men.map(
        (_, slot) => Math.floor(number / squareCount ** (men - 1 - slot)) % squareCount,
      );
      if (!areApart(squares)) continue;
      const value = readTable(table, turn, squares);
      if (value === UNCOVERED) continue;
      const { wdl, dtm } = parseValueCode(value);
      entries.push([makePositionCode(turn, squares, squareBits(squareCount)), wdl, dtm]);
    }
  }
  return entries;
}

/** Whether no two men share a square. A set of the squares takes ten times as long. */
export function areApart(squares: readonly number[]): boolean {
  return squares.every((square, slot) => squares.indexOf(square) === slot);
}

/** A table of these values for White and Black to move. */
export function withValues(endgame: Endgame, white: Int16Array, black: Int16Array): MadeUpTable {
  return { ...endgame, values: [new PlyValues(white), new PlyValues(black)] };
}

/** A copy of the table with some values changed. */
export function altered(
  table: MadeUpTable,
  change: (white: Int16Array, black: Int16Array) => void,
): MadeUpTable {
  const [white, black] = [table.values[0].plies.slice(), table.values[1].plies.slice()];
  change(white, black);
  return withValues(table, white, black);
}

export async function joined(chunks: Chunks): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Uint8Array.from(Buffer.concat(all));
}

/** The native file of a table, as a store makes it with this codec. */
export async function nativeFile(
  table: Table,
  codec: BlockCodec,
  statistics?: Statistics,
): Promise<Uint8Array<ArrayBuffer>> {
  const { start, blocks } = layOutPlain(table, codec, statistics);
  const made = await joined(blocks);
  // The start is complete only now.
  return joined([start, made]);
}

/** Whether two tables have the same value at every number. Vitest takes a second to compare arrays of this size. */
export function haveSameValues(one: Table, other: Table): boolean {
  return ([0, 1] as const).every((turn) => {
    const [a, b] = [one.values[turn], other.values[turn]];
    if (a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) {
      if (a.at(index) !== b.at(index)) return false;
    }
    return true;
  });
}
