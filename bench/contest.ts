import type { Run } from './process.ts';

/** Something that is measured in several tries. */
export class Contender<T extends Run> {
  readonly runs: T[] = [];
  private readonly start: () => Promise<T>;

  constructor(start: () => Promise<T>) {
    this.start = start;
  }

  async try(): Promise<void> {
    this.runs.push(await this.start());
  }

  /** The try that took the least. */
  get best(): T {
    return this.runs.reduce((least, each) => (each.seconds < least.seconds ? each : least));
  }

  /** The median of a figure over all tries. */
  median(figure: (run: T) => number): number {
    return medianOf(this.runs.map(figure));
  }

  /** The least of a figure over all tries. */
  least(figure: (run: T) => number): number {
    return Math.min(...this.runs.map(figure));
  }
}

/** Of an even number of figures the mean of the two in the middle. */
export function medianOf(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return (low + high) / 2;
}

/** Lets the contenders try in turn, `tries` times, so that a busy spell of the machine affects all of them. */
export async function contest(
  tries: number,
  contenders: readonly Pick<Contender<Run>, 'try'>[],
): Promise<void> {
  for (let i = 0; i < tries; i++) for (const contender of contenders) await contender.try();
}
