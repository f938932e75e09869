import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { random } from '../../tools/random.ts';
import { seed, thorough, whole } from '../thorough.ts';
import { makeFolder, metatb, metatbJson, start } from './metatb.ts';

/** Tables of five men solved through a window by processes that are killed: without pawns, and with one. */

const names = thorough ? ['KNNvkr', 'KNPvkn'] : ['KNNvkr'];
const kills = thorough ? 20 : 4;

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
    const [plain, dir, scratch] = [makeFolder(), makeFolder(), makeFolder()];
    const common = ['generate', name, '--rules', 'chess', '--dir'];
    expect((await metatb([...common, plain])).status).toBe(0);
    const expected = readFileSync(join(plain, 'chess', file));
    const made = () => readFileSync(join(dir, 'chess', file));
    const args = [...common, dir, '--window', '16MiB', '--scratch', scratch];

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
);
