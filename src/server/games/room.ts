import { ok, type Problem, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { isHidden } from '../../rules/variant.ts';
import type {
  ClientMessage,
  GameSnapshot,
  GameSummary,
  Join,
  MakeMove,
  RefusalCode,
  ServerMessage,
  Side,
} from '../protocol.ts';
import type { Time } from '../time.ts';
import { shownClocks, timeLeft } from './clock.ts';
import { flagged, type Game, hasMade, makeMove, refuse, resign, toMove } from './game.ts';
import type { GameFile } from './gameFile.ts';
import {
  isFree,
  linkTo,
  movedMessage,
  type Presence,
  seatsOf,
  snapshotOf,
  summaryOf,
} from './gameView.ts';
import type { MoveTime } from './moveTime.ts';
import { type Answered, accept, decline, makeOffer } from './offers.ts';
import { hashSeat, isSameHash, makeId, makeSeat } from './secrets.ts';

/** A connection to a game, as the game sees it. */
export interface Member {
  /** Undefined for onlookers. */
  side: Side | undefined;
  readonly visitor: string;
  send(message: ServerMessage): void;
}

/** The parts of the server that a room needs. */
export interface RoomOptions {
  readonly file: GameFile;
  readonly time: Time;
  /** The most concurrent onlookers, and plies of the game. */
  readonly onlookers: number;
  readonly plies: number;
  readonly moveTime: MoveTime;
  /** May this visitor begin one more game? Errors: `rate`, `full`. */
  readonly mayBegin: (visitor: string) => Result<void>;
  /** Called when a game has been begun. */
  readonly begun: () => void;
  /** Called whenever no client is connected and no clock runs. */
  readonly idle: () => void;
}

type Change = Exclude<ClientMessage, Join | { readonly type: 'ping' }>;

const sides: readonly Side[] = ['white', 'black'];
const RETRY_MS = 1000;

/** A game in memory and its connections. Each change is written first, then published to all of them. */
export class Room {
  private game: Game;
  private readonly members = new Set<Member>();
  private readonly options: RoomOptions;
  private cancelFlag = () => {};

  constructor(game: Game, options: RoomOptions) {
    this.game = game;
    this.options = options;
    this.awaitFlag();
  }

  get summary(): GameSummary {
    return summaryOf(this.game);
  }

  get rules(): RuleSet {
    return this.game.play.rules;
  }

  /** Is no client connected, and no clock running? */
  isIdle(): boolean {
    return this.members.size === 0 && this.game.clock?.since === undefined;
  }

  /** Errors: `full`, `seat`, `storage`. */
  join(member: Member, { seat, play = false, name }: Join): Result<void> {
    this.dropFlag();
    const taken = seat === undefined ? this.takeFreeSeat(play, name) : this.findSeat(seat);
    if (!taken.ok) return taken;
    const { side, secret } = taken.value;
    // Onlookers are limited, players are not, so that no crowd keeps a player from its seat.
    if (!side && this.presence.onlookers >= this.options.onlookers) {
      return refuse('full', 'Too many people are watching this game already.');
    }
    member.side = side;
    this.members.add(member);
    // A client that sends the secret has received it.
    if (seat !== undefined) this.confirm(member, name);
    member.send(this.snapshot(member, secret));
    this.publish(seatsOf(this.game, this.presence), member);
    return ok(undefined);
  }

  leave(member: Member): void {
    if (!this.members.delete(member)) return;
    this.publish(seatsOf(this.game, this.presence));
    if (this.isIdle()) this.options.idle();
  }

  receive(member: Member, message: Exclude<ClientMessage, Join>): void {
    this.dropFlag();
    this.confirm(member);
    if (message.type === 'ping') {
      member.send({ type: 'pong', sent: message.sent });
      return;
    }
    const done = member.side
      ? this.change(member, member.side, message)
      : refuse('onlooker', 'Only players may do that.');
    if (done.ok) return;
    const ply = message.type === 'move' ? message.ply : undefined;
    member.send(refusal(done.problem, ply));
    if (done.problem.code === 'ply') member.send(this.snapshot(member));
  }

  /** Stops watching the clock. */
  close(): void {
    this.cancelFlag();
  }

  private change(member: Member, side: Side, message: Change): Result<void> {
    const { game } = this;
    const now = this.options.time.now();
    switch (message.type) {
      case 'move':
        return this.move(member, side, message, now);
      case 'resign': {
        const resigned = resign(game, side, now);
        return resigned.ok ? this.answered({ game: resigned.value }) : resigned;
      }
      case 'offer':
        return this.answer(member, makeOffer(game, side, message.offer, now, makeId));
      case 'accept':
        return this.answer(member, accept(game, side, message.offer, now, makeId));
      case 'decline':
        return this.answer(member, decline(game, message.offer));
    }
  }

  private move(member: Member, side: Side, wanted: MakeMove, now: number): Result<void> {
    if (hasMade(this.game, side, wanted.ply, wanted.uci)) {
      member.send(movedMessage(this.game, wanted.ply, this.clocks()));
      return ok(undefined);
    }
    const { moveTime, plies } = this.options;
    const made = moveTime.spend(member.visitor, () =>
      makeMove(this.game, side, wanted, now, plies),
    );
    if (!made.ok) return made;
    const written = this.write(made.value);
    if (written.ok) {
      this.publish(movedMessage(this.game, wanted.ply, this.clocks()));
      this.openRecord();
    }
    return written;
  }

  private answer(member: Member, answer: Result<Answered>): Result<void> {
    if (!answer.ok) return answer;
    const { next } = answer.value;
    if (next) {
      const allowed = this.options.mayBegin(member.visitor);
      if (!allowed.ok) return allowed;
    }
    return this.answered(answer.value);
  }

  /** Writes and publishes the outcome of an offer, an answer or a resignation. */
  private answered({ game, next }: Answered): Result<void> {
    const before = this.game;
    const written = this.write(game, next);
    if (!written.ok) return written;
    if (next) {
      this.options.begun();
      this.publish({ type: 'rematch', id: next.id, link: linkTo(next.id) });
    } else if (game.ending && !before.ending) {
      this.publish({ type: 'ended', ending: game.ending, clocks: this.clocks() });
      this.openRecord();
    } else if (game.play.length < before.play.length) {
      const { offers } = game;
      this.publish({
        type: 'taken-back',
        plies: game.play.length,
        clocks: this.clocks(),
        offers,
      });
    } else {
      this.publish({ type: 'offers', offers: game.offers });
    }
    return ok(undefined);
  }

  /** Writes the game, which then replaces the one in memory. Errors: `storage`. */
  private write(game: Game, next?: Game): Result<void> {
    const { file, time } = this.options;
    const now = time.now();
    const written = next
      ? file.saveBoth(game, this.game, next, now)
      : file.save(game, this.game, now);
    if (!written.ok) return written;
    this.game = game;
    this.awaitFlag();
    return ok(undefined);
  }

  private findSeat(secret: string): Result<{ side: Side; secret?: string }> {
    const hash = hashSeat(secret);
    const side = sides.find((each) => isSameHash(this.game.seats[each]?.hash ?? '', hash));
    return side ? ok({ side }) : refuse('seat', 'No seat of this game has this secret.');
  }

  private takeFreeSeat(
    wanted: boolean,
    name: string | null = null,
  ): Result<{ side: Side | undefined; secret?: string }> {
    const side = wanted ? sides.find((each) => this.isFree(each)) : undefined;
    if (!side) return ok({ side: undefined });
    const secret = makeSeat();
    const seats = {
      ...this.game.seats,
      [side]: { hash: hashSeat(secret), confirmed: false, name },
    };
    const written = this.write({ ...this.game, seats });
    return written.ok ? ok({ side, secret }) : written;
  }

  private isFree(side: Side): boolean {
    return isFree(this.game.seats[side], this.isHere(side));
  }

  private isHere(side: Side): boolean {
    return [...this.members].some((member) => member.side === side);
  }

  private confirm({ side }: Member, name?: string): void {
    const seat = side && this.game.seats[side];
    if (!seat) return;
    const known = name ?? seat.name;
    if (seat.confirmed && known === seat.name) return;
    const seats = { ...this.game.seats, [side]: { ...seat, confirmed: true, name: known } };
    // If this cannot be written, the next message tries again.
    this.write({ ...this.game, seats });
  }

  /** Ends the game if the side to move has run out of time. */
  private dropFlag(): void {
    const fallen = flagged(this.game, this.options.time.now());
    if (!fallen) return;
    if (!this.answered({ game: fallen }).ok) this.awaitFlag(RETRY_MS);
    else if (this.isIdle()) this.options.idle();
  }

  private awaitFlag(least = 1): void {
    this.cancelFlag();
    this.cancelFlag = () => {};
    const { game } = this;
    const { time } = this.options;
    if (game.clock?.since === undefined) return;
    const left = timeLeft(game.clock, toMove(game), time.now());
    this.cancelFlag = time.after(Math.max(least, Math.ceil(left)), () => {
      // A timer may be a moment early.
      this.awaitFlag();
      this.dropFlag();
    });
  }

  private publish(message: ServerMessage, but?: Member): void {
    for (const member of this.members) if (member !== but) member.send(message);
  }

  /** Shows everybody what was hidden while the game went on. */
  private openRecord(): void {
    if (!this.game.ending || !isHidden(this.rules)) return;
    for (const member of this.members) member.send(this.snapshot(member));
  }

  private snapshot({ side }: Member, secret?: string): GameSnapshot {
    const you = { color: side ?? null, ...(secret === undefined ? {} : { seat: secret }) };
    return snapshotOf(this.game, this.presence, this.options.time.now(), you);
  }

  private clocks() {
    return shownClocks(this.game.clock, toMove(this.game), this.options.time.now());
  }

  /** Who is connected. */
  private get presence(): Presence {
    const onlookers = [...this.members].filter(({ side }) => side === undefined).length;
    return { white: this.isHere('white'), black: this.isHere('black'), onlookers };
  }
}

export function refusal({ code, message }: Problem, ply?: number): ServerMessage {
  return {
    type: 'error',
    code: code as RefusalCode,
    message,
    ...(ply === undefined ? {} : { ply }),
  };
}
