import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { bothReaders, checksumOf, checksums, otherGames } from '../golden/golden.ts';
import { needPython } from '../python3.ts';
import { askLines, boardInPython } from './reader.ts';

// test/golden/golden.test.ts reads the same files by the library.

beforeEach(needPython);

const path = (file: string) => fileURLToPath(new URL(`../golden/${file}`, import.meta.url));

it.each(bothReaders)('$file is still read with every value', ({ file }) => {
  expect(checksumOf(boardInPython(path(file)))).toBe(checksums().get(file));
});

it.each(otherGames)('$file is still read with every value', ({ file }) => {
  const [values] = askLines(['everywhere', path(file)]);
  expect(checksumOf(Int16Array.from(values!.split(' '), Number))).toBe(checksums().get(file));
});
