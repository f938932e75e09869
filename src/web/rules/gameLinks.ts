import type { RuleSet } from '../../rules/ruleset.ts';
import { isHidden } from '../../rules/variant.ts';
import { element } from '../dom.ts';
import { ownGames } from '../games/catalog.ts';
import { inviteHash, playHash, prepareHash } from '../route.ts';

/**
 * What can be done with a game: playing it here and by link, looking at its endgames, and changing it if it is the visitor's own.
 * `byLink`: what the second is called.
 */
export function gameLinks(rules: RuleSet, byLink: string): readonly HTMLElement[] {
  const { name, title, variant } = rules;
  const link = (text: string, href: string) =>
    element('a', { class: 'button', href, 'aria-label': `${text}: ${title}` }, text);
  // Only a server can keep its secrets, and it has no tables.
  if (isHidden(rules)) return [link(byLink, inviteHash(name))];
  // A game without an initial position has only endgames.
  const begins = variant.start !== undefined;
  const beginning = variant.preparation ? prepareHash(name) : playHash(name, 'startpos');
  return [
    ...(begins ? [link('Play', beginning), link(byLink, inviteHash(name))] : []),
    link('Endgames', `#endgames=${name}`),
    ...(ownGames().includes(rules) ? [link('Edit', '#own')] : []),
  ];
}
