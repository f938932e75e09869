import type { Choice } from '../../play/choice.ts';
import type { Game } from '../../play/game.ts';
import { element, uniqueId } from '../dom.ts';

export interface MoveInputEvents {
  /** The game that moves are typed for. */
  readonly game: () => Game;
  /** The moves that the text can mean: one, or the promotions of a pawn. The rules may forbid them. */
  readonly onMove: (choices: readonly Choice[]) => void;
  readonly onProblem: (message: string) => void;
}

/** Where a move is typed, in SAN or UCI: the way to play by keyboard and with a screen reader. */
export class MoveInput {
  readonly element: HTMLFormElement;
  private readonly input: HTMLInputElement;
  private readonly submit: HTMLButtonElement;
  private shown: Game | undefined;

  constructor({ game, onMove, onProblem }: MoveInputEvents) {
    const id = uniqueId('move');
    this.input = element('input', {
      id,
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 12,
      placeholder: 'Nf3 or g1f3',
      'aria-describedby': 'announcer',
    });
    this.submit = element('button', { type: 'submit' }, 'Play');
    const read = (event: Event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (text === '') return;
      const found = choicesFor(game(), text);
      if (typeof found !== 'string') return onMove(found);
      onProblem(found);
      this.input.select();
    };
    const label = element('label', { for: id }, 'Your move');
    this.element = element(
      'form',
      { class: 'move-input', onsubmit: read },
      label,
      this.input,
      this.submit,
    );
  }

  /** A text belongs to the position that it was typed for. */
  show(game: Game, over: boolean): void {
    if (this.shown !== game) this.input.value = '';
    this.shown = game;
    this.input.readOnly = over;
    this.submit.disabled = over;
  }
}

/** The moves that a text can mean, or why it means none. */
function choicesFor({ rules, position, choices }: Game, text: string): readonly Choice[] | string {
  const promotions = [...choices.values()].filter(
    ({ move, uci, san }) =>
      move.promotion !== undefined && (uci.slice(0, 4) === text || san.startsWith(`${text}=`)),
  );
  if (promotions.length > 0) return promotions;
  const move = rules.parseMove(position, text);
  if (move.ok) return [choices.get(rules.makeUci(move.value))!];
  switch (move.problem.code) {
    case 'san-illegal':
    case 'uci-illegal':
      return `${text} is not a legal move here.`;
    case 'san':
      return `“${text}” is not a move. Write Nf3, or g1f3.`;
    default:
      return `${move.problem.message}.`;
  }
}
