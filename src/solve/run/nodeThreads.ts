import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { type Failure, InputError, ok, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { fileCheckpoints } from '../../store/checkpoints.ts';
import { crashed } from '../../store/crash.ts';
import { checkWritable } from '../../store/folder.ts';
import { closeScratch, logPath, type OpenScratch, openScratch } from '../../store/openScratch.ts';
import { type PackedFile, Packing, type SolvedCodes } from '../../store/packing.ts';
import { claim, removeParts } from '../../store/parts.ts';
import { TableStore } from '../../store/tableStore.ts';
import { removeOldLogs } from '../../store/unfinished.ts';
import { endPool, startPool } from '../../store/workers.ts';
import { firstProblem, INTERRUPTED, interrupted, type SolverEvent } from '../generation.ts';
import { CONTROL_BYTES, Control } from '../sets/control.ts';
import { makeBuffers } from '../window/pages.ts';
import { noRoom } from './memoryPlan.ts';
import type {
  DecidedInParts,
  DecidedTable,
  HostMessage,
  NodeMessage,
  NodeTask,
  Scratch,
} from './nodeTask.ts';
import type { TeamAnswer, TeamWork, Threads } from './teamTask.ts';
import { WantedParts } from './wantedParts.ts';

/** Bytes of a buffer for pages, at least. */
const LEAST_BUFFER = 2 ** 26;

/** How long threads may take to end after a request to stop: a checkpoint, or what is left to pack, takes seconds. */
const PATIENCE_MS = 60_000;

/** The function of nodeWorker.ts. */
const SHARE: keyof typeof import('./nodeWorker.ts') = 'solveShare';

type Publish = (event: SolverEvent) => void;

/** Looks at a table whose file is written, while its codes are still in memory. A problem ends the run. */
export type AfterPacking = (table: SolvedCodes) => Promise<Result<undefined>>;

/** A team on worker threads of Node, for tables in a folder. What it has solved is packed by other threads meanwhile. */
export class NodeThreads implements Threads {
  readonly count: number;
  readonly shared = true;
  private readonly store: TableStore;
  private readonly afterPacking: AfterPacking | undefined;
  private readonly scratch: string;
  /** For pages, and then for the codes of the parts that tables are packed from. */
  private buffers: readonly SharedArrayBuffer[] = [];

  /** `scratch`: the folder for scratch files; by default that of the tables. */
  constructor(
    rules: RuleSet,
    dir: string,
    count: number,
    afterPacking?: AfterPacking,
    scratch = join(dir, rules.folder),
  ) {
    this.scratch = scratch;
    this.store = new TableStore(rules, dir);
    this.count = count;
    this.afterPacking = afterPacking;
  }

  async run(
    work: TeamWork,
    publish: Publish,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    const opened = await this.openScratch(work);
    if (!opened.ok) return opened;
    const control = new SharedArrayBuffer(CONTROL_BYTES);
    const [killTeam, killPacking] = [new AbortController(), new AbortController()];
    const pool = startPool('sets', { most: work.workers });
    const packing = new Packing(this.store, {
      threads: Math.max(work.workers, Math.min(this.count, work.steps.length)),
      signal: killPacking.signal,
      buffers: this.buffers,
      onProgress: (table, done, total) => publish({ kind: 'packing', table, done, total }),
    });
    const channels = Array.from({ length: work.workers }, () => new MessageChannel());
    const port = channels[0]!.port1;
    const parts = new WantedParts(channels.map(({ port1 }) => port1));
    const files: Promise<Result<undefined>>[] = [];
    const receive = (message: NodeMessage) => {
      if (message.kind === 'decided') {
        const file = this.pack(message, packing, publish).then((written) => {
          const answer: HostMessage = { kind: 'written', table: message.material.name };
          if (written.ok) port.postMessage(answer);
          // Tables that are dropped are small; the team has a checkpoint of a large one to write.
          else if (written.problem.code !== INTERRUPTED) killTeam.abort();
          return written;
        });
        files.push(file);
      } else if (message.kind === 'decidedInParts') {
        const file = this.packInParts(message, parts, packing, publish).then((written) => {
          if (written.ok) parts.written(message);
          else killTeam.abort();
          return written;
        });
        files.push(file);
      } else if (message.kind === 'filled') parts.filled();
      else publish(message);
    };
    port.on('message', receive);
    // What cannot be read here would be waited for without end.
    port.on('messageerror', (error) => {
      files.push(Promise.resolve(crashed('the port of the set solver', error)));
      killTeam.abort();
    });
    const stop = () => {
      new Control(control).askToStop();
      packing.stop();
      parts.end();
      setTimeout(() => {
        killTeam.abort();
        killPacking.abort();
      }, PATIENCE_MS).unref();
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const tasks = Array.from({ length: work.workers }, (_, index): NodeTask => {
        const { scratch } = opened.value;
        const task = { ...work, dir: this.store.dir, control, index, port: channels[index]!.port2 };
        return scratch ? { ...task, scratch } : task;
      });
      const solved = await solveOn(pool, tasks, killTeam, signal);
      parts.end();
      // The team's answers may overtake what worker 0 has posted.
      for (let posted = receiveMessageOnPort(port); posted; posted = receiveMessageOnPort(port)) {
        receive(posted.message);
      }
      return firstProblem([solved, ...(await Promise.all(files))]) ?? ok(undefined);
    } finally {
      signal?.removeEventListener('abort', stop);
      for (const { port1 } of channels) port1.close();
      await endPool(pool);
      await packing.close();
      opened.value.close();
    }
  }

  /** Opens what tables need that are solved through a window. Errors: `write`. */
  private async openScratch({ steps, pageBytes }: TeamWork): Promise<Result<OpenedScratch>> {
    if (steps.every(({ window }) => window === undefined)) return ok({ close: () => {} });
    const folder = this.scratch;
    const writable = await checkWritable(folder);
    if (!writable.ok) return writable;
    await removeParts(folder);
    await removeOldLogs(this.store.rules, this.store.dir, folder);
    const release = claim(folder);
    const files: OpenScratch[] = [];
    const close = () => {
      for (const each of files) closeScratch(each);
      release();
    };
    try {
      const part = Math.max(...steps.map(({ packing = 0 }) => packing / 2));
      this.buffers = makeBuffers(pageBytes, Math.max(part, LEAST_BUFFER), this.buffers);
      const { buffers } = this;
      const open = (name: string) => {
        const file = openScratch(folder, name);
        files.push(file);
        return file;
      };
      const opened = { pages: open('pages'), log: open('log'), codes: open('codes') };
      const finished = open('finished');
      return ok({ scratch: { folder, buffers, ...opened, finished }, close });
    } catch (error) {
      close();
      if (error instanceof InputError) return { ok: false, problem: error.problem };
      if (error instanceof RangeError) return noRoom(pageBytes);
      throw error;
    }
  }

  private pack(table: DecidedTable, packing: Packing, publish: Publish) {
    return this.write(table, publish, async () => {
      const packed = await packing.pack(table);
      const looked = packed.ok ? await this.afterPacking?.(table) : undefined;
      return looked?.ok === false ? looked : packed;
    });
  }

  private packInParts(
    table: DecidedInParts,
    parts: WantedParts,
    packing: Packing,
    publish: Publish,
  ) {
    return this.write(table, publish, async () => {
      const packed = await packing.packInParts(parts.codesOf(table));
      const log = logPath(this.scratch, this.store.rules, table.material.name);
      if (packed.ok) await rm(log, { force: true });
      return packed;
    });
  }

  /** Packs and writes a table. */
  private async write(
    { material, seconds, solveSeconds }: Omit<DecidedTable, 'kind' | 'codes'>,
    publish: Publish,
    pack: () => Promise<Result<PackedFile>>,
  ): Promise<Result<undefined>> {
    try {
      const packed = await pack();
      if (!packed.ok) return packed;
      await fileCheckpoints(this.store).remove(material.name);
      const { bytes } = packed.value;
      publish({
        ...{ kind: 'solved', table: material.name, bytes },
        ...{ seconds: seconds + packed.value.seconds, solveSeconds },
      });
      return ok(undefined);
    } catch (error) {
      return crashed(`a worker that packed ${material.name}`, error);
    }
  }
}

interface OpenedScratch {
  readonly scratch?: Scratch;
  readonly close: () => void;
}

/** Runs the tasks of a team, each on a thread of the pool. */
async function solveOn(
  pool: Piscina,
  tasks: readonly NodeTask[],
  kill: AbortController,
  signal: AbortSignal | undefined,
): Promise<Result<undefined>> {
  // Every worker adds a listener.
  setMaxListeners(0, kill.signal);
  let started: Promise<unknown> = Promise.resolve();
  try {
    const answers = await Promise.all(
      tasks.map(async (task) => {
        // Starting hundreds of threads takes many seconds; yielding between two lets signals be handled.
        started = started.then(() => nextTurn());
        await started;
        signal?.throwIfAborted();
        const options = { name: SHARE, transferList: [task.port], signal: kill.signal };
        const answer: TeamAnswer = await pool.run(task, options);
        // The other workers wait for the one that failed, so do not wait for them.
        if (!answer.ok && answer.problem.code !== INTERRUPTED) throw new TeamFailure(answer);
        return answer;
      }),
    );
    return answers.every(({ ok }) => ok) ? ok(undefined) : interrupted();
  } catch (error) {
    if (error instanceof TeamFailure) return error.failure;
    const stopped = signal?.aborted || kill.signal.aborted;
    return stopped ? interrupted() : crashed('a worker of the set solver', error);
  } finally {
    kill.abort();
  }
}

class TeamFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.problem.message);
    this.failure = failure;
  }
}
