import { ok, type Result } from '../../board/result.ts';
import type { Chunks } from '../../format/format.ts';
import { portableCodec } from '../../format/mtb/blocks.ts';
import { layOutPlain } from '../../format/mtb/encodeNative.ts';
import { nativeFormat } from '../../format/mtb/native.ts';
import { findExportFormat } from '../../format/registry.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { gameOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { GenerateEvent } from '../../solve/generation.ts';
import { generateInMemory } from '../../solve/inMemory.ts';
import { longestWins } from '../../study/longest.ts';
import { mutualZugzwangs } from '../../study/zugzwang.ts';
import { type Material, parseMaterial } from '../../table/material.ts';
import { countTable } from '../../table/statistics.ts';
import type { Table } from '../../table/table.ts';
import type { Job, JobMessage, JobResult, MadeFile, TableStudy } from './job.ts';

/** The page's worker: solves, counts and studies tables, and writes them in other formats. It does one job. */
addEventListener('message', async ({ data }: MessageEvent<Job>) => {
  const result = await run(data);
  post(result.ok ? result.value : { kind: 'failed', problem: result.problem });
});

function post(message: JobMessage): void {
  postMessage(message);
}

async function run(job: Job): Promise<Result<JobResult>> {
  const rules = gameOf(job.rules);
  if (!rules.ok) return rules;
  const named = parseMaterial(job.table, rules.value);
  if (!named.ok) return named;
  const { material } = named.value;
  if (job.kind === 'solve') return solveTable(rules.value, material, job.given);
  const table = await nativeFormat.decode(job.bytes, endgameOf(rules.value, material));
  if (!table.ok) return table;
  switch (job.kind) {
    case 'count':
      return ok({ kind: 'counted', statistics: countTable(table.value) });
    case 'study':
      return ok({ kind: 'studied', study: studyTable(table.value, job.examples) });
    case 'export':
      return exportTable(table.value, job.format);
  }
}

async function solveTable(
  rules: RuleSet,
  material: Material,
  given: ReadonlyMap<string, Uint8Array>,
): Promise<Result<JobResult>> {
  const known = await decoded(rules, given);
  const made = await generateInMemory(rules, [material], {
    tables: known,
    onEvent: makeReporter(rules),
  });
  if (!made.ok) return made;
  const files = new Map<string, Blob>();
  for (const [name, table] of made.value) {
    if (!known.has(name)) files.set(name, await fileOf(table));
  }
  return ok({ kind: 'solved', files });
}

async function decoded(
  rules: RuleSet,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, Table>> {
  const tables = new Map<string, Table>();
  for (const [name, bytes] of files) {
    const named = parseMaterial(name, rules);
    if (!named.ok) continue;
    const table = await nativeFormat.decode(bytes, endgameOf(rules, named.value.material));
    if (table.ok) tables.set(name, table.value);
  }
  return tables;
}

/** The least time between two messages of progress, in milliseconds. */
const PROGRESS_MS = 50;

function makeReporter(rules: RuleSet): (event: GenerateEvent) => void {
  let names: readonly string[] = [];
  let sizes: readonly number[] = [];
  let posted = 0;
  return (event) => {
    if (event.kind === 'plan') {
      names = event.steps.map(({ material }) => material.name);
      sizes = event.steps.map(({ material }) => endgameOf(rules, material).placements.size);
    }
    if (event.kind !== 'progress' || performance.now() - posted < PROGRESS_MS) return;
    posted = performance.now();
    const { table, done, total } = event;
    const number = names.indexOf(table) + 1;
    const before = sumOf(sizes.slice(0, number - 1));
    const own = total === 0 ? 0 : sizes[number - 1]! * (done / total);
    const part = (before + own) / sumOf(sizes);
    post({ kind: 'progress', table, number, tables: names.length, part });
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

async function fileOf(table: Table): Promise<Blob> {
  // Unpacked: packing takes longer than solving.
  const { start, blocks } = layOutPlain(table, portableCodec);
  const parts = await partsOf(blocks);
  // The start is complete only after the last block.
  return new Blob([owned(start), ...parts]);
}

function studyTable(table: Table, examples: number): TableStudy {
  const longest = ([0, 1] as const).map((winner) =>
    longestWins(table, { count: examples, winner }),
  );
  return { longest, zugzwangs: mutualZugzwangs(table, { examples }) };
}

async function exportTable(table: Table, formatName: string): Promise<Result<JobResult>> {
  const format = findExportFormat(formatName);
  if (!format.ok) return format;
  const files: MadeFile[] = [];
  for (const { suffix, chunks } of format.value.files(table)) {
    const name = `${table.material.name}${suffix}${format.value.extension}`;
    files.push({ name, blob: new Blob(await partsOf(chunks)) });
  }
  return ok({ kind: 'exported', files });
}

async function partsOf(chunks: Chunks): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) parts.push(owned(chunk));
  return parts;
}

/** Blobs do not take shared memory. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice();
}
