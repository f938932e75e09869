/** The clock of the server; tests bring one that they turn by hand. */
export interface Time {
  /** Milliseconds since 1970, never going back. */
  now(): number;
  /** Calls `act` once after `milliseconds`, unless the returned function cancels it before. */
  after(milliseconds: number, act: () => void): () => void;
}

export const machineTime: Time = {
  // The machine's time may be set while it runs; this follows its start alone.
  now: () => performance.timeOrigin + performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
