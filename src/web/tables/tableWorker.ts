import { ok, type Result } from '../../chess/result.ts';
import { portableCodec } from '../../format/blocks.ts';
import { layOutPlain } from '../../format/encodeNative.ts';
import type { Chunks } from '../../format/format.ts';
import { nativeFormat } from '../../format/native.ts';
import { findExportFormat } from '../../format/registry.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { type SolveEvent, solve } from '../../solve/solve.ts';
import { type Material, parseMaterial } from '../../table/material.ts';
import { countTable } from '../../table/statistics.ts';
import type { Table } from '../../table/table.ts';
import type { Job, JobNews, MadeFile, ProgressNews } from './job.ts';

/** A worker of the page that solves tables, counts them, and writes them in other formats. One job, then it is ended. */
addEventListener('message', async ({ data }: MessageEvent<Job>) => {
  const news = await run(data);
  postMessage(news.ok ? news.value : { kind: 'failed', problem: news.problem });
});

async function run(job: Job): Promise<Result<JobNews>> {
  const rules = findRuleSet(job.rules);
  if (!rules.ok) return rules;
  const named = parseMaterial(job.table, rules.value.army);
  if (!named.ok) return named;
  const { material } = named.value;
  if (job.kind === 'solve') return solveTable(rules.value, material);
  const table = await nativeFormat.decode(job.bytes, endgameOf(rules.value, material));
  if (!table.ok) return table;
  if (job.kind === 'count') return ok({ kind: 'counted', statistics: countTable(table.value) });
  return exportTable(table.value, job.format);
}

async function solveTable(rules: RuleSet, material: Material): Promise<Result<JobNews>> {
  const tables = await solve(material, rules, { onEvent: teller() });
  if (!tables.ok) return tables;
  const files = new Map<string, Uint8Array>();
  for (const [name, table] of tables.value) files.set(name, await fileOf(table));
  return ok({ kind: 'solved', files });
}

/** Tells the page of progress, at most so often in a second. */
const TOLD_MS = 50;

function teller(): (event: SolveEvent) => void {
  let names: readonly string[] = [];
  let told = 0;
  return (event) => {
    if (event.kind === 'plan') names = event.steps.map(({ material }) => material.name);
    if (event.kind !== 'progress' || performance.now() - told < TOLD_MS) return;
    told = performance.now();
    const { table, done, total } = event;
    const number = names.indexOf(table) + 1;
    const news: ProgressNews = {
      kind: 'progress',
      ...{ table, number, tables: names.length },
      part: total === 0 ? 0 : done / total,
    };
    postMessage(news);
  };
}

async function fileOf(table: Table): Promise<Uint8Array> {
  // Quickly: packing takes longer than solving.
  const { start, blocks } = layOutPlain(table, portableCodec);
  const parts = await partsOf(blocks);
  // Only now the start is filled.
  return new Uint8Array(await new Blob([owned(start), ...parts]).arrayBuffer());
}

async function exportTable(table: Table, formatName: string): Promise<Result<JobNews>> {
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
