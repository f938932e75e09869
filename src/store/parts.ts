import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Half-written files: their names, and which of them may be removed. A name says where its process runs and its pid:
 * `.KQvk.mtb.HOME.PID.TOKEN.part`. A pid means something only to processes that share it, so that `HOME` stands for the
 * machine's boot and the pid namespace: two containers on one volume have the same pids and different homes.
 */
const PART = /\.([0-9a-f]{8})\.(\d+)\.[0-9a-f]{8}\.part$/;

/** After this time without a write, in milliseconds (one day), a part of an unknown home counts as abandoned. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const home = createHash('sha256').update(processHome()).digest('hex').slice(0, 8);

function processHome(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Other systems than Linux have no pid namespaces.
    return hostname();
  }
}

/** What names this process among those that share a folder. */
export const processMark = `${home}.${process.pid}`;

/** May the process of a {@link processMark} still run? Of one on another machine nothing is known. */
export function mayBeAlive(mark: string): boolean {
  const match = /^([0-9a-f]{8})\.(\d+)$/.exec(mark);
  if (!match) return false;
  return match[1] !== home || isAlive(Number(match[2]));
}

/** A path beside a file's, for its bytes until they are complete. */
export function partOf(path: string, pid = process.pid): string {
  const token = randomUUID().slice(0, 8);
  return join(dirname(path), `.${basename(path)}.${home}.${pid}.${token}.part`);
}

/** By folder: how many tasks of this process are writing there. */
const claims = new Map<string, number>();

/**
 * Protects the parts that this process writes in a folder from {@link removeParts} until the returned function is
 * called. Worker threads share the pid but not this module's state, so the thread that starts them claims for them.
 */
export function claim(folder: string): () => void {
  const path = resolve(folder);
  claims.set(path, (claims.get(path) ?? 0) + 1);
  return () => {
    const left = claims.get(path)! - 1;
    if (left > 0) claims.set(path, left);
    else claims.delete(path);
  };
}

/**
 * Removes the parts in a folder that dead processes have left, and those of this process if it is not writing there.
 */
export async function removeParts(folder: string): Promise<void> {
  const path = resolve(folder);
  const names = await readdir(path).catch(() => []);
  for (const name of names) {
    const match = PART.exec(name);
    if (!match) continue;
    const part = join(path, name);
    const [, itsHome, pid] = match;
    const idle = itsHome === home ? isIdle(Number(pid), path) : await isAbandoned(part);
    if (idle) await rm(part, { force: true }).catch(() => {});
  }
}

function isIdle(pid: number, folder: string): boolean {
  return pid === process.pid ? !claims.has(folder) : !isAlive(pid);
}

async function isAbandoned(part: string): Promise<boolean> {
  const found = await stat(part).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
