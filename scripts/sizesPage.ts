import { otherFormats, syzygySizes } from '../figures/otherFormats.ts';
import { usualName } from '../figures/published.ts';
import { thousands } from '../src/cli/output.ts';

/** A table's file. */
export interface TableSize {
  readonly name: string;
  readonly men: number;
  readonly pawns: boolean;
  readonly bytes: number;
  /** Up to symmetry, both sides to move. */
  readonly positions: number;
}

/** All tables of up to four men, which others are measured with as a whole. */
const ALL_SMALL = '3 and 4 men';
const SMALL_TABLES = 35;

/** What tables take as files, in Markdown: in classes, beside other files of distance to mate, and one by one. */
export function makeSizesPage(sizes: readonly TableSize[]): string {
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return `# Sizes

What the ${sizes.length} tables of orthodox chess take as files: ${thousands(all)} bytes, for both sides to move and with all that reading needs.
This page is written by

    npx metatb generate --men 5 --rules chess
    npm run sizes

which also compares the tables' counts with published ones. Sizes of others are those of
\`figures/other-formats.json\`, which names their sources. The bytes do not depend on memory or threads.

## In classes

MiB. chesstb has the distance to mate, too; of a table it ships the side that packs better, and the other takes one ply of search. Its
figures, published with three digits, include the wins, draws and losses that reading needs. Syzygy has less in its files: win, draw
or loss, and of one side the distance to the next capture or move of a pawn.

${classTable(sizes)}

## Beside other files of distance to mate

Bytes, measured here: Prophet's blocks of 32,768 positions by zstd -19, chesstb's of 1 MiB by LZMA.

${measuredTable(sizes)}

## One by one

Positions are up to symmetry, of both sides to move; bits are of a position.

${everyTable(sizes)}
`;
}

function classTable(sizes: readonly TableSize[]): string {
  const classes = otherFormats.chesstb.flatMap(({ men, pawns, oneSide, both }) => {
    const own = sizes.filter((size) => size.men === men && size.pawns === pawns);
    if (own.length === 0) return [];
    // Syzygy has all of ours, says a test.
    const syzygy = own.map(({ name }) => syzygySizes(name)!);
    return {
      name: `${men} men, ${pawns ? 'with' : 'without'} pawns`,
      figures: [
        mebibytes(sum(own.map(({ bytes }) => bytes))),
        oneSide,
        both,
        mebibytes(sum(syzygy.map(({ wdl }) => wdl))),
        mebibytes(sum(syzygy.map(({ dtz }) => dtz))),
      ],
      tables: own.length,
    };
  });
  const totals = classes[0]!.figures.map((_, i) => sum(classes.map(({ figures }) => figures[i]!)));
  const row = (name: string, tables: number, figures: readonly number[]) => [
    name,
    `${tables}`,
    ...figures.map(threeDigits),
  ];
  return markdown(
    ['', 'tables', 'metatb', 'chesstb, one side', 'chesstb, both', 'Syzygy WDL', 'Syzygy DTZ'],
    [
      ...classes.map(({ name, tables, figures }) => row(name, tables, figures)),
      row('all', sizes.length, totals),
    ],
  );
}

function measuredTable(sizes: readonly TableSize[]): string {
  const small = sizes.filter(({ men }) => men < 5);
  const bytesOf = (tables: string) => {
    if (tables !== ALL_SMALL) return sizes.find(({ name }) => usualName(name) === tables)?.bytes;
    return small.length === SMALL_TABLES ? sum(small.map(({ bytes }) => bytes)) : undefined;
  };
  const rows = otherFormats.measured.flatMap(({ tables, prophet, chesstb, chesstbOneSide }) => {
    const own = bytesOf(tables);
    return own ? [[tables, ...[own, chesstb, prophet, chesstbOneSide].map(thousands)]] : [];
  });
  return markdown(
    ['', 'metatb', 'chesstb, both sides', 'Prophet, both sides', 'chesstb, one side'],
    rows,
  );
}

function everyTable(sizes: readonly TableSize[]): string {
  const rows = sizes.map(({ name, positions, bytes }) => {
    const syzygy = syzygySizes(name);
    return [
      usualName(name),
      thousands(positions),
      thousands(bytes),
      ((8 * bytes) / positions).toFixed(3),
      ...[syzygy?.wdl, syzygy?.dtz].map((each) => (each === undefined ? '' : thousands(each))),
    ];
  });
  return markdown(['', 'positions', 'bytes', 'bits', 'Syzygy WDL', 'Syzygy DTZ'], rows);
}

/** A table whose first column is names. */
function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}

/** `2,223`, `1.94`, `0.00812`. */
function threeDigits(count: number): string {
  return count >= 1000 ? thousands(Math.round(count)) : `${Number(count.toPrecision(3))}`;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const mebibytes = (bytes: number) => bytes / 2 ** 20;
