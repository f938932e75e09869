/**
 * Compiles to WebAssembly the kernels (src/kernel/assembly, src/kernel/general/assembly), for memory of one thread, and
 * both halves of the coder of table files (src/format/planes/assembly). Each is wrapped as a TypeScript module, which bundlers,
 * browsers and Node load alike; readers of tables load neither the solver nor what writes tables.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const options = ['-O3', '--runtime', 'stub', '--enable', 'simd'];
const kernelOptions = [
  '--importMemory', '--memoryBase', '1024',
  '--initialMemory', '1', '--maximumMemory', '65536', '--enable', 'threads',
]; // biome-ignore format: options in pairs

/** `texts`: what to compile in place of some files, by the end of their names. */
async function compile(part, name, more, entry = 'index', texts = {}) {
  const folder = join(root, 'src', part);
  const file = join(folder, 'generated', `${name}.wasm`);
  await mkdir(dirname(file), { recursive: true });
  const { error, stderr } = await asc.main(
    [join(folder, `assembly/${entry}.ts`), '--outFile', file, ...options, ...more],
    { readFile: (path, base) => readSource(join(base, path), texts) },
  );
  if (error) {
    process.stderr.write(stderr.toString());
    process.exit(1);
  }
  const bytes = await readFile(file);
  await rm(file);
  return bytes.toString('base64');
}

async function readSource(path, texts) {
  const [, text] = Object.entries(texts).find(([end]) => path.endsWith(end)) ?? [];
  return text ?? readFile(path, 'utf8').catch(() => null);
}

/** `modules`: the names of functions that give the bytes, and these. */
async function wrap(part, name, modules) {
  const exported = Object.entries(modules).map(
    ([each, text]) => `export const ${each} = () => decode('${text}');\n`,
  );
  await writeFile(
    join(root, 'src', part, 'generated', `${name}.ts`),
    `// Made by scripts/build-kernel.mjs.
function decode(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

${exported.join('')}`,
  );
}

await wrap('kernel', 'kernelBytes', {
  kernelBytes: await compile('kernel', 'kernel', kernelOptions),
});
const general = {};
for (const words of [1, 2, 4]) {
  const lane = `export const WORDS: i32 = ${words};\n`;
  general[`kernelOf${words}`] = await compile(
    'kernel/general',
    `lane${words}`,
    kernelOptions.slice(0, -2),
    'index',
    { 'assembly/lane.ts': lane },
  );
}
await wrap('kernel/general', 'generalBytes', general);
for (const entry of ['decoder', 'encoder']) {
  await wrap('format/planes', `${entry}Bytes`, {
    [`${entry}Bytes`]: await compile('format/planes', entry, [], entry),
  });
}
