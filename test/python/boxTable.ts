import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Board, boardOf } from '../../src/board/board.ts';
import { pawn, piece, royal } from '../../src/pieces/kinds.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { Variant } from '../../src/rules/variant.ts';
import type { Table } from '../../src/table/table.ts';
import { fileOf, plainFileOf } from '../probe/files.ts';
import { boxChess } from '../rules/boxChess.ts';
import { Solved } from '../solve/solved.ts';

/** A game on a small board with a royal piece, a piece X, and pawns that become X. */
export function gameOf(
  board: Board,
  movements: readonly [royal: string, x: string],
  end?: Partial<Variant>,
): RuleSet {
  const [king, x] = movements;
  return boxChess(board, [royal('K', king, king), piece('X', x, x), pawn([1])], end);
}

/** KXvk on 4x4. */
export function boxTable(movement: string) {
  const rules = gameOf(boardOf(4, 4), ['K', movement]);
  return { rules, table: new Solved(rules).get('KXvk') };
}

/** Writes a table's file to a folder of its own, since it has to be called after the table. */
export async function writeTable(folder: string, table: Table): Promise<string> {
  return writeFile(folder, table.material.name, await plainFileOf(table));
}

/** The same, packed. */
export async function writePacked(folder: string, table: Table): Promise<string> {
  return writeFile(folder, table.material.name, await fileOf(table));
}

export function writeFile(folder: string, name: string, bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(folder, 'case-')), `${name}.mtb`);
  writeFileSync(path, bytes);
  return path;
}
