import { unwrap } from '../../chess/result.ts';
import { Game, replayed } from '../../play/game.ts';
import { GameTree } from '../../play/gameTree.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type {
  Clocks,
  GameEnding,
  GameSnapshot,
  Offers,
  Seats,
  ServerMessage,
  Side,
} from '../../server/protocol.ts';

/** All that a page knows of a game by link. */
export interface LiveGame {
  readonly tree: GameTree;
  readonly color: Side | null;
  readonly seats: Seats;
  readonly onlookers: number;
  readonly offers: Offers;
  readonly ending: GameEnding | null;
  readonly clocks: Clocks | null;
  /** When `clocks` were told, by `performance.now()`. */
  readonly told: number;
  readonly rematch: { readonly id: string } | null;
}

/** The game that a snapshot tells. A server that plays by rules unknown here makes it throw. */
export function fromSnapshot(snapshot: GameSnapshot, now: number): LiveGame {
  const rules = unwrap(findRuleSet(snapshot.rules));
  const start = Game.start(rules, unwrap(rules.parseFen(snapshot.start)));
  const { seats, onlookers, offers, ending, clocks, rematch, you } = snapshot;
  return {
    tree: GameTree.of(unwrap(replayed(start, snapshot.moves))),
    color: you.color,
    ...{ seats, onlookers, offers, ending, clocks, rematch },
    told: now,
  };
}

/** After a message; `behind` where the page has missed something and must join anew. */
export function updated(live: LiveGame, message: ServerMessage, now: number): LiveGame | 'behind' {
  switch (message.type) {
    case 'game':
      return fromSnapshot(message, now);
    case 'moved': {
      if (message.ply !== live.tree.endOf().game.length) return 'behind';
      const tree = live.tree.recorded(message.uci, message.san);
      if (!tree.ok) return 'behind';
      const { clocks, ending, offers } = message;
      return { ...live, tree: tree.value, clocks, ending, offers, told: now };
    }
    case 'taken-back': {
      const line = live.tree.goTo(live.tree.root).line();
      const [taken] = line.slice(message.plies + 1);
      const tree = taken ? live.tree.without(taken) : live.tree;
      const { clocks, offers } = message;
      return { ...live, tree, clocks, offers, told: now };
    }
    case 'offers':
      return { ...live, offers: message.offers };
    case 'seats':
      return { ...live, seats: message.seats, onlookers: message.onlookers };
    case 'ended':
      return { ...live, ending: message.ending, clocks: message.clocks, told: now };
    case 'rematch':
      return { ...live, rematch: { id: message.id } };
    default:
      return live;
  }
}
