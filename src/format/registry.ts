import { fail, ok, type Result } from '../board/result.ts';
import { countTable } from '../table/statistics.ts';
import type { Table } from '../table/table.ts';
import type { ExportFormat, TableFormat } from './format.ts';
import { encodeNative } from './mtb/encodeNative.ts';
import { nativeFormat } from './mtb/native.ts';
import { npyFormat } from './npy/npy.ts';
import { pickleFormat } from './pickle/pickle.ts';

/** Every format that tables are read from, the one that tables are kept in first. A new one is a line here. */
export const formats: readonly TableFormat[] = [nativeFormat, pickleFormat];

/** Every format that tables can be written in. */
export const exportFormats: readonly ExportFormat[] = [
  inOneFile({ ...nativeFormat, encode: encodeCounted }),
  inOneFile(pickleFormat),
  npyFormat,
];

/** With statistics, as generation writes it. */
async function* encodeCounted(table: Table): AsyncGenerator<Uint8Array> {
  yield* encodeNative(table, countTable(table));
}

function inOneFile({ name, extension, about, encode }: TableFormat): ExportFormat {
  return {
    ...{ name, extension, about },
    files: (table) => [{ suffix: '', chunks: encode(table) }],
  };
}

/** Errors: `format`. */
export function findFormat(name: string): Result<TableFormat> {
  return find(formats, name);
}

/** Errors: `format`. */
export function findExportFormat(name: string): Result<ExportFormat> {
  return find(exportFormats, name);
}

function find<T extends ExportFormat | TableFormat>(among: readonly T[], name: string): Result<T> {
  const format = among.find((each) => each.name === name);
  if (format) return ok(format);
  const names = among.map((each) => each.name).join(', ');
  return fail('format', `no format '${name}': there are ${names}`, name);
}
