/**
 * What probing costs, and whether the answers are right: `npm run bench:probe -- [DIR]`, a folder with the tables of
 * orthodox chess named below, else they are made in a folder of its own.
 */
import { mkdir, open, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ok, unwrap } from '../src/board/result.ts';
import type { Source, SourceFile } from '../src/format/mtb/source.ts';
import type { Position } from '../src/position/position.ts';
import { HttpSource } from '../src/probe/httpSource.ts';
import { Tablebase } from '../src/probe/tablebase.ts';
import { chess } from '../src/rules/chess.ts';
import { FileSource } from '../src/store/fileSource.ts';
import { TableStore } from '../src/store/tableStore.ts';
import { allMaterials, parseMaterial } from '../src/table/material.ts';
import { readTable } from '../src/table/table.ts';
import { parseValueCode, type ValueCode } from '../src/table/value.ts';
import { random } from '../tools/random.ts';
import { failOn } from './faults.ts';
import { limits } from './limits.ts';
import { inFolder, withTables } from './making.ts';

const NAMES = ['KQvkr', 'KBNvk', 'KRvkp', 'KPvkp', 'KNvkn'];
const POSITIONS = 20_000;
const ROUNDS = 12;
const COLD_PROBES = 100;

const faults: string[] = [];
const line = (what: string, found: string) => console.log(`${what.padEnd(34)}${found}`);

interface Sample {
  readonly position: Position;
  readonly code: ValueCode;
}

const materials = NAMES.map((name) => unwrap(parseMaterial(name, chess)).material);
await measureOpening();
await withTables(process.argv[2], materials, measureProbes);
failOn(faults);

async function measureProbes(dir: string): Promise<void> {
  const samples = await makeSamples(dir);
  await measureWarm(dir, samples);
  await measureCold('file', samples, () => new FileSource(chess, dir));
  await measureHttp(dir, samples);
}

/** Random positions of the tables, with the values that the tables read as wholes give them. */
async function makeSamples(dir: string): Promise<Sample[]> {
  // The same each time, so that runs can be compared.
  const number = random(1);
  const below = (limit: number) => Math.floor(number() * limit);
  const store = new TableStore(chess, dir);
  const drawn: { readonly key: number; readonly make: () => Sample }[] = [];
  for (const material of materials) {
    const table = unwrap(await store.read(material));
    for (let i = 0; i < POSITIONS / materials.length; ) {
      const squares = material.men.map(() => below(64));
      const turn = below(2) === 0 ? 0 : 1;
      const place = () => chess.place(material.men, squares, turn);
      if (!place().ok) continue;
      const make = () => ({ position: unwrap(place()), code: readTable(table, turn, squares) });
      drawn.push({ key: number(), make });
      i++;
    }
  }
  // The tables mixed, as probes come; and positions made in the order of probes, as who probes has just made them. Made by
  // tables, they would have to be fetched from all over the memory, which takes nearly half of a probe's time.
  return drawn.sort((a, b) => a.key - b.key).map(({ make }) => make());
}

/** Files of all tables up to five men, by their names: opening a folder reads none of them. */
async function measureOpening(): Promise<void> {
  await inFolder(async (dir) => {
    const folder = join(dir, chess.name);
    await mkdir(folder);
    const names = [3, 4, 5]
      .flatMap((men) => allMaterials(men, chess))
      .flatMap(({ name, men }) => (chess.isSettled(men) ? [] : [name]));
    for (const name of names) await writeFile(join(folder, `${name}.mtb`), '');
    const began = performance.now();
    const base = new Tablebase(chess, new FileSource(chess, dir));
    const took = performance.now() - began;
    line('open a folder', `${took.toFixed(2)} ms, ${names.length} tables of ${base.rules.title}`);
    if (took > limits.opening) faults.push(`opening takes ${took} ms`);
  });
}

async function measureWarm(dir: string, samples: readonly Sample[]): Promise<void> {
  const base = new Tablebase(chess, new FileSource(chess, dir));
  const positions = samples.map(({ position }) => position);
  await base.values(positions);
  // What the cache has no room for would be measured cold.
  const warm = samples.filter(({ position }) => base.valueNow(position) !== undefined);
  if (warm.length < samples.length) faults.push(`${samples.length - warm.length} not in the cache`);
  await checkBatch(base, samples);
  let [best, batch, wrong] = [0, 0, 0];
  // In turn, so that a busy spell of the machine affects both.
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    for (const { position, code } of warm) if (base.valueNow(position) !== code) wrong++;
    const between = performance.now();
    await base.values(positions);
    best = Math.max(best, (1000 * warm.length) / (between - began));
    batch = Math.max(batch, (1000 * positions.length) / (performance.now() - between));
  }
  const ratio = batch / best;
  line('warm, one at a time (valueNow)', `${rate(best)} probes a second`);
  line('warm, in a batch (values)', `${rate(batch)} probes a second, ${ratio.toFixed(2)} of that`);
  const { probesASecond: asked, batch: leastRatio } = limits.warm;
  if (wrong > 0) faults.push(`${wrong} values are not the tables'`);
  if (best < asked) faults.push(`${rate(best)} probes a second, ${rate(asked)} asked`);
  if (ratio < leastRatio) faults.push(`a batch is ${ratio.toFixed(2)} times as fast`);
}

async function checkBatch(base: Tablebase, samples: readonly Sample[]): Promise<void> {
  const values = await base.values(samples.map(({ position }) => position));
  const wrong = samples.filter(({ code }, i) => {
    const [found, expected] = [unwrap(values[i]!), parseValueCode(code)];
    return found.wdl !== expected.wdl || found.dtm !== expected.dtm;
  });
  if (wrong.length > 0) faults.push(`${wrong.length} values of a batch are not the tables'`);
}

/** Probes of one position each with nothing known before. */
async function measureCold(
  name: string,
  samples: readonly Sample[],
  make: () => Source,
): Promise<Counted[]> {
  const times: number[] = [];
  const sources: Counted[] = [];
  for (const { position, code } of samples.slice(0, COLD_PROBES)) {
    const source = counting(make());
    const base = new Tablebase(chess, source);
    const begin = performance.now();
    unwrap(await base.value(position));
    times.push(1000 * (performance.now() - begin));
    if (base.valueNow(position) !== code) faults.push(`${name}: not the table's value`);
    sources.push(source);
  }
  const reads = sources.map(({ reads }) => reads());
  const bytes = sources.map(({ bytes }) => bytes());
  line(
    `cold, ${name}`,
    `${Math.round(median(times))} microseconds; ${median(reads)} reads (at most ${most(reads)}), ` +
      `${rate(median(bytes))} bytes (at most ${rate(most(bytes))})`,
  );
  return sources;
}

async function measureHttp(dir: string, samples: readonly Sample[]): Promise<void> {
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests++;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const file = await open(join(dir, request.url!));
    try {
      const { size } = await file.stat();
      const last = Math.min(Number(to), size - 1);
      const bytes = new Uint8Array(last - Number(from) + 1);
      await file.read(bytes, 0, bytes.length, Number(from));
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${last}/${size}` }).end(bytes);
    } finally {
      await file.close();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const counted: number[] = [];
    const sources = await measureCold('HTTP on loopback', samples, () => {
      counted.push(requests);
      return new HttpSource(chess, url);
    });
    counted.push(requests);
    const each = counted.slice(1).map((count, i) => count - counted[i]!);
    line('cold, requests', `${median(each)} (at most ${most(each)})`);
    if (most(each) > limits.cold.requests) faults.push(`a cold probe takes ${most(each)} requests`);
    const bytes = most(sources.map((source) => source.bytes()));
    if (bytes > limits.cold.bytes) faults.push(`a cold probe takes ${rate(bytes)} bytes`);
    await measureWarmHttp(url, samples[0]!, () => requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function measureWarmHttp(url: string, sample: Sample, count: () => number): Promise<void> {
  const base = new Tablebase(chess, new HttpSource(chess, url));
  unwrap(await base.value(sample.position));
  const before = count();
  unwrap(await base.value(sample.position));
  line('warm, requests', `${count() - before}`);
  if (count() > before) faults.push('a warm probe asks the server');
}

interface Counted extends Source {
  /** The beginnings of files among them. */
  readonly reads: () => number;
  readonly bytes: () => number;
}

/** Counts what is read through it. */
function counting(source: Source): Counted {
  let [reads, bytes] = [0, 0];
  const count = (length: number) => {
    reads++;
    bytes += length;
  };
  return {
    reads: () => reads,
    bytes: () => bytes,
    async open(table, options) {
      const file = await source.open(table, options);
      if (!file.ok || !file.value) return file;
      const { value } = file;
      count(value.start.length);
      const read: SourceFile['read'] = (range, signal) => {
        count(range.bytes);
        return value.read(range, signal);
      };
      return ok({ ...value, read });
    },
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}

function most(numbers: readonly number[]): number {
  return Math.max(...numbers);
}

function rate(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}
