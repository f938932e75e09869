import { readFigures, usualName } from './published.ts';

/** Bytes of a table of distance to mate, or of all of three and four men, measured here. */
interface MeasuredSizes {
  /** `KQvKR`, or `3 and 4 men`. */
  readonly tables: string;
  readonly prophet: number;
  readonly chesstb: number;
  /** As shipped: the other side takes one ply of search. */
  readonly chesstbOneSide: number;
}

/** What chesstb's tables of a class take, in MiB. */
interface ClassSizes {
  readonly men: number;
  readonly pawns: boolean;
  readonly oneSide: number;
  readonly both: number;
}

interface SyzygySizes {
  readonly wdl: number;
  readonly dtz: number;
}

/** Sizes of other formats; other-formats.json names the sources. */
interface File {
  readonly sources: Readonly<Record<'syzygy' | 'measured' | 'chesstb', string>>;
  readonly measured: readonly MeasuredSizes[];
  readonly chesstb: readonly ClassSizes[];
  readonly syzygy: Readonly<Record<string, SyzygySizes>>;
}

export const otherFormats = readFigures('other-formats.json') as File;

/** Of a table that we name `KQvkr`. */
export function syzygySizes(name: string): SyzygySizes | undefined {
  return otherFormats.syzygy[usualName(name)];
}
