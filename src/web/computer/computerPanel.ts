import '../style/players.css';
import '../style/computer.css';
import type { GameNode, GameTree } from '../../play/gameTree.ts';
import { element } from '../dom.ts';
import { AnalysisPanel } from './analysisPanel.ts';
import type { ComputerEvents } from './computerEvents.ts';
import { opponentIn } from './opponent.ts';
import { OpponentPanel } from './opponentPanel.ts';
import { pageEngine } from './pageEngine.ts';
import { makeSetup, type SetupEvents } from './setup.ts';

/** What the computer does beside the board: it plays, or it analyses. */
export class ComputerPanel {
  readonly element: HTMLElement;
  private readonly events: ComputerEvents;
  private readonly setupEvents: SetupEvents;
  private readonly setup = element('div', { class: 'setup-place' });
  private readonly opponent: OpponentPanel;
  private readonly analysis: AnalysisPanel;
  private shown: GameNode | undefined;

  /** `onCancel`: the visitor has closed the setup. */
  constructor(events: ComputerEvents, onCancel: () => void) {
    this.events = events;
    this.setupEvents = {
      onStart: (tree) => {
        events.onStart(tree);
        this.opponent.focus();
      },
      onCancel: () => {
        this.closeSetup();
        onCancel();
      },
    };
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
    const isOther = this.shown !== tree.current;
    this.shown = tree.current;
    if (opponentIn(tree)) {
      this.closeSetup();
      if (this.isAnalysing) this.toggleAnalysis();
    } else if (this.hasSetup && isOther) this.fillSetup();
    this.opponent.show(tree);
    this.analysis.show(tree.game);
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
    this.setup.replaceChildren(makeSetup(this.events.tree().game, this.setupEvents));
  }

  private closeSetup(): void {
    this.setup.replaceChildren();
  }
}
