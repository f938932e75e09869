import { unwrap } from '../../chess/result.ts';
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
import { type Game, goTo, startGame, undone, withMoves } from '../game/game.ts';

/** All that a page knows of a game by link. */
export interface LiveGame {
  readonly game: Game;
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
  const start = startGame(rules, unwrap(rules.parseFen(snapshot.start)));
  const { seats, onlookers, offers, ending, clocks, rematch, you } = snapshot;
  return {
    game: unwrap(
      withMoves(
        start,
        snapshot.moves.map(({ uci }) => uci),
      ),
    ),
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
      const { game } = live;
      if (message.ply !== game.plies.length) return 'behind';
      const played = withMoves(goTo(game, game.plies.length), [message.uci]);
      if (!played.ok) return 'behind';
      const { clocks, ending, offers } = message;
      // Whoever looks at an earlier position keeps looking at it.
      const shown = game.at === game.plies.length ? played.value : { ...played.value, at: game.at };
      return { ...live, game: shown, clocks, ending, offers, told: now };
    }
    case 'taken-back': {
      let game = goTo(live.game, live.game.plies.length);
      while (game.plies.length > message.plies) game = undone(game);
      const { clocks, offers } = message;
      return { ...live, game, clocks, offers, told: now };
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
