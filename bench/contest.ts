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

  /** The median of a figure over all tries; of an even number the mean of the two in the middle. */
  median(figure: (run: T) => number): number {
    const figures = this.runs.map(figure).sort((a, b) => a - b);
    const [low, high] = [figures[(figures.length - 1) >> 1]!, figures[figures.length >> 1]!];
    return (low + high) / 2;
  }

  /** The least of a figure over all tries. */
  least(figure: (run: T) => number): number {
    return Math.min(...this.runs.map(figure));
  }
}

/** Lets the contenders try in turn, `tries` times, so that a busy spell of the machine affects all of them. */
export async function contest(
  tries: number,
  contenders: readonly Pick<Contender<Run>, 'try'>[],
): Promise<void> {
  for (let i = 0; i < tries; i++) for (const contender of contenders) await contender.try();
}
