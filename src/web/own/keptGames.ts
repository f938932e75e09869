import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element, refill } from '../dom.ts';
import { forgetOwnGame, keepOwnGame, ownGames } from '../games/catalog.ts';
import type { NewsAction } from '../play/status.ts';
import { makeGameActions } from './gameActions.ts';

interface KeptGamesEvents {
  /** To change the game's text. */
  readonly onEdit: (rules: RuleSet) => void;
  readonly announce: (text: string, kind?: 'news' | 'problem', action?: NewsAction) => void;
}

/** The visitor's own games, as this browser keeps them. Hidden if there are none. */
export class KeptGames {
  readonly element = element('section', { class: 'kept-games card' });
  private readonly events: KeptGamesEvents;

  constructor(events: KeptGamesEvents) {
    this.events = events;
    this.show();
  }

  private show(): void {
    const games = ownGames();
    this.element.hidden = games.length === 0;
    refill(
      this.element,
      element('h2', { tabindex: -1 }, 'Your games'),
      element(
        'p',
        { class: 'hint' },
        'This browser keeps a game once you play it, read its rules, invite to it or open its endgames.',
      ),
      ...games.map((rules) => this.row(rules)),
    );
  }

  private row(rules: RuleSet): HTMLElement {
    const { name, title, variant } = rules;
    const begins = variant.start !== undefined;
    const { onEdit, announce } = this.events;
    return element(
      'section',
      { class: 'own-row' },
      element('h3', {}, title, ' ', element('code', {}, name)),
      element(
        'div',
        { class: 'buttons' },
        ...makeGameActions({ name, title, begins, ini: variant.ini! }, (message) =>
          announce(message, 'problem'),
        ),
        button('Edit', () => onEdit(rules), { 'aria-label': `Edit: ${title}` }),
        button('Delete', () => this.forget(rules), { 'aria-label': `Delete: ${title}` }),
      ),
    );
  }

  private forget(rules: RuleSet): void {
    const { announce } = this.events;
    forgetOwnGame(rules.name);
    this.show();
    const act = () => {
      keepOwnGame(rules);
      this.show();
      announce(`${rules.title} is back.`);
    };
    announce(`${rules.title} is deleted.`, 'news', { label: 'Undo', act });
  }
}
