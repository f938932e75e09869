import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { metatb, metatbJson, start } from '../cli/metatb.ts';
import { need } from '../need.ts';
import { onSmallDisk } from '../smallDisk.ts';
import { whole } from '../thorough.ts';
import { RedisServer, redisProgram } from './redis.ts';
import { makeFolder, outcome, until, untilSaid } from './running.ts';

/** Tables that machines solve through a window, as those of six men: a table of five men stands for them. */

const folder = makeFolder();
const name = 'KNNvkr';
const file = join('chess', `${name}.mtb`);
let redis: RedisServer;
let number = 0;
/** A store and scratch folders of each test's own. */
let dir: string;

const made = join(folder, 'made');
const own = (scratch: string) => join(dir, scratch, 'work-1/chess');
const log = (scratch: string) => join(own(scratch), `.chess.${name}.log`);
const checkpoint = (scratch: string) => join(own(scratch), `.${name}.checkpoint`);
const common = () => ['--queue', redis.address, '--store', join(dir, 'store')];
const work = (scratch: string, ...options: string[]) =>
  start(['work', ...common(), '--scratch', join(dir, scratch), ...options]);
const generate = () => start(['generate', name, '--rules', 'chess', ...common(), '--json']);
const hidden = (scratch: string) =>
  readdirSync(own(scratch)).filter((each) => each.startsWith('.'));
/** A machine of this scratch folder that is killed once it has written a checkpoint. */
async function killed(scratch: string, ...options: string[]): Promise<void> {
  const machine = work(scratch, '--window', '16MiB', ...options);
  // Said before it is done.
  await untilSaid(machine, 'writing a checkpoint');
  await until(() => existsSync(checkpoint(scratch)));
  machine.child.kill('SIGKILL');
  await machine.ended;
  expect(existsSync(log(scratch))).toBe(true);
}

describe.runIf(whole)('a table that is solved through a window', () => {
  beforeAll(async () => {
    if (!redisProgram) return;
    redis = await RedisServer.start();
    await outcome(start(['generate', name, '--rules', 'chess', '--dir', made, '--json']).ended);
  });
  afterAll(() => redis?.stop());
  beforeEach(async (context) => {
    need(context, redisProgram !== undefined, 'redis-server');
    dir = join(folder, String(number++));
    cpSync(made, join(dir, 'store'), { recursive: true });
    rmSync(join(dir, 'store', file));
    await redis.flush();
  });

  test('goes on from its log when its machine was killed, and leaves nothing else', async () => {
    const run = generate();
    await killed('scratch', '--lease', '10min');
    const again = work('scratch', '--window', '16MiB', '--until-done', '--json');
    expect(await outcome(again.ended)).toMatchObject({ tables: [name] });
    expect(again.told()).toMatch(/KNNvkr: found a checkpoint/);
    await outcome(run.ended);
    const [stored, expected] = [join(dir, 'store'), made].map((at) => readFileSync(join(at, file)));
    expect(Buffer.compare(stored!, expected!)).toBe(0);
    expect(hidden('scratch')).toEqual([]);
  });

  test('leaves no log on a machine that lost it to another', async () => {
    const run = generate();
    await killed('scratch', '--lease', '1s');
    expect(await outcome(work('other', '--until-done', '--json').ended)).toMatchObject({
      tables: [name],
    });
    await outcome(run.ended);
    expect(await outcome(work('scratch', '--until-done', '--json').ended)).toMatchObject({
      tables: [],
    });
    expect(hidden('scratch')).toEqual([]);
  });

  test('ends a machine whose disk is too small, as it has said before', async (context) => {
    mkdirSync(join(dir, 'small'));
    await onSmallDisk(context, join(dir, 'small'), '4m', async () => {
      const run = generate();
      const { status, stderr } = await work('small', '--window', '16MiB').ended;
      expect(stderr).toMatch(
        /KNNvkr may take up to \d+ MiB of the disk, \d+\.?\d* MiB are free: --scratch names/,
      );
      expect(stderr).toContain('no space left on the disk');
      expect(status).toBe(1);
      run.child.kill('SIGINT');
      await run.ended;
    });
  });

  test('ends a machine whose window is too small for it', async () => {
    const run = generate();
    const { status, stderr } = await work('scratch', '--window', '100MB', '--threads', '200').ended;
    expect(stderr).toMatch(/a window needs at least \d+ MiB for KNNvkr: --window allows more/);
    expect(status).toBe(2);
    run.child.kill('SIGINT');
    await run.ended;
  });
});

describe('the plan of a table of six men', () => {
  const options = ['--queue', 'redis://nowhere.invalid', '--store', join(folder, 'empty')];
  const plan = ['generate', 'KQRvkqr', '--dry-run', ...options];

  test('is a job of its own, for 4 GiB of memory, with what it takes of a disk', async () => {
    const { jobs } = await metatbJson<{ jobs: { tables: string[]; scratch: number }[] }>(...plan);
    const isSix = ({ tables }: { tables: string[] }) => tables.includes('KQRvkqr');
    const [six, ...others] = [...jobs.filter(isSix), ...jobs.filter((each) => !isSix(each))];
    expect(six).toEqual({
      ...{ tables: ['KQRvkqr'], needs: ['KQRvkr', 'KQRvkq'], memory: 2 ** 32 },
      ...{ scratch: expect.any(Number), seconds: expect.any(Number) },
    });
    expect(six!.scratch).toBeGreaterThan(2 ** 33);
    expect(new Set(others.map(({ scratch }) => scratch))).toEqual(new Set([0]));
  });

  test('shows the disk only where jobs take any of it', async () => {
    const { stdout } = await metatb(plan);
    expect(stdout).toMatch(/^ +tables +memory +scratch +time +needs\n/);
    expect(stdout).toMatch(/KQRvkqr +4 GiB +[\d.]+ GiB +\d+ min( \d+ s)? +KQRvkr KQRvkq$/m);
    const five = await metatb(['generate', 'KQRvkr', '--dry-run', ...options]);
    expect(five.stdout).toMatch(/^ +tables +memory +time +needs\n/);
  });

  test.each(['--window', '--scratch'])('does not take %s', async (option) => {
    const { status, stderr } = await metatb([...plan, option, '16MiB']);
    expect(stderr).toMatch(
      new RegExp(`${option} does not go with --queue: it is for 'metatb work'`),
    );
    expect(status).toBe(2);
  });
});
