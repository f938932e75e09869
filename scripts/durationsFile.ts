import { fail, ok, type Result } from '../src/board/result.ts';
import type { Measurement } from '../src/queue/measured.ts';

/** What tables of one game took. */
export interface Taken {
  readonly rules: string;
  /** By table. */
  readonly seconds: ReadonlyMap<string, number>;
}

interface Made {
  readonly table: string;
  /** Missing or null: it was not made then. */
  readonly seconds?: number | null;
}

type Printed =
  | { readonly rules: string; readonly tables: readonly Made[] }
  | { readonly games: readonly { readonly rules: string; readonly tables: readonly Made[] }[] };

/**
 * What tables took, from what `metatb generate --json` or `metatb queue status --json` printed. Errors: `durations`, for another text and
 * for one without a table that was made then.
 */
export function readTaken(text: string): Result<readonly Taken[]> {
  let printed: Printed;
  try {
    printed = JSON.parse(text) as Printed;
  } catch {
    return refuse('it is not JSON');
  }
  const games = 'games' in printed ? printed.games : [printed];
  if (!games.every(({ rules, tables }) => typeof rules === 'string' && Array.isArray(tables))) {
    return refuse('it has no rules and tables');
  }
  const taken = games.map(({ rules, tables }) => ({
    rules,
    seconds: new Map(
      tables.flatMap(({ table, seconds }) =>
        typeof seconds === 'number' ? [[table, seconds] as const] : [],
      ),
    ),
  }));
  const made = taken.filter(({ seconds }) => seconds.size > 0);
  return made.length > 0 ? ok(made) : refuse('no table in it was made then');
}

function refuse(why: string) {
  const right = 'give what metatb generate --json or metatb queue status --json prints';
  return fail('durations', `${why}: ${right}`);
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
  /** To solve and pack each table: \`KQvk 0.2 KPvk 0.3\`. */
  readonly seconds: string;
}

/** Written by \`npm run durations\`. Games that are not here are scaled from the first. */
export const measurements: readonly Measurement[] = [
${measurements.map(textOf).join('')}];
`;
}

function textOf({ rules, machine, date, command, seconds }: Measurement): string {
  const fields = Object.entries({ rules, machine, date, command }).map(
    ([name, value]) => `    ${name}: '${value.replace(/[\\']/g, '\\$&')}',\n`,
  );
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
