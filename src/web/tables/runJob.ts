import { fail, ok, type Result } from '../../chess/result.ts';
import { interrupted } from '../../format/source.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Job, JobNews, MadeFile, ProgressNews } from './job.ts';

/** Solves a table and what it stands on. Resolves to files by name. Errors: those of `solve`, `worker`, `interrupted`. */
export async function solveInPage(
  rules: string,
  table: string,
  onProgress: (news: ProgressNews) => void,
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, Uint8Array>>> {
  const news = await runJob({ kind: 'solve', rules, table }, onProgress, signal);
  if (!news.ok) return news;
  return news.value.kind === 'solved' ? ok(news.value.files) : unexpected(news.value);
}

/** Writes a table's file in another format. Errors: those of the formats, `worker`. */
export async function exportInPage(
  rules: string,
  table: string,
  bytes: Uint8Array,
  format: string,
): Promise<Result<readonly MadeFile[]>> {
  const job: Job = { kind: 'export', rules, table, bytes, format };
  const news = await runJob(job, () => {}, new AbortController().signal);
  if (!news.ok) return news;
  return news.value.kind === 'exported' ? ok(news.value.files) : unexpected(news.value);
}

/** Counts a table's file. Errors: those of the format, `worker`. */
export async function countInPage(
  rules: string,
  table: string,
  bytes: Uint8Array,
): Promise<Result<Statistics>> {
  const job: Job = { kind: 'count', rules, table, bytes };
  const news = await runJob(job, () => {}, new AbortController().signal);
  if (!news.ok) return news;
  return news.value.kind === 'counted' ? ok(news.value.statistics) : unexpected(news.value);
}

function unexpected({ kind }: JobNews): never {
  throw new Error(`the worker answered '${kind}'`);
}

function runJob(
  job: Job,
  onProgress: (news: ProgressNews) => void,
  signal: AbortSignal,
): Promise<Result<JobNews>> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' });
    const end = (result: Result<JobNews>) => {
      worker.terminate();
      resolve(result);
    };
    worker.onmessage = ({ data }: MessageEvent<JobNews>) => {
      if (data.kind === 'progress') onProgress(data);
      else if (data.kind === 'failed') end({ ok: false, problem: data.problem });
      else end(ok(data));
    };
    worker.onerror = ({ message }) =>
      end(fail('worker', `the worker did not start or died: ${message || 'no reason told'}`));
    const stop = () => end(interrupted());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    worker.postMessage(job);
  });
}
