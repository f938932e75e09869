import { fail, unwrap } from '../board/result.ts';
import { type PickledTable, readPickle } from '../format/pickle/pickleReader.ts';
import { readWhole } from '../store/folder.ts';
import { compareTables } from '../table/compare.ts';
import type { Placed } from '../table/placed.ts';
import type { Table } from '../table/table.ts';
import { plural, thousands, worth } from './output.ts';
import type { Context } from './settings.ts';

/** A larger share of differing positions means more than a few mistakes. */
const TOO_MANY = 1 / 4;

/** Prints how a pickle of any origin differs from a table; true if it does not. */
export async function compareWithPickle(
  { rules, output }: Context,
  table: Table,
  path: string,
): Promise<boolean> {
  const { material } = table;
  const theirs = await readPickleFile(path, table);
  const { differences, ...counts } = compareTables(table, theirs.table);
  const { compared, different, missing, firstMissing, extra, firstExtra } = counts;
  const fen = ({ squares, turn }: Placed) => {
    const placed = rules.place(material.men, squares, turn);
    return placed.ok ? rules.makeFen(placed.value) : `no position: squares ${squares.join(' ')}`;
  };
  const shown = differences.map((each) => ({ fen: fen(each), ...each }));
  const data = {
    table: material.name,
    rules: rules.name,
    against: path,
    keys: theirs.keys,
    ...counts,
    absentImages: theirs.absent,
    differences: shown,
  };
  output.result(data, () =>
    [
      `${material.name}, ${rules.title}, against ${path} with ${plural(theirs.keys, 'key')}`,
      `${plural(compared, 'position')} compared, ${thousands(different)} different`,
      ...shown.map(
        (each) =>
          `  ${each.fen} (${each.code}): ours ${worth(each.ours)}, theirs ${worth(each.theirs)}`,
      ),
      ...(different > shown.length ? [`  and ${thousands(different - shown.length)} more`] : []),
      ...(firstMissing
        ? [`${plural(missing, 'position')} missing there, such as ${fen(firstMissing)}`]
        : []),
      ...(firstExtra
        ? [`${plural(extra, 'position')} only there, such as ${fen(firstExtra)}`]
        : []),
      ...(different > compared * TOO_MANY
        ? [
            `more than a quarter differs: probably ${path} is of another table or other rules, or does not count plies to mate`,
          ]
        : []),
      ...(theirs.absent > 0 ? [`${plural(theirs.absent, 'mirror image')} missing there`] : []),
    ].join('\n'),
  );
  return different + missing + extra + theirs.absent === 0;
}

async function readPickleFile(path: string, table: Table): Promise<PickledTable> {
  const bytes = unwrap(await readWhole(path));
  if (!bytes) return unwrap(fail('read', `cannot read ${path}: there is no such file`, path));
  const read = readPickle(bytes, table);
  if (read.ok) return read.value;
  const { code, message, text } = read.problem;
  return unwrap(fail(code, `${path}: ${message}`, text));
}
