import { WHITE } from '../../pieces/army.ts';
import type { Choice } from '../../play/choice.ts';
import { kindAt, type Position } from '../../position/position.ts';
import { element } from '../dom.ts';
import { symbolOf } from './pieceLook.ts';

interface Look {
  readonly position: Position;
  readonly whiteBelow: boolean;
}

/** Asks what a piece becomes, on its file of the board. Resolves to undefined if nothing is chosen. */
export function choosePromotion(
  around: HTMLElement,
  choices: readonly Choice[],
  { position, whiteBelow }: Look,
): Promise<Choice | undefined> {
  return new Promise((resolve) => {
    const close = (choice?: Choice) => {
      dialog.close();
      dialog.remove();
      resolve(choice);
    };
    const { turn } = position;
    const { army, board } = position.equipment;
    const { from, to } = choices[0]!.move;
    const firstLegal = choices.find(({ legal }) => legal) ?? choices[0];
    const buttons = choices.map((choice) => {
      const { promotion } = choice.move;
      const kind = promotion ?? kindAt(position, from);
      const name = promotion === undefined ? `stay a ${army[kind]!.name}` : army[kind]!.name;
      const symbol = symbolOf(army, kind, turn);
      symbol.ariaHidden = 'true';
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
        symbol,
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
    around.append(dialog);
    dialog.showModal();
    // On the piece's file, from the edge of the board that it goes towards, and beside it if there is much to choose from.
    // Its squares have whole pixels, so that they may not fill what is around them.
    const squares = around.querySelector('cg-board')!;
    const { left, top, width, height } = squares.getBoundingClientRect();
    const square = width / board.files;
    const columns = Math.ceil(choices.length / board.ranks);
    const file = to % board.files;
    const column = Math.min(whiteBelow ? file : board.files - 1 - file, board.files - columns);
    const above = (turn === WHITE) === whiteBelow;
    const rows = Math.ceil(choices.length / columns);
    dialog.style.setProperty('--columns', String(columns));
    dialog.style.left = `${left + column * square}px`;
    dialog.style.width = `${columns * square}px`;
    dialog.style.top = `${above ? top : top + height - rows * square}px`;
    // The likeliest choice next to where the piece arrives.
    if (!above) dialog.append(...buttons.toReversed());
  });
}
