import { unwrap } from '../src/board/result.ts';
import { parseVariants } from '../src/rules/ini/parseVariants.ts';
import { findRuleSet } from '../src/rules/registry.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';

const FAIRY = 'fairy';

/** Chess with pieces that move otherwise: a cannon and a grasshopper, which hop; a gryphon, which bends; a lame knight. */
const fairyText = `
[${FAIRY}:chess]
customPiece1 = c:mRcpR
customPiece2 = g:gQ
customPiece3 = y:t[FR]
customPiece4 = h:nN
`;

/** A game of the registry, or the one with fairy pieces. */
export function gameNamed(name: string): RuleSet {
  return name === FAIRY ? unwrap(parseVariants(fairyText))[0]! : unwrap(findRuleSet(name));
}
