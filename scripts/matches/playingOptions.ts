import type { Command } from 'commander';
import { wholeNumber } from '../../src/cli/optionValues.ts';

/** What every command that plays matches can be told. */
export interface PlayingSettings {
  readonly seed: number;
  readonly threads?: number;
  readonly dir: string;
  readonly out: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `dir` and `out`: their defaults. */
export function addPlayingOptions(
  program: Command,
  { dir, out }: Pick<PlayingSettings, 'dir' | 'out'>,
): Command {
  return program
    .option('--seed <number>', 'of openings and of what levels leave to chance', wholeNumber, 1)
    .option('-t, --threads <count>', 'games at once (default: one a core)', wholeNumber)
    .option('-d, --dir <folder>', 'where games are kept', dir)
    .option('-o, --out <file>', 'the page that tells the results', out)
    .option('--fresh', 'discard games of another search, of other rules or of another seed')
    .option('--json', 'print results as one JSON object')
    .option('-q, --quiet', 'show no progress');
}
