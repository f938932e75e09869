import { type Color, WHITE } from '../../pieces/army.ts';
import { element } from '../dom.ts';

/** Who wins. */
export type Outcome = Color | 'draw';

/** What a search thinks of a position. */
export interface Evaluation {
  /** White's part of the bar, from 0 to 1. */
  readonly white: number;
  /** `White is better, +1.3`. */
  readonly words: string;
}

/**
 * A bar beside the squares, as high as they are, whose parts are the sides' prospects: by the tables, which know, or else by a
 * search. Hidden if neither has an answer.
 */
export class Gauge {
  readonly element = element('div', { class: 'gauge', hidden: true });
  private readonly white = element('div', { class: 'white' });
  private outcome: Outcome | undefined;
  private evaluation: Evaluation | undefined;

  constructor() {
    this.element.append(this.white);
    this.show();
  }

  /** Undefined: not known. */
  showOutcome(outcome: Outcome | undefined): void {
    this.outcome = outcome;
    this.show();
  }

  /** Undefined: there is no search. */
  showEvaluation(evaluation: Evaluation | undefined): void {
    this.evaluation = evaluation;
    this.show();
  }

  private show(): void {
    const { outcome, evaluation } = this;
    const share = outcome === undefined ? evaluation?.white : shareOf(outcome);
    this.element.hidden = share === undefined;
    this.white.style.height = `${100 * (share ?? 0.5)}%`;
    // The tables say in words what they show here.
    if (evaluation && outcome === undefined) {
      this.element.removeAttribute('aria-hidden');
      this.element.setAttribute('role', 'img');
      this.element.setAttribute('aria-label', `Evaluation: ${evaluation.words}`);
      this.element.title = evaluation.words;
    } else {
      this.element.setAttribute('aria-hidden', 'true');
      this.element.removeAttribute('title');
    }
  }
}

function shareOf(outcome: Outcome): number {
  if (outcome === 'draw') return 0.5;
  return outcome === WHITE ? 1 : 0;
}
