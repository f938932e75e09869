import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { readStatistics } from '../../src/format/mtb/native.ts';
import { exportFormats, findExportFormat, findFormat, formats } from '../../src/format/registry.ts';
import { countTable } from '../../src/table/statistics.ts';
import { joined, madeUpTable } from './madeUp.ts';

test('every format is found by its name, and names and extensions are unique', () => {
  for (const format of formats) expect(unwrap(findFormat(format.name))).toBe(format);
  for (const format of exportFormats) expect(unwrap(findExportFormat(format.name))).toBe(format);
  expect(new Set(exportFormats.map(({ name }) => name)).size).toBe(exportFormats.length);
  expect(new Set(exportFormats.map(({ extension }) => extension)).size).toBe(exportFormats.length);
});

test('the native format comes first', () => {
  expect(formats[0]!.name).toBe('mtb');
});

test('every readable format can be written, and arrays as well', () => {
  expect(exportFormats.map(({ name }) => name)).toEqual([
    ...formats.map(({ name }) => name),
    'npy',
  ]);
});

test('a native file that is exported has its statistics, as a generated one', async () => {
  const table = madeUpTable('KQvk');
  const [file] = unwrap(findExportFormat('mtb')).files(table);
  const bytes = await joined(file!.chunks);
  expect(unwrap(readStatistics(bytes, table))).toEqual(countTable(table));
});

test.each(['', 'npz', 'PKL', '.pkl'])(
  "'%s' is no format, and the problem names those that are",
  (name) => {
    const problem = (names: string) => ({
      ok: false,
      problem: { code: 'format', message: `no format '${name}': there are ${names}`, text: name },
    });
    expect(findFormat(name)).toEqual(problem('mtb, pkl'));
    expect(findExportFormat(name)).toEqual(problem('mtb, pkl, npy'));
  },
);
