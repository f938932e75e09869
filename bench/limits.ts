/** What is asked of files and probes of orthodox chess (issue 10); benchmarks fail beyond it. */
export const limits = {
  bytes: {
    threeAndFourMen: 7.7e6,
    all: 2.2 * 2 ** 30,
    table: { KQRvkr: 12.1e6, KRBvkn: 22.8e6, KRPvkr: 47.5e6 } as Readonly<Record<string, number>>,
  },
  /** A probe of a table that nothing has been read of. */
  cold: { requests: 2, bytes: 32 * 1024 },
  /** Milliseconds to decode a block and a value of it, the median. */
  decoding: { node: 1, chromium: 3 },
  warm: {
    probesASecond: 700_000,
    /** Of a batch, as a multiple of one probe at a time: "not slower", but for what chance changes. */
    batch: 0.9,
  },
  /** Milliseconds, a folder of all tables up to five men. */
  opening: 5,
} as const;
