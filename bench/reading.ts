/**
 * How fast packed tables are read back whole, and whether they have the values of tables solved in memory:
 * `npm run bench:reading -- [NAMES...]`, KQRvkr of orthodox chess by default, on one thread and on all.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { unwrap } from '../src/board/result.ts';
import { chess } from '../src/rules/chess.ts';
import { generateInFolder } from '../src/solve/inFolder.ts';
import { generateInMemory } from '../src/solve/inMemory.ts';
import { TableStore } from '../src/store/tableStore.ts';
import { type Material, parseMaterial } from '../src/table/material.ts';
import type { Table } from '../src/table/table.ts';
import { codesOf } from './codes.ts';
import { failOn } from './faults.ts';
import { inFolder } from './making.ts';

/** Each counts by its best. */
const TRIES = 3;

const names = process.argv.slice(2);
const wanted = (names.length > 0 ? names : ['KQRvkr']).map(
  (name) => unwrap(parseMaterial(name, chess)).material,
);
const threadCounts = [...new Set([1, availableParallelism()])];
const faults: string[] = [];

console.log(`${cpus()[0]!.model}, load ${loadavg()[0]!.toFixed(1)}`);
await inFolder(async (dir) => {
  const store = new TableStore(chess, dir);
  unwrap(await generateInFolder(chess, wanted, { dir }));
  for (const material of wanted) {
    const solved = unwrap(await generateInMemory(chess, [material])).get(material.name)!;
    const seconds = threadCounts.map(() => Number.POSITIVE_INFINITY);
    for (let i = 0; i < TRIES; i++) {
      for (const [j, threads] of threadCounts.entries()) {
        const began = performance.now();
        const table = unwrap(await store.read(material, { threads }));
        seconds[j] = Math.min(seconds[j]!, (performance.now() - began) / 1000);
        if (differs(table, solved)) faults.push(`${material.name} on ${threads}: other values`);
      }
    }
    const { length } = await readFile(store.path(material.name));
    for (const [j, threads] of threadCounts.entries()) {
      print(material, threads, seconds[j]!, length, solved.placements.size);
    }
  }
});
failOn(faults);

function differs(one: Table, other: Table): boolean {
  const known = codesOf(other);
  return codesOf(one).some((codes, turn) => Buffer.compare(codes, known[turn]!) !== 0);
}

/** `size`: values of a side to move. */
function print(
  { name }: Material,
  threads: number,
  seconds: number,
  bytes: number,
  size: number,
): void {
  const rate = (count: number) => (count / 1e6 / seconds).toFixed(1);
  const speed = `${rate(bytes)} MB/s of the file, ${rate(2 * size)} million values/s`;
  console.log(`${name} on ${threads}: ${seconds.toFixed(2)} s, ${speed}`);
}
