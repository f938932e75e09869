import type { CrewWork, Followers } from '../general/crew.ts';

/** Workers of a page, which must be cross-origin isolated, that share the work of the thread that starts them. */
export class WebFollowers implements Followers {
  readonly count: number;
  /** Resolves when all have been loaded, or have failed to. */
  readonly ready: Promise<unknown>;
  private readonly workers: readonly Worker[];

  constructor(count: number) {
    this.count = count;
    this.workers = Array.from(
      { length: count },
      () => new Worker(new URL('./webFollower.js', import.meta.url), { type: 'module' }),
    );
    this.ready = Promise.all(this.workers.map(settled));
  }

  start(work: CrewWork): void {
    for (const worker of this.workers) worker.postMessage(work);
  }

  terminate(): void {
    for (const worker of this.workers) worker.terminate();
  }
}

function settled(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.onmessage = () => resolve();
    worker.onerror = () => resolve();
  });
}
