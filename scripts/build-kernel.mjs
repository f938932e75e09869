/**
 * Compiles the kernel (src/kernel/assembly) to WebAssembly, once for shared memory and once for memory of one thread,
 * and wraps both as a TypeScript module, which bundlers, browsers and Node load alike.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'src/kernel/generated');
const options = [
  '-O3', '--runtime', 'stub', '--importMemory', '--memoryBase', '1024',
  '--initialMemory', '1', '--maximumMemory', '65536', '--enable', 'simd', '--enable', 'threads',
]; // biome-ignore format: options in pairs

async function compile(name, more) {
  const file = join(folder, `${name}.wasm`);
  const { error, stderr } = await asc.main([
    join(root, 'src/kernel/assembly/index.ts'),
    '--outFile',
    file,
    ...options,
    ...more,
  ]);
  if (error) {
    process.stderr.write(stderr.toString());
    process.exit(1);
  }
  const bytes = await readFile(file);
  await rm(file);
  return bytes.toString('base64');
}

await mkdir(folder, { recursive: true });
const shared = await compile('shared', ['--sharedMemory']);
const unshared = await compile('unshared', []);
await writeFile(
  join(folder, 'kernelBytes.ts'),
  `// Made by scripts/build-kernel.mjs.
function decode(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

export const kernelBytes = () => decode('${shared}');
export const unsharedKernelBytes = () => decode('${unshared}');
`,
);
