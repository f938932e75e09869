import { makeSquare, type Square } from '../../board/board.ts';
import { promotionsOf } from '../../pieces/army.ts';
import { colorOf, kindOf } from '../../pieces/mover.ts';
import { makePut, type Put, parseAction } from '../../play/illegal/action.ts';
import { hasSpecial, promotes, type Seen, wayOf } from '../../play/illegal/possible.ts';
import { type IllegalView, warningOf } from '../../play/illegal/view.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element, uniqueId } from '../dom.ts';
import { sentence } from '../sentence.ts';

export interface ControlEvents {
  /** Sends what the player does. */
  readonly act: (text: string) => void;
  /** The proposal, or the square to be claimed, has changed. */
  readonly changed: () => void;
  readonly problem: (text: string) => void;
}

/** What the controls are shown for. */
export interface ControlState {
  readonly view: IllegalView;
  readonly seen: Seen;
  /** Is it the visitor's turn? */
  readonly mayMove: boolean;
  /** Does the visitor play, in a game that goes on? */
  readonly plays: boolean;
}

const warnings = {
  legal: 'This move is legal.',
  escape: 'An escape from checkmate: legal, but the king stays in danger.',
  illegal: 'This move is illegal: confirm it if you dare.',
  unknown: 'Whether this is legal depends on earlier moves: you have to remember.',
} as const;

/** Proposes a move or a claim, and confirms it: by buttons, by Enter and by typing. */
export class Controls {
  readonly element: HTMLElement;
  private readonly rules: RuleSet;
  private readonly events: ControlEvents;
  private readonly warning = element('p', { class: 'warning', role: 'status' });
  private readonly promotion: HTMLSelectElement;
  private readonly promotionLabel: HTMLElement;
  private readonly field: HTMLInputElement;
  private readonly buttons = {
    confirm: button('Confirm', () => this.confirm(), { class: 'primary' }),
    special: button('Special', () => this.confirm(true)),
    cancel: button('Cancel', () => this.cancel()),
    claim: button('Claim illegal move', () => this.startClaim()),
    accept: button('Accept the draw', () => this.send('accept')),
    draw: button('Claim 50 moves', () => this.send('draw'), {
      title: '50 moves of each side without a capture or a pawn’s advance',
    }),
  };
  private readonly form: HTMLFormElement;
  private state: ControlState | undefined;
  private put: Put | undefined;
  /** Undefined: nothing is being claimed; null: the square is still to be picked. */
  private claimed: Square | null | undefined;

  constructor(rules: RuleSet, events: ControlEvents, signal: AbortSignal) {
    this.rules = rules;
    this.events = events;
    this.promotion = element('select', {
      id: uniqueId('promotion'),
      onchange: () => this.promote(),
    });
    this.promotionLabel = element(
      'label',
      { class: 'picker', for: this.promotion.id },
      'Promote to ',
      this.promotion,
    );
    this.field = element('input', {
      id: uniqueId('action'),
      type: 'text',
      maxlength: 10,
      placeholder: 'e2e5, e1g1*, claim e5',
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
    });
    this.form = element(
      'form',
      { class: 'typed', onsubmit: (event) => this.submitted(event) },
      element('label', { for: this.field.id }, 'Move or claim'),
      this.field,
      element('button', { type: 'submit' }, 'Propose'),
    );
    const { confirm, special, cancel, claim, accept, draw } = this.buttons;
    this.element = element(
      'section',
      { class: 'illegal-controls card', 'aria-label': 'Your move' },
      this.warning,
      this.promotionLabel,
      element('div', { class: 'buttons' }, confirm, special, cancel, claim, accept, draw),
      this.form,
    );
    document.addEventListener('keydown', (event) => this.pressed(event), { signal });
  }

  get proposal(): Put | undefined {
    return this.put;
  }

  /** The square that is being claimed, null while none has been picked, undefined if none is to be. */
  get claiming(): Square | null | undefined {
    return this.claimed;
  }

  show(state: ControlState): void {
    this.state = state;
    const { mayMove, plays, view } = state;
    if (!mayMove) this.forget();
    const { confirm, special, cancel, claim, accept, draw } = this.buttons;
    const isOpen = this.put !== undefined || typeof this.claimed === 'number';
    confirm.hidden = !isOpen;
    special.hidden = !this.offersSpecial();
    special.textContent = this.specialName();
    cancel.hidden = this.put === undefined && this.claimed === undefined;
    claim.hidden = !mayMove || !view.claimable || this.claimed !== undefined;
    accept.hidden = !mayMove || view.draw === null;
    // It would come to lie under the pointer that has just claimed a move.
    draw.hidden = !plays || this.put !== undefined || this.claimed !== undefined;
    this.form.hidden = !mayMove;
    this.promotionLabel.hidden = this.put?.promotion === undefined;
    this.element.hidden = !plays;
    this.warning.textContent = this.words();
  }

  /** A man was put on another square of the board. */
  propose(from: Square, to: Square): void {
    this.proposePut({ from, to, promotion: undefined, special: false });
  }

  pick(square: Square): void {
    this.claimed = square;
    this.events.changed();
  }

  forget(): void {
    this.put = undefined;
    this.claimed = undefined;
  }

  private cancel(): void {
    this.forget();
    this.events.changed();
  }

  private startClaim(): void {
    this.put = undefined;
    this.claimed = null;
    this.events.changed();
  }

  private proposePut(given: Put): void {
    const { seen } = this.state!;
    const { position } = seen;
    const { army } = this.rules;
    const code = position.squares[given.from]!;
    const put =
      promotes(position, given) && given.promotion === undefined
        ? { ...given, promotion: promotionsOf(army, { kind: kindOf(code), color: 0 })[0] }
        : given;
    this.forget();
    // It may be possible as a special move only.
    const way = wayOf(seen, put);
    if (way.ok || (!put.special && hasSpecial(seen, put.from, put.to))) {
      this.put = put;
      if (put.promotion !== undefined) this.offerPromotions(colorOf(code), put.promotion);
    } else this.events.problem(sentence(way.problem.message));
    this.events.changed();
  }

  private offerPromotions(color: 0 | 1, chosen: number): void {
    const { army } = this.rules;
    const pawn = army.findIndex((kind) => kind.pawn);
    this.promotion.replaceChildren(
      ...promotionsOf(army, { kind: pawn, color }).map((kind) =>
        element('option', { value: kind, selected: kind === chosen }, army[kind]!.name),
      ),
    );
  }

  private promote(): void {
    if (!this.put) return;
    this.put = { ...this.put, promotion: Number(this.promotion.value) };
    this.events.changed();
  }

  private offersSpecial(): boolean {
    const { put, state } = this;
    return put !== undefined && !put.special && hasSpecial(state!.seen, put.from, put.to);
  }

  private specialName(): string {
    const { put, state } = this;
    if (!put || !this.offersSpecial()) return 'Special';
    const way = wayOf(state!.seen, { ...put, special: true });
    return way.ok && way.value.type === 'castling' ? 'Special: castle' : 'Special: en passant';
  }

  private words(): string {
    const { put, claimed, state } = this;
    const { board, variant } = this.rules;
    const { view, seen, mayMove } = state!;
    if (put) {
      const text = makePut(put, variant.equipment);
      if (!wayOf(seen, put).ok) return `${text}: as a special move only.`;
      return `${text}: ${warnings[warningOf(seen, put)]}`;
    }
    if (claimed === null) return 'Pick the square where the last move ended, then confirm.';
    if (claimed !== undefined) {
      return `Claim that the move to ${makeSquare(claimed, board)} was illegal?`;
    }
    if (!mayMove) return 'The other side is to move.';
    if (view.draw !== null) return `A draw (${view.draw}), unless you claim the last move.`;
    return 'Move any man to any square, then confirm.';
  }

  private confirm(special = false): void {
    const { put, claimed } = this;
    const { board, variant } = this.rules;
    if (put) {
      const wanted = special ? { ...put, special: true } : put;
      const way = wayOf(this.state!.seen, wanted);
      if (way.ok) this.send(makePut(wanted, variant.equipment));
      else this.events.problem(sentence(way.problem.message));
    } else if (typeof claimed === 'number') this.send(`claim ${makeSquare(claimed, board)}`);
  }

  private send(text: string): void {
    this.forget();
    this.events.act(text);
  }

  /** Enter confirms where no special move is offered, wherever the focus is but on something that Enter works on. */
  private pressed(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !this.element.isConnected || event.defaultPrevented) return;
    const { target } = event;
    const own = 'button, a, input, select, textarea, summary, dialog';
    if (target instanceof Element && target.closest(own)) return;
    this.entered();
  }

  private entered(): void {
    if (this.offersSpecial()) {
      this.events.problem('There is a special move: choose one of the buttons.');
    } else this.confirm();
  }

  private submitted(event: Event): void {
    event.preventDefault();
    const text = this.field.value.trim().replace('-', '');
    if (text === '') {
      this.entered();
      return;
    }
    this.field.value = '';
    const action = parseAction(text, this.rules.variant.equipment);
    if (!action.ok) this.events.problem(sentence(action.problem.message));
    else if (action.value.type === 'put') this.proposePut(action.value.put);
    else if (action.value.type !== 'claim') this.send(text);
    else if (!this.state!.view.claimable) this.events.problem('There is no move to claim.');
    else {
      this.put = undefined;
      this.pick(action.value.square);
    }
  }
}
