/**
 * What tables take as files, and whether they are the tables that are solved in memory: `npm run bench:sizes -- [--metachess] [NAMES...]`, all
 * tables of three and four men of orthodox chess or of metachess, and those named besides, such as KQRvkr. Where `zstd` is installed, beside
 * `zstd -19` of the same codes.
 */
import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { unwrap } from '../src/board/result.ts';
import type { ByteRange } from '../src/format/mtb/tableFile.ts';
import { chess } from '../src/rules/chess.ts';
import { endgameOf } from '../src/rules/endgame.ts';
import { metachess } from '../src/rules/metachess.ts';
import { generateInFolder } from '../src/solve/inFolder.ts';
import { generateInMemory } from '../src/solve/inMemory.ts';
import { TableStore } from '../src/store/tableStore.ts';
import { allMaterials, type Material, parseMaterial } from '../src/table/material.ts';
import type { Table } from '../src/table/table.ts';
import { codesOf } from './codes.ts';
import { knownValues, probeCold } from './coldDecoding.ts';
import { failOn } from './faults.ts';
import { limits } from './limits.ts';
import { inFolder } from './making.ts';

const COLD_PROBES = 200;
const faults: string[] = [];
const hasZstd = spawnSync('zstd', ['--version']).status === 0;

const rules = process.argv.includes('--metachess') ? metachess : chess;
const names = process.argv.slice(2).filter((argument) => argument !== '--metachess');
const small = [3, 4]
  .flatMap((men) => allMaterials(men, rules))
  .filter(({ men }) => !rules.isSettled(men));
const more = names.map((name) => unwrap(parseMaterial(name, rules)).material);
const wanted = [...small, ...more];

await inFolder(async (dir) => {
  const store = new TableStore(rules, dir);
  const sums = await checksums();
  const began = performance.now();
  unwrap(await generateInFolder(rules, wanted, { dir }));
  const seconds = (performance.now() - began) / 1000;
  let all = 0;
  print(['table', 'bytes', 'zstd -19', 'cold bytes', 'decoding ms', '95 %']);
  for (const material of wanted) {
    const table = unwrap(await store.read(material));
    if (checksum(table) !== sums.get(material.name)) {
      faults.push(`${material.name} has other values in its file than in memory`);
    }
    const bytes = await measure(store, material, table);
    if (small.includes(material)) all += bytes;
  }
  print(['3 and 4', all, '', '', '', '']);
  console.log(`made in ${seconds.toFixed(1)} s`);
  if (rules === chess) checkBytes('of three and four men', all, limits.bytes.threeAndFourMen);
});
failOn(faults);

/** By name: of each table solved in memory. */
async function checksums(): Promise<ReadonlyMap<string, number>> {
  const tables = unwrap(await generateInMemory(rules, wanted));
  return new Map([...tables].map(([name, table]) => [name, checksum(table)]));
}

/** Prints a table's line. Returns the bytes of its file. */
async function measure(store: TableStore, material: Material, table: Table): Promise<number> {
  const { name } = material;
  const file = await open(store.path(name));
  try {
    const { size } = await file.stat();
    const read = async ({ from, bytes }: ByteRange) =>
      (await file.read(new Uint8Array(bytes), 0, bytes, from)).buffer;
    const known = knownValues(table, COLD_PROBES);
    const cold = await probeCold(endgameOf(rules, material), { size, read }, known);
    if (cold.wrong > 0) faults.push(`${name}: ${cold.wrong} wrong values`);
    checkBytes(`a cold probe of ${name}`, cold.bytes, limits.cold.bytes);
    if (cold.median > limits.decoding.node) {
      faults.push(`${name}: decoding takes ${cold.median.toFixed(2)} ms`);
    }
    if (rules === chess) checkBytes(name, size, limits.bytes.table[name] ?? Infinity);
    const milliseconds = [cold.median, cold.percentile95].map((each) => each.toFixed(2));
    print([name, size, zstd(table), cold.bytes, ...milliseconds]);
    return size;
  } finally {
    await file.close();
  }
}

function checkBytes(what: string, bytes: number, most: number): void {
  if (bytes > most) faults.push(`${what}: ${bytes} bytes, ${most} allowed`);
}

/** FNV-1a of all codes. */
function checksum(table: Table): number {
  let sum = 0x811c9dc5;
  for (const codes of codesOf(table)) {
    for (let i = 0; i < codes.length; i++) sum = Math.imul(sum ^ codes[i]!, 0x01000193);
  }
  return sum;
}

function zstd(table: Table): string {
  if (!hasZstd) return 'no zstd';
  const input = Buffer.concat(codesOf(table));
  const { stdout } = spawnSync('zstd', ['-19', '-c'], { input, maxBuffer: 2 ** 31 - 1 });
  return `${stdout.length}`;
}

function print(cells: readonly (string | number)[]): void {
  console.log(
    cells.map((cell, i) => (i === 0 ? `${cell}`.padEnd(9) : `${cell}`.padStart(12))).join(''),
  );
}
