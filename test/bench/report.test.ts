import { expect, test } from 'vitest';
import type { WholeCommand } from '../../bench/commands.ts';
import { report } from '../../bench/report.ts';

const command: WholeCommand = {
  table: 'KQRvkr',
  threads: 2,
  seconds: 9,
  mostSeconds: 6,
  aimSeconds: 4,
  yardstick: null,
  tables: 6,
  bytes: 11_900_000,
  mostBytes: 12_100_000,
  others: 0,
  peakBytes: 2 ** 30,
  faults: [],
  peers: [
    { generator: 'Syzygy', tables: 'KQRvkr', machine: 'one', seconds: 45, yardstickSeconds: 3.3 },
    { generator: 'Syzygy', tables: 'KQRvkr', machine: 'another', seconds: 60 },
  ],
};

const reportOf = (commands: readonly WholeCommand[]) =>
  report({ machine: { cpu: 'a processor', cores: 2, node: 'v20', load: 0 }, tries: 1, commands });

test('a whole command is held to what is asked of it where the yardstick was not measured', () => {
  const text = reportOf([command]);
  expect(text).toMatch(/KQRvkr +2 +9\.000 +6\.000 +4\.000 +1\.50 +6 +11,900,000 +12,100,000/);
  expect(text).toContain('it was not measured here');
});

test('on a machine of half the speed a command may take twice as long', () => {
  const text = reportOf([{ ...command, yardstick: { seconds: 6.6, others: 0 } }]);
  expect(text).toMatch(/KQRvkr +2 +9\.000 +12\.000 +8\.000 +0\.75/);
  expect(text).toContain('here it takes 6.60 s, scaled by that');
});

test('a yardstick measured on a busy machine excuses nothing', () => {
  const text = reportOf([{ ...command, yardstick: { seconds: 33, others: 1 } }]);
  expect(text).toMatch(/KQRvkr +2 +9\.000 +6\.000 +4\.000 +1\.50/);
  expect(text).toContain('others were at work: not scaled');
  expect(text).toContain('NOT QUIET');
});

test('another generator is scaled only from a machine whose yardstick is known', () => {
  const text = reportOf([{ ...command, yardstick: { seconds: 6.6, others: 0 } }]);
  expect(text).toMatch(/Syzygy +KQRvkr +one +45\.000 +90\.000 +10\.0/);
  expect(text).toMatch(/Syzygy +KQRvkr +another +60\.000 +- +-/);
  expect(reportOf([command])).toMatch(/Syzygy +KQRvkr +one +45\.000 +- +-/);
});

test('counts or bytes that are wrong are told beside the command', () => {
  expect(reportOf([command])).toContain('right');
  expect(reportOf([{ ...command, faults: ['12200000 bytes, 12100000 allowed'] }])).toMatch(/WRONG/);
});
