export interface TeamProgress {
  /** Positions whose value is known, of `total`, up to symmetry; `total` counts numbers that are no position too. */
  readonly done: number;
  readonly total: number;
  readonly ply: number;
}

/** Bytes of memory of a {@link Control}. */
export const CONTROL_BYTES = 16;

/** How a team is asked to stop, and how its workers agree when. */
export class Control {
  /** 0: stop asked for; 1: the step after which to stop, 0 for none; 2: groups done; 3: what {@link publish} left. */
  private readonly words: Int32Array;

  constructor(buffer: SharedArrayBuffer | ArrayBuffer = new ArrayBuffer(CONTROL_BYTES)) {
    this.words = new Int32Array(buffer);
  }

  askToStop(): void {
    Atomics.store(this.words, 0, 1);
  }

  /** Worker 0 calls this before each step that all workers end together; steps count from 1. */
  begin(step: number): void {
    if (Atomics.load(this.words, 0) !== 0 && Atomics.load(this.words, 1) === 0) {
      Atomics.store(this.words, 1, step);
    }
  }

  /** Is this the last step? Every worker gets the same answer after the step. */
  stopsAfter(step: number): boolean {
    const last = Atomics.load(this.words, 1);
    return last !== 0 && last <= step;
  }

  /** Counts a group as done. Returns how many are. */
  countGroup(): number {
    return Atomics.add(this.words, 2, 1) + 1;
  }

  /** Leaves a number of worker 0's, which the others read after the next barrier. */
  publish(number: number): void {
    Atomics.store(this.words, 3, number);
  }

  get published(): number {
    return Atomics.load(this.words, 3);
  }

  resetGroups(): void {
    Atomics.store(this.words, 2, 0);
  }
}
