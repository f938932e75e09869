import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { FIRST_BYTES } from '../../src/format/mtb/tableFile.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { FileSource } from '../../src/store/fileSource.ts';
import { madeUpTable } from '../format/madeUp.ts';
import { fileOf, read } from '../probe/files.ts';

let dir: string;
let source: FileSource;
const pathOf = (name: string) => join(dir, 'chess', `${name}.mtb`);

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-source-'));
  await mkdir(join(dir, 'chess'));
  source = new FileSource(chess, dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) >> 3);

describe('a folder of tables', () => {
  it('gives the beginning of a file and any of its ranges', async () => {
    await writeFile(pathOf('KQvk'), bytes);
    const file = unwrap(await source.open('KQvk'))!;
    expect(file.size).toBe(bytes.length);
    expect(file.start).toEqual(bytes.subarray(0, FIRST_BYTES));
    const range = unwrap(await file.read({ from: 70_000, bytes: 30_000 }));
    expect(range).toEqual(bytes.subarray(70_000));
  });

  it('gives undefined for a table that does not exist', async () => {
    expect(unwrap(await source.open('KQvk'))).toBeUndefined();
    expect(unwrap(await new FileSource(chess, join(dir, 'none')).open('KQvk'))).toBeUndefined();
  });

  it('reports a folder in the place of a file', async () => {
    await mkdir(pathOf('KQvk'));
    expect(await source.open('KQvk')).toMatchObject({ ok: false, problem: { code: 'read' } });
  });

  it.skipIf(process.platform === 'win32')('does not block on a pipe', async () => {
    execFileSync('mkfifo', [pathOf('KQvk')]);
    expect(await source.open('KQvk')).toMatchObject({ ok: false, problem: { code: 'read' } });
  });

  it('reads nothing for a cancelled request', async () => {
    await writeFile(pathOf('KQvk'), bytes);
    const signal = AbortSignal.abort();
    const interrupted = { ok: false, problem: { code: 'interrupted' } };
    expect(await source.open('KQvk', { signal })).toMatchObject(interrupted);
    const file = unwrap(await source.open('KQvk'))!;
    expect(await file.read({ from: 0, bytes: 1 }, signal)).toMatchObject(interrupted);
  });
});

describe('a file that changes', () => {
  it.each<[string, (path: string) => Promise<void>]>([
    ['is replaced', (path) => replace(path, bytes.slice().reverse())],
    ['is cut short', (path) => truncate(path, 500)],
    ['is removed', (path) => rm(path)],
  ])('and %s is not taken for the one that was opened', async (_, change) => {
    await writeFile(pathOf('KQvk'), bytes);
    const file = unwrap(await source.open('KQvk'))!;
    await change(pathOf('KQvk'));
    expect(await file.read({ from: 400, bytes: 200 })).toMatchObject({
      ok: false,
      problem: { code: 'changed' },
    });
  });

  it('while a tablebase is open gives the new values and none of the old', async () => {
    const [white, black] = ['w', 'b'].map((side) => read(`8/8/4k3/8/8/8/4P3/K7 ${side} - - 0 1`));
    const valuesIn = (base: Tablebase) => base.values([white!, black!]);
    await replace(pathOf('KPvk'), await fileOf(madeUpTable('KPvk', 1)));
    const right = await valuesIn(new Tablebase(chess, source));
    await replace(pathOf('KPvk'), await fileOf(madeUpTable('KPvk')));
    const base = new Tablebase(chess, source);
    expect(unwrap(await base.value(white!))).not.toEqual(unwrap(right[0]!));
    await replace(pathOf('KPvk'), await fileOf(madeUpTable('KPvk', 1)));
    expect(await valuesIn(base)).toEqual(right);
    expect(unwrap(await base.value(white!))).toEqual(unwrap(right[0]!));
  });
});

async function replace(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${path}.new`, bytes);
  await rename(`${path}.new`, path);
}
