import { unwrap } from '../../board/result.ts';
import type { Selection } from '../../play/preparation.ts';
import { diagramOf } from '../../rules/pieceDiagram.ts';
import { withValues } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { makeLegend, makeMoveDiagram } from '../rules/moveDiagram.ts';
import { nameOfMovement } from './knownMovements.ts';

/** The game with movements that may still be refused. They are valid: see `Selection.check`. */
export function rulesWith({ rules }: Selection, movements: ReadonlyMap<string, string>): RuleSet {
  return unwrap(withValues(rules, movements));
}

/** How the pieces of a letter move, and what the marks mean. */
export function makeMovementPicture(rules: RuleSet, letter: string) {
  const kind = rules.army.findIndex((each) => each.letter === letter);
  const diagram = diagramOf(rules.army[kind]!);
  return { picture: makeMoveDiagram(rules, kind, diagram), legend: makeLegend([diagram]) };
}

/** `RN (chancellor)` */
export function makeMovementWords(movement: string): HTMLElement {
  const name = nameOfMovement(movement);
  return element(
    'span',
    { class: 'movement-words' },
    element('code', {}, movement),
    name && ` ${name}`,
  );
}

/** Advice on a movement; nothing if there is none. */
export function makeAdvice(warnings: readonly string[]): HTMLElement | undefined {
  if (warnings.length === 0) return undefined;
  return element(
    'div',
    { class: 'advice' },
    element('strong', {}, 'Advice, not a rule'),
    element('ul', {}, ...warnings.map((text) => element('li', {}, text))),
  );
}
