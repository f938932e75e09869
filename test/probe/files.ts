import { fail, ok, type Result, unwrap } from '../../src/board/result.ts';
import { portableCodec } from '../../src/format/mtb/blocks.ts';
import { nativeFormat } from '../../src/format/mtb/native.ts';
import type { Source, SourceFile } from '../../src/format/mtb/source.ts';
import type { ByteRange } from '../../src/format/mtb/tableFile.ts';
import type { Position } from '../../src/position/position.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { chess } from '../../src/rules/chess.ts';
import type { Table } from '../../src/table/table.ts';
import { joined, nativeFile } from '../format/madeUp.ts';

/** The table as a file, packed. */
export function fileOf(table: Table): Promise<Uint8Array> {
  return joined(nativeFormat.encode(table));
}

/** The same not packed, in a tenth of the time. */
export function plainFileOf(table: Table): Promise<Uint8Array> {
  return nativeFile(table, portableCodec);
}

/** The files of these tables, by name. */
export async function filesOf(
  tables: readonly Table[],
  make = fileOf,
): Promise<Map<string, Uint8Array>> {
  const files = tables.map(async (table) => [table.material.name, await make(table)] as const);
  return new Map(await Promise.all(files));
}

/** The position of a valid FEN. Rule sets of the chess family read the same FENs. */
export function read(fen: string): Position {
  return unwrap(chess.parseFen(fen));
}

/** A source that records what was opened and read, and fails the first `failures` times. */
export class WatchedSource implements Source {
  readonly asked: string[] = [];
  /** The ranges read, without the start of each file, which comes with opening it. */
  readonly reads: (ByteRange & { readonly table: string })[] = [];
  private readonly files: ReadonlyMap<string, Uint8Array>;
  private failures: number;

  constructor(files: ReadonlyMap<string, Uint8Array>, failures = 0) {
    this.files = files;
    this.failures = failures;
  }

  async open(table: string): Promise<Result<SourceFile | undefined>> {
    this.asked.push(table);
    if (this.failures-- > 0) return fail('read', 'the line was busy');
    const file = unwrap(await new MemorySource(this.files).open(table));
    return ok(
      file && {
        ...file,
        read: (range) => {
          this.reads.push({ table, ...range });
          return file.read(range);
        },
      },
    );
  }
}
