import type { RuleSet } from '../../rules/ruleset.ts';
import { playHash } from '../route.ts';

/** A link to a position, for any browser: one of a game that is not built in brings the game's description with it. */
export async function linkTo(rules: RuleSet, fen: string): Promise<string> {
  const { ini } = rules.variant;
  const variant = ini === undefined ? '' : `&variant=${await packed(ini)}`;
  return new URL(playHash(rules.name, fen) + variant, location.href).href;
}

async function packed(ini: string): Promise<string> {
  const { pack } = await import('./variantLink.ts');
  return pack(ini);
}
