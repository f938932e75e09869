import type { RuleSet } from '../../rules/ruleset.ts';
import type { NewGame } from '../../server/protocol.ts';
import { element, uniqueId } from '../dom.ts';
import { catalog } from '../games/catalog.ts';
import { makeOptions, type Options } from '../games/options.ts';
import { RulesPicker } from '../play/rulesPicker.ts';
import { rulesHash } from '../route.ts';

/** The server's limit (`src/server/games/limits.ts`). */
const MOST_VARIANT_BYTES = 16_384;
/** Of games with metacheck. */
const MARKED =
  'The board marks moves that would let the opponent mate with a boxed cross, and trying one shows the mate.';

/** A list of all games, and what the chosen one is. */
export function makeRulesChoice(first: RuleSet) {
  let chosen = first;
  let options: Options | undefined;
  const about = element('p', { class: 'about-rules' });
  const optionsPlace = element('div');
  const show = () => {
    const { name, about: words, threat } = chosen;
    options = makeOptions(chosen);
    optionsPlace.replaceChildren(...(options ? [options.element] : []));
    about.replaceChildren(
      `${words} `,
      ...(threat ? [`${MARKED} `] : []),
      element('a', { href: rulesHash(name) }, 'The rules'),
      ...(threat ? [' · ', element('a', { href: '#rule' }, 'Try the rule')] : []),
    );
  };
  const picker = new RulesPicker((rules) => {
    chosen = rules;
    show();
  }, true);
  picker.show(first);
  picker.element.id = uniqueId('rules');
  show();
  return {
    element: element(
      'div',
      { class: 'choices' },
      element('label', { for: picker.element.id }, 'Rules'),
      picker.element,
      about,
      optionsPlace,
    ),
    chosen: () => options?.chosen() ?? chosen,
  };
}

/** Why there can be no game by link of these rules, in a sentence. */
export function whyNotByLink({ title, variant }: RuleSet): string | undefined {
  if (variant.start === undefined) return `${title} has no first position: give it a startFen.`;
  const { length } = new TextEncoder().encode(variant.ini ?? '');
  if (length <= MOST_VARIANT_BYTES) return undefined;
  return `The description of ${title} has ${length} bytes: for a game by link it may have ${MOST_VARIANT_BYTES}.`;
}

/** What tells the server the rules: a name that it knows, or a description. */
export function namedInRequest(rules: RuleSet): Pick<NewGame, 'rules' | 'variant'> {
  const { name, variant } = rules;
  const { ini } = variant;
  const isKnown = catalog().some(
    ({ rules: each, origin }) =>
      origin === 'server' && each.name === name && each.variant.ini === ini,
  );
  return ini === undefined || isKnown ? { rules: name } : { rules: name, variant: ini };
}
