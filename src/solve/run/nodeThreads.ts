import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { type Failure, InputError, ok, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { fileCheckpoints } from '../../store/checkpoints.ts';
import { crashed } from '../../store/crash.ts';
import { checkWritable } from '../../store/folder.ts';
import { closeScratch, type OpenScratch, openScratch } from '../../store/openScratch.ts';
import { Packing, type SolvedCodes } from '../../store/packing.ts';
import { claim, removeParts } from '../../store/parts.ts';
import { TableStore } from '../../store/tableStore.ts';
import { endPool, startPool } from '../../store/workers.ts';
import { firstProblem, INTERRUPTED, interrupted, type SolverEvent } from '../generation.ts';
import { CONTROL_BYTES, Control } from '../sets/control.ts';
import { makeBuffers } from '../window/pages.ts';
import { noRoom } from './memoryPlan.ts';
import type { DecidedTable, NodeMessage, NodeTask, Scratch } from './nodeTask.ts';
import type { TeamAnswer, TeamWork, Threads } from './teamTask.ts';

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
      threads: Math.min(this.count, work.steps.length),
      signal: killPacking.signal,
      onProgress: (table, done, total) => publish({ kind: 'packing', table, done, total }),
    });
    const { port1, port2 } = new MessageChannel();
    const files: Promise<Result<undefined>>[] = [];
    const receive = (message: NodeMessage) => {
      if (message.kind !== 'decided') return publish(message);
      const file = this.write(message, packing, publish).then((written) => {
        if (written.ok) port1.postMessage(message.material.name);
        // Tables that are dropped are small; the team has a checkpoint of a large one to write.
        else if (written.problem.code !== INTERRUPTED) killTeam.abort();
        return written;
      });
      files.push(file);
    };
    port1.on('message', receive);
    const stop = () => {
      new Control(control).askToStop();
      packing.stop();
      setTimeout(() => {
        killTeam.abort();
        killPacking.abort();
      }, PATIENCE_MS).unref();
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const tasks = Array.from({ length: work.workers }, (_, index): NodeTask => {
        const port = index === 0 ? port2 : new MessageChannel().port1;
        const { scratch } = opened.value;
        const task = { ...work, dir: this.store.dir, control, index, port };
        return scratch ? { ...task, scratch } : task;
      });
      const solved = await solveOn(pool, tasks, killTeam, signal);
      // The team's answers may overtake what worker 0 has posted.
      for (let posted = receiveMessageOnPort(port1); posted; posted = receiveMessageOnPort(port1)) {
        receive(posted.message);
      }
      return firstProblem([solved, ...(await Promise.all(files))]) ?? ok(undefined);
    } finally {
      signal?.removeEventListener('abort', stop);
      port1.close();
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
    const release = claim(folder);
    const files: OpenScratch[] = [];
    const close = () => {
      for (const each of files) closeScratch(each);
      release();
    };
    try {
      const buffers = makeBuffers(pageBytes);
      for (const name of ['pages', 'log']) files.push(openScratch(folder, name));
      const [pages, log] = files as [OpenScratch, OpenScratch];
      return ok({ scratch: { buffers, pages, log }, close });
    } catch (error) {
      close();
      if (error instanceof InputError) return { ok: false, problem: error.problem };
      if (error instanceof RangeError) return noRoom(pageBytes);
      throw error;
    }
  }

  /** Packs and writes a table. */
  private async write(
    table: DecidedTable,
    packing: Packing,
    publish: Publish,
  ): Promise<Result<undefined>> {
    const { material, seconds, solveSeconds } = table;
    try {
      const packed = await packing.pack(table);
      if (!packed.ok) return packed;
      const looked = await this.afterPacking?.(table);
      if (looked?.ok === false) return looked;
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
