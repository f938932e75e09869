import type { Piscina } from 'piscina';
import { ok, type Result } from '../../board/result.ts';
import { refOf } from '../../rules/gameRef.ts';
import { FileSource } from '../../store/fileSource.ts';
import { firstTurn } from '../../store/readTask.ts';
import type { TableStore } from '../../store/tableStore.ts';
import { endPool, shareOut, startPool } from '../../store/workers.ts';
import type { Material } from '../../table/material.ts';
import type { OnTurn, SampleCrew } from './crew.ts';
import { openSampleTables } from './sampleTable.ts';
import type { SampleTask } from './sampleTask.ts';

type Workers = typeof import('./worker.ts');

/** How often progress is reported, in milliseconds. */
const PROGRESS_EVERY = 200;

/** A crew of threads for the tables of a folder, to be {@link endPool ended}. Errors: those of opening the tables. */
export async function crewOfThreads(
  { rules, dir }: TableStore,
  material: Material,
  threads: number,
): Promise<Result<SampleCrew & { end(): Promise<void> }>> {
  const tables = await openSampleTables(rules, new FileSource(rules, dir), material);
  if (!tables.ok) return tables;
  const versions = new Map([...tables.value].map(([name, { version }]) => [name, version]));
  const of = { rules: refOf(rules), dir, table: material.name, versions };
  const pool = startPool('sampling', { most: threads, atOnce: threads });
  const share = <T>(
    name: keyof Workers,
    work: Pick<SampleTask, 'samples' | 'wanted'>,
    onTurn: OnTurn,
  ) => shareOfEach<T>(pool, threads, name, { ...of, ...work }, onTurn);
  const none = new Float64Array(0);
  return ok({
    Memory: SharedArrayBuffer,
    list: (samples, onTurn) => share('listKeys', { samples, wanted: [] }, onTurn),
    async read(wanted, onTurn) {
      const read = await share<undefined>('readValues', { samples: none, wanted }, onTurn);
      return read.ok ? ok(undefined) : read;
    },
    compare: (samples, wanted, onTurn) => share('compareValues', { samples, wanted }, onTurn),
    end: () => endPool(pool),
  });
}

async function shareOfEach<T>(
  pool: Piscina,
  threads: number,
  name: keyof Workers,
  work: Omit<SampleTask, 'next'>,
  onTurn: OnTurn,
): Promise<Result<readonly T[]>> {
  const next = firstTurn();
  const task: SampleTask = { ...work, next };
  const timer = setInterval(() => onTurn(Atomics.load(next, 0)), PROGRESS_EVERY);
  try {
    return await shareOut<T>(pool, threads, name, task, `a thread that verified ${work.table}`);
  } finally {
    clearInterval(timer);
  }
}
