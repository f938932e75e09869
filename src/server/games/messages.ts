import { type Failure, ok, type Result } from '../../board/result.ts';
import type { ClientMessage, ClockSettings, NewGame, OfferKind } from '../protocol.ts';
import { refuse } from './game.ts';
import { readName } from './playerName.ts';

/** The limits of a clock, in seconds. */
export const MOST_SECONDS = 10_800;
export const MOST_INCREMENT = 180;
/** Longer than any step or move, as four movements are; longer texts are refused without parsing. */
const MOST_UCI = 320;
/** More characters than any game's name has with all of its parameters. */
const MOST_RULES = 512;
const offerKinds: readonly OfferKind[] = ['draw', 'takeback', 'rematch'];

type Fields = Readonly<Record<string, unknown>>;

/** Reads a page's message. Unknown fields are ignored. Errors: `message`. */
export function readMessage(text: string): Result<ClientMessage> {
  const fields = readObject(text);
  if (!fields) return malformed('A message is one JSON object.');
  const { type } = fields;
  switch (type) {
    case 'join':
      return readJoin(fields);
    case 'move':
      return readMove(fields);
    case 'resign':
      return ok({ type });
    case 'offer':
    case 'accept':
    case 'decline': {
      const offer = offerKinds.find((kind) => kind === fields.offer);
      if (!offer) return malformed(`An offer is one of ${offerKinds.join(', ')}.`);
      return ok({ type, offer });
    }
    case 'ping': {
      const { sent } = fields;
      if (typeof sent !== 'number') return malformed('A ping has a number: {"sent": 1}.');
      return ok({ type, sent });
    }
    default:
      return malformed('The type is one of join, move, resign, offer, accept, decline, ping.');
  }
}

function readJoin({ seat, play, name }: Fields): Result<ClientMessage> {
  if (seat !== undefined && typeof seat !== 'string') return malformed('A seat is a string.');
  if (play !== undefined && typeof play !== 'boolean') return malformed('play is true or false.');
  const read = readName(name);
  if (!read.ok) return read;
  return ok({
    type: 'join',
    ...(seat === undefined ? {} : { seat }),
    ...(play === undefined ? {} : { play }),
    ...(read.value === null ? {} : { name: read.value }),
  });
}

function readMove({ ply, uci }: Fields): Result<ClientMessage> {
  if (typeof ply !== 'number' || !Number.isSafeInteger(ply) || ply < 0) {
    return malformed('A move has a ply: a whole number from 0.');
  }
  if (typeof uci !== 'string' || uci.length > MOST_UCI) {
    return malformed('A move has a uci: e2e4, e7e8q to promote, or 0000 to pass.');
  }
  return ok({ type: 'move', ply, uci });
}

/** The body of `POST /games`, in which `rules` and `variant` are any text. */
export interface WantedGame extends GameSettings {
  readonly rules: string | undefined;
  readonly variant: string | undefined;
}

/** What a game begins with besides its rules. */
export interface GameSettings {
  readonly clock: ClockSettings | undefined;
  readonly color: NonNullable<NewGame['color']>;
  readonly name: string | null;
}

/** The body of `POST /games`; an empty one is `{}`. Errors: `message`. */
export function readNewGame(text: string): Result<WantedGame> {
  const fields = readObject(text || '{}');
  if (!fields) return malformed('The body is one JSON object: {"rules": "metachess"}.');
  const { rules, variant, clock, color = 'random' } = fields;
  if (rules !== undefined && (typeof rules !== 'string' || rules.length > MOST_RULES)) {
    return malformed(`rules is the name of a rule set, of at most ${MOST_RULES} characters.`);
  }
  if (variant !== undefined && typeof variant !== 'string') {
    return malformed('variant is a text: sections of a variants.ini.');
  }
  if (color !== 'white' && color !== 'black' && color !== 'random') {
    return malformed('color is white, black or random.');
  }
  const read = readName(fields.name);
  if (!read.ok) return read;
  const game = { rules, variant, color, name: read.value } as const;
  if (clock === undefined || clock === null) return ok({ ...game, clock: undefined });
  const { seconds, increment } = clock as Fields;
  if (!isWhole(seconds, 1, MOST_SECONDS) || !isWhole(increment, 0, MOST_INCREMENT)) {
    const most = `at most ${MOST_SECONDS} seconds and ${MOST_INCREMENT} more a move`;
    return malformed(`A clock is {"seconds": 300, "increment": 3}, ${most}.`);
  }
  return ok({ ...game, clock: { seconds, increment } });
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function readObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function malformed(message: string): Failure {
  return refuse('message', message);
}
