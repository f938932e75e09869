import '../style/players.css';
import '../style/happened.css';
import type { Course } from '../../play/course.ts';
import { preparationIn } from '../../play/preparationTag.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { endgamesHash, rulesHash } from '../route.ts';
import { makeHappened } from './happened.ts';
import { historyOf } from './preparing.ts';

/** What the players of a game settled before its first move, step by step, and what game that has made. */
export function makeSettled(course: Course): HTMLElement {
  return element(
    'details',
    { class: 'settled' },
    element('summary', {}, 'Before the first move'),
    element('ol', { class: 'happened' }, ...historyOf(course).map(makeHappened)),
    ...(course.game ? gameWords(course.rules, course.game.rules) : []),
  );
}

/** The same of a record's tags. */
export function makeSettledOf(tags: ReadonlyMap<string, string>): readonly HTMLElement[] {
  const course = preparationIn(tags);
  return course ? [makeSettled(course)] : [];
}

/** If another game than the one that was asked for has come of it: its name, its rules and its tables. */
function gameWords(asked: RuleSet, { name, variant }: RuleSet): readonly HTMLElement[] {
  if (variant.preparation === 'arrangement' || !asked.variant.preparation) return [];
  return [
    element(
      'p',
      {},
      'These movements are a game of their own, ',
      element('code', {}, name),
      ': ',
      element('a', { href: rulesHash(name) }, 'its rules'),
      ', ',
      element('a', { href: endgamesHash(name) }, 'its endgames'),
      '. On the command line its tables of three men are made by ',
      element('code', {}, `metatb generate --men 3 --rules '${name}'`),
      '.',
    ),
    element(
      'p',
      { class: 'hint' },
      'In tables a pawn on the last rank becomes any piece of the set promote, by default each of the four kinds, whatever was captured, and stays a pawn only if the set has P. So with pawns they are exact for a stock of just these kinds, one of each for every pawn, if the set has P, such as promote=RP when only rooks were lost. A position with another stock is not answered.',
    ),
  ];
}
