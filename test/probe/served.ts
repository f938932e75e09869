import { unwrap } from '../../src/board/result.ts';
import { type HttpOptions, HttpSource } from '../../src/probe/httpSource.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import type { Value } from '../../src/table/value.ts';
import { madeUpTable } from '../format/madeUp.ts';
import { FileServer } from './fileServer.ts';
import { filesOf, read } from './files.ts';

/** Tables of random values, a position of each, and the values of the first two positions. */
export const files = await filesOf(['KQvk', 'KRvk', 'KBvk'].map((name) => madeUpTable(name)));
export const queen = read('8/8/4k3/8/8/8/8/K2Q4 w - - 0 1');
export const rook = read('8/8/4k3/8/8/8/8/K2R4 b - - 0 1');
export const all = [queen, rook, read('8/8/4k3/8/8/8/8/K2B4 w - - 0 1')];
export const [inQueen, inRook] = await valuesIn(files);

export async function valuesIn(tables: ReadonlyMap<string, Uint8Array>): Promise<Value[]> {
  return (await new Tablebase(chess, new MemorySource(tables)).values(all)).map(unwrap);
}

export async function valueIn(tables: ReadonlyMap<string, Uint8Array>, position: typeof queen) {
  return unwrap(await new Tablebase(chess, new MemorySource(tables)).value(position));
}

/** Reset before each test. */
export const server = await FileServer.start();

export function prober(options: HttpOptions = {}): Tablebase {
  return new Tablebase(chess, new HttpSource(chess, server.url, options));
}
