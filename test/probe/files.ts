import type { Position } from '../../src/chess/position.ts';
import { fail, ok, type Result, unwrap } from '../../src/chess/result.ts';
import { nativeFormat } from '../../src/format/native.ts';
import type { Source } from '../../src/probe/source.ts';
import { chess } from '../../src/rules/chess.ts';
import type { Table } from '../../src/table/table.ts';
import { joined } from '../format/madeUp.ts';

/** The table as a file. */
export function fileOf(table: Table): Promise<Uint8Array> {
  return joined(nativeFormat.encode(table));
}

/** The files of these tables, by name. */
export async function filesOf(tables: readonly Table[]): Promise<Map<string, Uint8Array>> {
  const files = tables.map(async (table) => [table.material.name, await fileOf(table)] as const);
  return new Map(await Promise.all(files));
}

/** The position of a FEN, which must be right. Rule sets of the chess family read the same FENs. */
export function read(fen: string): Position {
  return unwrap(chess.parseFen(fen));
}

/** A source that remembers what it was asked for, and says no the first `failures` times. */
export class WatchedSource implements Source {
  readonly asked: string[] = [];
  private readonly files: ReadonlyMap<string, Uint8Array>;
  private failures: number;

  constructor(files: ReadonlyMap<string, Uint8Array>, failures = 0) {
    this.files = files;
    this.failures = failures;
  }

  async readBytes(table: string): Promise<Result<Uint8Array | undefined>> {
    this.asked.push(table);
    if (this.failures-- > 0) return fail('read', 'the line was busy');
    return ok(this.files.get(table));
  }
}
