import type { GameNode, GameTree } from '../../play/gameTree.ts';
import { button, element, setDisabled } from '../dom.ts';

export interface StepEvents {
  readonly onFirst: () => void;
  readonly onBack: () => void;
  readonly onForward: () => void;
  readonly onLast: () => void;
  readonly onFlip: () => void;
  /** Omitted where nothing can be taken back. */
  readonly onUndo?: () => void;
}

interface StepState {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Undefined: there is no undo here. */
  readonly canUndo: boolean | undefined;
}

export interface Steps extends StepEvents {
  readonly element: HTMLElement;
  show(state: StepState): void;
}

/** The buttons to go through a game. */
export function makeSteps(events: StepEvents): Steps {
  const step = (sign: string, name: string, act: () => void) =>
    button(sign, act, { 'aria-label': name, title: name, class: 'step' });
  const first = step('«', 'First position', events.onFirst);
  const back = step('‹', 'One move back', events.onBack);
  const forward = step('›', 'One move on', events.onForward);
  const last = step('»', 'Last position', events.onLast);
  const undo = events.onUndo && button('Undo', events.onUndo);
  const flip = button('Flip', events.onFlip, { title: 'Turn the board round (f)' });
  return {
    ...events,
    element: element('div', { class: 'buttons steps' }, first, back, forward, last, undo, flip),
    show({ isFirst, isLast, canUndo }) {
      setDisabled(first, isFirst);
      setDisabled(back, isFirst);
      setDisabled(forward, isLast);
      setDisabled(last, isLast);
      if (!undo) return;
      undo.hidden = canUndo === undefined;
      setDisabled(undo, !canUndo);
    },
  };
}

/** What the buttons that go through a game lead to, from the position that is looked at. */
export function walkThrough(
  tree: () => GameTree,
  look: (node: GameNode) => void,
): Pick<StepEvents, 'onFirst' | 'onBack' | 'onForward' | 'onLast'> {
  return {
    onFirst: () => look(tree().root),
    onBack: () => look(tree().current.parent ?? tree().root),
    onForward: () => look(tree().childrenOf(tree().current)[0] ?? tree().current),
    onLast: () => look(tree().endOf(tree().current)),
  };
}
