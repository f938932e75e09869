import { sideName } from '../../play/words.ts';
import type {
  ClockSettings,
  GameEnding,
  Moved,
  OfferKind,
  Seen,
  ServerMessage,
  Side,
} from '../../server/protocol.ts';
import { stepWords } from '../prepare/stepWords.ts';
import { sentence } from '../sentence.ts';
import { type LiveGame, lastGame, otherSide } from './liveGame.ts';

export const sideNames: Readonly<Record<Side, string>> = { white: 'White', black: 'Black' };

/** The player's own name, or its side. */
export function nameOf({ names }: Pick<LiveGame, 'names'>, side: Side): string {
  return names[side] ?? sideNames[side];
}

/** `5 min + 3 s`; `no clock`. */
export function clockWords(clock: ClockSettings | null): string {
  if (!clock) return 'no clock';
  const { seconds, increment } = clock;
  const time = seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
  return increment === 0 ? time : `${time} + ${increment} s`;
}

/** How a game has ended, in whole sentences and with the reason; the same as on one device if the board has ended it. */
export function endingWords(live: LiveGame, ending: GameEnding): string {
  const { status } = lastGame(live);
  if (status.ending) return status.words;
  const { reason, winner, text } = ending;
  const loser = winner && sideNames[otherSide(winner)];
  if (reason === 'resignation' && winner) return `${loser} resigned. ${sideNames[winner]} wins.`;
  if (reason === 'flag' && winner) return `${loser} ran out of time. ${sideNames[winner]} wins.`;
  if (reason === 'agreement') return 'Both sides agreed to a draw.';
  return sentence(text);
}

interface OfferTexts {
  /** The button of the player who makes it. */
  readonly made: (by: string) => string;
  /** In `… declined your draw offer`. */
  readonly thing: string;
  /** On the button that makes it. */
  readonly offer: string;
  readonly accept: string;
  readonly withdraw: string;
}

export const offerTexts: Readonly<Record<OfferKind, OfferTexts>> = {
  draw: {
    made: (by) => `${by} offers a draw.`,
    thing: 'draw offer',
    offer: 'Offer a draw',
    accept: 'Accept the draw',
    withdraw: 'Withdraw the draw offer',
  },
  takeback: {
    made: (by) => `${by} asks to take back the last move.`,
    thing: 'takeback request',
    offer: 'Takeback',
    accept: 'Accept the takeback',
    withdraw: 'Withdraw the takeback request',
  },
  rematch: {
    made: (by) => `${by} offers a rematch.`,
    thing: 'rematch offer',
    offer: 'Offer a rematch',
    accept: 'Accept the rematch',
    withdraw: 'Withdraw the rematch offer',
  },
};

export const offerKinds: readonly OfferKind[] = ['draw', 'takeback', 'rematch'];

/** What a message brings that is not seen on the board, undefined if nothing. `declined`: what we ourselves have just declined. */
export function newsOf(
  message: ServerMessage,
  live: LiveGame,
  before: LiveGame | undefined,
  declined: ReadonlySet<OfferKind>,
): string | undefined {
  switch (message.type) {
    case 'moved':
      return movedNews(message, live);
    case 'seen':
      return seenNews(message);
    case 'taken-back':
      return 'The last move was taken back.';
    case 'game':
    case 'offers':
      return offerKinds.map((kind) => offerNews(kind, live, before, declined)).find(Boolean);
    case 'seats':
      return seatNews(live, before);
    default:
      return undefined;
  }
}

function movedNews({ ply, san, uci }: Moved, live: LiveGame): string {
  const steps = live.preparing?.steps ?? [];
  const step = steps[ply];
  if (step) return `${stepWords(uci, live.tree.rules, sideName(step.by))}.`;
  return `${sideNames[moverOf(live, ply - steps.length)]}: ${san}.`;
}

/** A claim and what it has come to. Of a move, and of an end, the page says beside the board what there is to say. */
function seenNews({ view, ending }: Seen): string | undefined {
  return view.claim === null || ending ? undefined : sentence(view.claim);
}

function moverOf({ tree }: LiveGame, move: number): Side {
  const first: Side = tree.root.game.turn === 0 ? 'white' : 'black';
  return move % 2 === 0 ? first : otherSide(first);
}

function offerNews(
  kind: OfferKind,
  live: LiveGame,
  before: LiveGame | undefined,
  declined: ReadonlySet<OfferKind>,
): string | undefined {
  const { color } = live;
  const [was, is] = [before?.offers[kind] ?? null, live.offers[kind]];
  if (was === is) return undefined;
  const { made, thing } = offerTexts[kind];
  if (is !== null) return is === color ? `Your ${thing} is sent.` : made(nameOf(live, is));
  if (was === null) return undefined;
  // It is gone without an answer if the game has ended or gone on.
  if (live.ending !== before?.ending || live.rematch || color === null) {
    return color === null ? `${nameOf(live, was)}’s ${thing} is off the table.` : undefined;
  }
  const other = nameOf(live, otherSide(color));
  if (was === color)
    return declined.has(kind) ? `You withdrew your ${thing}.` : `${other} declined your ${thing}.`;
  return declined.has(kind) ? `You declined the ${thing}.` : `${other} withdrew the ${thing}.`;
}

function seatNews(live: LiveGame, before: LiveGame | undefined): string | undefined {
  const { color, seats } = live;
  if (!before || color === null) return undefined;
  const other = otherSide(color);
  const [was, is] = [before.seats[other], seats[other]];
  if (was === is) return undefined;
  if (was === 'free') return `${nameOf(live, other)} has joined the game.`;
  return is === 'here' ? `${nameOf(live, other)} is back.` : undefined;
}
