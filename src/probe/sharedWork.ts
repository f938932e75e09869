import type { Result } from '../board/result.ts';
import { interrupted } from '../format/mtb/source.ts';

interface Work<T> {
  readonly done: Promise<Result<T>>;
  readonly controller: AbortController;
  waiting: number;
}

/** Work in progress by key: requests for the same key share it. */
export class SharedWork<K, T> {
  private readonly going = new Map<K, Work<T>>();

  /**
   * The outcome of `start`, or of work on the same key that is in progress. A caller that aborts one of its signals
   * gets `interrupted` at once; the work itself is aborted when no request waits for it any more.
   */
  async join(
    key: K,
    signals: readonly AbortSignal[],
    start: (signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (signals.some(({ aborted }) => aborted)) return interrupted();
    const work = this.going.get(key) ?? this.begin(key, start);
    work.waiting++;
    try {
      return await unlessAborted(work.done, signals);
    } finally {
      work.waiting--;
      if (work.waiting === 0 && this.going.get(key) === work) {
        this.going.delete(key);
        work.controller.abort();
      }
    }
  }

  private begin(key: K, start: (signal: AbortSignal) => Promise<Result<T>>): Work<T> {
    const controller = new AbortController();
    const done = start(controller.signal).finally(() => {
      if (this.going.get(key) === work) this.going.delete(key);
    });
    const work: Work<T> = { done, controller, waiting: 0 };
    this.going.set(key, work);
    return work;
  }
}

function unlessAborted<T>(
  done: Promise<Result<T>>,
  signals: readonly AbortSignal[],
): Promise<Result<T>> {
  if (signals.length === 0) return done;
  return new Promise((resolve, reject) => {
    const withdraw = () => resolve(interrupted());
    for (const signal of signals) signal.addEventListener('abort', withdraw);
    const leave = () => {
      for (const signal of signals) signal.removeEventListener('abort', withdraw);
    };
    done.then(resolve, reject).finally(leave);
  });
}
