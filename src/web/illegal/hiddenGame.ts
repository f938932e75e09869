import { unwrap } from '../../board/result.ts';
import type { IllegalGame } from '../../play/illegal/illegalGame.ts';
import type { IllegalView } from '../../play/illegal/view.ts';
import { seenIn, viewOf } from '../../play/illegal/view.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Side } from '../../server/protocol.ts';
import { button, element, uniqueId } from '../dom.ts';
import { keep, readKept } from '../kept.ts';
import type { LiveGame } from '../live/liveGame.ts';
import type { StepEvents } from '../play/steps.ts';
import { Controls } from './controls.ts';
import { HiddenBoard } from './hiddenBoard.ts';
import { HitPoints } from './hitPoints.ts';
import { OpenRecord } from './openRecord.ts';

const MEMORY =
  'The page keeps no earlier position: the game relies on memory. A player who writes positions down cannot be stopped.';
const ANIMATE = 'metatb-illegal-animate';

export interface HiddenEvents {
  readonly act: (text: string) => void;
  readonly problem: (text: string) => void;
  readonly flip: () => void;
  /** Those of the record. */
  readonly tags: () => ReadonlyMap<string, string>;
}

/** How a game stands for its visitor. */
interface Standing {
  readonly mayMove: boolean;
  /** Is something that the visitor has done on its way to the server? */
  readonly isSent: boolean;
}

/** The illegal-move game: its board, controls and hit points while it goes on, its record afterwards. */
export class HiddenGame {
  readonly board: HiddenBoard;
  readonly hitPoints: Readonly<Record<Side, HitPoints>>;
  /** Beside the board. */
  readonly side: HTMLElement;
  private readonly rules: RuleSet;
  private readonly events: HiddenEvents;
  private readonly controls: Controls;
  private readonly last = element('p', { class: 'last-action', role: 'status' });
  private readonly recordPlace = element('div', { class: 'record-place' });
  /** While the game goes on. */
  private readonly meanwhile = [
    makeAnimate(),
    element(
      'div',
      { class: 'buttons' },
      button('Flip', () => this.events.flip(), { title: 'Turn the board round (f)' }),
    ),
    element('p', { class: 'hint' }, MEMORY),
  ];
  private readonly left = new AbortController();
  private live: LiveGame | undefined;
  private standing: Standing = { mayMove: false, isSent: false };
  private plies = -1;
  private opened: OpenRecord | undefined;

  constructor(rules: RuleSet, events: HiddenEvents) {
    this.rules = rules;
    this.events = events;
    const { hitPoints } = rules.variant.penalties!;
    this.hitPoints = {
      white: new HitPoints('white', hitPoints),
      black: new HitPoints('black', hitPoints),
    };
    this.board = new HiddenBoard(rules, {
      onPut: (from, to) => this.controls.propose(from, to),
      onPick: (square) => this.controls.pick(square),
    });
    this.controls = new Controls(
      rules,
      {
        act: (text) => events.act(text),
        changed: () => this.refresh(),
        problem: (text) => events.problem(text),
      },
      this.left.signal,
    );
    this.side = element(
      'div',
      { class: 'illegal-side' },
      this.last,
      this.controls.element,
      this.recordPlace,
      ...this.meanwhile,
    );
  }

  /** Through the record, once it is open. */
  get steps(): StepEvents | undefined {
    return this.opened?.steps;
  }

  leave(): void {
    this.left.abort();
  }

  show(live: LiveGame, standing: Standing): void {
    this.live = live;
    this.standing = standing;
    const { hidden, record } = live;
    if (record) this.openRecord(record);
    else if (hidden) {
      if (hidden.plies !== this.plies) {
        this.controls.forget();
        if (this.plies >= 0 && hidden.view.claim === null && animates()) this.board.flash();
      }
      this.plies = hidden.plies;
      this.refresh();
    }
  }

  private refresh(): void {
    const { live, standing } = this;
    const view = live?.hidden?.view;
    if (!live || !view || this.opened) return;
    const { mayMove, isSent } = standing;
    const seen = unwrap(seenIn(view, this.rules));
    const plays = live.color !== null && !live.ending;
    this.controls.show({ view, seen, mayMove, plays });
    this.showView(view);
    // What was proposed stays there until it is answered.
    if (isSent) return;
    const { claiming, proposal } = this.controls;
    if (proposal) {
      this.board.propose(seen, proposal);
      return;
    }
    const mode = claiming !== undefined ? 'pick' : mayMove ? 'put' : 'look';
    this.board.show(seen, mode, claiming ?? undefined);
  }

  private showView(view: IllegalView): void {
    for (const side of ['white', 'black'] as const) this.hitPoints[side].show(view.hp[side]);
    this.last.textContent = lastWords(view);
  }

  private openRecord(record: IllegalGame): void {
    if (this.opened) return;
    this.controls.element.hidden = true;
    const opened = new OpenRecord(record, this.events.tags(), {
      look: (game) => {
        this.showView(viewOf(game));
        this.board.show(game.seen, 'look');
      },
      flip: () => this.events.flip(),
    });
    this.opened = opened;
    this.recordPlace.replaceChildren(opened.element);
    for (const each of this.meanwhile) each.hidden = true;
  }
}

/** What everybody may know of the last move or claim. */
function lastWords({ arrived, claim, turn }: IllegalView): string {
  if (claim !== null) return `${claim}.`;
  if (arrived === null) return 'White begins.';
  return `${turn === 'white' ? 'Black' : 'White'} has moved to ${arrived}.`;
}

function animates(): boolean {
  return readKept(ANIMATE) === 'target';
}

function makeAnimate(): HTMLElement {
  const id = uniqueId('animate');
  const input = element('input', {
    id,
    type: 'checkbox',
    checked: animates(),
    onchange: () => keep(ANIMATE, input.checked ? 'target' : undefined),
  });
  return element('label', { for: id, class: 'switch' }, input, 'Flash the square of each move');
}
