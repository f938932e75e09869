import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import type { Ran, start } from '../cli/metatb.ts';

/** A folder for the tests of one file; removed after them. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'metatb-queue-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Started = ReturnType<typeof start>;

/** Waits until a process has written this to stderr. */
export async function untilSaid({ child, told }: Started, text: string): Promise<void> {
  await until(() => {
    if (told().includes(text)) return true;
    expect(child.exitCode ?? child.signalCode, told()).toBe(null);
    return false;
  });
}

/** The first line that a process prints. */
export async function firstLine({ printed, child, told }: Started): Promise<string> {
  await until(() => {
    expect(child.exitCode, told()).toBe(null);
    return printed().includes('\n');
  });
  return printed().split('\n')[0]!;
}

/** Waits until it is so, for two minutes at most. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 6000; i++) {
    if (isSo()) return;
    await pause(20);
  }
  throw new Error('it took two minutes');
}

/** The outcome of a process that must end well, with its result. */
export async function outcome<T>(ended: Promise<Ran>): Promise<T> {
  const { status, stdout, stderr } = await ended;
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}
