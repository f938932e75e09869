import type { Game } from '../../play/game.ts';
import { element } from '../dom.ts';
import type { EditorEvents, PositionEditor } from './editor.ts';

/** The places of the position editor, in the board's column and beside it. It is loaded when it is first opened. */
export class EditorSlot {
  readonly board = element('div', { class: 'editor-board' });
  readonly tools = element('div', { class: 'editor-tools' });
  /** Counts what was asked of it, so that an editor that is still loading knows whether it is still wanted. */
  private asked = 0;

  /** Undefined if meanwhile it was opened again or closed. */
  async open({ rules, position }: Game, events: EditorEvents): Promise<PositionEditor | undefined> {
    this.asked++;
    const { asked } = this;
    const { PositionEditor } = await import('./editor.ts');
    if (asked !== this.asked) return undefined;
    const editor = new PositionEditor(rules, position, events);
    this.board.replaceChildren(editor.board);
    this.tools.replaceChildren(editor.tools);
    return editor;
  }

  close(): void {
    this.asked++;
    this.board.replaceChildren();
    this.tools.replaceChildren();
  }
}
