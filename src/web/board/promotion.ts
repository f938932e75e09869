import { type Army, type Color, WHITE } from '../../chess/men.ts';
import type { Move } from '../../chess/moves.ts';
import { element } from '../dom.ts';
import type { Target } from './targets.ts';

/** Asks what a pawn becomes, over the board. Resolves to undefined where nothing is chosen. */
export function choosePromotion(
  board: HTMLElement,
  targets: readonly Target[],
  army: Army,
  color: Color,
): Promise<Move | undefined> {
  return new Promise((resolve) => {
    const close = (move?: Move) => {
      dialog.close();
      dialog.remove();
      resolve(move);
    };
    const choices = targets.map(({ move, legal }) => {
      const { letter, name } = army[move.promotion!]!;
      const man = `man ${letter.toLowerCase()}-piece ${color === WHITE ? 'white' : 'black'}`;
      return element(
        'button',
        {
          type: 'button',
          class: legal ? 'choice' : 'choice amber',
          'aria-label': legal ? name : `${name}, illegal`,
          onclick: () => close(move),
        },
        element('span', { class: man, 'aria-hidden': 'true' }),
        element('span', {}, legal ? name : `${name} ✕`),
      );
    });
    const dialog = element(
      'dialog',
      {
        class: 'promotion',
        'aria-label': 'Promote to',
        // Escape, and a click beside it.
        oncancel: (event) => {
          event.preventDefault();
          close();
        },
        onclick: (event) => event.target === dialog && close(),
      },
      ...choices,
    );
    board.append(dialog);
    dialog.showModal();
  });
}
