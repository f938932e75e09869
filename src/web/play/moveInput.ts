import type { Choice } from '../../play/choice.ts';
import type { Game } from '../../play/game.ts';
import { button, element, uniqueId } from '../dom.ts';

export interface MoveInputEvents {
  /** The game that moves are typed for. */
  readonly game: () => Game;
  /** The moves that the text can mean: one, or the promotions of a pawn. The rules may forbid them. */
  readonly onMove: (choices: readonly Choice[]) => void;
  readonly onProblem: (message: string) => void;
}

/** Where a move is typed, in SAN, UCI or Game Courier's notation: the way to play by keyboard and with a screen reader. */
export class MoveInput {
  readonly element: HTMLFormElement;
  private readonly input: HTMLInputElement;
  private readonly submit: HTMLButtonElement;
  private readonly pass: HTMLButtonElement;
  private shown: Game | undefined;

  constructor({ game, onMove, onProblem }: MoveInputEvents) {
    const id = uniqueId('move');
    this.input = element('input', {
      id,
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      // `P e11-e12; Q-e12`, and some spaces.
      maxlength: 24,
      'aria-describedby': 'announcer',
    });
    this.submit = element('button', { type: 'submit' }, 'Play');
    // On the board a pass cannot be made: no piece moves.
    this.pass = button('Pass', () => onMove([passOf(game())!]), { class: 'primary', hidden: true });
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
      this.pass,
    );
  }

  /** A text belongs to the position that it was typed for. */
  show(game: Game, over: boolean): void {
    if (this.shown !== game) this.input.value = '';
    this.shown = game;
    this.pass.hidden = over || !passOf(game);
    this.input.placeholder = exampleIn(game);
    this.input.readOnly = over;
    this.submit.disabled = over;
  }
}

function passOf({ choices }: Game): Choice | undefined {
  return [...choices.values()].find(({ move }) => move.from === move.to);
}

/** A move of this position in both notations: `Nf3 or g1f3`. */
function exampleIn({ choices }: Game): string {
  const legal = [...choices.values()].filter((each) => each.legal);
  const [example] = legal.toSorted((a, b) => likelihood(b) - likelihood(a));
  return example ? `${example.san} or ${example.uci}` : '';
}

/** The notation of a piece's move that is not a pawn's shows more of how moves are written. */
function likelihood({ san, uci }: Choice): number {
  return san !== uci.slice(2) && /^[A-Z][a-p]/.test(san) ? 1 : 0;
}

/** The moves that a text can mean, or why it means none. */
function choicesFor(game: Game, text: string): readonly Choice[] | string {
  const { rules, position, choices } = game;
  const all = [...choices.values()];
  const promotions = all.filter(
    ({ move, uci, san }) =>
      move.promotion !== undefined && (uci.slice(0, -1) === text || san.startsWith(`${text}=`)),
  );
  if (promotions.length > 0) {
    return [...promotions, ...all.filter(({ uci, san }) => uci === text || san === text)];
  }
  const move = rules.parseMove(position, text);
  if (move.ok) return [choices.get(rules.makeUci(move.value))!];
  switch (move.problem.code) {
    case 'san-illegal':
    case 'uci-illegal':
      return `${text} is not a legal move here.`;
    case 'san':
      return `“${text}” is not a move. Write ${exampleIn(game) || 'Nf3, or g1f3'}.`;
    default:
      return `${move.problem.message}.`;
  }
}
