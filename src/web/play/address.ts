import type { Game } from '../../play/game.ts';
import { defaultGame } from '../../rules/registry.ts';
import { linkTo } from '../games/positionLink.ts';
import { playHash } from '../route.ts';

/** Is this the first position of its game? */
export function isFirst({ rules, fen }: Game): boolean {
  return rules.variant.start !== undefined && fen === rules.makeFen(rules.start);
}

/** The part of the page's address after and with `#` that leads to a position. */
export function addressOf(game: Game): string {
  if (game.rules === defaultGame && isFirst(game)) return '#play';
  return playHash(game.rules.name, game.fen);
}

/** Copies a link to a position. Returns what to announce. */
export async function copyLink({ rules, fen }: Game): Promise<string> {
  const link = await linkTo(rules, fen);
  try {
    await navigator.clipboard.writeText(link);
    return 'The link to this position is copied.';
  } catch {
    return `The link to this position: ${link}`;
  }
}
