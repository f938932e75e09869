import { execFile } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { fileCheckpoints } from '../../src/store/checkpoints.ts';
import { TableStore } from '../../src/store/tableStore.ts';

let dir: string;
let checkpoints: ReturnType<typeof fileCheckpoints>;
let path: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-checkpoint-'));
  checkpoints = fileCheckpoints(new TableStore(chess, dir));
  path = join(dir, 'chess', '.KQRvkr.checkpoint');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Memory of `bytes` bytes, each of which depends on its address. */
function makeMemory(bytes: number, seed: number) {
  const all = Uint8Array.from({ length: bytes }, (_, address) => (address * 31 + seed) & 255);
  return { all, u8: (address: number, length: number) => all.subarray(address, address + length) };
}

/** The signature of `FileHandle.read` that checkpoints use. */
type Read = (bytes: Uint8Array, offset: number, length: number, at: number) => unknown;

const stretches = [
  { address: 64, bytes: 1000 },
  { address: 8000, bytes: 1 },
  { address: 2000, bytes: 5000 },
];
/** The same lengths, at other addresses: another run may lay out its memory differently. */
const elsewhere = stretches.map(({ address, bytes }) => ({ address: address + 128, bytes }));

const state = { table: 'KQRvkr', distanceBits: 7, stretches } as const;
const memory = makeMemory(10_000, 1);
const save = () => checkpoints.save({ ...state, pliesDone: 17 }, memory);

describe('a checkpoint', () => {
  it('is a hidden file beside the tables', async () => {
    await save();
    expect(await readdir(join(dir, 'chess'))).toEqual(['.KQRvkr.checkpoint']);
  });

  it('restores its stretches and the number of steps done', async () => {
    await save();
    const other = makeMemory(10_000, 77);
    const before = other.all.slice();
    expect(await checkpoints.restore({ ...state, stretches: elsewhere }, other)).toEqual({
      pliesDone: 17,
    });
    for (const [i, { address, bytes }] of stretches.entries()) {
      const there = other.u8(elsewhere[i]!.address, bytes);
      expect(Buffer.from(there).equals(memory.u8(address, bytes))).toBe(true);
      before.set(there, elsewhere[i]!.address);
    }
    // And nothing else was touched.
    expect(Buffer.from(other.all).equals(before)).toBe(true);
  });

  it('is restored whole if the file is read in small pieces', async () => {
    await save();
    const file = await open(path);
    const handles = Object.getPrototypeOf(file) as { read: Read };
    await file.close();
    const { read } = handles;
    const pieces = vi.spyOn(handles, 'read').mockImplementation(function (
      this: unknown,
      bytes,
      offset,
      length,
      at,
    ) {
      return read.call(this, bytes, offset, Math.min(length, 100), at);
    });
    const other = makeMemory(10_000, 77);
    expect(await checkpoints.restore(state, other)).toEqual({ pliesDone: 17 });
    expect(pieces.mock.calls.length).toBeGreaterThan(100);
    pieces.mockRestore();
    for (const { address, bytes } of stretches) {
      expect(Buffer.from(other.u8(address, bytes)).equals(memory.u8(address, bytes))).toBe(true);
    }
  });

  it('replaces an earlier one', async () => {
    await save();
    await checkpoints.save({ ...state, pliesDone: 18 }, makeMemory(10_000, 5));
    const other = makeMemory(10_000, 77);
    expect(await checkpoints.restore(state, other)).toEqual({ pliesDone: 18 });
    expect(other.all[64]).toBe((64 * 31 + 5) & 255);
  });

  it('is gone once it is removed, and removing it again is no error', async () => {
    await save();
    await checkpoints.remove('KQRvkr');
    await checkpoints.remove('KQRvkr');
    expect(await checkpoints.restore(state, memory)).toEqual({ pliesDone: 0 });
  });

  it('is not a half-written table: it stays when those are removed', async () => {
    await save();
    await new TableStore(chess, dir).removeParts();
    expect(await readdir(join(dir, 'chess'))).toEqual(['.KQRvkr.checkpoint']);
  });
});

describe('nothing is restored', () => {
  const nothing = async (
    table = 'KQRvkr',
    asked = stretches,
    of = checkpoints,
    discarded = true,
    distanceBits = 7,
  ) => {
    const other = makeMemory(10_000, 77);
    const found = await of.restore({ table, distanceBits, stretches: asked }, other);
    expect(found.pliesDone).toBe(0);
    expect(found.discarded !== undefined).toBe(discarded);
    expect(other.all.every((byte, address) => byte === ((address * 31 + 77) & 255))).toBe(true);
  };

  it('if there is no checkpoint', () => nothing('KQRvkr', stretches, checkpoints, false));

  it('from a checkpoint of another table, of another rule set, or with stretches of other lengths', async () => {
    await save();
    await nothing('KQRvkb', stretches, checkpoints, false);
    await nothing('KQRvkr', stretches, fileCheckpoints(new TableStore(metachess, dir)), false);
    await nothing('KQRvkr', stretches.slice(1));
    await save();
    const [first, second, third] = stretches as [{ address: number; bytes: number }, never, never];
    await nothing('KQRvkr', [second, first, third]);
  });

  it('from a checkpoint with fewer bits of distances', async () => {
    await save();
    await nothing('KQRvkr', stretches, checkpoints, true, 9);
    await save();
    const wide = { ...state, distanceBits: 9 };
    const discarded = 'it has too little room for distances';
    expect(await checkpoints.restore(wide, memory)).toEqual({ pliesDone: 0, discarded });
    expect(await readdir(join(dir, 'chess'))).toEqual([]);
  });

  it('from one with more bits of distances, which is kept for those who can use it', async () => {
    const wide = { ...state, distanceBits: 9, stretches: elsewhere.slice(1) } as const;
    await checkpoints.save({ ...wide, pliesDone: 5 }, memory);
    expect(await checkpoints.restore(state, memory)).toEqual({ pliesDone: 0, isWider: true });
    expect(await checkpoints.restore(wide, memory)).toEqual({ pliesDone: 5 });
  });

  it('from a file that is cut short, is too long, or is no checkpoint', async () => {
    await save();
    const whole = await readFile(path);
    await truncate(path, whole.length - 1);
    await nothing();
    await writeFile(path, Buffer.concat([whole, Buffer.from('x')]));
    await nothing();
    await writeFile(path, Buffer.alloc(whole.length, 'x'));
    await nothing();
    await writeFile(path, '');
    await nothing();
  });

  // Head, first byte, a middle one, the last one, and the checksum itself.
  it.each([20, 4096, 7000, -5, -1])(
    'from a file whose byte %i is damaged, which is removed',
    async (at) => {
      await save();
      const whole = await readFile(path);
      whole[(at + whole.length) % whole.length]! ^= 16;
      await writeFile(path, whole);
      await nothing();
      expect(await readdir(join(dir, 'chess'))).toEqual([]);
    },
  );

  it('from a checkpoint that the solver of another rule set left under this name', async () => {
    const other = fileCheckpoints(new TableStore(metachess, dir));
    await other.save({ ...state, pliesDone: 3 }, memory);
    await save();
    await writeFile(path, await readFile(join(dir, 'metachess', '.KQRvkr.checkpoint')));
    await nothing();
  });
});

describe('the path of a checkpoint', () => {
  it('is fine if it is free or holds a checkpoint', async () => {
    expect(await checkpoints.check('KQRvkr')).toEqual({ ok: true, value: undefined });
    await save();
    expect(await checkpoints.check('KQRvkr')).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['a folder', () => mkdir(path)],
    ['a link to itself', () => symlink(path, path)],
    ['not a file', () => promisify(execFile)('mkfifo', [path])],
  ])('is a problem if it is %s: neither read nor written', async (what, make) => {
    await mkdir(join(dir, 'chess'));
    await make();
    expect(await checkpoints.check('KQRvkr')).toMatchObject({
      ok: false,
      problem: { code: 'write', message: expect.stringContaining(`${path} is ${what}: `) },
    });
    // Reading does not wait for a writer either.
    expect((await checkpoints.restore(state, memory)).pliesDone).toBe(0);
  });

  it('is cleared once the table is finished', async () => {
    expect(await checkpoints.removeStale('KQRvkr')).toBe(false);
    await save();
    expect(await checkpoints.removeStale('KQRvkr')).toBe(true);
    expect(await readdir(join(dir, 'chess'))).toEqual([]);
  });
});
