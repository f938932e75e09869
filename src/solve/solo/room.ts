/** Memory that tasks share: each starts when there is enough for it, as far as possible in order. */
export class Room {
  private free: number;
  private readonly waiting: { readonly bytes: number; readonly start: () => void }[] = [];

  constructor(bytes: number) {
    this.free = bytes;
  }

  /** Runs `work`, which takes `bytes`: never more than the whole room. */
  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.waiting.push({ bytes, start });
      this.startWaiting();
    });
    try {
      return await work();
    } finally {
      this.free += bytes;
      this.startWaiting();
    }
  }

  private startWaiting(): void {
    for (const task of [...this.waiting]) {
      if (task.bytes > this.free) continue;
      this.free -= task.bytes;
      this.waiting.splice(this.waiting.indexOf(task), 1);
      task.start();
    }
  }
}
