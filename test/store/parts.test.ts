import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeWhole } from '../../src/store/folder.ts';
import { claim, partOf as partPathOf, removeParts } from '../../src/store/parts.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metatb-parts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

const partOf = (pid: number, name = 'KQvk.mtb') => basename(partPathOf(name, pid));

/** The same name as a process of another machine or container would give it. */
const elsewhere = (part: string) => part.replace(/\.[0-9a-f]{8}\.(?=\d)/, '.00000000.');

describe('removing half-written files', () => {
  it('removes those of dead processes and of this one, and keeps those of living ones', async () => {
    const living = partOf(process.ppid);
    const names = [partOf(deadPid()), partOf(process.pid), living];
    for (const name of names) await writeFile(join(folder, name), 'half');
    await removeParts(folder);
    expect(await readdir(folder)).toEqual([living]);
  });

  it('keeps what this process is writing', async () => {
    const path = join(folder, 'file');
    async function* chunks() {
      yield bytes('half');
      await removeParts(folder);
      yield bytes(' and half');
    }
    expect((await writeWhole(path, chunks())).ok).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('half and half');
  });

  it('keeps those in a folder that is claimed, until the claim is released', async () => {
    const part = partOf(process.pid);
    await writeFile(join(folder, part), 'half');
    const [one, other] = [claim(folder), claim(join(folder, 'x', '..'))];
    await removeParts(folder);
    one();
    await removeParts(folder);
    expect(await readdir(folder)).toEqual([part]);
    other();
    await removeParts(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps files with similar names', async () => {
    const dead = deadPid();
    const names = [
      'KQvk.mtb',
      `KQvk.${dead}.part`,
      `.KQvk.mtb.${dead}.part`,
      `.KQvk.mtb.${dead}.0123abcd.part`,
      `${partOf(dead)}.txt`,
    ];
    for (const name of names) await writeFile(join(folder, name), 'whole');
    await removeParts(folder);
    expect((await readdir(folder)).sort()).toEqual(names.toSorted());
  });

  it('does nothing if there is no folder', async () => {
    await expect(removeParts(join(folder, 'none'))).resolves.toBeUndefined();
  });

  it('keeps those of another container, whose pids mean nothing here, for a day', async () => {
    const fresh = [deadPid(), process.pid].map((pid) => elsewhere(partOf(pid)));
    const abandoned = elsewhere(partOf(deadPid(), 'KRvk.mtb'));
    for (const name of [...fresh, abandoned]) await writeFile(join(folder, name), 'half');
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(join(folder, abandoned), longAgo, longAgo);
    await removeParts(folder);
    expect((await readdir(folder)).sort()).toEqual(fresh.sort());
  });
});
