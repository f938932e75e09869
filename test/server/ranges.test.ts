import { describe, expect, it } from 'vitest';
import { wantedPart } from '../../src/server/ranges.ts';

describe('the range that a Range header requests', () => {
  it.each([
    ['bytes=0-9', { kind: 'part', first: 0, last: 9 }],
    ['bytes=90-', { kind: 'part', first: 90, last: 99 }],
    ['bytes=90-500', { kind: 'part', first: 90, last: 99 }],
    ['bytes=-7', { kind: 'part', first: 93, last: 99 }],
    ['bytes=-700', { kind: 'part', first: 0, last: 99 }],
    ['bytes=100-', { kind: 'none' }],
    ['bytes=100-120', { kind: 'none' }],
    ['bytes=-0', { kind: 'none' }],
    // An invalid range, or several, is answered with the whole file.
    [undefined, { kind: 'whole' }],
    ['', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=9-5', { kind: 'whole' }],
    ['bytes=0-1,5-6', { kind: 'whole' }],
    ['lines=0-9', { kind: 'whole' }],
    ['bytes=0x0-9', { kind: 'whole' }],
    [`bytes=0-${'9'.repeat(400)}`, { kind: 'whole' }],
  ] as const)('%s of 100 bytes', (range, expected) => {
    expect(wantedPart(range, 100)).toEqual(expected);
  });

  it('of an empty file is unsatisfiable, or the whole file', () => {
    expect(wantedPart('bytes=0-', 0)).toEqual({ kind: 'none' });
    expect(wantedPart('bytes=-5', 0)).toEqual({ kind: 'none' });
    expect(wantedPart(undefined, 0)).toEqual({ kind: 'whole' });
  });
});
