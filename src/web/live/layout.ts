import type { GameTree } from '../../play/gameTree.ts';
import type { GameBoard } from '../board/gameBoard.ts';
import { element } from '../dom.ts';
import type { MoveInput } from '../play/moveInput.ts';
import type { MoveList } from '../play/moveList.ts';
import { makeNotation } from '../play/notation.ts';
import type { Status } from '../play/status.ts';
import type { Steps } from '../play/steps.ts';
import type { Actions } from './actions.ts';
import type { AttentionSeeker } from './attention.ts';
import type { OfferBar } from './offerBar.ts';

/** The parts of the page of a game by link. */
export interface Parts {
  /** The game for FEN and PGN. */
  readonly record: () => GameTree;
  readonly board: GameBoard;
  readonly top: HTMLElement;
  readonly bottom: HTMLElement;
  /** An invitation, or the link to share. */
  readonly welcome: HTMLElement;
  readonly linkLine: HTMLElement;
  readonly offerBar: OfferBar;
  readonly status: Status;
  readonly actions: Actions;
  readonly moves: MoveList;
  readonly steps: Steps;
  readonly input: MoveInput;
  readonly watchers: HTMLElement;
  readonly attention: AttentionSeeker;
  /** Of the game. */
  readonly rules: HTMLElement;
  /** What was settled before the first move, if anything was. */
  readonly settled: HTMLElement | undefined;
}

/** The parts that every layout has. */
export type Around = Pick<
  Parts,
  | 'top'
  | 'bottom'
  | 'welcome'
  | 'linkLine'
  | 'offerBar'
  | 'actions'
  | 'watchers'
  | 'attention'
  | 'rules'
>;

/** While the game is prepared there is no board to play on, and no move to see. */
export function layOutPreparing(parts: Around, panel: HTMLElement): readonly HTMLElement[] {
  return [
    parts.linkLine,
    element(
      'div',
      { class: 'live-preparing' },
      parts.welcome,
      parts.top,
      panel,
      parts.bottom,
      parts.offerBar.element,
      element(
        'div',
        { class: 'live-side' },
        parts.actions.element,
        parts.attention.element,
        parts.watchers,
        parts.rules,
      ),
    ),
  ];
}

/** The parts of a game that hides its moves. */
interface HiddenParts extends Around {
  readonly board: HTMLElement;
  /** Whose turn it is, or how the game has ended. */
  readonly outcome: HTMLElement;
  /** Its controls, later its record. */
  readonly hidden: HTMLElement;
}

export function layOutHidden(parts: HiddenParts): readonly HTMLElement[] {
  const board = element(
    'div',
    { class: 'live-board' },
    ...[parts.top, parts.board, parts.bottom, parts.offerBar.element],
  );
  const side = element(
    'div',
    { class: 'live-side' },
    ...[parts.outcome, parts.hidden, parts.actions.element, parts.attention.element],
    parts.watchers,
    parts.rules,
  );
  return [parts.linkLine, element('div', { class: 'live-game' }, parts.welcome, board, side)];
}

/** Players at the edges of the board, news and offers below it, everything else beside it; on a phone underneath. */
export function layOut(parts: Parts): readonly HTMLElement[] {
  const { offerBar } = parts;
  const announce = offerBar.announce.bind(offerBar);
  const boardSide = element(
    'div',
    { class: 'live-board' },
    parts.top,
    parts.board.element,
    parts.bottom,
    offerBar.element,
  );
  const side = element(
    'div',
    { class: 'live-side' },
    parts.status.element,
    parts.actions.element,
    element('div', { class: 'record' }, parts.moves.element, parts.steps.element),
    parts.input.element,
    parts.attention.element,
    parts.watchers,
    parts.settled,
    parts.rules,
    makeNotation({ tree: parts.record, announce }),
    parts.status.inWords,
  );
  return [parts.linkLine, element('div', { class: 'live-game' }, parts.welcome, boardSide, side)];
}
