import '../style/players.css';
import '../style/rules.css';
import '../style/prepare.css';
import '../style/setupBoard.css';
import '../style/movements.css';
import '../style/happened.css';
import type { Undecided } from '../../play/preparation.ts';
import { colorName } from '../board/pieceLook.ts';
import { element, uniqueId } from '../dom.ts';
import { ArrangementView } from './arrangementView.ts';
import { makeHappened } from './happened.ts';
import type { PhaseView, PreparingEvents, PreparingOptions } from './phaseView.ts';
import { PlacementView } from './placementView.ts';
import { SelectionView } from './selectionView.ts';
import { turnWords } from './turnWords.ts';

const TITLES: Readonly<Record<Undecided['phase'], string>> = {
  arrangement: 'The arrangement',
  selection: 'The movements',
  placement: 'The placement',
};

/** What players settle before the first move: whose turn it is, the controls of its phase, and what happened so far. */
export class PreparingPanel {
  readonly element: HTMLElement;
  private readonly events: PreparingEvents;
  private readonly heading = element('h2', { id: uniqueId('prepare'), tabindex: -1 });
  private readonly disc = element('span', { class: 'disc', 'aria-hidden': 'true' });
  private readonly turn = element('span', { class: 'text' });
  private readonly announcer = element('p', {
    class: 'announcer',
    'aria-live': 'polite',
    role: 'status',
  });
  private readonly main = element('div', { class: 'prepare-main' });
  private readonly side = element('div', { class: 'prepare-phase' });
  /** It scrolls, by keys too. */
  private readonly history = element('ol', {
    class: 'happened',
    tabindex: 0,
    'aria-label': 'So far',
  });
  private readonly past: HTMLElement;
  private view: PhaseView<Undecided> | undefined;
  private phase: Undecided['phase'] | undefined;
  private told = 0;

  constructor(events: PreparingEvents) {
    this.events = events;
    this.past = element('section', { class: 'past' }, element('h3', {}, 'So far'), this.history);
    this.element = element(
      'section',
      { class: 'prepare', 'aria-labelledby': this.heading.id },
      element(
        'div',
        { class: 'prepare-head' },
        this.heading,
        element('p', { class: 'status turn', role: 'status' }, this.disc, this.turn),
        this.announcer,
      ),
      this.main,
      element('div', { class: 'prepare-side' }, this.side, this.past),
    );
  }

  show(stage: Undecided, options: PreparingOptions): void {
    const { activeElement } = document;
    const wasInside = this.main.contains(activeElement) || this.side.contains(activeElement);
    if (stage.phase !== this.phase) this.begin(stage);
    const words = turnWords(stage, options);
    if (this.turn.textContent !== words) this.turn.textContent = words;
    this.disc.className = `disc ${colorName(stage.turn)}`;
    this.view!.show(stage, options);
    // What had the focus is gone, as the turn has passed.
    if (wasInside && !this.element.contains(document.activeElement)) {
      this.heading.focus({ preventScroll: true });
    }
    this.tell(options);
  }

  announce(text: string, kind: 'news' | 'problem' = 'news'): void {
    this.announcer.className = `announcer ${kind}`;
    this.announcer.textContent = text;
  }

  private begin(stage: Undecided): void {
    this.phase = stage.phase;
    this.heading.textContent = TITLES[stage.phase];
    this.element.className = `prepare ${stage.phase}`;
    this.view = viewOf(stage, this.events);
    this.main.replaceChildren(this.view.main);
    this.side.replaceChildren(this.view.side);
  }

  /** Most of it is there already: only what is new is added. */
  private tell({ history }: PreparingOptions): void {
    this.past.hidden = history.length === 0;
    const items = [...this.history.children];
    const same = history.findIndex(({ text }, i) => items[i]?.textContent !== text);
    const kept = same < 0 ? history.length : same;
    for (const item of items.slice(kept)) item.remove();
    this.history.append(...history.slice(kept).map(makeHappened));
    if (this.told !== history.length) this.history.scrollTop = this.history.scrollHeight;
    this.told = history.length;
  }
}

function viewOf(stage: Undecided, events: PreparingEvents): PhaseView<Undecided> {
  switch (stage.phase) {
    case 'arrangement':
      return new ArrangementView(stage, events) as PhaseView<Undecided>;
    case 'selection':
      return new SelectionView(events) as PhaseView<Undecided>;
    case 'placement':
      return new PlacementView(stage, events) as PhaseView<Undecided>;
  }
}
