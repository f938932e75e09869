import type { Color } from '../../pieces/army.ts';
import type { Undecided } from '../../play/preparation.ts';

export interface PreparingEvents {
  /** A step that the visitor wants to make. Whether it is made is up to the caller. */
  readonly onStep: (step: string) => void;
}

export interface PreparingOptions {
  /** The colours that this visitor may act for: both, one or none. */
  readonly mine: readonly Color[];
  /** The colour at the lower edge. */
  readonly below: Color;
  /** By colour: how to call the sides. */
  readonly names: readonly [string, string];
  /** What happened so far, with the name of who did it: see `stepWords`. */
  readonly history: readonly { readonly by: Color; readonly text: string }[];
  /** A step is on its way, or the computer thinks: the controls rest. */
  readonly busy: boolean;
}

/** What one phase shows: the larger part, and what stands beside it or, on a phone, below. */
export interface PhaseView<S extends Undecided> {
  readonly main: HTMLElement;
  readonly side: HTMLElement;
  show(stage: S, options: PreparingOptions): void;
}

/** May the visitor make the next step? */
export function mayAct({ turn }: Undecided, { mine }: PreparingOptions): boolean {
  return mine.includes(turn);
}

/** Are the controls of the next step to be used now? */
export function isOpen(stage: Undecided, options: PreparingOptions): boolean {
  return mayAct(stage, options) && !options.busy;
}
