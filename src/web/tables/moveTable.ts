import type { ProbedMove } from '../../probe/probe.ts';
import { type Arrow, refusalArrows } from '../board/gameBoard.ts';
import { button, element } from '../dom.ts';
import type { Probed, TablesEvents } from './probed.ts';
import { outcomeName, valueWords } from './valueWords.ts';

/** Every move of a position with its value, the best first. A row shows its move by an arrow, a forbidden one its mate. */
export function makeMoveTable(
  probed: Probed,
  moves: readonly ProbedMove[],
  events: TablesEvents,
): HTMLElement {
  const caption = moves.length === 0 ? 'There are no moves.' : 'Every move, the best first';
  const rows = moves.map((move) => makeRow(probed, move, events));
  return element(
    'div',
    { class: 'move-table', tabindex: 0, role: 'region', 'aria-label': caption },
    element('table', {}, element('caption', {}, caption), element('tbody', {}, ...rows)),
  );
}

function makeRow(probed: Probed, rated: ProbedMove, events: TablesEvents): HTMLElement {
  const { move, san, uci, legal, value } = rated;
  const choice = probed.game.choices.get(uci);
  const refutation = choice?.refutation;
  const own: Arrow = { from: move.from, to: move.to, color: 'blue' };
  const arrows = choice && !legal ? refusalArrows(choice) : [own];
  const point = () => events.onArrows(arrows);
  const clear = () => events.onArrows([]);
  const why = refutation ? `illegal: allows ${refutation.san}` : 'illegal';
  const words = value ? valueWords(value) : why;
  // A forbidden move cannot be played, but by keyboard and by touch too it shows why.
  const name = button(san, () => (legal ? events.onMove(move) : point()), {
    'aria-disabled': legal ? undefined : 'true',
    disabled: legal && probed.over,
    onfocus: point,
    onblur: clear,
  });
  return element(
    'tr',
    {
      class: value ? outcomeName(value) : 'forbidden',
      onmouseenter: point,
      onmouseleave: clear,
    },
    element('th', { scope: 'row' }, name),
    element('td', {}, words),
  );
}
