import { describe, expect, it } from 'vitest';
import { Copies } from '../../../src/solve/run/copies.ts';

const codes = [Int8Array.of(1, 2, 3), Int8Array.of(-4, -5, -6)] as const;

describe('copies of solved tables', () => {
  it('are in shared memory, one side beside the other', () => {
    const copy = new Copies(6, 6).take('KQvk', codes)!;
    expect(copy).toEqual(codes);
    for (const side of copy) expect(side.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('have codes of two bytes too', () => {
    const wide = [Int16Array.of(300, -300), Int16Array.of(1, 2)] as const;
    expect(new Copies(8, 8).take('KPPvkp', wide)).toEqual(wide);
  });

  it.each([
    [0, 'none in less room than a table takes', 5],
    [1, 'one in room for one', 11],
    [2, 'two in any more', 100],
  ])('are at most %i: %s', (count, _, room) => {
    const copies = new Copies(6, room);
    expect(copies.bytes).toBe(count * 6);
    expect(copies.possible).toBe(count > 0);
    for (let i = 0; i < count; i++) expect(copies.take(`K${i}`, codes)).toEqual(codes);
    expect(copies.take('KQvk', codes)).toBeUndefined();
    expect(copies.possible).toBe(count > 0);
  });

  it('take the memory of those that are released', () => {
    const copies = new Copies(6, 6);
    const first = copies.take('KQvk', codes)!;
    expect(copies.take('KRvk', codes)).toBeUndefined();
    copies.release('KQvk');
    expect(copies.take('KRvk', codes)![0].buffer).toBe(first[0].buffer);
  });
});
