/** A whole process of another generator, with its files written. */
export interface GeneratorRun {
  readonly generator: 'Syzygy' | 'Prophet' | 'chesstb' | 'smTablebases';
  /** The table, subtables included, `3 and 4 men` for all 35, `3 to 5 men` for all 145. */
  readonly tables: string;
  readonly machine: string;
  readonly seconds: number;
  /** What {@link yardstick} took there, if it was measured. */
  readonly yardstickSeconds?: number;
}

/**
 * The throw-away solver that seconds of different machines are compared by, `setwise.cpp`: KQRvKR by two threads, no files. Where
 * it takes so long, the limits of seconds hold.
 */
export const yardstick = { table: 'KQRvkr', seconds: 3.3 } as const;

const xeon = 'Intel Xeon, 2.6 GHz class';
const epyc = 'AMD EPYC';

/**
 * Medians of November 2026 with two threads on two cores, g++ 12; of all 145 what is published. Syzygy's generator (syzygy1/tb) computes win, draw or loss and the distance
 * to zeroing, Prophet (markus7800/prophet_tb_gen_and_probe) and chesstb (noobpwnftw/chesstb) the distance to mate,
 * chesstb that to zeroing besides; smTablebases is in C#.
 */
export const generatorRuns: readonly GeneratorRun[] = [
  {
    generator: 'Syzygy',
    tables: 'KQRvkr',
    machine: epyc,
    seconds: 45.5,
    yardstickSeconds: yardstick.seconds,
  },
  { generator: 'Syzygy', tables: 'KQRvkr', machine: xeon, seconds: 63.7 },
  { generator: 'Syzygy', tables: '3 and 4 men', machine: xeon, seconds: 159 },
  { generator: 'Prophet', tables: 'KQRvkr', machine: xeon, seconds: 266 },
  { generator: 'Prophet', tables: 'KRBvkn', machine: xeon, seconds: 309 },
  { generator: 'Prophet', tables: '3 and 4 men', machine: xeon, seconds: 196 },
  { generator: 'chesstb', tables: 'KQRvkr', machine: xeon, seconds: 727 },
  { generator: 'chesstb', tables: 'KRBvkn', machine: xeon, seconds: 893 },
  { generator: 'chesstb', tables: '3 and 4 men', machine: xeon, seconds: 280 },
  { generator: 'Prophet', tables: '3 to 5 men', machine: '16 cores', seconds: 78 * 60 },
  { generator: 'smTablebases', tables: '3 to 5 men', machine: 'a laptop', seconds: 120 * 60 },
];
