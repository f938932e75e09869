import type { Counts } from '../../table/statistics.ts';
import { element } from '../dom.ts';
import { columnHead } from './histogram.ts';
import { count } from './valueWords.ts';

const OUTCOMES = [
  ['won', 'wins'],
  ['drawn', 'draws'],
  ['lost', 'losses'],
] as const;

/** Positions won, drawn and lost by the side to move. `sides`: White to move, then Black. */
export function makeCounts(
  caption: string,
  sides: readonly Pick<Counts, 'wins' | 'draws' | 'losses'>[],
): HTMLElement {
  const heads = ['for the side to move', 'White to move', 'Black to move'];
  const rows = OUTCOMES.map(([name, key]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      ...sides.map((side) => element('td', {}, count(side[key]))),
    ),
  );
  return element(
    'table',
    { class: 'statistics counts' },
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...heads.map(columnHead))),
    element('tbody', {}, ...rows),
  );
}
