import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../board/result.ts';
import { hasCode, reason, writeWhole } from '../store/folder.ts';
import { mayBeAlive, processMark, removeParts } from '../store/parts.ts';
import type { Ticket } from './jobTaker.ts';

/** So many machines, each a process, may share one folder. */
const MOST_PLACES = 256;

/** The local folder of a machine: subtables that it has fetched, checkpoints of what it solves, and the job that it holds. */
export class Scratch {
  readonly dir: string;
  private readonly limit: number;

  private constructor(dir: string, limit: number) {
    this.dir = dir;
    this.limit = limit;
  }

  /**
   * The first place below `folder` that no other process uses: what an earlier process of this machine has left is found again, but
   * for what it has written half. `limit`: of bytes kept. Errors: `write`.
   */
  static async open(folder: string, limit: number): Promise<Result<Scratch>> {
    try {
      for (let i = 1; i <= MOST_PLACES; i++) {
        const dir = join(folder, `work-${i}`);
        await mkdir(dir, { recursive: true });
        if (!(await lock(join(dir, LOCK)))) continue;
        const scratch = new Scratch(dir, limit);
        for (const game of await scratch.folders()) await removeParts(game);
        return ok(scratch);
      }
    } catch (error) {
      return fail('write', `cannot write in ${folder}: ${reason(error)}`, folder);
    }
    return fail('write', `${MOST_PLACES} machines use ${folder} already: --scratch names another`);
  }

  async close(): Promise<void> {
    await rm(join(this.dir, LOCK), { force: true });
  }

  /** The job that a process before this one held when it ended. */
  async ticket(): Promise<Ticket | undefined> {
    try {
      const found = JSON.parse(await readFile(this.ticketPath, 'utf8')) as Partial<Ticket>;
      const { size, id, token } = found;
      const known = typeof size === 'number' && typeof id === 'string' && typeof token === 'string';
      return known ? { size, id, token } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Notes the job that this machine holds now, if any. Errors: `write`. */
  async hold(ticket: Ticket | undefined): Promise<Result<unknown>> {
    if (ticket) return writeWhole(this.ticketPath, [Buffer.from(JSON.stringify(ticket))]);
    await rm(this.ticketPath, { force: true });
    return ok(undefined);
  }

  private get ticketPath(): string {
    return join(this.dir, 'job.json');
  }

  /** Notes that a file is used now. */
  async touch(path: string): Promise<void> {
    const now = new Date();
    await utimes(path, now, now).catch(() => {});
  }

  /** Removes what was not used for longest, until no more than the limit is left. */
  async trim(): Promise<void> {
    const files = (await this.files()).sort((a, b) => b.used - a.used);
    let bytes = 0;
    for (const file of files) {
      bytes += file.bytes;
      if (bytes > this.limit) await rm(file.path, { force: true });
    }
  }

  private async files() {
    const lists = (await this.folders()).map(async (folder) => {
      const names = await readdir(folder);
      return Promise.all(
        names.map(async (file) => {
          const path = join(folder, file);
          const { size: bytes, mtimeMs: used } = await stat(path);
          return { path, bytes, used };
        }),
      );
    });
    return (await Promise.all(lists)).flat();
  }

  /** Those of games. */
  private async folders(): Promise<readonly string[]> {
    const entries = await readdir(this.dir, { withFileTypes: true });
    return entries.filter((each) => each.isDirectory()).map(({ name }) => join(this.dir, name));
  }
}

const LOCK = 'in-use';

/** Takes a place for this process, unless a living one has it. */
async function lock(path: string): Promise<boolean> {
  if (await mark(path)) return true;
  if (!(await isLeft(path))) return false;
  // Of several that find it left, one at a time may take it, or the second took it from the first.
  const claim = `${path}.claim`;
  if (!(await mark(claim))) {
    if (await isLeft(claim)) await rm(claim, { force: true });
    return false;
  }
  try {
    return (await isLeft(path)) && (await writeWhole(path, [Buffer.from(processMark)])).ok;
  } finally {
    await rm(claim, { force: true });
  }
}

/** Makes a file with the mark of this process; false if there is one. */
async function mark(path: string): Promise<boolean> {
  try {
    await writeFile(path, processMark, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Has a process that is gone left it? One that has just begun it has written nothing yet. */
async function isLeft(path: string): Promise<boolean> {
  const owner = await readFile(path, 'utf8').catch(() => '');
  return owner !== '' && !mayBeAlive(owner);
}
