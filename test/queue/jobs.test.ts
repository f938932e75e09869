import { describe, expect, test } from 'vitest';
import { checkJob, type JobData, jobData, jobId, priorityOf } from '../../src/queue/jobs.ts';
import { gameKey } from '../../src/queue/ledger.ts';
import { metachess } from '../../src/rules/metachess.ts';

const version = 'metatb 1.2.3, tables of version 5';
const { fingerprint } = metachess;
const good: JobData = {
  ...{ game: { name: 'metachess' }, fingerprint, version, solver: null, together: true },
  tables: ['KQvk', 'KRvk'],
};

test('a job comes back as it was given', () => {
  const how = { ...good, title: 'Metachess', store: '/tables' };
  const bundle = { id: 'KQvk', tables: good.tables, needs: [], bytes: 1, seconds: 1 };
  const sent: unknown = JSON.parse(JSON.stringify(jobData(how, bundle)));
  expect(sent).toEqual(good);
  const read = checkJob(sent, version);
  expect(read).toMatchObject({ ok: true, value: { rules: metachess, together: true } });
  expect(read.ok && read.value.materials.map(({ name }) => name)).toEqual(good.tables);
});

describe('a job is refused', () => {
  test.each<[string, unknown, string]>([
    ['of another version', { ...good, version: 'metatb 9.0.0' }, 'version'],
    ['of other rules', { ...good, fingerprint: '00000000' }, 'version'],
    ['without a game', { ...good, game: undefined }, 'job'],
    ['of a game that is not there', { ...good, game: { name: 'checkers' } }, 'job'],
    ['of a game whose description is none', { ...good, game: { name: 'own', ini: '[x' } }, 'job'],
    [
      'with a description without end',
      { ...good, game: { name: 'own', ini: 'x'.repeat(1 << 17) } },
      'job',
    ],
    ['for a path', { ...good, tables: ['../../etc/passwd'] }, 'job'],
    ['for a path below a table', { ...good, tables: ['KQvk/../../x'] }, 'job'],
    ['for an address', { ...good, tables: ['http://example.org/KQvk'] }, 'job'],
    ['for a name that is not in order', { ...good, tables: ['KvkQ'] }, 'job'],
    ['for a table that the game does not need', { ...good, tables: ['Kvk'] }, 'job'],
    ['for no table', { ...good, tables: [] }, 'job'],
    ['for tables without end', { ...good, tables: Array(1001).fill('KQvk') }, 'job'],
    ['for a number', { ...good, tables: [7] }, 'job'],
    ['with a solver that is none', { ...good, solver: 'shell' }, 'job'],
    ['that is no object', 'KQvk', 'job'],
    ['that is nothing', null, 'job'],
  ])('%s', (_, data, code) => {
    expect(checkJob(data, version)).toMatchObject({ ok: false, problem: { code } });
  });
});

test('what a job has besides is not looked at', () => {
  const read = checkJob({ ...good, dir: '/etc', store: 'http://example.org' }, version);
  expect(read.ok && Object.keys(read.value)).toEqual(['rules', 'solver', 'together', 'materials']);
});

test('games whose rules differ have jobs of different names', () => {
  const key = gameKey(metachess);
  expect(key).not.toBe(gameKey({ ...metachess, fingerprint: '00000000' }));
  // BullMQ refuses colons.
  expect(jobId(key, { id: 'KQvk' })).toMatch(/^metachess\.[0-9a-f]{8}\.KQvk$/);
});

test('the longest chain of work comes first, within the numbers that BullMQ takes', () => {
  const priorities = [1e9, 3600, 60, 1, 0].map(priorityOf);
  expect(priorities).toEqual([...priorities].sort((a, b) => a - b));
  expect(new Set(priorities).size).toBe(5);
  expect([priorities[0], priorities.at(-1)]).toEqual([1, 2 ** 21 - 1]);
});
