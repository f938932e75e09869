import { once } from 'node:events';
import { styleText } from 'node:util';
import type { Value } from '../table/value.ts';

export type Style = Parameters<typeof styleText>[0];

/** A table's head and rows; null is an empty cell. */
export type Rows = readonly (readonly (string | number | null)[])[];

/** Prints data on stdout, remarks on stderr unless quiet, and complaints on stderr always. */
export class Output {
  readonly json: boolean;
  readonly quiet: boolean;
  private readonly csv: boolean;

  constructor(json: boolean, quiet: boolean, csv = false) {
    this.json = json;
    this.quiet = quiet;
    this.csv = csv;
  }

  /** A command's result: `data` as JSON or `table` as CSV if that is asked for, otherwise the text. */
  result(data: unknown, text: () => string, table?: () => Rows): void {
    if (this.csv && table) process.stdout.write(makeCsv(table()));
    else process.stdout.write(`${this.json ? JSON.stringify(data) : text()}\n`);
  }

  /** Characters in a line of the terminal; 80 if stdout is not a terminal. */
  get width(): number {
    return process.stdout.columns || DEFAULT_WIDTH;
  }

  /** Data that comes piece by piece; resolves when the reader of stdout has room for more. */
  async write(chunk: string | Uint8Array): Promise<void> {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }

  remark(text: string): void {
    if (!this.quiet) process.stderr.write(`${printable(text)}\n`);
  }

  /** What went wrong with a part of the work that does not stop the rest. */
  complain(text: string): void {
    process.stderr.write(`metatb: ${printable(text)}\n`);
  }

  /** The text in this style if stdout is a terminal and colours are wanted (https://no-color.org). */
  paint(style: Style, text: string): string {
    const wanted = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
    // styleText's own check takes an empty NO_COLOR for a set one.
    return wanted ? styleText(style, text, { validateStream: false }) : text;
  }
}

const DEFAULT_WIDTH = 80;

/** Comma-separated values (RFC 4180), lines ending as everywhere here. */
function makeCsv(rows: Rows): string {
  const cell = (value: string | number | null) => {
    const text = String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

/** The text with control characters escaped: text from a file or a server must not control the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** `1234567` as `1,234,567`. */
export function thousands(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 ply`, `2 plies`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

/** `win in 17`, `draw`. */
export function worth(value: Value | null): string {
  if (!value) return 'nothing';
  return value.wdl === 0 ? 'draw' : `${value.wdl > 0 ? 'win' : 'loss'} in ${value.dtm}`;
}

/** Rows in columns of equal width, two spaces apart; numbers to the right. */
export function columns(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => (typeof value === 'number' ? thousands(value) : value);
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => cell(row[i] ?? '').length)));
  const line = (row: readonly (string | number)[]) =>
    row.map((value, i) => {
      const width = widths[i]!;
      return typeof value === 'number' ? cell(value).padStart(width) : value.padEnd(width);
    });
  return rows.map((row) => line(row).join('  ').trimEnd()).join('\n');
}

/** `12.3 %`. Only zero is printed as 0 %, and only the whole as 100 %. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '-';
  const share = (100 * part) / whole;
  if (part > 0 && share < 0.05) return '<0.1 %';
  if (part < whole && share >= 99.95) return '>99.9 %';
  return `${share.toFixed(1)} %`;
}

/** `123`, `45.6 k`, `7.8 M`, `910 M`: three digits and the power. */
export function short(count: number): string {
  const units = ['', ' k', ' M', ' G'];
  let [value, unit] = [count, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)}${units[unit]}`;
}
