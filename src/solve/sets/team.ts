/** The workers that solve a table together, each running the same program over the same memory. */
export class Team {
  /** This worker, from 0. */
  readonly index: number;
  readonly size: number;
  /** 0: workers that have arrived; 1: generation of the barrier; 2: next task; 3: the number agreed on. */
  private readonly sync: Int32Array;

  constructor(index: number, size: number, sync: Int32Array) {
    this.index = index;
    this.size = size;
    this.sync = sync;
  }

  /** A barrier: returns when all workers have called it, restarts {@link take} at 0, and forgets the number agreed on. */
  meet(): void {
    const { sync, size } = this;
    if (size === 1) {
      sync[2] = 0;
      sync[3] = 0;
      return;
    }
    const generation = Atomics.load(sync, 1);
    if (Atomics.add(sync, 0, 1) === size - 1) {
      Atomics.store(sync, 0, 0);
      Atomics.store(sync, 2, 0);
      Atomics.store(sync, 3, 0);
      Atomics.add(sync, 1, 1);
      Atomics.notify(sync, 1);
      return;
    }
    while (Atomics.load(sync, 1) === generation) Atomics.wait(sync, 1, generation);
  }

  /** Takes the next of the tasks that the workers share and returns its number, from 0. */
  take(): number {
    return this.size === 1 ? this.sync[2]!++ : Atomics.add(this.sync, 2, 1);
  }

  /** Is this the number of the worker that came first since they met? It has 32 bits; 0 agrees with those that came before. */
  agree(number: number): boolean {
    const first = Atomics.compareExchange(this.sync, 3, 0, number);
    return first === 0 || first === (number | 0);
  }
}
