import { ok, type Result } from '../../board/result.ts';
import { Game, replayed } from '../../play/game.ts';
import { GameTree } from '../../play/gameTree.ts';
import type {
  ClockSettings,
  Clocks,
  GameEnding,
  GameSnapshot,
  Names,
  Offers,
  Seats,
  ServerMessage,
  Side,
} from '../../server/protocol.ts';
import { meetGame } from '../games/catalog.ts';

/** All that a page knows of a game by link. */
export interface LiveGame {
  /** The moves, all in one line, and the position of it that is looked at. */
  readonly tree: GameTree;
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
  const game = gameIn(snapshot);
  if (!game.ok) return game;
  const tree = GameTree.of(game.value);
  const { seats, names, onlookers, offers, ending, clock, clocks, rematch, notice, you } = snapshot;
  return ok({
    tree: before ? lookedAtAsIn(before.tree, tree) : tree,
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

function gameIn({ rules: name, variant, start, moves }: GameSnapshot): Result<Game> {
  const rules = meetGame(variant === undefined ? { name } : { name, ini: variant });
  if (!rules.ok) return rules;
  const position = rules.value.parseFen(start);
  return position.ok ? replayed(Game.start(rules.value, position.value), moves) : position;
}

/** The game after a message that is no snapshot; `behind` if the page has missed one and must join again. */
export function updated(live: LiveGame, message: ServerMessage, now: number): LiveGame | 'behind' {
  switch (message.type) {
    case 'moved': {
      if (message.ply !== lastGame(live).length) return 'behind';
      const tree = live.tree.recorded(message.uci, message.san);
      if (!tree.ok) return 'behind';
      const { clocks, ending, offers } = message;
      return { ...live, tree: tree.value, clocks, ending, offers, clocksAt: now };
    }
    case 'taken-back': {
      const taken = live.tree.goTo(live.tree.root).line()[message.plies + 1];
      const tree = taken ? lookedAtAsIn(live.tree, live.tree.without(taken)) : live.tree;
      const { clocks, offers } = message;
      return { ...live, tree, clocks, offers, clocksAt: now };
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

/** The side to move in the last position. */
export function sideToMove(live: LiveGame): Side {
  return lastGame(live).turn === 0 ? 'white' : 'black';
}

export function otherSide(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}
