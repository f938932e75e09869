import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** The command line as it is built; `npm test` builds first. */
const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `metatb` to its end, its streams no terminals. */
export function metatb(args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const { child, ended } = start(args, surroundings);
  child.stdin.end();
  return ended;
}

/** Runs it for one JSON object on stdout. */
export async function metatbJson<T>(...args: readonly string[]): Promise<T> {
  const { status, stdout, stderr } = await metatb([...args, '--json']);
  if (status !== 0) throw new Error(`metatb ${args.join(' ')}: exit ${status}, ${stderr}`);
  return JSON.parse(stdout) as T;
}

export function start(args: readonly string[], { cwd, env }: Surroundings = {}) {
  const child = spawn(process.execPath, [main, ...args], { cwd, env: { ...ownVariables, ...env } });
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
  return { child, ended };
}

/** Whoever runs the tests may have settings of their own. */
const ownVariables = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(METATB_|NO_COLOR$)/.test(name)),
);

/** A folder for the tests of one file, removed after them. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'metatb-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
