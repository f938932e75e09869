import { ok, type Result } from '../../board/result.ts';
import type { Chunks } from '../../format/format.ts';
import { type BlockCodec, portableCodec } from '../../format/mtb/blocks.ts';
import { layOutPlain } from '../../format/mtb/encodeNative.ts';
import { nativeFormat } from '../../format/mtb/native.ts';
import { findExportFormat } from '../../format/registry.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { gameOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { generateInMemory } from '../../solve/inMemory.ts';
import { longestWins } from '../../study/longest.ts';
import { mutualZugzwangs } from '../../study/zugzwang.ts';
import { type Material, parseMaterial } from '../../table/material.ts';
import { countTable } from '../../table/statistics.ts';
import type { Table } from '../../table/table.ts';
import type { Job, JobMessage, JobResult, MadeFile, TableStudy } from './job.ts';
import { SolveProgress } from './solveProgress.ts';

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
  const progress = new SolveProgress((each) => endgameOf(rules, each).placements.size, post);
  const made = await generateInMemory(rules, [material], {
    tables: known,
    onEvent: (event) => progress.solving(event),
  });
  if (!made.ok) return made;
  const files = new Map<string, Blob>();
  const names = [...made.value.keys()].filter((name) => !known.has(name));
  for (const name of names) {
    const onPart = (part: number) => progress.writing(names, name, part);
    files.set(name, await fileOf(made.value.get(name)!, onPart));
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

/** Visitors wait for the file: it is packed only once it is downloaded. */
const inHaste: BlockCodec = {
  ...portableCodec,
  deflate: (bytes) => portableCodec.deflate(bytes, 1),
};

async function fileOf(table: Table, onPart: (part: number) => void): Promise<Blob> {
  const { start, blocks, count } = layOutPlain(table, inHaste);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const block of blocks) {
    parts.push(owned(block));
    onPart(Math.min(1, parts.length / count));
  }
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
