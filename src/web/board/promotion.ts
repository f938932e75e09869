import { type Army, type Color, WHITE } from '../../pieces/army.ts';
import type { Choice } from '../../play/choice.ts';
import { element } from '../dom.ts';

interface Look {
  readonly army: Army;
  readonly color: Color;
  readonly whiteBelow: boolean;
}

/** Asks what a pawn becomes, on its file of the board. Resolves to undefined if nothing is chosen. */
export function choosePromotion(
  board: HTMLElement,
  choices: readonly Choice[],
  { army, color, whiteBelow }: Look,
): Promise<Choice | undefined> {
  return new Promise((resolve) => {
    const close = (choice?: Choice) => {
      dialog.close();
      dialog.remove();
      resolve(choice);
    };
    const firstLegal = choices.find(({ legal }) => legal) ?? choices[0];
    const buttons = choices.map((choice) => {
      const { letter, name } = army[choice.move.promotion!]!;
      const look = `piece ${letter.toLowerCase()}-piece ${color === WHITE ? 'white' : 'black'}`;
      return element(
        'button',
        {
          type: 'button',
          class: choice.legal ? 'choice' : 'choice amber',
          'aria-label': choice.legal ? name : `${name}, illegal`,
          title: choice.legal ? name : `${name}: illegal here`,
          autofocus: choice === firstLegal,
          onclick: () => close(choice),
        },
        element('span', { class: look, 'aria-hidden': 'true' }),
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
      ...buttons,
    );
    board.append(dialog);
    dialog.showModal();
    // On the pawn's file, from the edge of the board that it reaches.
    const { left, top, width, height } = board.getBoundingClientRect();
    const square = width / 8;
    const { to } = choices[0]!.move;
    const column = whiteBelow ? to & 7 : 7 - (to & 7);
    const above = (color === WHITE) === whiteBelow;
    dialog.style.left = `${left + column * square}px`;
    dialog.style.width = `${square}px`;
    dialog.style.top = `${above ? top : top + height - choices.length * square}px`;
    if (!above) dialog.style.flexDirection = 'column-reverse';
  });
}
