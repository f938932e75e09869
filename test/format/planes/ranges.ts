/** Frequencies sum up to it. */
export const TOTAL = 4096;

interface Range {
  readonly frequency: number;
  /** The sum of the frequencies before. */
  readonly before: number;
}

/** The range of each symbol that has a level, as FORMAT.md says it. */
export function rangesOf(levels: ArrayLike<number>): ReadonlyMap<number, Range> {
  const weight = (level: number) => {
    let found = 16;
    for (let i = 1; i < level; i++) found = Math.floor((found * 6) / 5);
    return found;
  };
  const order = Array.from(levels).flatMap((level, symbol) => (level > 0 ? [symbol] : []));
  order.sort((a, b) => levels[b]! - levels[a]! || a - b);
  const all = order.reduce((sum, symbol) => sum + weight(levels[symbol]!), 0);
  const rest = TOTAL - order.length;
  const frequencies = order.map((s) => 1 + Math.floor((weight(levels[s]!) * rest) / all));
  frequencies[0]! += TOTAL - frequencies.reduce((sum, each) => sum + each, 0);
  let before = 0;
  return new Map(
    order.map((symbol, i) => {
      before += frequencies[i]!;
      return [symbol, { frequency: frequencies[i]!, before: before - frequencies[i]! }];
    }),
  );
}
