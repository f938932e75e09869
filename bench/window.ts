/**
 * Times a table solved with all its sets in memory, and through a small window with its pages in a file; slabs fix two pieces or
 * three. One thread, in turn, three times each: node dist/bench/window.js [TABLE [GAME]]. Every way must count the same.
 */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { unwrap } from '../src/board/result.ts';
import { partOfPlaces, placeSize } from '../src/index/indexPart.ts';
import { makeKernel } from '../src/kernel/kernel.ts';
import { KernelMemory, MOST_BYTES, makeMemory } from '../src/kernel/kernelMemory.ts';
import { findRuleSet } from '../src/rules/registry.ts';
import { planTables } from '../src/solve/plan.ts';
import { Control } from '../src/solve/sets/control.ts';
import { shapeOf } from '../src/solve/sets/layout.ts';
import { wholeDependency } from '../src/solve/sets/solvedTables.ts';
import { SetSolver, type SolveOptions } from '../src/solve/sets/solver.ts';
import { leastWindow } from '../src/solve/window/rooms.ts';
import { throughWindow } from '../src/solve/window/runs.ts';
import { closeScratch, openScratch, ScratchBytes } from '../src/store/openScratch.ts';
import { parseMaterial } from '../src/table/material.ts';

const BITS = 7;
const TRIES = 3;
const [name = 'KQRvkr', game = 'chess'] = process.argv.slice(2);

/** Counts what passes through. */
class Counted extends ScratchBytes {
  taken = 0;
  written = 0;

  override read(offset: number, into: Uint8Array): void {
    this.taken += into.length;
    super.read(offset, into);
  }

  override write(offset: number, from: Uint8Array): void {
    this.written += from.length;
    super.write(offset, from);
  }
}

const rules = unwrap(findRuleSet(game));
const { material } = unwrap(parseMaterial(name, rules));
const steps = planTables(rules, [material]);

interface Way {
  readonly label: string;
  readonly still: number;
  readonly windowed: boolean;
}

const ways: readonly Way[] = [
  { label: 'in memory, slabs fix two', still: 2, windowed: false },
  { label: 'in memory, slabs fix three', still: 3, windowed: false },
  { label: 'window, slabs fix two', still: 2, windowed: true },
  { label: 'window, slabs fix three', still: 3, windowed: true },
];

async function measure({ still, windowed }: Way) {
  const memory = makeMemory(MOST_BYTES - (1 << 26), false);
  const solver = new SetSolver(rules, new KernelMemory(memory), makeKernel(memory), 0, 1);
  for (const each of steps.slice(0, -1)) {
    solver.tables.place(wholeDependency(each.material, BITS));
    await solver.solveTable(each.material, { control: new Control() });
  }
  const place = wholeDependency(material, BITS);
  const { placements } = solver.tables.place(
    windowed ? { ...place, sides: [false, false] } : place,
  );
  const files = [openScratch(tmpdir(), 'pages'), openScratch(tmpdir(), 'log')] as const;
  const [pages, log] = files.map((file) => new Counted(file)) as [Counted, Counted];
  const bytes = 4 * leastWindow(shapeOf(rules.army, material, still), 1);
  let plies = 0;
  // Without a window codes are written to memory, too.
  const take: SolveOptions['take'] = async (_, codesOf) => {
    const { size } = placements;
    const places = Array.from({ length: size / placeSize(placements) }, (_, place) => place);
    codesOf(1).read(partOfPlaces(placements, places), [new Int8Array(size), new Int8Array(size)]);
  };
  const options: SolveOptions = {
    control: new Control(),
    still,
    progress: ({ ply }) => {
      plies = Math.max(plies, ply);
    },
    ...(windowed ? { window: throughWindow({ bytes, buffers: [], pages, log }), take } : {}),
  };
  const began = performance.now();
  const counts = await solver.solveTable(material, options);
  const seconds = (performance.now() - began) / 1000;
  for (const file of files) closeScratch(file);
  return { counts, seconds, plies, bytes, pages, log };
}

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const seconds = ways.map((): number[] => []);
const lines: string[] = [];
let known: unknown;
for (let turn = 0; turn < TRIES; turn++) {
  for (const [i, way] of ways.entries()) {
    const found = await measure(way);
    known ??= found.counts;
    assert.deepEqual(found.counts, known, way.label);
    seconds[i]!.push(found.seconds);
    if (turn > 0 || !way.windowed) continue;
    const { plies, pages, log, bytes } = found;
    const moved = [pages.taken / plies, pages.written / plies, log.written].map(mebibytes);
    const [taken, written, logged] = moved;
    const sizes = `a window of ${mebibytes(bytes)}, ${plies} plies`;
    lines.push(`${way.label}: ${sizes}; a ply reads ${taken}, writes ${written}; log ${logged}`);
  }
}
const medians = seconds.map((each) => each.toSorted((a, b) => a - b)[Math.floor(TRIES / 2)]!);
console.log(`${name}, ${game}, one thread, medians of ${TRIES}:`);
for (const [i, { label }] of ways.entries()) {
  const ratio = medians[i]! / medians[0]!;
  console.log(`${label}: ${medians[i]!.toFixed(2)} s, ${ratio.toFixed(2)} of the first`);
}
for (const line of lines) console.log(line);
