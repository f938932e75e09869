import { expect, test } from 'vitest';
import { MOST_NAME, readName } from '../../src/server/games/playerName.ts';

const nameOf = (name: unknown) => {
  const read = readName(name);
  return read.ok ? read.value : read.problem.code;
};

test.each([
  ['an ordinary name stays', 'Žofie Österlund 3', 'Žofie Österlund 3'],
  ['blanks and line breaks become one blank', ' a\r\n\t b\u2028c ', 'a b c'],
  ['control characters are removed', 'a\u0000b\u001b[31mc\u007f', 'ab[31mc'],
  ['characters that turn the direction of text are removed', 'a\u202eb\u2066c\u200f\ufeff', 'abc'],
  ['letters of other scripts stay', 'שָׁלוֹם ليلى', 'שָׁלוֹם ليلى'],
  ['accents do not pile up', `e${'\u0301'.repeat(20)}`, '\u00e9\u0301\u0301'],
  ['half of a surrogate pair is removed', 'a\ud800b', 'ab'],
  ['an empty rest is no name', '\u200b \u0000', null],
  ['undefined is no name', undefined, null],
  ['a number is refused', 7, 'message'],
])('%s', (_, name, expected) => {
  expect(nameOf(name)).toBe(expected);
});

test('the length of a name is limited in characters, not in bytes', () => {
  expect(nameOf('🙂'.repeat(MOST_NAME))).toBe('🙂'.repeat(MOST_NAME));
  expect(nameOf('a'.repeat(MOST_NAME + 1))).toBe('message');
});
