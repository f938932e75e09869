import { fail, ok, type Result } from '../src/board/result.ts';
import { columns } from '../src/cli/output.ts';
import type { Measurements } from './report.ts';

/** Medians of one table, as a line of the history keeps them. */
export interface Recorded {
  readonly table: string;
  readonly rules: string;
  readonly threads: number;
  readonly generateSeconds: number;
  readonly solveSeconds: number;
}

/** Which release was measured, and on what machine. */
export interface Release {
  readonly version: string;
  readonly commit: string;
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly tries: number;
}

/** A line of bench/history.jsonl: a release, measured. */
export interface HistoryLine extends Release {
  readonly tables: readonly Recorded[];
}

/** Reads a history, the oldest line first. Errors: `history`, with the number of the line. */
export function parseHistory(text: string): Result<readonly HistoryLine[]> {
  return parseLines(text, isHistoryLine);
}

/** Reads the lines of a history. Errors: `history`, with the number of the line. */
export function parseLines<T>(
  text: string,
  isLine: (value: unknown) => value is T,
): Result<readonly T[]> {
  const lines: T[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const value = parseJson(line);
    if (!isLine(value)) {
      return fail('history', `line ${i + 1} of the history is no record of a release`, line);
    }
    lines.push(value);
  }
  return ok(lines);
}

/** The history's line of these measurements. */
export function historyLine(
  { machine, tries, tables = [] }: Measurements,
  version: string,
  commit: string,
): HistoryLine {
  const { cpu, cores, node } = machine;
  const recorded = tables.map(({ table, rules, threads, median }) => ({
    table,
    rules,
    threads,
    generateSeconds: rounded(median.generateSeconds),
    solveSeconds: rounded(median.solveSeconds),
  }));
  return { version, commit, cpu, cores, node, tries, tables: recorded };
}

/** What these measurements are beside an earlier line's, by table; says so if the machine or Node is another. */
export function compareWithLine(now: HistoryLine, then: HistoryLine): string {
  const rows = now.tables.flatMap((each) => {
    const before = then.tables.find(
      ({ table, rules, threads }) =>
        table === each.table && rules === each.rules && threads === each.threads,
    );
    if (!before) return [];
    return [
      [
        each.table,
        each.rules,
        each.threads,
        before.generateSeconds.toFixed(3),
        each.generateSeconds.toFixed(3),
        ratio(each.generateSeconds, before.generateSeconds),
        before.solveSeconds.toFixed(3),
        each.solveSeconds.toFixed(3),
        ratio(each.solveSeconds, before.solveSeconds),
      ],
    ];
  });
  const head = besideThen(now, then);
  if (rows.length === 0) return `${head}: no table in common.`;
  const names = ['generate', 'now', 'ratio', 'solve alone', 'now', 'ratio'];
  return `${head}\n${columns([['table', 'rules', 'threads', ...names], ...rows])}`;
}

/** The head of a comparison. */
export function besideThen(now: Release, then: Release): string {
  const head = `Medians beside those of ${then.version} (${then.commit})`;
  const same = now.cpu === then.cpu && now.cores === then.cores && now.node === then.node;
  const machine = `${then.cpu}, ${then.cores} cores, node ${then.node}`;
  return same ? head : `${head}, on another machine: ${machine}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isHistoryLine(value: unknown): value is HistoryLine {
  return (
    isObject(value) &&
    isRelease(value) &&
    Array.isArray(value.tables) &&
    value.tables.every(isRecorded)
  );
}

export function isRelease({ version, commit, cpu, cores, node, tries }: Fields): boolean {
  return (
    [version, commit, cpu, node].every((each) => typeof each === 'string') &&
    [cores, tries].every(isPositive)
  );
}

function isRecorded(value: unknown): value is Recorded {
  if (!isObject(value)) return false;
  const { table, rules, threads, generateSeconds, solveSeconds } = value;
  return (
    [table, rules].every((each) => typeof each === 'string') &&
    [threads, generateSeconds, solveSeconds].every(isPositive)
  );
}

type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}

/** Milliseconds are what a busy machine leaves of a figure. */
function rounded(seconds: number): number {
  return Math.max(0.001, Math.round(seconds * 1000) / 1000);
}

export function ratio(now: number, then: number): string {
  return (now / then).toFixed(2);
}
