import { ok, type Result } from '../../board/result.ts';
import { refuse } from './game.ts';

/** The most code points of a name. */
export const MOST_NAME = 24;
/** The most accents on one letter; more would paint over the lines above and below. */
const MOST_ACCENTS = 2;

/** Control characters, those that join text or change its direction, private and unassigned ones. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
const accents = new RegExp(`(\\p{M}{${MOST_ACCENTS}})\\p{M}+`, 'gu');

/**
 * A player's name as shown to all clients: one line, without characters that would disturb the text around it. Null if
 * none is given or nothing remains. Errors: `message`.
 */
export function readName(name: unknown): Result<string | null> {
  if (name === undefined || name === null) return ok(null);
  if (typeof name !== 'string') return refuse('message', 'A name is a string.');
  const clean = name
    .replace(/\s+/gu, ' ')
    .replace(unprintable, '')
    .normalize('NFC')
    .replace(accents, '$1')
    .trim();
  if ([...clean].length > MOST_NAME) {
    return refuse('message', `A name has at most ${MOST_NAME} characters.`);
  }
  return ok(clean || null);
}
