/** The server's clock; tests replace it with one that they advance by hand. */
export interface Time {
  /** Milliseconds since 1970, never going back. */
  now(): number;
  /** Calls `act` once after `milliseconds`, unless the returned function cancels it before. */
  after(milliseconds: number, act: () => void): () => void;
}

export const machineTime: Time = {
  // Monotonic, unlike Date.now(): the machine's time may be set while the server runs.
  now: () => performance.timeOrigin + performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
