import '../style/players.css';
import '../style/computer.css';
import type { GameTree } from '../../play/gameTree.ts';
import { element } from '../dom.ts';
import { AnalysisPanel } from './analysisPanel.ts';
import type { ComputerEvents } from './computerEvents.ts';
import { opponentIn } from './opponent.ts';
import { OpponentPanel } from './opponentPanel.ts';
import { pageEngine } from './pageEngine.ts';
import { makeSetup } from './setup.ts';

/** What the computer does beside the board: it plays, or it analyses. */
export class ComputerPanel {
  readonly element: HTMLElement;
  private readonly events: ComputerEvents;
  private readonly onChange: () => void;
  private readonly setup = element('div', { class: 'setup-place' });
  private readonly opponent: OpponentPanel;
  private readonly analysis: AnalysisPanel;
  private shown: GameTree | undefined;

  /** `onChange`: the setup was closed, or the analysis ended. */
  constructor(events: ComputerEvents, onChange: () => void) {
    this.events = events;
    this.onChange = onChange;
    const engine = pageEngine();
    this.opponent = new OpponentPanel(engine, events);
    this.analysis = new AnalysisPanel(engine, events);
    this.element = element(
      'div',
      { class: 'computer' },
      this.setup,
      this.opponent.element,
      this.analysis.element,
    );
  }

  get hasSetup(): boolean {
    return this.setup.childElementCount > 0;
  }

  get isAnalysing(): boolean {
    return this.analysis.isOn;
  }

  show(tree: GameTree): void {
    const { shown } = this;
    this.shown = tree;
    if (opponentIn(tree)) {
      this.closeSetup();
      if (this.isAnalysing) this.toggleAnalysis();
    } else if (this.hasSetup && tree.current !== shown?.current) this.fillSetup();
    this.opponent.show(tree);
    this.analysis.show(tree.game);
    this.onChange();
  }

  /** Nobody looks. */
  rest(): void {
    this.analysis.rest();
  }

  showHint(): Promise<void> {
    return this.opponent.showHint();
  }

  toggleSetup(): void {
    if (this.hasSetup) this.closeSetup();
    else {
      this.fillSetup();
      this.setup.querySelector('h2')!.focus({ preventScroll: true });
      this.setup.scrollIntoView({ block: 'nearest' });
    }
  }

  toggleAnalysis(): void {
    this.analysis.turn(!this.analysis.isOn, this.events.tree().game);
  }

  private fillSetup(): void {
    const setup = makeSetup(this.events.tree().game, {
      onStart: this.events.onStart,
      onCancel: () => {
        this.closeSetup();
        this.onChange();
      },
    });
    this.setup.replaceChildren(setup);
  }

  private closeSetup(): void {
    this.setup.replaceChildren();
  }
}
