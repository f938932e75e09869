import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, unwrap } from '../src/board/result.ts';
import { readWhole, writeWhole } from '../src/store/folder.ts';

/** A proof that takes long, in a process of its own. */
export interface Part {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

export interface Outcome {
  readonly name: string;
  readonly seconds: number;
  readonly result: 'passed' | 'passed before' | 'failed';
}

/** Runs the parts one by one but for those that the record has; goes on after one that fails. */
export async function runParts(
  parts: readonly Part[],
  record: ProofRecord,
  passes: (part: Part) => Promise<boolean>,
  publish: (outcome: Outcome) => void = () => {},
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const part of parts) {
    const outcome = await runPart(part, record, passes);
    outcomes.push(outcome);
    publish(outcome);
  }
  return outcomes;
}

async function runPart(
  part: Part,
  record: ProofRecord,
  passes: (part: Part) => Promise<boolean>,
): Promise<Outcome> {
  const { name } = part;
  const before = record.secondsOf(name);
  if (before !== undefined) return { name, seconds: before, result: 'passed before' };
  const began = performance.now();
  const passed = await passes(part);
  const seconds = Math.round((performance.now() - began) / 1000);
  if (passed) await record.add(name, seconds);
  return { name, seconds, result: passed ? 'passed' : 'failed' };
}

interface Recorded {
  /** What the proofs are of, see {@link keyOf}. */
  readonly key: string;
  readonly commit: string;
  /** Seconds by name of part. */
  readonly passed: Readonly<Record<string, number>>;
}

/** The parts that passed, in a folder beside the tables that they made: of other sources both are discarded. */
export class ProofRecord {
  private readonly path: string;
  private recorded: Recorded;

  private constructor(path: string, recorded: Recorded) {
    this.path = path;
    this.recorded = recorded;
  }

  /** The record of proofs of `key`. A folder with those of another key is emptied. */
  static async open(dir: string, key: string, commit: string): Promise<ProofRecord> {
    const found = await readRecord(dir);
    if (found?.key === key) return new ProofRecord(recordIn(dir), found);
    if (found) await rm(dir, { recursive: true });
    else if (existsSync(dir)) {
      const message = `${dir} holds no ${basename(recordIn(dir))}, so it is not of these proofs: move it away`;
      unwrap(fail('read', message, dir));
    }
    await mkdir(dir, { recursive: true });
    const record = new ProofRecord(recordIn(dir), { key, commit, passed: {} });
    await record.write();
    return record;
  }

  /** The record of proofs of `key` or undefined; changes nothing. */
  static async read(dir: string, key: string): Promise<ProofRecord | undefined> {
    const found = await readRecord(dir);
    return found?.key === key ? new ProofRecord(recordIn(dir), found) : undefined;
  }

  secondsOf(name: string): number | undefined {
    return this.recorded.passed[name];
  }

  async add(name: string, seconds: number): Promise<void> {
    this.recorded = { ...this.recorded, passed: { ...this.recorded.passed, [name]: seconds } };
    await this.write();
  }

  private async write(): Promise<void> {
    const text = `${JSON.stringify(this.recorded, null, 2)}\n`;
    unwrap(await writeWhole(this.path, [new TextEncoder().encode(text)]));
  }
}

const recordIn = (dir: string) => join(dir, 'passed.json');

async function readRecord(dir: string): Promise<Recorded | undefined> {
  const bytes = unwrap(await readWhole(recordIn(dir)));
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Recorded);
}

const PROVED = ['src', 'test', 'scripts', 'bench', 'package-lock.json', '*.config.ts'];

/** Changes with every file that a proof rests on, committed or not, with the release of Node and with the seed. */
export function keyOf(seed: string, proved: readonly string[] = PROVED): string {
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', ...proved);
  const hash = createHash('sha256').update(`${process.version}\0${seed}\0`);
  for (const file of listed
    .split('\0')
    .filter((each) => existsSync(each))
    .sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** The commit, with a mark if the tree has changes. */
export function commitOf(): string {
  const changed = git('status', '--porcelain').trim() !== '';
  return git('rev-parse', 'HEAD').trim() + (changed ? ' with changes' : '');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}
