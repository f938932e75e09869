import type { Move } from '../../chess/moves.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element, uniqueId } from '../dom.ts';

export interface MoveInputEvents {
  /** The rules and the position that a move is for. */
  readonly current: () => { readonly rules: RuleSet; readonly position: unknown };
  /** A move of `moves(position)`; the rules may forbid it. */
  readonly onMove: (move: Move) => void;
  readonly onProblem: (message: string) => void;
}

/** Where a move is typed, in SAN or UCI: the way to play by keyboard and with a screen reader. */
export function makeMoveInput({ current, onMove, onProblem }: MoveInputEvents): HTMLFormElement {
  const id = uniqueId('move');
  const input = element('input', {
    id,
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 12,
    placeholder: 'Nf3 or g1f3',
    'aria-describedby': 'announcer',
  });
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === '') return;
    const { rules, position } = current();
    const move = rules.parseMove(position, text);
    if (!move.ok) {
      onProblem(`${move.problem.message}.`);
      input.select();
      return;
    }
    input.value = '';
    onMove(move.value);
  };
  return element(
    'form',
    { class: 'move-input', onsubmit: submit },
    element('label', { for: id }, 'Your move'),
    input,
    element('button', { type: 'submit' }, 'Play'),
  );
}
