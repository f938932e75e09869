import { unwrap } from '../../board/result.ts';
import { parseBetza } from '../../pieces/betza.ts';
import type { Movement } from '../../pieces/legs.ts';
import { sameMovement } from '../../pieces/movement.ts';

/** Movements that have names: those of chess, then others that many games have. */
export const knownMovements: readonly (readonly [movement: string, name: string])[] = [
  ['Q', 'queen'],
  ['R', 'rook'],
  ['B', 'bishop'],
  ['N', 'knight'],
  ['QN', 'amazon'],
  ['RN', 'chancellor'],
  ['BN', 'archbishop'],
  ['RF', 'dragon king'],
  ['BW', 'dragon horse'],
  ['t[FR]', 'gryphon'],
  ['mRcpR', 'cannon'],
  ['NN', 'nightrider'],
  ['KN', 'centaur'],
  ['K', 'mann'],
  ['KNAD', 'lion'],
  ['FA', 'elephant'],
  ['WD', 'war machine'],
  ['WA', 'phoenix'],
  ['C', 'camel'],
  ['Z', 'zebra'],
];

let parsed: readonly (readonly [Movement, string])[] | undefined;

/** What a movement is called, or undefined. */
export function nameOfMovement(text: string): string | undefined {
  parsed ??= knownMovements.map(([each, name]) => [unwrap(parseBetza(each)), name] as const);
  const movement = parseBetza(text);
  return parsed.find(([known]) => movement.ok && sameMovement(known, movement.value))?.[1];
}
