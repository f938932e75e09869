import { randomInt } from 'node:crypto';
import {
  type Failure,
  InputError,
  ok,
  type Problem,
  type Result,
  unwrap,
} from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { RateLimit } from '../limits.ts';
import type { CreatedGame, GameSummary, Side } from '../protocol.ts';
import type { Time } from '../time.ts';
import { startClock, stopClock } from './clock.ts';
import { newGame, refuse, timedFrom, toMove } from './game.ts';
import { GameFile, type Stage } from './gameFile.ts';
import { cannotKeep } from './gamePlace.ts';
import { linkTo, summaryOf } from './gameView.ts';
import type { GameLimits } from './limits.ts';
import type { GameSettings } from './messages.ts';
import { MoveTime } from './moveTime.ts';
import { Room } from './room.ts';
import { hashSeat, makeId, makeSeat } from './secrets.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The most thinking time, in milliseconds, that a crash of the server gives back. */
const ALIVE_MS = 5000;
const SECONDS_A_MINUTE = 60;

export interface LobbyOptions {
  readonly path: string;
  readonly limits: GameLimits;
  readonly time: Time;
  readonly onError: (error: Error) => void;
}

/**
 * All games. Those with a connection or a running clock are in memory; all of them are in a file. Clocks stop while the
 * server is down: after a restart a game continues with the time that was left.
 */
export class Lobby {
  private readonly options: LobbyOptions;
  private readonly file: GameFile;
  private readonly rooms = new Map<string, Room>();
  private readonly begins: RateLimit;
  private readonly moves: RateLimit;
  private games: number;
  private readonly timers = new Set<() => void>();

  private constructor(options: LobbyOptions, file: GameFile, games: number) {
    const { limits, time } = options;
    this.options = options;
    this.file = file;
    this.games = games;
    const now = () => time.now();
    const minute = SECONDS_A_MINUTE;
    this.begins = new RateLimit(limits.gameRate / minute, now, 10 * minute);
    this.moves = new RateLimit(limits.moveTime, now);
    this.stopClocks();
    this.forget();
    this.every(ALIVE_MS, () => this.stayAlive());
    this.every(HOUR_MS, () => this.forget());
  }

  /** Errors: `read`, `write`. */
  static open(options: LobbyOptions): Result<Lobby> {
    const { path, time, onError } = options;
    const opened = GameFile.open(path);
    if (!opened.ok) return opened;
    const file = opened.value;
    const lost = file.recover(time.now());
    const games = file.count();
    for (const result of [lost, games]) {
      if (result.ok) continue;
      file.close();
      return cannotKeep(path, result.problem.message);
    }
    const [changed, count] = [unwrap(lost), unwrap(games)];
    if (changed > 0) {
      const many = changed === 1 ? '1 game has' : `${changed} games have`;
      const message = `${path} was damaged: ${many} lost their last changes, and say so`;
      onError(new InputError({ code: 'damaged', message, text: path }));
    }
    return ok(new Lobby(options, file, count));
  }

  /** Errors: `storage`. */
  begin(rules: RuleSet, { clock, color, name }: GameSettings): Result<CreatedGame> {
    const side: Side = color === 'random' ? anySide() : color;
    const [id, seat] = [makeId(), makeSeat()];
    const taken = { hash: hashSeat(seat), confirmed: true, name };
    const seats = {
      white: side === 'white' ? taken : undefined,
      black: side === 'black' ? taken : undefined,
    };
    const game = newGame(rules, { id, seats, clock: clock && startClock(clock) });
    const written = this.file.save(game, undefined, this.options.time.now());
    if (!written.ok) return written;
    this.games++;
    return ok({ id, seat, color: side, link: linkTo(id) });
  }

  /** Errors: `no-game`, `storage`, `damaged`, `full`. */
  room(id: string): Result<Room> {
    const open = this.rooms.get(id);
    if (open) return ok(open);
    const { file } = this;
    const { limits, time, onError } = this.options;
    const loaded = file.load(id);
    if (!loaded.ok) {
      onError(faultOf(id, loaded.problem));
      return loaded;
    }
    if (!loaded.value) return noGame();
    // A clock that stopped with the last server starts again when the first player connects.
    const game = timedFrom(loaded.value, time.now());
    if (game !== loaded.value) {
      const written = file.save(game, loaded.value, time.now());
      if (!written.ok) return written;
    }
    const room = new Room(game, {
      file,
      time,
      onlookers: limits.onlookers,
      plies: limits.plies,
      moveTime: new MoveTime(this.moves),
      mayBegin: (visitor) => this.mayBegin(visitor),
      begun: () => {
        this.games++;
      },
      idle: () => this.putAway(id),
    });
    if (!this.hasMemoryFor(room.rules)) {
      room.close();
      return refuse('full', 'The server has no room for another game of somebody’s own.');
    }
    this.rooms.set(id, room);
    return ok(room);
  }

  /** Games with descriptions are not shared by all as the built-in ones are. */
  private hasMemoryFor(rules: RuleSet): boolean {
    const own = new Set([rules, ...[...this.rooms.values()].map((room) => room.rules)]);
    const described = [...own].filter(({ variant }) => variant.ini !== undefined);
    return rules.variant.ini === undefined || described.length <= this.options.limits.ownGames;
  }

  /** The state of a game. Reading it starts no clock and opens no room. Errors: `no-game`, `damaged`. */
  summary(id: string): Result<GameSummary> {
    const open = this.rooms.get(id);
    if (open) return ok(open.summary);
    const loaded = this.file.load(id);
    if (!loaded.ok) return loaded;
    return loaded.value ? ok(summaryOf(loaded.value)) : noGame();
  }

  /** Drops a room without connections and without a running clock; its game stays in the file. */
  putAway(id: string): void {
    if (this.rooms.get(id)?.isIdle()) this.rooms.delete(id);
  }

  /** Why games cannot be written at the moment, or undefined. */
  get problem(): string | undefined {
    return this.file.problem;
  }

  /** Games in memory. */
  get open(): number {
    return this.rooms.size;
  }

  close(): void {
    for (const cancel of this.timers) cancel();
    for (const room of this.rooms.values()) room.close();
    this.stayAlive();
    this.rooms.clear();
    this.file.close();
  }

  /** May this visitor begin one more game? Errors: `rate`, `full`. */
  mayBegin(visitor: string): Result<void> {
    const { games, gameRate } = this.options.limits;
    if (this.games >= games) return refuse('full', 'The server has no room for another game.');
    const wait = this.begins.take(visitor, 1);
    if (wait === 0) return ok(undefined);
    return refuse('rate', `More than ${gameRate} new games a minute: try again in ${wait} s.`);
  }

  /** Charges the side to move for its time until the last server's last sign of life, not for the time since. */
  private stopClocks(): void {
    const { time, onError } = this.options;
    const alive = this.reported(this.file.lastAlive()) ?? time.now();
    for (const id of this.reported(this.file.timed()) ?? []) {
      const loaded = this.file.load(id);
      const game = loaded.ok ? loaded.value : undefined;
      if (!loaded.ok) onError(faultOf(id, loaded.problem));
      if (!game?.clock) continue;
      const clock = stopClock(game.clock, toMove(game), alive);
      this.reported(this.file.save({ ...game, clock }, game, time.now()));
    }
  }

  private stayAlive(): void {
    if (this.rooms.size > 0) this.reported(this.file.isAlive(this.options.time.now()));
  }

  /** Deletes games that have expired. */
  private forget(): void {
    const { keepUnstarted, keepIdle, keepFinished } = this.options.limits;
    const days: readonly (readonly [Stage, number])[] = [
      ['unstarted', keepUnstarted],
      ['going', keepIdle],
      ['finished', keepFinished],
    ];
    for (const [stage, kept] of days) {
      const then = this.options.time.now() - kept * DAY_MS;
      const unchanged = this.reported(this.file.unchangedSince(stage, then)) ?? [];
      const old = unchanged.filter((id) => !this.rooms.has(id));
      if (old.length === 0) continue;
      const deleted = this.file.delete(old);
      if (deleted.ok) this.games -= old.length;
      this.reported(deleted);
    }
    this.reported(this.file.forgetLost(this.options.time.now() - keepIdle * DAY_MS));
  }

  /** The value, or undefined after passing the problem to `onError`. */
  private reported<T>(result: Result<T>): T | undefined {
    if (result.ok) return result.value;
    this.options.onError(new InputError(result.problem));
    return undefined;
  }

  private every(milliseconds: number, act: () => void): void {
    const { time } = this.options;
    const again = () => {
      const cancel = time.after(milliseconds, () => {
        this.timers.delete(cancel);
        again();
        act();
      });
      this.timers.add(cancel);
    };
    again();
  }
}

function noGame(): Failure {
  return refuse('no-game', 'There is no such game, or it has been deleted.');
}

function faultOf(id: string, problem: Problem): InputError {
  return new InputError({ ...problem, message: `game ${id}: ${problem.message}` });
}

function anySide(): Side {
  return randomInt(2) === 0 ? 'white' : 'black';
}
