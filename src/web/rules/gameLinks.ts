import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { inviteHash, playHash } from '../route.ts';

/** What can be done with a game: playing it here and by link, and looking at its endgames. `byLink`: the name of the second. */
export function gameLinks(
  { name, title, variant }: RuleSet,
  byLink: string,
): readonly HTMLElement[] {
  const link = (text: string, href: string) =>
    element('a', { class: 'button', href, 'aria-label': `${text}: ${title}` }, text);
  // A game without an initial position has only endgames.
  const begins = variant.start !== undefined;
  return [
    ...(begins ? [link('Play', playHash(name, 'startpos')), link(byLink, inviteHash(name))] : []),
    link('Endgames', `#endgames=${name}`),
  ];
}
