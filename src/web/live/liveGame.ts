import { ok, type Result } from '../../board/result.ts';
import { Course } from '../../play/course.ts';
import { Game } from '../../play/game.ts';
import { GameTree } from '../../play/gameTree.ts';
import { IllegalGame } from '../../play/illegal/illegalGame.ts';
import { isHidden } from '../../rules/variant.ts';
import type {
  ClockSettings,
  Clocks,
  GameEnding,
  GameSnapshot,
  Hidden,
  Names,
  Offers,
  PlayedMove,
  Seats,
  ServerMessage,
  Side,
} from '../../server/protocol.ts';
import { meetGame } from '../games/catalog.ts';

/** All that a page knows of a game by link. */
export interface LiveGame {
  /** The moves, all in one line, and the position of it that is looked at. A usual game of these rules while it is prepared. */
  readonly tree: GameTree;
  /** The steps before the first move, and no moves; undefined in games that have none. */
  readonly preparing: Course | undefined;
  /** Of a game that hides its moves, whose tree has only its start, while it goes on. */
  readonly hidden?: Hidden | undefined;
  /** The same once it has ended: all of it. */
  readonly record?: IllegalGame | undefined;
  /** This visitor's side, or null for onlookers. */
  readonly color: Side | null;
  readonly seats: Seats;
  readonly names: Names;
  readonly onlookers: number;
  readonly offers: Offers;
  readonly ending: GameEnding | null;
  readonly clock: ClockSettings | null;
  readonly clocks: Clocks | null;
  /** When `clocks` arrived, by `performance.now()`. */
  readonly clocksAt: number;
  readonly rematch: { readonly id: string } | null;
  /** A notice of the server about this game, or null. */
  readonly notice: string | null;
}

/**
 * The game as the server sends it, looked at as `before`. Errors: those of rules, FEN and moves that this page, which may
 * be older than the server, does not know.
 */
export function fromSnapshot(
  snapshot: GameSnapshot,
  now: number,
  before?: LiveGame,
): Result<LiveGame> {
  const course = courseIn(snapshot);
  if (!course.ok) return course;
  const { game, stage, steps, rules } = course.value;
  const tree = game ? GameTree.of(game) : GameTree.start(rules);
  const { seats, names, onlookers, offers, ending, clock, clocks, rematch, notice, you } = snapshot;
  return ok({
    tree: before ? lookedAtAsIn(before.tree, tree) : tree,
    preparing: stage && course.value.shortened(steps.length),
    ...(isHidden(rules) ? { hidden: snapshot.hidden, record: recordIn(snapshot, tree) } : {}),
    color: you.color,
    seats,
    names,
    onlookers,
    offers,
    ending,
    clock,
    clocks,
    clocksAt: now,
    rematch,
    notice,
  });
}

function courseIn({ rules: name, variant, start, moves }: GameSnapshot): Result<Course> {
  const rules = meetGame(variant === undefined ? { name } : { name, ini: variant });
  if (!rules.ok) return rules;
  if (start === null) return Course.begin(rules.value).replayed(moves);
  const position = rules.value.parseFen(start);
  if (!position.ok) return position;
  const begun = Course.of(Game.start(rules.value, position.value));
  return isHidden(rules.value) ? ok(begun) : begun.replayed(moves);
}

/** What has been done in a game that hid its moves; undefined while it goes on. */
function recordIn({ ending, moves }: GameSnapshot, { rules, root }: GameTree) {
  if (!ending) return undefined;
  const start = IllegalGame.start(rules, root.game.start);
  const record = start.replayed(moves.map(({ uci }) => uci));
  return record.ok ? record.value : undefined;
}

/** Do the players still settle what comes before the first move? */
export function isPreparing({ preparing }: LiveGame): boolean {
  return preparing !== undefined && preparing.game === undefined;
}

/** Steps and moves so far, of a game that hides its moves claims too: the ply of the next one. */
export function lengthOf(live: LiveGame): number {
  if (live.hidden) return live.hidden.plies;
  return (live.preparing?.steps.length ?? 0) + lastGame(live).length;
}

/** The game after another step or move; `behind` if it does not fit. */
function followed(
  live: LiveGame,
  { uci, san }: PlayedMove,
): Pick<LiveGame, 'tree' | 'preparing'> | 'behind' {
  const { preparing, tree } = live;
  if (!preparing || preparing.game) {
    const moved = tree.recorded(uci, san);
    return moved.ok ? { preparing, tree: moved.value } : 'behind';
  }
  const taken = preparing.replay({ uci, san });
  return taken.ok ? prepared(taken.value) : 'behind';
}

function prepared(preparing: Course): Pick<LiveGame, 'tree' | 'preparing'> {
  const { game, rules } = preparing;
  return { preparing, tree: game ? GameTree.of(game) : GameTree.start(rules) };
}

/** The game after a message that is no snapshot; `behind` if the page has missed one and must join again. */
export function updated(live: LiveGame, message: ServerMessage, now: number): LiveGame | 'behind' {
  switch (message.type) {
    case 'moved': {
      if (message.ply !== lengthOf(live)) return 'behind';
      const after = followed(live, message);
      if (after === 'behind') return 'behind';
      const { clocks, ending, offers } = message;
      return { ...live, ...after, clocks, ending, offers, clocksAt: now };
    }
    case 'seen': {
      const { plies, view, clocks, ending, offers } = message;
      return { ...live, hidden: { plies, view }, clocks, ending, offers, clocksAt: now };
    }
    case 'taken-back': {
      const { clocks, offers, plies } = message;
      return { ...live, ...shortened(live, plies), clocks, offers, clocksAt: now };
    }
    case 'offers':
      return { ...live, offers: message.offers };
    case 'seats': {
      const { seats, names, onlookers } = message;
      return { ...live, seats, names, onlookers };
    }
    case 'ended':
      return { ...live, ending: message.ending, clocks: message.clocks, clocksAt: now };
    case 'rematch':
      return { ...live, rematch: { id: message.id } };
    default:
      return live;
  }
}

function shortened(live: LiveGame, length: number): Pick<LiveGame, 'tree' | 'preparing'> {
  const { preparing, tree } = live;
  const steps = preparing?.steps.length ?? 0;
  if (preparing && length < steps) return prepared(preparing.shortened(length));
  const taken = tree.goTo(tree.root).line()[length - steps + 1];
  return { preparing, tree: taken ? lookedAtAsIn(tree, tree.without(taken)) : tree };
}

/** A visitor who looks at an earlier position keeps looking at it; at the last one, sees the new last one. */
function lookedAtAsIn(before: GameTree, tree: GameTree): GameTree {
  return tree.goTo(isAtEnd(before) ? tree.endOf() : tree.at(before.pathTo()));
}

/** Is the last position looked at? */
export function isAtEnd(tree: GameTree): boolean {
  return tree.current === tree.endOf();
}

/** The game with all its moves. */
export function lastGame({ tree }: LiveGame): Game {
  return tree.endOf().game;
}

/** The side to move in the last position, or whose step is the next one. */
export function sideToMove(live: LiveGame): Side {
  if (live.hidden) return live.hidden.view.turn;
  const { turn } = isPreparing(live) ? live.preparing! : lastGame(live);
  return turn === 0 ? 'white' : 'black';
}

export function otherSide(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}
