import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { layTables, makeFolder, metatb, type Surroundings } from './metatb.ts';

/**
 * A folder with a sound table, a file, and a check of refusals there: each message names what is wrong, where, and what
 * would be right; data never mixes with it.
 */
export function refusals() {
  const folder = makeFolder();
  const dir = join(folder, 'tables');
  const table = join(dir, 'metachess', 'KQvk.mtb');
  const sound: { bytes: Buffer } = { bytes: Buffer.alloc(0) };

  beforeAll(() => {
    layTables(dir, ['KQvk']);
    sound.bytes = readFileSync(table);
    writeFileSync(join(folder, 'file'), 'hello');
  });

  async function expectRefusal(
    args: readonly string[],
    status: number,
    message: RegExp,
    { env = {} }: Surroundings = {},
  ): Promise<void> {
    const ran = await metatb(args, { cwd: folder, env: { METATB_DIR: dir, ...env } });
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).toMatch(/^metatb: /m);
    expect(ran.stderr, 'a stack trace').not.toMatch(/^ +at |a bug in metatb/m);
    expect(ran).toMatchObject({ status, stdout: '' });
  }

  return { folder, dir, table, sound, expectRefusal };
}
