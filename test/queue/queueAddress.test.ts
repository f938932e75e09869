import { describe, expect, test } from 'vitest';
import { parseQueueAddress } from '../../src/queue/queueAddress.ts';

describe('the address of a queue', () => {
  test.each([
    ['redis://localhost', 'redis://localhost:6379', false],
    ['redis://10.0.0.7:7000/2', 'redis://10.0.0.7:7000/2', false],
    ['rediss://queue.example.org/', 'rediss://queue.example.org:6379', false],
    ['redis://[::1]:7000', 'redis://[::1]:7000', false],
    ['rediss://:s3cret@queue.example.org:6380', 'rediss://queue.example.org:6380', true],
    ['redis://worker:s3cret@queue.example.org', 'redis://queue.example.org:6379', true],
  ])('%s', (text, name, hasPassword) => {
    expect(parseQueueAddress(text)).toMatchObject({ ok: true, value: { name, hasPassword } });
  });

  test.each([
    'localhost:6379',
    'http://localhost:6379',
    'redis://',
    'redis://localhost/tables',
    'redis://localhost?tls=1',
    '/var/run/redis.sock',
    '',
  ])("cannot be '%s'", (text) => {
    const read = parseQueueAddress(text);
    expect(read).toMatchObject({ ok: false, problem: { code: 'queue-address' } });
    expect(!read.ok && read.problem.message).toContain('redis://localhost:6379');
  });

  test('keeps its password to itself, also if it is wrong', () => {
    for (const text of ['redis://:s3cret@localhost/x', 'http://me:s3cret@localhost']) {
      expect(JSON.stringify(parseQueueAddress(text))).not.toContain('s3cret');
    }
  });
});
