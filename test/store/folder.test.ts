import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkWritable,
  readStart,
  readWhole,
  withFile,
  writeWhole,
} from '../../src/store/folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metatb-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a file written whole', () => {
  it('holds all its chunks, in folders that are made for it', async () => {
    const path = join(folder, 'a', 'b', 'file');
    const written = await writeWhole(path, [bytes('one '), bytes(''), bytes('two')]);
    expect(written).toEqual({ ok: true, value: { bytes: 7 } });
    expect(await readFile(path, 'utf8')).toBe('one two');
    expect(await readdir(join(folder, 'a', 'b'))).toEqual(['file']);
  });

  it('replaces an earlier file', async () => {
    const path = join(folder, 'file');
    await writeFile(path, 'the old one, which is longer');
    expect((await writeWhole(path, [bytes('new')])).ok).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  it('does not appear before it is whole', async () => {
    const path = join(folder, 'file');
    await writeFile(path, 'old');
    const seen: string[] = [];
    function* chunks() {
      for (const half of ['half', ' and half']) {
        yield bytes(half);
        seen.push(readFileSync(path, 'utf8'));
      }
    }
    expect((await writeWhole(path, chunks())).ok).toBe(true);
    expect(seen).toEqual(['old', 'old']);
    expect(await readFile(path, 'utf8')).toBe('half and half');
  });

  it('leaves the earlier file and nothing else if its bytes fail midway', async () => {
    const path = join(folder, 'file');
    await writeFile(path, 'old');
    let during: string[] = [];
    function* chunks() {
      yield bytes('half of the new one');
      during = readdirSync(folder);
      throw new Error('no more bytes');
    }
    const written = await writeWhole(path, chunks());
    expect(written).toMatchObject({
      ok: false,
      problem: { code: 'write', message: `cannot write ${path}: no more bytes`, text: path },
    });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['file']);
    // The half-written file was beside it, under a hidden name.
    expect(during).toHaveLength(2);
    expect(during.sort()[0]).toMatch(/^\.file\..*\.part$/);
  });

  it('cannot be below a file', async () => {
    await writeFile(join(folder, 'file'), '');
    const path = join(folder, 'file', 'below');
    const written = await writeWhole(path, [bytes('x')]);
    expect(written).toMatchObject({ ok: false, problem: { code: 'write', text: path } });
  });

  it('cannot take the place of a folder', async () => {
    const path = join(folder, 'taken');
    await mkdir(path);
    const written = await writeWhole(path, [bytes('x')]);
    expect(written).toMatchObject({ ok: false, problem: { code: 'write', text: path } });
    expect(await readdir(folder)).toEqual(['taken']);
  });
});

describe('a folder that is checked for writing', () => {
  it('is made and stays empty', async () => {
    const tried = join(folder, 'a', 'b');
    expect(await checkWritable(tried)).toEqual({ ok: true, value: undefined });
    expect(await readdir(tried)).toEqual([]);
  });

  it('may be made by several at once, with the same new folders above it', async () => {
    // Depths differ: a folder above may appear between a failed attempt to make one and the look at it.
    for (let round = 0; round < 20; round++) {
      const tried = Array.from({ length: 24 }, (_, i) =>
        join(folder, `${round}`, 'a', 'b', ...['c', 'd', `${i}`].slice(i % 3)),
      );
      const made = await Promise.all(tried.map(checkWritable));
      expect(made.filter(({ ok }) => !ok)).toEqual([]);
    }
  });

  it('and cannot be made is a problem that names the folder, not a file in it', async () => {
    await writeFile(join(folder, 'file'), '');
    for (const tried of [join(folder, 'file'), join(folder, 'file', 'below')]) {
      const made = await checkWritable(tried);
      expect(made).toMatchObject({ ok: false, problem: { code: 'write', text: tried } });
      if (!made.ok) expect(made.problem.message).toMatch(`cannot write in ${tried}: `);
    }
  });
});

describe('a file read whole', () => {
  it('is undefined if it does not exist', async () => {
    expect(await readWhole(join(folder, 'none'))).toEqual({ ok: true, value: undefined });
    expect(await readWhole(join(folder, 'no', 'such'))).toEqual({ ok: true, value: undefined });
  });

  it('is a problem if its path is no file', async () => {
    const read = await readWhole(folder);
    expect(read).toMatchObject({ ok: false, problem: { code: 'read', text: folder } });
    if (!read.ok) expect(read.problem.message).toContain('it is a folder');
  });

  it('is a problem below a file', async () => {
    await writeFile(join(folder, 'file'), '');
    const read = await readWhole(join(folder, 'file', 'below'));
    expect(read).toMatchObject({ ok: false, problem: { code: 'read' } });
  });
});

describe('the beginning of a file', () => {
  it('has at most the requested length and comes with the size of the file', async () => {
    const path = join(folder, 'file');
    await writeFile(path, 'one two three');
    const start = async (length: number) => {
      const read = await readStart(path, length);
      return read.ok && read.value && [Buffer.from(read.value.bytes).toString(), read.value.size];
    };
    expect(await start(7)).toEqual(['one two', 13]);
    expect(await start(13)).toEqual(['one two three', 13]);
    expect(await start(1000)).toEqual(['one two three', 13]);
  });

  it('is undefined if there is no file, and a problem if its path is no file', async () => {
    expect(await readStart(join(folder, 'none'), 7)).toEqual({ ok: true, value: undefined });
    await writeFile(join(folder, 'file'), '');
    for (const path of [folder, join(folder, 'file', 'below')]) {
      const read = await readStart(path, 7);
      expect(read).toMatchObject({ ok: false, problem: { code: 'read', text: path } });
    }
  });
});

describe('a file that is open', () => {
  it('is a problem if its name or a range in it is refused', async () => {
    const impossible = join(folder, 'a\0b');
    const problem = { code: 'read', text: impossible };
    const never = () => Promise.reject(new Error('it is open'));
    expect(await withFile(impossible, never)).toMatchObject({ ok: false, problem });
    const path = join(folder, 'file');
    await writeFile(path, 'some bytes');
    const read = await withFile(path, (file) => file.read({ from: -(2 ** 53), bytes: 2 ** 53 }));
    expect(read).toMatchObject({ ok: false, problem: { code: 'read', text: path } });
  });

  it('passes on what its user throws, even that a file is missing', async () => {
    const path = join(folder, 'file');
    await writeFile(path, 'some bytes');
    const thrown = Object.assign(new Error('another file is missing'), { code: 'ENOENT' });
    await expect(withFile(path, () => Promise.reject(thrown))).rejects.toBe(thrown);
    expect(await withFile(join(folder, 'none'), () => Promise.reject(thrown))).toEqual({
      ok: true,
      value: undefined,
    });
  });
});
