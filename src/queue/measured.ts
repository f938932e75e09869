/** What the tables of a game took on one machine. */
export interface Measurement {
  /** The name in the files of its tables. */
  readonly rules: string;
  readonly machine: string;
  /** `2026-01-31`. */
  readonly date: string;
  readonly command: string;
  /**
   * What a job takes besides its tables: it is handed out, threads start, files are fetched and stored. The median; absent if
   * the tables were not made over a queue.
   */
  readonly jobSeconds?: number;
  /** To solve and pack each table: `KQvk 0.2 KPvk 0.3`. */
  readonly seconds: string;
}

/** Written by `npm run durations`. What is not here is scaled, rather from the first. */
export const measurements: readonly Measurement[] = [
  {
    rules: 'metachess',
    machine: 'two cores of an AMD EPYC (family 26)',
    date: '2026-11-26',
    command: 'metatb generate --men 5 --queue, made by one metatb work of two threads',
    jobSeconds: 0.57,
    seconds: `
KBvk 0.257 KNvk 0.593 KQvk 0.07 KRvk 0.0746 KPvk 0.131 KBBvk 0.579 KBNvk 0.805 KQBvk 0.467
KRBvk 0.554 KBPvk 0.926 KBvkb 0.339 KBvkn 0.227 KQvkb 0.387 KRvkb 0.259 KBvkp 1.14 KNNvk 0.257
KQNvk 0.234 KRNvk 0.301 KNPvk 0.955 KNvkn 0.176 KQvkn 0.242 KRvkn 0.349 KNvkp 0.898 KQQvk 0.208
KQRvk 0.269 KQPvk 0.751 KRRvk 0.237 KRPvk 0.88 KPPvk 0.864 KQvkq 0.214 KQvkr 0.46 KQvkp 0.952
KRvkr 0.221 KRvkp 0.645 KPvkp 3.17 KBBBvk 4.41 KBBNvk 6.93 KQBBvk 6.9 KRBBvk 7.89 KBBPvk 23.6
KBBvkb 5.4 KBBvkn 7.37 KBBvkq 8.61 KBBvkr 4.73 KBBvkp 29.8 KBNNvk 5.87 KQBNvk 7.1 KRBNvk 7.11
KBNPvk 39.2 KBNvkb 6.53 KBNvkn 7.1 KBNvkq 10.3 KBNvkr 8.81 KBNvkp 57.7 KQQBvk 4.89 KQRBvk 9.81
KQBPvk 32.3 KRRBvk 5.05 KRBPvk 36.8 KBPPvk 16.8 KQBvkb 9.37 KRBvkb 9.61 KBPvkb 30.3 KQBvkn 9.11
KRBvkn 10.7 KBPvkn 34.1 KQBvkq 11.4 KQBvkr 7.88 KQBvkp 45.1 KRBvkq 11.4 KRBvkr 7.66 KRBvkp 62.5
KBPvkq 61.7 KBPvkr 31.6 KBPvkp 121 KNNNvk 5.9 KQNNvk 7.7 KRNNvk 6.15 KNNPvk 28.9 KNNvkb 5.98
KNNvkn 5.05 KNNvkq 8.91 KNNvkr 6.69 KNNvkp 30.7 KQQNvk 5.77 KQRNvk 7.74 KQNPvk 26.4 KRRNvk 6.98
KRNPvk 38.8 KNPPvk 15.1 KQNvkb 7.94 KRNvkb 9.05 KNPvkb 50.4 KQNvkn 11.6 KRNvkn 9.58 KNPvkn 36.6
KQNvkq 9.94 KQNvkr 10.2 KQNvkp 63.5 KRNvkq 10.8 KRNvkr 7.61 KRNvkp 60.5 KNPvkq 46.4 KNPvkr 34.9
KNPvkp 108 KQQQvk 4.08 KQQRvk 5.34 KQQPvk 21.8 KQRRvk 5.66 KQRPvk 27.3 KQPPvk 14.7 KRRRvk 3.75
KRRPvk 26.1 KRPPvk 16.4 KPPPvk 7.45 KQQvkb 4.92 KQRvkb 7.11 KQPvkb 31.2 KRRvkb 8.49 KRPvkb 43.5
KPPvkb 15.6 KQQvkn 4.75 KQRvkn 7.71 KQPvkn 31 KRRvkn 8.23 KRPvkn 46.3 KPPvkn 16.5 KQQvkq 5.6
KQQvkr 9.26 KQQvkp 23.7 KQRvkq 8.26 KQRvkr 7.82 KQRvkp 39.6 KQPvkq 57 KQPvkr 56.8 KQPvkp 85.9
KRRvkq 8.74 KRRvkr 6.15 KRRvkp 28.2 KRPvkq 44.2 KRPvkr 38.8 KRPvkp 96.5 KPPvkq 24.6 KPPvkr 18.2
KPPvkp 74.8
`,
  },
  {
    rules: 'chess',
    machine: 'two cores of an AMD EPYC, of which builds and tests had a part for two minutes',
    date: '2026-11-29',
    command: 'metatb generate KRNvknn --memory 16GiB',
    seconds: `
KRNvknn 895
`,
  },
  {
    rules: 'chess',
    machine: 'two cores of an AMD EPYC, while tests ran beside it',
    date: '2026-11-29',
    command: 'metatb generate KQQQPvk --memory 8GiB',
    seconds: `
KQQQQvk 150 KQQQRvk 147 KQQQBvk 223 KQQQNvk 213 KQQQPvk 923
`,
  },
  {
    rules: 'chess',
    machine: 'two cores of an AMD EPYC (family 26)',
    date: '2026-11-27',
    command: 'metatb generate KQRvkqr --memory 16GiB',
    seconds: `
KQRvkqr 1050
`,
  },
];
