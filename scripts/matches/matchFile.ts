import { appendFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail, ok, type Result } from '../../src/board/result.ts';
import { readWhole, writeWhole } from '../../src/store/folder.ts';
import { type Conditions, difference } from './conditions.ts';
import type { GameRecord } from './gameRecord.ts';

/** What a file holds: one line of conditions, then a line a game. */
export interface RecordedMatch {
  readonly conditions: Conditions;
  /** Where its games were played, but for those that name another: the processor and Node. */
  readonly machine: string;
  readonly games: readonly GameRecord[];
}

/** The games of a match in a file, which an interrupted run goes on with. */
export class MatchFile {
  readonly path: string;
  private match: RecordedMatch;
  private readonly machine: string;

  private constructor(path: string, match: RecordedMatch, machine: string) {
    this.path = path;
    this.match = match;
    this.machine = machine;
  }

  /**
   * `fresh`: games of other conditions are discarded. Errors: `stale` (there are such games), `match` (it is no file of a
   * match), `read`, `write`.
   */
  static async open(
    path: string,
    conditions: Conditions,
    machine: string,
    fresh: boolean,
  ): Promise<Result<MatchFile>> {
    const found = await readMatch(path);
    if (!found.ok) return found;
    const there = found.value;
    const changed = there && difference(conditions, there.conditions);
    if (changed !== undefined && there!.games.length > 0 && !fresh) {
      const message = `${path} has games of other conditions (${changed}): --fresh discards them`;
      return fail('stale', message, path);
    }
    const match = there && changed === undefined ? there : { conditions, machine, games: [] };
    const file = new MatchFile(path, match, machine);
    const written = await file.write();
    return written.ok ? ok(file) : written;
  }

  get name(): string {
    return basename(this.path, '.jsonl');
  }

  get conditions(): Conditions {
    return this.match.conditions;
  }

  get games(): readonly GameRecord[] {
    return this.match.games;
  }

  /** Keeps a game that was played on this machine; a process that is killed afterwards does not lose it. */
  async add(game: GameRecord): Promise<void> {
    const { machine } = this;
    const line = machine === this.match.machine ? game : { ...game, machine };
    this.match = { ...this.match, games: [...this.games, line] };
    // In one write, so that other lines stay whole whatever happens.
    await appendFile(this.path, `${JSON.stringify(line)}\n`);
  }

  /** Writes all games in their order, whatever order they ended in. Errors: `write`. */
  async write(): Promise<Result<unknown>> {
    const { conditions, machine, games } = this.match;
    const lines = [{ conditions, machine }, ...games.toSorted((a, b) => a.number - b.number)];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return writeWhole(this.path, [new TextEncoder().encode(text)]);
  }
}

/** The match in a file, or undefined if there is none. A last line that is not whole is left out. Errors: `read`, `match`. */
export async function readMatch(path: string): Promise<Result<RecordedMatch | undefined>> {
  const bytes = await readWhole(path);
  if (!bytes.ok) return bytes;
  const lines = new TextDecoder().decode(bytes.value).split('\n').slice(0, -1);
  if (lines.length === 0) return ok(undefined);
  const values: unknown[] = [];
  for (const [i, line] of lines.entries()) {
    const value = parseObject(line);
    if (!value || (i === 0 ? !('conditions' in value) : !('moves' in value))) {
      return fail('match', `line ${i + 1} of ${path} is no record of a match`, line);
    }
    values.push(value);
  }
  const [head, ...games] = values as [Omit<RecordedMatch, 'games'>, ...GameRecord[]];
  // Two processes may have played the same match at once.
  const byNumber = new Map(games.map((game) => [game.number, game]));
  return ok({ ...head, games: [...byNumber.values()] });
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
