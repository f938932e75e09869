import { fail, ok, type Result } from '../board/result.ts';
import type { Game } from '../play/game.ts';
import type { Analysis, Limits, Proof, ProofLimits } from './analysis.ts';
import {
  describeGame,
  type SearchAnswer,
  type SearchRequest,
  type SearchTask,
} from './messages.ts';

/** A thread that searches, seen from the outside: a worker of Node or of a page. */
export interface SearchThread {
  post(request: SearchRequest): void;
  end(): void;
}

/** Starts a thread. `onCrash`: it died, or could not be loaded. */
export type StartSearchThread = (
  onAnswer: (answer: SearchAnswer) => void,
  onCrash: (why: string) => void,
) => SearchThread;

export interface EngineOptions {
  readonly hashBytes?: number;
  readonly tables?: string | undefined;
  /** False: searches ask no tables, though they are at hand. Default: true. */
  readonly usesTables?: boolean;
}

const HASH_BYTES = 1 << 24;

interface Running {
  readonly id: number;
  readonly onDepth: (found: Analysis) => void;
  readonly end: (result: Result<SearchAnswer>) => void;
  /** What has been found so far, if the search is stopped the hard way. */
  found: Analysis | undefined;
  stopped: boolean;
}

/** A search in a thread of its own. One search at a time: a new one stops the one before. */
export class Engine {
  private readonly start: StartSearchThread;
  private options: EngineOptions;
  private thread: SearchThread | undefined;
  private running: Running | undefined;
  private stopWord: Int32Array | undefined;
  private last = 0;

  constructor(start: StartSearchThread, options: EngineOptions = {}) {
    this.start = start;
    this.options = options;
  }

  /** For the searches to come. */
  configure(options: EngineOptions): void {
    this.options = { ...this.options, ...options };
  }

  /** Stopped, it resolves to what has been found so far. Errors: those of the game, `crash`. */
  async analyze(
    game: Game,
    limits: Limits,
    onDepth: (found: Analysis) => void = () => {},
  ): Promise<Result<Analysis>> {
    const answer = await this.ask(game, { kind: 'analyze', limits }, onDepth);
    if (!answer.ok) return answer;
    return answer.value.kind === 'analyzed' ? ok(answer.value.found) : unexpected(answer.value);
  }

  /** See `Search.prove`. Stopped, it resolves to undefined. */
  async prove(game: Game, limits: ProofLimits): Promise<Result<Proof | undefined>> {
    const answer = await this.ask(game, { kind: 'prove', limits }, () => {});
    if (!answer.ok) return answer;
    // Abandoned, it ends as an analysis does.
    return ok(answer.value.kind === 'proved' ? answer.value.proof : undefined);
  }

  /** Ends the search that runs, if any. */
  stop(): void {
    const { running, stopWord } = this;
    if (!running || running.stopped) return;
    running.stopped = true;
    if (stopWord) Atomics.store(stopWord, 0, 1);
    else this.abandon(running);
  }

  /** Forgets what was learned, and frees the thread. */
  close(): void {
    if (this.running) this.abandon(this.running);
    this.endThread();
  }

  private ask(
    game: Game,
    task: SearchTask,
    onDepth: (found: Analysis) => void,
  ): Promise<Result<SearchAnswer>> {
    if (this.running) this.abandon(this.running);
    this.thread ??= this.start(
      (answer) => this.receive(answer),
      (why) => this.crash(why),
    );
    const id = ++this.last;
    this.stopWord =
      typeof SharedArrayBuffer === 'undefined'
        ? undefined
        : new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const { hashBytes = HASH_BYTES, tables, usesTables = true } = this.options;
    return new Promise((end) => {
      this.running = { id, onDepth, end, found: undefined, stopped: false };
      this.thread!.post({
        id,
        game: describeGame(game),
        task,
        hashBytes,
        ...(usesTables && tables !== undefined ? { tables } : {}),
        ...(this.stopWord ? { stop: this.stopWord } : {}),
      });
    });
  }

  private receive(answer: SearchAnswer): void {
    const { running } = this;
    if (!running || answer.id !== running.id) return;
    if (answer.kind === 'depth') {
      running.found = answer.found;
      running.onDepth(answer.found);
      return;
    }
    this.running = undefined;
    running.end(answer.kind === 'failed' ? { ok: false, problem: answer.problem } : ok(answer));
  }

  private crash(why: string): void {
    const { running } = this;
    this.running = undefined;
    this.endThread();
    running?.end(fail('crash', `the search died: ${why}`));
  }

  /** Ends the thread of a search, which resolves to what it has found. */
  private abandon(running: Running): void {
    const { id, found } = running;
    this.running = undefined;
    this.endThread();
    const none: Analysis = { depth: 0, nodes: 0, milliseconds: 0, lines: [] };
    running.end(ok({ id, kind: 'analyzed', found: found ?? none }));
  }

  private endThread(): void {
    this.thread?.end();
    this.thread = undefined;
  }
}

function unexpected({ kind }: SearchAnswer): never {
  throw new Error(`the thread answered '${kind}'`);
}
