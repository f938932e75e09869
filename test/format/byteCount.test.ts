import { describe, expect, it } from 'vitest';
import { formatBytes } from '../../src/format/byteCount.ts';

describe('formatted byte counts', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 KiB'],
    [8_700_000, '8.3 MiB'],
    [2 ** 20 * 412, '412 MiB'],
    [2 ** 30 * 1.234, '1.23 GiB'],
    [2 ** 40 * 5, '5 TiB'],
  ])('%i are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('are rounded as requested: needs up, limits down', () => {
    expect(formatBytes(300.2 * 2 ** 20, Math.ceil)).toBe('301 MiB');
    expect(formatBytes(300.8 * 2 ** 20, Math.floor)).toBe('300 MiB');
  });
});
