import { describeRules } from '../../rules/describeRules.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { studyHash } from '../route.ts';
import { Lessons } from '../rule/lessons.ts';
import { studyOf } from '../study/studies.ts';
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
    makeStudyLink(rules),
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

function makeStudyLink({ name }: RuleSet): HTMLElement | undefined {
  const study = studyOf(name);
  if (!study) return undefined;
  return element(
    'section',
    {},
    element('h2', {}, study.title),
    element('p', {}, study.lead),
    element('a', { class: 'button', href: studyHash(name) }, 'Walk through the solution'),
  );
}
