import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { whole } from '../thorough.ts';
import { makeFolder } from './metatb.ts';

/** What npm makes of package.json: the command, the tarball, an installation without warnings, addresses. */

const top = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(top, path), 'utf8'));
const manifest = read('package.json');

function run(command: string, args: readonly string[], cwd: string, cache = cwd) {
  const env = { ...process.env, npm_config_cache: join(cache, 'cache') };
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(command, args, { cwd, env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
}

describe.runIf(whole)('the command before the build', () => {
  const clone = makeFolder();
  cpSync(join(top, 'bin'), join(clone, 'bin'), { recursive: true });
  const { name, version, type, bin } = manifest;
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ name, version, type, bin }));
  const says = "metatb: not built yet: run 'npm ci && npm run build' in the clone first\n";

  test('says what to do', async () => {
    const ran = await run(process.execPath, [bin.metatb, 'probe'], clone);
    expect(ran).toEqual({ status: 1, stdout: '', stderr: says });
  });

  test('does not break npx after the build', async () => {
    // npx caches its links, so a file that is missing then stays missing.
    const early = await run('npx', ['--yes', '--offline', 'metatb', '--version'], clone);
    expect(early).toMatchObject({ status: 1, stderr: expect.stringContaining(says) });
    mkdirSync(join(clone, 'dist/src/cli'), { recursive: true });
    writeFileSync(join(clone, 'dist/src/cli/main.js'), "console.log('built');\n");
    const late = await run('npx', ['--yes', '--offline', 'metatb', '--version'], clone);
    expect(late).toMatchObject({ status: 0, stdout: 'built\n' });
  });
});

test('the command in a built clone is the same program', async () => {
  const ran = await run(process.execPath, [join(top, manifest.bin.metatb), '--version'], top);
  expect(ran).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test('the tarball holds the command, its manual, the library and the page', async () => {
  const scratch = makeFolder();
  const args = ['pack', '--dry-run', '--ignore-scripts', '--json'];
  const { stdout } = await run('npm', args, top, scratch);
  const listed = JSON.parse(stdout);
  const [packed] = Array.isArray(listed) ? listed : Object.values(listed);
  const paths = packed.files.map(({ path }: { path: string }) => path) as string[];
  const wanted = [
    manifest.bin.metatb,
    manifest.man,
    manifest.exports['.'].default.slice(2),
    'dist/web/index.html',
  ];
  expect(paths).toEqual(expect.arrayContaining(wanted));
});

test('every installed package runs on the oldest Node that this one supports', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { engines?: { node?: string } }>;
  };
  const least = Number(/^>=(\d+)$/.exec(manifest.engines.node)![1]);
  const demanding = Object.entries(packages).filter(([path, { engines }]) => {
    // Alternatives are joined by ||; the lowest decides.
    const lowest = (engines?.node ?? '*')
      .split('||')
      .map((each) => Number(/\d+/.exec(each)?.[0] ?? 0));
    return path !== '' && Math.min(...lowest) > least;
  });
  expect(demanding).toEqual([]);
});

test('addresses that do not exist yet are placeholders that no network resolves (RFC 2606)', () => {
  const { homepage, repository, bugs } = manifest;
  for (const address of [homepage, repository.url, bugs.url]) {
    expect(new URL(address).hostname).toMatch(/\.invalid$/);
  }
});
