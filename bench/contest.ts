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

  /** The least of some figure over all tries. */
  least(figure: (run: T) => number): number {
    return Math.min(...this.runs.map(figure));
  }
}

/** Lets them try one after another, again and again, so that a busy spell of the machine meets all of them. */
export async function contest(
  tries: number,
  contenders: readonly Pick<Contender<Run>, 'try'>[],
): Promise<void> {
  for (let i = 0; i < tries; i++) for (const contender of contenders) await contender.try();
}
