import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject } from 'vitest';

const dist = new URL('../../dist/src/cli/', import.meta.url);
export const main = fileURLToPath(new URL('main.js', dist));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether stdout and stderr are a terminal, of 80 columns. */
  readonly terminal?: boolean;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of `metatb` to its end in this process, stdin empty. Commands queue: they
 * share the process.
 */
export function metatb(args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const run = last.then(() => runHere(args, surroundings));
  last = run.catch(() => {});
  return run;
}

async function runHere(
  args: readonly string[],
  { cwd, env, terminal = false }: Surroundings,
): Promise<Ran> {
  const { runCommandLine } = (await import(
    new URL('program.js', dist).href
  )) as typeof import('../../src/cli/program.ts');
  const before = { cwd: process.cwd(), env: process.env, exitCode: process.exitCode };
  const streams = {
    stdin: new PassThrough().end(),
    stdout: new PassThrough().setEncoding('utf8'),
    stderr: new PassThrough().setEncoding('utf8'),
  };
  if (terminal) {
    const { stdout, stderr } = streams;
    for (const stream of [stdout, stderr]) Object.assign(stream, { isTTY: true, columns: 80 });
  }
  const restore = Object.entries(streams).map(([name, value]) => {
    const own = Object.getOwnPropertyDescriptor(process, name)!;
    Object.defineProperty(process, name, { ...own, get: () => value });
    return () => Object.defineProperty(process, name, own);
  });
  const [stdout, stderr] = [text(streams.stdout), text(streams.stderr)];
  process.env = { ...ownVariables, ...env };
  process.exitCode = undefined;
  if (cwd) process.chdir(cwd);
  try {
    await runCommandLine([...args]);
  } finally {
    for (const each of restore) each();
    process.chdir(before.cwd);
    process.env = before.env;
    streams.stdout.end();
    streams.stderr.end();
  }
  const status = Number(process.exitCode ?? 0);
  process.exitCode = before.exitCode;
  return { status, stdout: await stdout, stderr: await stderr };
}

/** Runs `metatb`, or another build of it, to its end in a separate process. For tests of processes; {@link metatb} is faster. */
export function metatbProcess(
  args: readonly string[],
  surroundings: Surroundings = {},
  program: string = main,
): Promise<Ran> {
  const { child, ended } = start(args, surroundings, program);
  child.stdin.end();
  return ended;
}

/** Runs it and parses the one JSON object on stdout. */
export async function metatbJson<T>(...args: readonly string[]): Promise<T> {
  const { status, stdout, stderr } = await metatb([...args, '--json']);
  if (status !== 0) throw new Error(`metatb ${args.join(' ')}: exit ${status}, ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** Runs it with `--csv` and splits the rows, of as many cells each; no cell of these tests holds a comma. */
export async function csv(dir: string, ...args: readonly string[]): Promise<string[][]> {
  const { status, stdout, stderr } = await metatb([...args, '--dir', dir, '--csv']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.endsWith('\n')).toBe(true);
  const rows = stdout.split('\n').slice(0, -1);
  const cells = rows.map((row) => row.split(','));
  expect(new Set(cells.map((row) => row.length)).size, 'cells in every row').toBe(1);
  return cells;
}

/** Starts `metatb` in a separate process. */
export function start(
  args: readonly string[],
  { cwd, env }: Surroundings = {},
  program: string = main,
) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...ownVariables, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
  /** `told`: what it has written to stderr. */
  return { child, ended, told: () => stderr, printed: () => stdout };
}

/** The variables of this process without settings of metatb. */
const ownVariables = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(METATB_|NO_COLOR$)/.test(name)),
);

/** Puts tables of three men into a folder of tables, as `generate` makes them. */
export function layTables(
  dir: string,
  names: readonly string[],
  rules: 'metachess' | 'chess' = 'metachess',
): void {
  mkdirSync(join(dir, rules), { recursive: true });
  for (const name of names) {
    const file = join(rules, `${name}.mtb`);
    copyFileSync(join(inject('threeMen'), 'sets', file), join(dir, file));
  }
}

/** A folder for the tests of one file; removed after them. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'metatb-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
