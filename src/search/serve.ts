import { fail, type Problem } from '../board/result.ts';
import type { Game } from '../play/game.ts';
import { gameIn, type SearchAnswer, type SearchRequest } from './messages.ts';
import { Search } from './search.ts';
import type { TableValues } from './tableValues.ts';

/** The side of a thread that searches. */
export interface ServingThread {
  post(answer: SearchAnswer): void;
  now(): number;
  /** The tables of a place that can be needed from a position on, in memory. */
  tablesFor(place: string, game: Game): Promise<TableValues | undefined>;
}

/** Answers requests, one after the other. What was learned of positions is kept while the game's rules stay the same. */
export class SearchServer {
  private readonly thread: ServingThread;
  private search: { readonly key: string; readonly search: Search } | undefined;
  private stop: Int32Array | undefined;
  private tables: TableValues | undefined;

  constructor(thread: ServingThread) {
    this.thread = thread;
  }

  async answer(request: SearchRequest): Promise<void> {
    const { id } = request;
    try {
      this.thread.post({ id, ...(await this.find(request)) });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.thread.post({ id, ...failed(fail('crash', `the search died: ${why}`).problem) });
    }
  }

  private async find(request: SearchRequest): Promise<Unnumbered> {
    const { id, task, hashBytes, tables } = request;
    const game = gameIn(request.game);
    if (!game.ok) return failed(game.problem);
    this.stop = request.stop;
    this.tables =
      tables === undefined ? undefined : await this.thread.tablesFor(tables, game.value);
    const key = JSON.stringify([request.game.rules, hashBytes, tables]);
    if (this.search?.key !== key)
      this.search = { key, search: this.searchOf(game.value, hashBytes) };
    const { search } = this.search;
    if (task.kind === 'prove')
      return { kind: 'proved', proof: search.prove(game.value, task.limits) };
    const found = search.analyze(game.value, task.limits, (found) =>
      this.thread.post({ id, kind: 'depth', found }),
    );
    return { kind: 'analyzed', found };
  }

  private searchOf({ rules }: Game, hashBytes: number): Search {
    return new Search(rules, {
      hashBytes,
      tables: { valueNow: (position) => this.tables?.valueNow(position) },
      now: () => this.thread.now(),
      isStopped: () => this.stop !== undefined && Atomics.load(this.stop, 0) !== 0,
    });
  }
}

type Unnumbered = SearchAnswer extends infer A
  ? A extends unknown
    ? Omit<A, 'id'>
    : never
  : never;

function failed(problem: Problem): Unnumbered {
  return { kind: 'failed', problem };
}
