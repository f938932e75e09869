/**
 * What tables take as files, and whether they are the tables that are solved in memory: `npm run bench:sizes -- [--metachess] [NAMES...]`, all
 * tables of three and four men of orthodox chess or of metachess, and those named besides, such as KQRvkr. Where `zstd` is installed, beside
 * `zstd -19` of the same codes.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { unwrap } from '../src/chess/result.ts';
import { startBytes } from '../src/format/mtb/native.ts';
import { openTableFile } from '../src/format/mtb/openTableFile.ts';
import { type ByteRange, FIRST_BYTES, type TableFile } from '../src/format/mtb/tableFile.ts';
import { chess } from '../src/rules/chess.ts';
import { endgameOf } from '../src/rules/endgame.ts';
import { metachess } from '../src/rules/metachess.ts';
import { generateInFolder } from '../src/solve/inFolder.ts';
import { generateInMemory } from '../src/solve/inMemory.ts';
import { TableStore } from '../src/store/tableStore.ts';
import { allMaterials, type Material, parseMaterial } from '../src/table/material.ts';
import type { Table } from '../src/table/table.ts';
import type { SlabValues } from '../src/table/values.ts';
import { inFolder } from './making.ts';

// What is asked of the format (issue 4), in bytes and milliseconds.
const MOST_ALL = 14e6;
const MOST_COLD = 32 * 1024;
const MOST_DECODING = 1;

const COLD_PROBES = 200;
const faults: string[] = [];
const hasZstd = spawnSync('zstd', ['--version']).status === 0;

const rules = process.argv.includes('--metachess') ? metachess : chess;
const names = process.argv.slice(2).filter((argument) => argument !== '--metachess');
const small = [3, 4].flatMap((men) => allMaterials(men, rules.army));
const more = names.map((name) => unwrap(parseMaterial(name, rules.army)).material);
const wanted = [...small, ...more].filter(({ men }) => !rules.isTriviallyDrawn(men));

await inFolder(async (dir) => {
  const store = new TableStore(rules, dir);
  const sums = await checksums();
  const began = performance.now();
  unwrap(await generateInFolder(rules, wanted, { dir }));
  const seconds = (performance.now() - began) / 1000;
  let all = 0;
  print(['table', 'bytes', 'zstd -19', 'cold bytes', 'decoding ms']);
  for (const material of wanted) {
    const table = unwrap(await store.read(material));
    if (checksum(table) !== sums.get(material.name)) {
      faults.push(`${material.name} has other values in its file than in memory`);
    }
    all += await measure(store, material, table);
  }
  print(['all', all, '', '', '']);
  console.log(`made in ${seconds.toFixed(1)} s`);
  if (more.length === 0 && all > MOST_ALL) faults.push(`${all} bytes, ${MOST_ALL} allowed`);
});
for (const fault of faults) console.error(`FAULT: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** By name: of each table solved in memory. */
async function checksums(): Promise<ReadonlyMap<string, number>> {
  const tables = unwrap(await generateInMemory(rules, wanted));
  return new Map([...tables].map(([name, table]) => [name, checksum(table)]));
}

/** Prints a table's line. Returns the bytes of its file. */
async function measure(store: TableStore, material: Material, table: Table): Promise<number> {
  const bytes = unwrap(await store.readBytes(material.name))!;
  const times: number[] = [];
  let cold = 0;
  for (let i = 0; i < COLD_PROBES; i++) {
    const file = openFile(bytes, material);
    const [side, index] = [randomInt(2) as 0 | 1, randomInt(table.placements.size)];
    const canonical = table.placements.index(squaresOf(table, index));
    const read = ({ from, bytes }: ByteRange) => readPart(store.path(material.name), from, bytes);
    const list = file.unreadList(side, canonical);
    if (list !== undefined) unwrap(file.addList(list, await read(file.rangeOfList(list))));
    const block = file.blockOf(side, canonical)!;
    const part = await read(file.range(block));
    const begin = performance.now();
    const value = unwrap(file.decode(block, part)).value(side, canonical);
    times.push(performance.now() - begin);
    const listed = list === undefined ? 0 : file.rangeOfList(list).bytes;
    cold = Math.max(cold, listed + part.length);
    if (value !== table.values[side].at(canonical)) faults.push(`${material.name}: a wrong value`);
  }
  // Most of the first ones is the compiler's.
  const decoding = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
  cold += Math.min(bytes.length, Math.max(FIRST_BYTES, startBytes(bytes)));
  if (cold > MOST_COLD) faults.push(`${material.name}: a cold probe reads ${cold}`);
  if (decoding > MOST_DECODING) faults.push(`${material.name}: decoding takes ${decoding} ms`);
  print([material.name, bytes.length, zstd(table), cold, decoding.toFixed(2)]);
  return bytes.length;
}

function openFile(bytes: Uint8Array, material: Material): TableFile {
  const file = unwrap(openTableFile(bytes, bytes.length, endgameOf(rules, material)));
  if (typeof file === 'number') throw new Error('the whole file is there');
  return file;
}

async function readPart(path: string, from: number, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    return (await file.read(new Uint8Array(length), 0, length, from)).buffer;
  } finally {
    await file.close();
  }
}

function squaresOf({ placements, material }: Table, index: number): number[] {
  const squares = material.men.map(() => 0);
  placements.squares(index, squares);
  return squares;
}

function codesOf({ values }: Table): readonly Uint8Array[] {
  return values.map((side) => {
    const { buffer, byteOffset, byteLength } = (side as SlabValues).codes;
    return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  });
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
