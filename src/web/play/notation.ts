import type { Result } from '../../chess/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element, uniqueId } from '../dom.ts';
import { currentOf, type Game } from '../game/game.ts';
import { parsePasted, pgnOf } from '../game/pgn.ts';

export interface NotationEvents {
  readonly game: () => Game;
  readonly rules: () => RuleSet;
  /** A game was pasted. Left out where the game is not ours to replace. */
  readonly onPasted?: (game: Game) => void;
  readonly announce: (text: string, kind?: 'news' | 'problem') => void;
}

/** Copies FEN and PGN, and reads either. */
export function makeNotation(events: NotationEvents): HTMLElement {
  const { game, announce } = events;
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      announce(`${what} copied.`);
    } catch {
      // Where the clipboard is out of reach the text can be marked and copied by hand.
      field.value = text;
      field.select();
      announce(`The browser does not let pages copy: the ${what} stands in the field below.`);
    }
  };
  const fieldId = uniqueId('paste');
  const field = element('textarea', {
    id: fieldId,
    rows: 2,
    maxlength: 100_000,
    spellcheck: 'false',
    placeholder: 'FEN or PGN',
  });
  const read = () => {
    const pasted: Result<Game> = parsePasted(field.value, events.rules());
    if (!pasted.ok) return announce(`${pasted.problem.message}.`, 'problem');
    field.value = '';
    events.onPasted?.(pasted.value);
  };
  return element(
    'details',
    { class: 'notation' },
    element('summary', {}, 'FEN and PGN'),
    element(
      'div',
      { class: 'buttons' },
      button('Copy FEN', () => {
        const { rules } = game();
        void copy('FEN', rules.makeFen(currentOf(game())));
      }),
      button('Copy PGN', () => void copy('PGN', pgnOf(game()))),
    ),
    element('label', { for: fieldId }, events.onPasted ? 'Paste a FEN or a game' : 'To copy'),
    field,
    events.onPasted && element('div', { class: 'buttons' }, button('Load', read)),
  );
}
