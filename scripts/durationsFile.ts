import { fail, ok, type Result } from '../src/board/result.ts';
import type { Measurement } from '../src/queue/measured.ts';
import type { GameState, QueueState, TableState } from '../src/queue/state.ts';

/** What tables of one game took. */
export interface Taken {
  readonly rules: string;
  /** By table. */
  readonly seconds: ReadonlyMap<string, number>;
  /** What a job took besides: the median. */
  readonly jobSeconds: number;
}

/**
 * What tables took, from what `metatb queue status --json` printed. Errors: `durations`, for another text and for one that says
 * too little: of some game, a machine must have made a table in a job of its own right after another table.
 */
export function readTaken(text: string): Result<readonly Taken[]> {
  let printed: Partial<QueueState>;
  try {
    printed = JSON.parse(text) as Partial<QueueState>;
  } catch {
    return refuse('it is not JSON');
  }
  if (!Array.isArray(printed.games)) return refuse('it has no games');
  const taken = (printed.games as readonly GameState[]).flatMap(takenOf);
  return taken.length > 0 ? ok(taken) : refuse('it has no table that was made right after another');
}

function takenOf({ rules, tables }: GameState): Taken[] {
  const made = tables.filter(isMade);
  const besides = betweenJobs(made).sort((a, b) => a - b);
  if (besides.length === 0) return [];
  const seconds = new Map(made.map((each) => [each.table, each.seconds]));
  return [{ rules, seconds, jobSeconds: besides[besides.length >> 1]! }];
}

type Made = TableState & { readonly seconds: number; readonly at: number };

function isMade(each: TableState): each is Made {
  const { seconds, at } = each;
  return typeof seconds === 'number' && at !== undefined;
}

/** The seconds from one table of a machine to the next, less what the next one took, where that is a job of its own. */
function betweenJobs(made: readonly Made[]): number[] {
  const alone = ({ bundle }: Made) => made.filter((each) => each.bundle === bundle).length === 1;
  const inOrder = [...made].sort((a, b) => a.at - b.at);
  return inOrder.flatMap((each, i) => {
    const before = inOrder.slice(0, i).findLast(({ machine }) => machine === each.machine);
    if (!before || !alone(each)) return [];
    return [(each.at - before.at) / 1000 - each.seconds];
  });
}

function refuse(why: string) {
  return fail('durations', `${why}: give what metatb queue status --json prints`);
}

/** The text of `src/queue/measured.ts`. */
export function makeMeasuredFile(measurements: readonly Measurement[]): string {
  return `/** What the tables of a game took on one machine. */
export interface Measurement {
  /** The name in the files of its tables. */
  readonly rules: string;
  readonly machine: string;
  /** \`2026-01-31\`. */
  readonly date: string;
  readonly command: string;
  /** What a job takes besides its tables: it is handed out, threads start, files are fetched and stored. The median. */
  readonly jobSeconds: number;
  /** To solve and pack each table: \`KQvk 0.2 KPvk 0.3\`. */
  readonly seconds: string;
}

/** Written by \`npm run durations\`. Games that are not here are scaled from the first. */
export const measurements: readonly Measurement[] = [
${measurements.map(textOf).join('')}];
`;
}

function textOf({ rules, machine, date, command, jobSeconds, seconds }: Measurement): string {
  const fields = Object.entries({ rules, machine, date, command }).map(
    ([name, value]) => `    ${name}: '${value.replace(/[\\']/g, '\\$&')}',\n`,
  );
  fields.push(`    jobSeconds: ${jobSeconds},\n`);
  return `  {\n${fields.join('')}    seconds: \`\n${seconds}\n\`,\n  },\n`;
}

/** The longest line of the file. */
const LINE = 100;

/** Tables with what they took, in lines. */
export function secondsText(seconds: ReadonlyMap<string, number>): string {
  const lines: string[] = [];
  for (const [table, taken] of seconds) {
    const word = `${table} ${Number(taken.toPrecision(3))}`;
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}
