import { expect, test } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { findFormat, formats } from '../../src/format/registry.ts';

test('every format is found by its name, and names and endings are its own', () => {
  for (const format of formats) expect(unwrap(findFormat(format.name))).toBe(format);
  expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length);
  expect(new Set(formats.map(({ extension }) => extension)).size).toBe(formats.length);
});

test('the native format comes first', () => {
  expect(formats[0]!.name).toBe('mtb');
});

test.each(['', 'npy', 'PKL', '.pkl'])(
  "'%s' is no format, and the problem names those that are",
  (name) => {
    expect(findFormat(name)).toEqual({
      ok: false,
      problem: { code: 'format', message: `no format '${name}': there are mtb, pkl`, text: name },
    });
  },
);
