import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { random } from '../../tools/random.ts';
import { onSmallDisk } from '../smallDisk.ts';
import { seed, thorough, whole } from '../thorough.ts';
import { makeFolder, metatb, metatbJson, start } from './metatb.ts';

/** Tables of five men solved through a window by processes that are killed: without pawns, and with one. */

const names = thorough ? ['KNNvkr', 'KNPvkn'] : ['KNNvkr'];
const kills = thorough ? 20 : 4;

const commandFor = (name: string, dir: string) => [
  ...['generate', name, '--rules', 'chess'],
  ...['--dir', dir],
];
const throughWindow = (name: string, dir: string, scratch: string) => [
  ...commandFor(name, dir),
  ...['--window', '16MiB', '--scratch', scratch],
];

const plain = makeFolder();
/** The table as it is made with all sets in memory, once. */
async function plainFile(name: string): Promise<Buffer> {
  expect((await metatb(commandFor(name, plain))).status).toBe(0);
  return readFileSync(join(plain, 'chess', `${name}.mtb`));
}

/** Kills a process some time after it starts, or after it tells something. Returns what gives the timer. */
function killAfter(
  child: ReturnType<typeof start>['child'],
  milliseconds: number,
  told: RegExp | undefined,
) {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer ??= setTimeout(() => child.kill('SIGKILL'), milliseconds);
  };
  if (!told) begin();
  child.stderr.on('data', (text: string) => {
    if (told?.test(text)) begin();
  });
  return () => timer;
}

test.runIf(whole).each(names)(
  `a run for %s that is killed at ${kills} moments ends with the same bytes`,
  async (name) => {
    const file = `${name}.mtb`;
    const [dir, scratch] = [makeFolder(), makeFolder()];
    const expected = await plainFile(name);
    const made = () => readFileSync(join(dir, 'chess', file));
    const args = throughWindow(name, dir, scratch);

    const began = performance.now();
    expect((await start(args).ended).status).toBe(0);
    const took = performance.now() - began;
    expect(Buffer.compare(made(), expected)).toBe(0);

    const number = random(seed);
    let goneOn = 0;
    for (let i = 0; i < kills; i++) {
      rmSync(join(dir, 'chess', file), { force: true });
      const { child, ended } = start(args);
      // Each second time after a checkpoint, of which the last is written before packing.
      const told = i % 2 === 0 ? undefined : /writing a checkpoint/;
      const timer = killAfter(child, number() * (told ? 2000 : took), told);
      const { status, stderr } = await ended;
      clearTimeout(timer());
      expect(stderr).not.toMatch(/cannot be used/);
      if (/found a checkpoint/.test(stderr)) goneOn++;
      // Slower than the first, it may have ended before.
      if (status === 0) expect(Buffer.compare(made(), expected)).toBe(0);
    }
    expect(goneOn).toBeGreaterThan(0);
    const { unfinished } = await metatbJson<{ unfinished: { log: unknown; table: string }[] }>(
      ...['info', '--dir', dir, '--scratch', scratch],
    );
    for (const { log, table } of unfinished) {
      expect(table).toBe(name);
      expect(log).not.toBeNull();
    }
    expect((await metatb(args)).status).toBe(0);
    expect(Buffer.compare(made(), expected)).toBe(0);
    expect(readdirSync(scratch)).toEqual([]);
    expect(readdirSync(join(dir, 'chess')).filter((each) => each.startsWith('.'))).toEqual([]);
  },
  kills * 90_000,
);

test.runIf(whole)(
  'a run whose disk of tables fills up while it packs tells so, and goes on once there is room',
  async (context) => {
    // Twice its checkpoint takes less than half of its coded planes.
    const name = 'KRBvkn';
    const [dir, scratch] = [makeFolder(), makeFolder()];
    const expected = await plainFile(name);
    await onSmallDisk(context, dir, String(expected.length >> 1), async () => {
      const args = throughWindow(name, dir, scratch);
      const full = await metatb(args);
      expect(full.stderr).toMatch(
        /^metatb: cannot write .*KRBvkn\.mtb.*: no space left on the disk$/m,
      );
      expect(full.status).toBe(1);
      spawnSync('mount', ['-o', 'remount,size=1g', dir]);
      const again = await metatb(args);
      expect(again.stderr).toMatch(/^KRBvkn: found a checkpoint, going on after step \d+$/m);
      expect(again.status).toBe(0);
      const made = readFileSync(join(dir, 'chess', `${name}.mtb`));
      expect(Buffer.compare(made, expected)).toBe(0);
      expect(readdirSync(scratch)).toEqual([]);
      expect(readdirSync(join(dir, 'chess')).filter((each) => each.startsWith('.'))).toEqual([]);
    });
  },
);
