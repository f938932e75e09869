import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { solveTable } from '../../../src/solve/reference/worker.ts';
import { TableStore } from '../../../src/store/tableStore.ts';
import { inFolder } from '../pool.ts';

afterEach(() => vi.restoreAllMocks());

test('a worker starts no threads to read the tables that its own leads to', () =>
  inFolder(async (dir) => {
    cpSync(join(inject('threeMen'), 'reference', 'chess'), join(dir, 'chess'), { recursive: true });
    const read = vi.spyOn(TableStore.prototype, 'read');
    const { port1: port } = new MessageChannel();
    const solved = await solveTable({ rules: { name: 'chess' }, table: 'KPvk', dir, port });
    expect(solved.ok).toBe(true);
    expect(read.mock.calls.length).toBeGreaterThan(0);
    expect(read.mock.calls.every(([, options]) => options?.threads === 1)).toBe(true);
  }));
