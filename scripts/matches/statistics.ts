/** Standard deviations to either side of what 95 % of all cases lie between. */
const Z = 1.96;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's 95 % interval of a share that was `part` of `whole`. Of points, in which draws count half, it is a wide one. */
export function wilson(part: number, whole: number): Interval {
  if (whole === 0) return { low: 0, high: 1 };
  const share = part / whole;
  const spread = (Z * Z) / whole;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((share * (1 - share)) / whole + spread / (4 * whole))) / (1 + spread);
  // Of nothing and of all the ends are exact, but for rounding.
  return { low: part === 0 ? 0 : middle - half, high: part === whole ? 1 : middle + half };
}

/** The widest 95 % margin of a share of `count`, in per cent. */
export function widestMargin(count: number): number {
  return (100 * Z) / (2 * Math.sqrt(count));
}

/** The mean of numbers, and its 95 % margin. */
export function meanOf(numbers: readonly number[]): { mean: number; margin: number } {
  const mean = sum(numbers) / numbers.length;
  const squares = numbers.map((number) => (number - mean) ** 2);
  return { mean, margin: marginOf(squares) };
}

/** The share that `parts` are of `wholes`, and its 95 % margin where only the pairs are independent of one another. */
export function ratioOf(
  parts: readonly number[],
  wholes: readonly number[],
): { mean: number; margin: number } {
  const mean = sum(parts) / sum(wholes);
  const squares = parts.map((part, i) => (part - mean * wholes[i]!) ** 2);
  return { mean, margin: marginOf(squares) / (sum(wholes) / wholes.length) };
}

function marginOf(squares: readonly number[]): number {
  const count = squares.length;
  return count < 2 ? Number.POSITIVE_INFINITY : Z * Math.sqrt(sum(squares) / (count - 1) / count);
}

/** The difference in Elo's rating that a share of the points stands for. Infinite for none or all of them. */
export function eloOf(share: number): number {
  return -400 * Math.log10(1 / share - 1) || 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
