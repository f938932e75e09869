export interface TeamProgress {
  /** Positions whose value is known, up to symmetry; `total` also counts indices that are not positions. */
  readonly done: number;
  readonly total: number;
  readonly ply: number;
}

/** Bytes of memory of a {@link Control}. */
export const CONTROL_BYTES = 16;

/** Asks a team to stop, and makes its workers agree after which step. */
export class Control {
  /**
   * 0: stop requested; 1: the step after which to stop, 0 for none; 2: groups done; 3: the number {@link publish}ed.
   */
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

  /** Counts a group as done and returns the number of groups done. */
  countGroup(): number {
    return Atomics.add(this.words, 2, 1) + 1;
  }

  /** Publishes a number from worker 0, which the others read after the next barrier. */
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
