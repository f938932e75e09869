import type { Course } from '../../play/course.ts';
import type { Undecided } from '../../play/preparation.ts';
import { sideName } from '../../play/words.ts';
import type { PreparingOptions } from './phaseView.ts';
import { stepWords } from './stepWords.ts';

/** What has happened before the first move, for a {@link PreparingPanel}. */
export function historyOf({ steps, rules }: Course): PreparingOptions['history'] {
  return steps.map(({ by, uci }) => ({ by, text: stepWords(uci, rules, sideName(by)) }));
}

/** The phase that the players are in; after a loss before the first move the one in which it came. */
export function lastUndecided(course: Course): Undecided {
  for (let length = course.steps.length; ; length--) {
    const { stage } = length === course.steps.length ? course : course.shortened(length);
    if (stage && 'take' in stage) return stage;
  }
}
