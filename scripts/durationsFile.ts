import { fail, ok, type Result } from '../src/board/result.ts';
import { readSeconds } from '../src/queue/durations.ts';
import type { Measurement } from '../src/queue/measured.ts';
import type { GameState, QueueState, TableState } from '../src/queue/state.ts';
import { defaultGame } from '../src/rules/registry.ts';
import type { GeneratedTable } from '../src/solve/generation.ts';

/** What tables of one game took. */
export interface Taken {
  readonly rules: string;
  /** By table. */
  readonly seconds: ReadonlyMap<string, number>;
  /** What a job took besides: the median. Absent if there were none. */
  readonly jobSeconds?: number;
}

/**
 * What tables took, from what `metatb queue status --json` or `metatb generate --json` printed. Errors: `durations`, for another text and for
 * one that says too little: of some game, a machine of a queue must have made a table in a job of its own right after another table,
 * and a run some table.
 */
export function readTaken(text: string): Result<readonly Taken[]> {
  let printed: Partial<QueueState & Generated>;
  try {
    printed = JSON.parse(text) as Partial<QueueState & Generated>;
  } catch {
    return refuse('it is not JSON');
  }
  const { games, rules, tables } = printed;
  if (Array.isArray(games)) {
    const taken = (games as readonly GameState[]).flatMap(takenOf);
    return taken.length > 0
      ? ok(taken)
      : refuse('it has no table that was made right after another');
  }
  if (rules === undefined || !Array.isArray(tables))
    return refuse('it has neither games nor tables');
  const seconds = secondsOf((tables as Generated['tables']).filter(hasTaken));
  return seconds.size > 0 ? ok([{ rules, seconds }]) : refuse('it has no table that was made');
}

/** What `metatb generate --json` prints. */
interface Generated {
  readonly rules: string;
  readonly tables: readonly Pick<GeneratedTable, 'table' | 'seconds'>[];
}

function takenOf({ rules, tables }: GameState): Taken[] {
  const made = tables.filter(isMade);
  const besides = betweenJobs(made).sort((a, b) => a - b);
  if (besides.length === 0) return [];
  const seconds = secondsOf(made);
  return [{ rules, seconds, jobSeconds: besides[besides.length >> 1]! }];
}

interface HasTaken {
  readonly table: string;
  readonly seconds: number;
}

/** Not of what was there before. */
function hasTaken<T extends { readonly seconds?: number | null }>(each: T): each is T & HasTaken {
  return typeof each.seconds === 'number';
}

function secondsOf(made: readonly HasTaken[]): ReadonlyMap<string, number> {
  return new Map(made.map(({ table, seconds }) => [table, seconds]));
}

type Made = TableState & HasTaken & { readonly at: number };

function isMade(each: TableState): each is Made {
  return hasTaken(each) && each.at !== undefined;
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
  const right = 'give what metatb queue status --json or metatb generate --json prints';
  return fail('durations', `${why}: ${right}`);
}

/** Measurements with new ones, those of the default game first; what was measured again is taken out of the others. */
export function withMeasurements(
  before: readonly Measurement[],
  added: readonly Measurement[],
): readonly Measurement[] {
  const again = new Set(added.flatMap((each) => tablesIn(each)));
  const kept = before.flatMap((each) => {
    const seconds = [...readSeconds(each.seconds)].filter(
      ([table]) => !again.has(`${each.rules} ${table}`),
    );
    return seconds.length > 0 ? [{ ...each, seconds: secondsText(new Map(seconds)) }] : [];
  });
  return [...added, ...kept].sort((a, b) => placeOf(a) - placeOf(b));
}

/** With their game. */
function tablesIn({ rules, seconds }: Measurement): readonly string[] {
  return [...readSeconds(seconds).keys()].map((table) => `${rules} ${table}`);
}

function placeOf({ rules }: Measurement): number {
  return rules === defaultGame.name ? 0 : 1;
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
  /**
   * What a job takes besides its tables: it is handed out, threads start, files are fetched and stored. The median; absent if
   * the tables were not made over a queue.
   */
  readonly jobSeconds?: number;
  /** To solve and pack each table: \`KQvk 0.2 KPvk 0.3\`. */
  readonly seconds: string;
}

/** Written by \`npm run durations\`. What is not here is scaled, rather from the first. */
export const measurements: readonly Measurement[] = [
${measurements.map(textOf).join('')}];
`;
}

function textOf({ rules, machine, date, command, jobSeconds, seconds }: Measurement): string {
  const fields = Object.entries({ rules, machine, date, command }).map(
    ([name, value]) => `    ${name}: '${value.replace(/[\\']/g, '\\$&')}',\n`,
  );
  if (jobSeconds !== undefined) fields.push(`    jobSeconds: ${jobSeconds},\n`);
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
