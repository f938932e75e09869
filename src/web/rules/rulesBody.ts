import '../style/rules.css';
import { BLACK, WHITE } from '../../pieces/army.ts';
import {
  describeRules,
  type PieceDescription,
  type RulesSection,
} from '../../rules/describeRules.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { makeDiagram } from '../board/diagram.ts';
import { symbolOf } from '../board/pieceLook.ts';
import { element } from '../dom.ts';
import { makeLegend, makeMoveDiagram } from './moveDiagram.ts';

/** What a player needs to know of a game: how it begins, what is special, how it ends, how the pieces move. */
export function makeRulesBody(rules: RuleSet): HTMLElement {
  const { about, source, files, ranks, pieces, sections } = describeRules(rules);
  return element(
    'div',
    { class: 'rules-body' },
    element('p', { class: 'lead' }, about),
    element(
      'div',
      { class: 'rules-top' },
      element(
        'div',
        {},
        rules.variant.start !== undefined && makeDiagram(rules, rules.start),
        element('p', { class: 'hint' }, `${files} files, ${ranks} ranks. `, ...sourceOf(source)),
      ),
      element('div', {}, ...sections.filter(isForPlayers).map(makeRulesSection)),
    ),
    element(
      'section',
      {},
      element('h2', {}, 'The pieces'),
      makeLegend(pieces.map(({ diagram }) => diagram)),
      element(
        'ul',
        { class: 'piece-cards' },
        ...pieces.map((piece, kind) => cardOf(rules, piece, kind)),
      ),
    ),
  );
}

/** The others are for those who solve the game, or choose its parameters. */
export function isForPlayers({ heading }: RulesSection): boolean {
  return heading !== 'Tables' && heading !== 'Parameters';
}

export function makeRulesSection({ heading, sentences }: RulesSection): HTMLElement {
  return element(
    'section',
    {},
    element('h2', {}, heading),
    ...whole(sentences).map((text) => element('p', {}, text)),
  );
}

/** A line that ends with a comma goes on in the next. */
function whole(lines: readonly string[]): readonly string[] {
  return lines.join('\n').replaceAll(',\n', ', ').split('\n');
}

function cardOf(
  rules: RuleSet,
  { letter, name, movement, facts, diagram }: PieceDescription,
  kind: number,
): HTMLElement {
  const { army } = rules;
  return element(
    'li',
    { class: 'piece-card' },
    makeMoveDiagram(rules, kind, diagram),
    element(
      'div',
      {},
      element(
        'h3',
        {},
        symbolOf(army, kind, WHITE),
        symbolOf(army, kind, BLACK),
        element('span', { class: 'name' }, name),
      ),
      element(
        'p',
        { class: 'hint' },
        `Letter ${letter}, `,
        ...(movement ? ['Betza ', element('code', {}, movement)] : ['does not move']),
      ),
      facts.length > 0 && element('ul', {}, ...facts.map((fact) => element('li', {}, fact))),
    ),
  );
}

/** An address that can be followed safely becomes a link, without the comma or full stop of its sentence. */
function sourceOf(source: string): readonly (string | HTMLElement)[] {
  const [, before = '', address, after = ''] =
    /^(.*?)(https:\/\/\S*[^\s.,;:])(.*)$/.exec(source) ?? [];
  if (address === undefined || !URL.canParse(address)) return [`Source: ${source}`];
  return [
    `Source: ${before}`,
    element('a', { href: address, rel: 'noopener', target: '_blank' }, address),
    after,
  ];
}
