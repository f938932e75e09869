const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/**
 * A number of bytes with up to three digits: `412 MiB`, `1.23 GiB`, `8.5 KiB`, `17 bytes`. Pass Math.ceil as `round`
 * for what is needed and Math.floor for what is allowed: then the two never look equal if one exceeds the other.
 */
export function formatBytes(bytes: number, round: (value: number) => number = Math.round): string {
  let unit = 0;
  while (unit < UNITS.length - 1 && bytes >= 1024 ** (unit + 1)) unit++;
  if (unit === 0) return `${round(bytes)} ${UNITS[0]}`;
  const value = bytes / 1024 ** unit;
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  const rounded = round(value * 10 ** digits) / 10 ** digits;
  return `${rounded.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${UNITS[unit]}`;
}
