import type { GameTree } from '../../play/gameTree.ts';
import { button, element } from '../dom.ts';
import type { ComputerEvents } from './computerEvents.ts';
import type { ComputerPanel } from './computerPanel.ts';
import { opponentIn, opponentOf } from './opponent.ts';

/** The place of the computer beside the board: as an opponent, and for analysis. What it needs is loaded when asked for. */
export class ComputerSlot {
  readonly element: HTMLElement;
  private readonly events: ComputerEvents;
  private readonly body = element('div', { class: 'computer-body' });
  private readonly setup = button('Against the computer', () => void this.toggleSetup(), {
    'aria-expanded': 'false',
  });
  private readonly analysis = button('Analysis', () => void this.toggleAnalysis(), {
    class: 'switch',
    role: 'switch',
    'aria-checked': 'false',
    title: 'The best moves (a)',
  });
  private readonly buttons = element('div', { class: 'buttons' }, this.setup, this.analysis);
  private loading: Promise<ComputerPanel> | undefined;
  private panel: ComputerPanel | undefined;

  constructor(events: ComputerEvents) {
    this.events = events;
    this.element = element('div', { class: 'computer-slot' }, this.buttons, this.body);
  }

  show(tree: GameTree): void {
    // While a game is on, a hint is all the help there is.
    this.buttons.hidden = opponentIn(tree) !== undefined;
    if (this.panel) {
      this.panel.show(tree);
      this.mark();
    } else if (opponentOf(tree)) void this.load();
  }

  /** The view is no longer in the page. */
  leave(): void {
    this.panel?.rest();
  }

  /** The view is in the page again. */
  placed(): void {
    this.panel?.show(this.events.tree());
  }

  async showHint(): Promise<void> {
    if (opponentIn(this.events.tree())) await (await this.load()).showHint();
  }

  async toggleAnalysis(): Promise<void> {
    if (this.buttons.hidden) return;
    (await this.load()).toggleAnalysis();
    this.mark();
  }

  private async toggleSetup(): Promise<void> {
    (await this.load()).toggleSetup();
    this.mark();
  }

  private mark(): void {
    this.setup.setAttribute('aria-expanded', String(this.panel?.hasSetup ?? false));
    this.analysis.setAttribute('aria-checked', String(this.panel?.isAnalysing ?? false));
  }

  private load(): Promise<ComputerPanel> {
    this.loading ??= this.start();
    return this.loading;
  }

  private async start(): Promise<ComputerPanel> {
    const { ComputerPanel } = await import('./computerPanel.ts');
    this.panel = new ComputerPanel(this.events, () => {
      this.mark();
      this.setup.focus();
    });
    this.body.replaceChildren(this.panel.element);
    this.panel.show(this.events.tree());
    return this.panel;
  }
}
