import { type Failure, ok, type Result } from '../../chess/result.ts';
import { findRuleSet, ruleSets } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { ClientMessage, ClockSettings, NewGame, OfferKind } from '../protocol.ts';
import { refuse } from './game.ts';

/** Of a clock. */
export const MOST_SECONDS = 10_800;
export const MOST_INCREMENT = 180;
/** More than the longest move: nothing longer is looked at. */
const MOST_UCI = 10;
const offerKinds: readonly OfferKind[] = ['draw', 'takeback', 'rematch'];

type Fields = Readonly<Record<string, unknown>>;

/** What a page has sent. Fields that nobody knows are not looked at. Errors: `message`. */
export function readMessage(text: string): Result<ClientMessage> {
  const fields = readObject(text);
  if (!fields) return malformed('a message is one JSON object');
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
      if (!offer) return malformed(`an offer is one of ${offerKinds.join(', ')}`);
      return ok({ type, offer });
    }
    case 'ping': {
      const { sent } = fields;
      if (typeof sent !== 'number') return malformed('a ping has a number: {"sent": 1}');
      return ok({ type, sent });
    }
    default:
      return malformed('the type is one of join, move, resign, offer, accept, decline, ping');
  }
}

function readJoin({ seat, play }: Fields): Result<ClientMessage> {
  if (seat !== undefined && typeof seat !== 'string') return malformed('a seat is a text');
  if (play !== undefined && typeof play !== 'boolean') return malformed('play is true or false');
  return ok({
    type: 'join',
    ...(seat === undefined ? {} : { seat }),
    ...(play === undefined ? {} : { play }),
  });
}

function readMove({ ply, uci }: Fields): Result<ClientMessage> {
  if (typeof ply !== 'number' || !Number.isSafeInteger(ply) || ply < 0) {
    return malformed('a move has a ply: a whole number from 0');
  }
  if (typeof uci !== 'string' || uci.length > MOST_UCI) {
    return malformed('a move has an uci: e2e4, or e7e8q to promote');
  }
  return ok({ type: 'move', ply, uci });
}

export interface WantedGame {
  readonly rules: RuleSet;
  readonly clock: ClockSettings | undefined;
  readonly color: NonNullable<NewGame['color']>;
}

/** The body of `POST /games`; an empty one is `{}`. Errors: `message`, `rules`. */
export function readNewGame(text: string): Result<WantedGame> {
  const fields = readObject(text || '{}');
  if (!fields) return malformed('the body is one JSON object: {"rules": "metachess"}');
  const { rules: name = ruleSets[0]!.name, clock, color = 'random' } = fields;
  if (typeof name !== 'string') return malformed('rules is the name of a rule set');
  const rules = findRuleSet(name);
  if (!rules.ok) return rules;
  if (color !== 'white' && color !== 'black' && color !== 'random') {
    return malformed('color is white, black or random');
  }
  if (clock === undefined || clock === null) {
    return ok({ rules: rules.value, clock: undefined, color });
  }
  const { seconds, increment } = clock as Fields;
  if (!isWhole(seconds, 1, MOST_SECONDS) || !isWhole(increment, 0, MOST_INCREMENT)) {
    const most = `at most ${MOST_SECONDS} seconds and ${MOST_INCREMENT} more a move`;
    return malformed(`a clock is {"seconds": 300, "increment": 3}, ${most}`);
  }
  return ok({ rules: rules.value, clock: { seconds, increment }, color });
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
