/** What the tables of a game took on one machine. */
export interface Measurement {
  /** The name in the files of its tables. */
  readonly rules: string;
  readonly machine: string;
  /** `2026-01-31`. */
  readonly date: string;
  readonly command: string;
  /** What a job takes besides its tables: it is handed out, threads start, files are fetched and stored. The median. */
  readonly jobSeconds: number;
  /** To solve and pack each table: `KQvk 0.2 KPvk 0.3`. */
  readonly seconds: string;
}

/** Written by `npm run durations`. Games that are not here are scaled from the first. */
export const measurements: readonly Measurement[] = [
  {
    rules: 'metachess',
    machine: 'two cores of an AMD EPYC (family 26)',
    date: '2026-11-26',
    command: 'metatb generate --men 5 on a busy machine, preliminary: waiting for packing counts',
    jobSeconds: 0.5,
    seconds: `
KBvk 0.356 KNvk 0.275 KQvk 0.158 KRvk 0.0596 KPvk 0.22 KBBvk 0.636 KBNvk 0.7 KQBvk 0.412 KRBvk 0.413
KBPvk 0.993 KBvkb 0.287 KBvkn 0.261 KQvkb 0.536 KRvkb 0.412 KBvkp 0.67 KNNvk 0.685 KQNvk 0.583
KRNvk 0.552 KNPvk 1.08 KNvkn 0.341 KQvkn 0.599 KRvkn 0.728 KNvkp 0.919 KQQvk 0.329 KQRvk 0.342
KQPvk 0.878 KRRvk 0.465 KRPvk 1.19 KPPvk 0.993 KQvkq 0.594 KQvkr 0.635 KQvkp 1.15 KRvkr 0.612
KRvkp 1.19 KPvkp 1.66 KBBBvk 6.76 KBBNvk 5.35 KQBBvk 5.34 KRBBvk 6.5 KBBPvk 13.6 KBBvkb 6.88
KBBvkn 7.72 KBBvkq 6.82 KBBvkr 3.93 KBBvkp 14.9 KBNNvk 12.4 KQBNvk 11.2 KRBNvk 12 KBNPvk 18.7
KBNvkb 13.4 KBNvkn 10.2 KBNvkq 10.5 KBNvkr 6.45 KBNvkp 22.3 KQQBvk 12.4 KQRBvk 6.84 KQBPvk 17.4
KRRBvk 17 KRBPvk 21.9 KBPPvk 19.7 KQBvkb 10.6 KRBvkb 10.4 KBPvkb 22.7 KQBvkn 19.3 KRBvkn 27.2
KBPvkn 63.6 KQBvkq 27.9 KQBvkr 16.1 KQBvkp 31.6 KRBvkq 19.5 KRBvkr 10.6 KRBvkp 31.6 KBPvkq 34.7
KBPvkr 27.2 KBPvkp 22.9 KNNNvk 11.1 KQNNvk 5.14 KRNNvk 7.2 KNNPvk 13 KNNvkb 7.32 KNNvkn 5.6
KNNvkq 8.05 KNNvkr 5.1 KNNvkp 16.2 KQQNvk 8.37 KQRNvk 8.05 KQNPvk 16.4 KRRNvk 20 KRNPvk 15.3
KNPPvk 7.9 KQNvkb 7.1 KRNvkb 7.91 KNPvkb 18.5 KQNvkn 13.8 KRNvkn 10.8 KNPvkn 23.8 KQNvkq 20.5
KQNvkr 22.1 KQNvkp 31 KRNvkq 17.2 KRNvkr 10.1 KRNvkp 36.2 KNPvkq 39.2 KNPvkr 30.6 KNPvkp 28.8
KQQQvk 11.4 KQQRvk 4.99 KQQPvk 12.8 KQRRvk 9.77 KQRPvk 20.2 KQPPvk 18.8 KRRRvk 10.1 KRRPvk 14.5
KRPPvk 11.9 KPPPvk 9.44 KQQvkb 5.69 KQRvkb 7.51 KQPvkb 22.4 KRRvkb 12.7 KRPvkb 37.8 KPPvkb 24.6
KQQvkn 7.3 KQRvkn 9.58 KQPvkn 28.5 KRRvkn 18.9 KRPvkn 32.2 KPPvkn 19.7 KQQvkq 9.17 KQQvkr 7.32
KQQvkp 19.4 KQRvkq 13.3 KQRvkr 11.9 KQRvkp 34 KQPvkq 63.4 KQPvkr 63.4 KQPvkp 74 KRRvkq 16.6
KRRvkr 19 KRRvkp 41.3 KRPvkq 92.1 KRPvkr 177 KRPvkp 253 KPPvkq 156 KPPvkr 42 KPPvkp 107
`,
  },
];
