import type { GameBoard } from '../board/gameBoard.ts';
import type { ComputerSlot } from '../computer/computerSlot.ts';
import { button, element } from '../dom.ts';
import type { GameList } from '../games/gameList.ts';
import type { SettledSlot } from '../prepare/settledSlot.ts';
import type { EditorSlot } from './editorSlot.ts';
import type { MoveInput } from './moveInput.ts';
import type { MoveList } from './moveList.ts';
import type { RulesPicker } from './rulesPicker.ts';
import type { Status } from './status.ts';
import type { Steps } from './steps.ts';
import type { TablesSlot } from './tablesSlot.ts';

/** The parts of the page that plays on one device. */
export interface Parts {
  readonly board: GameBoard;
  readonly editor: EditorSlot;
  readonly status: Status;
  readonly computer: ComputerSlot;
  readonly tables: TablesSlot;
  readonly moves: MoveList;
  readonly steps: Steps;
  readonly input: MoveInput;
  readonly picker: RulesPicker;
  readonly rulesLink: HTMLElement;
  readonly notation: HTMLElement;
  readonly games: GameList;
  readonly settled: SettledSlot;
  readonly onNewGame: () => void;
  readonly onSetUp: () => void;
  readonly onCopyLink: () => void;
}

/** The board in a column of its own, everything else beside it; on a phone underneath. */
export function layOut(parts: Parts): HTMLElement {
  const { board, editor, status, computer, tables, moves, steps, input } = parts;
  return element(
    'div',
    { class: 'play' },
    element('div', { class: 'board-column' }, board.element, editor.board),
    element(
      'div',
      { class: 'side-column' },
      editor.tools,
      status.element,
      computer.element,
      tables.element,
      element('div', { class: 'record' }, moves.element, steps.element),
      input.element,
      parts.settled.element,
      toolsOf(parts),
    ),
  );
}

function toolsOf(parts: Parts): HTMLElement {
  return element(
    'div',
    { class: 'tools' },
    element(
      'div',
      { class: 'buttons' },
      button('New game', parts.onNewGame),
      element(
        'span',
        { class: 'rules-picker' },
        element('label', { class: 'picker' }, element('span', {}, 'Rules'), parts.picker.element),
        parts.rulesLink,
      ),
      button('Set up a position', parts.onSetUp),
      button('Copy link', parts.onCopyLink),
    ),
    parts.notation,
    parts.games.element,
    parts.status.inWords,
  );
}
