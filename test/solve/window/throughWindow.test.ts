import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { type FolderOptions, generateInFolder } from '../../../src/solve/inFolder.ts';
import { thorough } from '../../thorough.ts';
import { materialOf } from '../solved.ts';

const MIB = 1 << 20;

const folders: string[] = [];
function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'metatb-window-'));
  folders.push(dir);
  return dir;
}
afterAll(() => {
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
});

/**
 * KRPvk has groups of pawns, which two workers solve one after another; KQvkr is packed part by part. Then: what such a
 * run is doing when it is stopped.
 */
const cases = [
  [chess, 'KRPvk', ['progress']],
  [metachess, 'KQvkr', ['progress', 'packing']],
] as const;

describe.each(cases)('two workers at one window', (rules, name, whiles) => {
  const make = async (options: Partial<FolderOptions>) => {
    const dir = temporaryFolder();
    const wanted = [materialOf(rules, name)];
    unwrap(await generateInFolder(rules, wanted, { dir, threads: 2, ...options }));
    return { dir, files: join(dir, rules.folder) };
  };
  const plain = make({});

  // What the program itself takes leaves no memory for pages of the first; the last has pages that are never moved.
  it.each([
    [500 * MIB, 6 * MIB],
    [4096 * MIB, 6 * MIB],
    [4096 * MIB, 66 * MIB],
  ])(
    `${rules.name} ${name}: the same files within %i bytes, through a window of %i`,
    async (memory, window) => {
      const scratch = temporaryFolder();
      const { files } = await make({ window, memory, scratch });
      const made = readdirSync(files).sort();
      expect(made).toEqual(readdirSync((await plain).files).sort());
      for (const file of made) {
        const bytes = readFileSync(join(files, file));
        expect(Buffer.compare(bytes, readFileSync(join((await plain).files, file))), file).toBe(0);
      }
      expect(readdirSync(scratch)).toEqual([]);
    },
  );

  const stopped = `a run that is stopped leaves no scratch file and no half table`;
  it.each(whiles)(`${rules.name} ${name}: ${stopped}: %s`, async (kind) => {
    const [dir, scratch] = [temporaryFolder(), temporaryFolder()];
    const stop = new AbortController();
    const made = generateInFolder(rules, [materialOf(rules, name)], {
      ...{ dir, scratch, threads: 2, window: 6 * MIB, signal: stop.signal },
      onEvent: (event) => {
        if (event.kind === kind && 'table' in event && event.table === name) stop.abort();
      },
    });
    expect(await made).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
    expect(readdirSync(scratch)).toEqual([]);
    const left = readdirSync(join(dir, rules.folder));
    expect(left).not.toContain(`${name}.mtb`);
    expect(left.filter((file) => file.endsWith('.part'))).toEqual([]);
  });

  it(`${rules.name} ${name}: a window that is too small is refused, with what it needs`, async () => {
    const dir = temporaryFolder();
    const wanted = [materialOf(rules, name)];
    const refused = await generateInFolder(rules, wanted, { dir, window: 1000 });
    expect(refused).toMatchObject({ ok: false, problem: { code: 'window' } });
    if (!refused.ok) expect(refused.problem.message).toMatch(/at least .* for K.*: --window/);
    expect(readdirSync(dir)).toEqual([]);
  });
});

it.runIf(thorough)(
  'chess KQQPvk: the same file, from tables that are read with identical pieces on rising squares',
  async () => {
    const [plain, dir] = [temporaryFolder(), temporaryFolder()];
    const [file, wanted] = ['chess/KQQPvk.mtb', [materialOf(chess, 'KQQPvk')]];
    unwrap(await generateInFolder(chess, wanted, { dir: plain, threads: 2 }));
    cpSync(plain, dir, { recursive: true });
    rmSync(join(dir, file));
    unwrap(await generateInFolder(chess, wanted, { dir, threads: 2, window: 6 * MIB }));
    const [made, expected] = [readFileSync(join(dir, file)), readFileSync(join(plain, file))];
    expect(Buffer.compare(made, expected)).toBe(0);
  },
);
