import { describeRules } from '../../rules/describeRules.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { Lessons } from '../rule/lessons.ts';
import { gameExamples } from './gameExamples.ts';
import { gameLinks } from './gameLinks.ts';
import { isForPlayers, makeRulesBody, makeRulesSection } from './rulesBody.ts';

/** The rules of one game, positions to try them on, and what its tables hold. */
export function makeGamePage(rules: RuleSet): HTMLElement {
  const { sections } = describeRules(rules);
  return element(
    'div',
    { class: 'game-page' },
    element('a', { href: '#games' }, '‹ All games'),
    element('h1', {}, rules.title),
    element('div', { class: 'buttons' }, ...gameLinks(rules, 'Play a friend by link')),
    makeRulesBody(rules),
    makeExamples(rules),
    ...sections.filter((section) => !isForPlayers(section)).map(makeRulesSection),
  );
}

function makeExamples({ name, threat }: RuleSet): HTMLElement | undefined {
  if (threat) {
    return element(
      'p',
      {},
      element('a', { class: 'button', href: '#rule' }, 'Try the rule on examples'),
    );
  }
  const examples = gameExamples.filter(({ rules }) => rules === name);
  return examples.length > 0 ? new Lessons(examples).element : undefined;
}
