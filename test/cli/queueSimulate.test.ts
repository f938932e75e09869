import { describe, expect, test } from 'vitest';
import { makeFolder, metatb, metatbJson } from './metatb.ts';

/** `metatb queue simulate`, which solves nothing. */

interface Simulated {
  readonly rules: string;
  readonly tables: number;
  readonly jobs: number;
  readonly measured: boolean;
  readonly measuredTables: number;
  readonly measurements: readonly {
    readonly rules: string;
    readonly measuredTables: number;
    readonly scaledTables: number;
  }[];
  readonly machines: readonly {
    readonly machines: number;
    readonly seconds: number;
    readonly speedUp: number;
    readonly busy: number;
  }[];
  readonly criticalSeconds: number;
  readonly criticalPath: readonly {
    readonly tables: readonly string[];
    readonly seconds: number;
    readonly measured: boolean;
  }[];
}

const simulate = (...args: readonly string[]) =>
  metatbJson<Simulated>('queue', 'simulate', ...args);

describe('metatb queue simulate', () => {
  test('says what five men take 16 machines, from measured durations', async () => {
    const made = await simulate('--men', '5', '--machines', '16');
    expect(made).toMatchObject({ rules: 'metachess', tables: 145, measured: true });
    expect(made.measuredTables).toBe(145);
    const [sixteen, ...others] = made.machines;
    expect(others).toEqual([]);
    expect(sixteen!.machines).toBe(16);
    expect(sixteen!.speedUp).toBeGreaterThan(1);
    expect(sixteen!.speedUp).toBeLessThanOrEqual(16);
    expect(sixteen!.seconds).toBeGreaterThanOrEqual(made.criticalSeconds);
    const length = made.criticalPath.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(length).toBeCloseTo(made.criticalSeconds, 6);
    // The last table of the longest chain is one that nothing of five men needs.
    expect(made.criticalPath.at(-1)!.tables.at(-1)).toHaveLength('KPPvkp'.length);
  });

  test('scales what is not measured, and says so', async () => {
    const six = await simulate('KQRBvkr');
    expect(six.measured).toBe(false);
    expect(six.measuredTables).toBe(six.tables - 1);
    expect(six.machines.map(({ machines }) => machines)).toEqual([1, 4, 16, 64]);
    expect(six.criticalPath.at(-1)).toMatchObject({ tables: ['KQRBvkr'], measured: false });
    expect(six.measurements).toMatchObject([
      { rules: 'metachess', measuredTables: 13, scaledTables: 0 },
      { rules: 'chess', measuredTables: 0, scaledTables: 1 },
    ]);
    const text = await metatb(['queue', 'simulate', 'KQRBvkr']);
    expect(text.status).toBe(0);
    expect(text.stdout).toMatch(/^metachess: 14 tables in \d+ jobs\n/);
    expect(text.stdout).toMatch(/^\d.* KQRBvkr +scaled$/m);
    expect(text.stdout).toMatch(/^durations: of metachess on .+: 13 tables measured$/m);
    expect(text.stdout).toMatch(/^durations: of chess on .+: 1 table scaled by placements$/m);
    const other = await simulate('KQvkr', '--rules', 'metamachy');
    expect(other).toMatchObject({ measuredTables: 0, measurements: [{ rules: 'metachess' }] });
  });

  test('takes all of six men', async () => {
    const six = await simulate('-m', '6', '--machines', '1,64');
    const [one, many] = six.machines;
    expect(one).toMatchObject({ machines: 1, speedUp: 1, busy: 1 });
    expect(many!.seconds).toBeLessThan(one!.seconds / 10);
    expect(six.tables - six.measuredTables).toBe(365);
    const scaled = six.measurements.map(({ rules, scaledTables }) => [rules, scaledTables]);
    // With pawns; with a bare king and at most one pawn; without either.
    expect(scaled).toEqual([
      ['metachess', 175],
      ['chess', 55],
      ['chess', 135],
    ]);
  });

  test('follows --bundle', async () => {
    const [apart, together] = [await simulate('KPvk', '--bundle', '1ms'), await simulate('KPvk')];
    expect([apart.jobs, together.jobs]).toEqual([5, 1]);
  });

  test('prints numbers for a spreadsheet', async () => {
    const { stdout } = await metatb(['queue', 'simulate', 'KQvk', '--machines', '1,2', '--csv']);
    const rows = stdout.trim().split('\n');
    expect(rows[0]).toBe('machines,seconds,speedUp,busy');
    expect(rows.slice(1)).toEqual([
      expect.stringMatching(/^1,\d+\.\d{3},1\.000,1\.000$/),
      expect.stringMatching(/^2,\d+\.\d{3},1\.000,0\.500$/),
    ]);
  });

  const empty = makeFolder();

  test.each([
    [['simulate'], /name at least one table.*--men 3/],
    [['simulate', 'KQvk', '--machines', '0'], /'0' is invalid.*whole numbers from 1 to 100,000/],
    [['simulate', 'KQvk', '--machines', '4,'], /'4,' is invalid.*such as 16 or 1,4,16\./],
    [['simulate', 'KQvk', '--machines', '1.5'], /'1\.5' is invalid/],
    [['simulate', '--men', '7'], /'7' is invalid.*from 2 to 6/],
    [['simulate', 'KXvk'], /unknown piece 'X'/],
    [['simulate', '--men', '2'], /metachess has no table of 2 men: its tables have 3, 4, 5, 6/],
    [['simulate', 'KQvk', '--rules', 'go'], /'go' is invalid/],
    [['simulate', 'KQvk', '--csv', '--json'], /cannot be used with/],
    [['simulat'], /unknown command 'simulat'.*\n.*simulate/],
    [[], /Usage: metatb queue /],
  ])('refuses %j', async (args, message) => {
    const { status, stdout, stderr } = await metatb(['queue', ...args], { cwd: empty });
    expect(stderr).toMatch(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});
