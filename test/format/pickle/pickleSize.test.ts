import { expect, test } from 'vitest';
import { pickleFormat } from '../../../src/format/pickle/pickle.ts';
import { estimatePickle } from '../../../src/format/pickle/pickleSize.ts';
import { needPython } from '../../python3.ts';
import { entriesOf, joined, madeUpTable } from '../madeUp.ts';
import { python } from './python.ts';

test('the size of the file is estimated within a tenth', async () => {
  const table = madeUpTable('KQvk');
  const { length } = await joined(pickleFormat.encode(table));
  const { fileBytes } = estimatePickle(entriesOf(table).length);
  expect(fileBytes / length).toBeGreaterThan(0.9);
  expect(fileBytes / length).toBeLessThan(1.1);
});

test('the memory is that of a Python dict grown key by key', (context) => {
  needPython(context);
  const script = `
import sys
table = {}
sizes = []
for key in range(700000):
    table[key + 300] = None
    if key in (99999, 340000, 368451, 699999): sizes.append(sys.getsizeof(table))
print(*sizes)`;
  const dicts = python(script).split(' ').map(Number);
  const counts = [100_000, 340_001, 368_452, 700_000];
  for (const [i, count] of counts.entries()) {
    // The final dict and its keys, and at most half as much again while it grows.
    const least = dicts[i]! + 32 * count;
    const { pythonBytes } = estimatePickle(count);
    expect(pythonBytes / least).toBeGreaterThan(0.99);
    expect(pythonBytes / least).toBeLessThan(1.5);
  }
});

test('a table of five men is too large for a dict', () => {
  // KQRvkr of chess has about 10^9 entries.
  const { fileBytes, pythonBytes } = estimatePickle(1e9);
  expect(fileBytes).toBe(7e9);
  expect(pythonBytes).toBeGreaterThan(64 * 2 ** 30);
});
