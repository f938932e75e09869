import { describeRules } from '../../rules/describeRules.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { makeLesson } from '../rule/lesson.ts';
import { gameExamples } from './gameExamples.ts';
import { gameLinks } from './gameLinks.ts';
import { makeRulesBody, makeRulesSection } from './rulesBody.ts';

/** The rules of one game, positions to try them on, and what its tables hold. */
export function makeGamePage(rules: RuleSet): HTMLElement {
  const { sections } = describeRules(rules);
  const more = sections.filter(({ heading }) => heading === 'Tables' || heading === 'Parameters');
  return element(
    'div',
    { class: 'game-page' },
    element('a', { href: '#games' }, '‹ All games'),
    element('h1', {}, rules.title),
    element('div', { class: 'buttons' }, ...gameLinks(rules, 'Play a friend by link')),
    makeRulesBody(rules),
    makeExamples(rules),
    ...more.map(makeRulesSection),
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
  if (examples.length === 0) return undefined;
  return element(
    'section',
    { class: 'lessons' },
    element('h2', {}, 'Try it'),
    ...examples.map((example) => makeLesson(example).element),
  );
}
