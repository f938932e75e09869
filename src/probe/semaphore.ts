/** Runs at most `limit` tasks at a time; the rest queue in order. */
export class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.free = limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot passes to the next waiting task directly, so that no new task can take it in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
