import { fail, ok, type Result } from '../../board/result.ts';
import { interrupted } from '../../format/mtb/source.ts';
import { refOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Job, JobMessage, JobProgress, JobResult, MadeFile, TableStudy } from './job.ts';

/**
 * Solves a table and those it depends on, but for the given ones. Resolves to files by name. Errors: those of the
 * solver, `worker`, `interrupted`.
 */
export async function solveInPage(
  rules: RuleSet,
  table: string,
  given: ReadonlyMap<string, Uint8Array>,
  onProgress: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, Blob>>> {
  const result = await runJob(
    { kind: 'solve', rules: refOf(rules), table, given },
    { onProgress, signal },
  );
  if (!result.ok) return result;
  return result.value.kind === 'solved' ? ok(result.value.files) : unexpected(result.value);
}

/** Writes a table's file in another format. Errors: those of the formats, `worker`. */
export async function exportInPage(
  rules: RuleSet,
  table: string,
  bytes: Uint8Array,
  format: string,
): Promise<Result<readonly MadeFile[]>> {
  const result = await runJob({ kind: 'export', rules: refOf(rules), table, bytes, format });
  if (!result.ok) return result;
  return result.value.kind === 'exported' ? ok(result.value.files) : unexpected(result.value);
}

/** Counts a table's file. Errors: those of the format, `worker`. */
export async function countInPage(
  rules: RuleSet,
  table: string,
  bytes: Uint8Array,
): Promise<Result<Statistics>> {
  const result = await runJob({ kind: 'count', rules: refOf(rules), table, bytes });
  if (!result.ok) return result;
  return result.value.kind === 'counted' ? ok(result.value.statistics) : unexpected(result.value);
}

/** The longest wins and the mutual zugzwangs, up to `examples` of each kind. Errors: those of the format, `worker`. */
export async function studyInPage(
  rules: RuleSet,
  table: string,
  bytes: Uint8Array,
  examples: number,
): Promise<Result<TableStudy>> {
  const result = await runJob({ kind: 'study', rules: refOf(rules), table, bytes, examples });
  if (!result.ok) return result;
  return result.value.kind === 'studied' ? ok(result.value.study) : unexpected(result.value);
}

function unexpected({ kind }: JobResult): never {
  throw new Error(`the worker answered '${kind}'`);
}

interface JobOptions {
  readonly onProgress?: (progress: JobProgress) => void;
  readonly signal?: AbortSignal;
}

function runJob(job: Job, { onProgress, signal }: JobOptions = {}): Promise<Result<JobResult>> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' });
    const end = (result: Result<JobResult>) => {
      worker.terminate();
      resolve(result);
    };
    worker.onmessage = ({ data }: MessageEvent<JobMessage>) => {
      if (data.kind === 'progress') onProgress?.(data);
      else if (data.kind === 'failed') end({ ok: false, problem: data.problem });
      else end(ok(data));
    };
    worker.onerror = ({ message }) => end(fail('worker', crashWords(message)));
    const stop = () => end(interrupted());
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    worker.postMessage(job);
  });
}

/** Browsers give no reason if the worker's file could not be loaded. */
function crashWords(message: string | undefined): string {
  return message
    ? `the solver stopped: ${message}`
    : 'the solver could not be loaded: check the network, then try again';
}
