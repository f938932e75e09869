import { fail, ok, type Result } from '../chess/result.ts';
import type { TableFormat } from './format.ts';
import { nativeFormat } from './native.ts';
import { pickleFormat } from './pickle.ts';

/** Every format, the one that tables are kept in first. A new one is a line here. */
export const formats: readonly TableFormat[] = [nativeFormat, pickleFormat];

/** Errors: `format`. */
export function findFormat(name: string): Result<TableFormat> {
  const format = formats.find((each) => each.name === name);
  if (format) return ok(format);
  const names = formats.map((each) => each.name).join(', ');
  return fail('format', `no format '${name}': there are ${names}`, name);
}
