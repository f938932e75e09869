import { makeSquare } from '../../board/board.ts';
import type { Choice } from '../../play/choice.ts';
import type { Game } from '../../play/game.ts';
import { isPass } from '../../position/moves.ts';
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
  /** Moves that cannot be made on the board, as no piece leaves its square. */
  private readonly inPlace = element('span', { class: 'in-place' });
  private readonly onMove: MoveInputEvents['onMove'];
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
    this.onMove = onMove;
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
      this.inPlace,
    );
  }

  /** A text belongs to the position that it was typed for. */
  show(game: Game, over: boolean): void {
    if (this.shown !== game) {
      this.input.value = '';
      this.inPlace.replaceChildren(
        ...Array.from(waysInPlace(game), ([label, choices]) =>
          button(label, () => this.onMove(choices), { class: 'primary' }),
        ),
      );
    }
    this.shown = game;
    this.inPlace.hidden = over;
    this.input.placeholder = exampleIn(game);
    this.input.readOnly = over;
    this.submit.disabled = over;
  }
}

/** The moves that leave every piece where it stands, by what their button says: a pass, promotions of a pawn that stayed. */
function waysInPlace({ choices, rules: { board } }: Game): Iterable<[string, readonly Choice[]]> {
  const ways = new Map<string, readonly Choice[]>();
  for (const choice of choices.values()) {
    const { move } = choice;
    if (move.from !== move.to) continue;
    const label = isPass(move) ? 'Pass' : `Promote on ${makeSquare(move.to, board)}`;
    ways.set(label, [...(ways.get(label) ?? []), choice]);
  }
  return ways;
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
