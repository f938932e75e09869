import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api.js';
import type { Piece, Role } from 'chessgroundx/types.js';
import { castlings } from '../../chess/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element, uniqueId } from '../dom.ts';

export interface EditorEvents {
  readonly onDone: (position: unknown) => void;
  readonly onCancel: () => void;
}

/** What a click on a square does: put this man there, take away what stands there, or nothing. */
type Brush = Piece | 'remove' | undefined;

/** Sets a position up: by drag, by picking a man and clicking squares, or by FEN. */
export class PositionEditor {
  readonly element: HTMLElement;
  private readonly rules: RuleSet;
  private readonly events: EditorEvents;
  private readonly ground: Api;
  private readonly fen: HTMLInputElement;
  private readonly turn: HTMLSelectElement;
  private readonly castling: readonly HTMLInputElement[];
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private readonly tools: HTMLButtonElement[] = [];
  private brush: Brush;

  constructor(rules: RuleSet, position: unknown, events: EditorEvents) {
    this.rules = rules;
    this.events = events;
    const fen = rules.makeFen(position);
    const [men, turn, rights] = fen.split(' ');
    const wrap = element('div', { class: 'ground' });
    this.turn = element(
      'select',
      { onchange: () => this.write() },
      element('option', { value: 'w', selected: turn === 'w' }, 'White'),
      element('option', { value: 'b', selected: turn === 'b' }, 'Black'),
    );
    this.castling = castlings.map(({ letter }) =>
      element('input', {
        type: 'checkbox',
        checked: rights!.includes(letter),
        onchange: () => this.write(),
      }),
    );
    this.fen = element('input', {
      id: uniqueId('fen'),
      type: 'text',
      value: fen,
      maxlength: 200,
      spellcheck: 'false',
      autocomplete: 'off',
      onchange: () => this.read(),
    });
    this.element = this.layOut(wrap);
    this.ground = Chessground(wrap, {
      fen: men!,
      animation: { enabled: false },
      highlight: { lastMove: false, check: false },
      movable: { free: true, color: 'both' },
      premovable: { enabled: false },
      selectable: { enabled: false },
      // A touch that may scroll is told once more, as a click: what it has put there would go at once.
      blockTouchScroll: true,
      draggable: { showGhost: true, deleteOnDropOff: true },
      drawable: { enabled: false },
      events: { change: () => this.write(), select: (key) => this.paint(key) },
    });
  }

  /** To be called once the editor is in the page. */
  placed(): void {
    this.ground.redrawAll();
    this.fen.focus();
  }

  private layOut(wrap: HTMLElement): HTMLElement {
    return element(
      'section',
      { class: 'editor', 'aria-label': 'Set up a position' },
      this.palette('black'),
      element('div', { class: 'board' }, wrap),
      this.palette('white'),
      element(
        'p',
        { class: 'hint' },
        'Drag men onto the board and off it, or pick one and click squares.',
      ),
      element(
        'div',
        { class: 'buttons' },
        element('label', {}, 'To move ', this.turn),
        element(
          'fieldset',
          { class: 'castling' },
          element('legend', {}, 'Castling'),
          ...castlings.map(({ letter, color }, i) =>
            element(
              'label',
              {},
              this.castling[i]!,
              `${color === 0 ? 'White' : 'Black'} ${letter.toLowerCase() === 'k' ? 'O-O' : 'O-O-O'}`,
            ),
          ),
        ),
      ),
      element('label', { for: this.fen.id }, 'FEN'),
      this.fen,
      this.problem,
      element(
        'div',
        { class: 'buttons' },
        button('Play from here', () => this.done(), { class: 'primary' }),
        button('Only kings', () => this.setMen('4k3/8/8/8/8/8/8/4K3')),
        button('First position', () => this.setFen(this.rules.makeFen(this.rules.start))),
        button('Cancel', () => this.events.onCancel()),
      ),
    );
  }

  private palette(color: 'white' | 'black'): HTMLElement {
    const men = this.rules.army.map(({ letter, name }) => {
      const piece: Piece = { role: `${letter.toLowerCase()}-piece` as Role, color };
      const drag = (event: Event) => this.ground.dragNewPiece(piece, false, event, true);
      return this.tool(piece, `${color} ${name}`, `man ${piece.role} ${color}`, drag);
    });
    const remove = this.tool('remove', 'take men away', 'man remove');
    return element(
      'div',
      { class: 'palette', role: 'group', 'aria-label': `${color} men` },
      ...men,
      remove,
    );
  }

  private tool(brush: Brush, name: string, look: string, drag?: (event: Event) => void) {
    const tool = button('', () => this.pick(this.brush === brush ? undefined : brush, tool), {
      class: 'tool',
      'aria-label': name,
      'aria-pressed': 'false',
      onmousedown: drag,
    });
    if (drag) dragByTouch(tool, drag);
    tool.append(element('span', { class: look, 'aria-hidden': 'true' }));
    this.tools.push(tool);
    return tool;
  }

  private pick(brush: Brush, tool: HTMLButtonElement): void {
    this.brush = brush;
    for (const each of this.tools) {
      each.setAttribute('aria-pressed', String(each === tool && brush !== undefined));
    }
  }

  private paint(key: string): void {
    const { brush } = this;
    if (brush === undefined) return;
    const square = key as Parameters<Api['newPiece']>[1];
    const there = this.ground.state.boardState.pieces.get(square);
    const same = brush !== 'remove' && there?.role === brush.role && there.color === brush.color;
    this.ground.setPieces(new Map([[square, brush === 'remove' || same ? undefined : brush]]));
    this.write();
  }

  /** The FEN of what is on the board. */
  private write(): void {
    const rights = castlings
      .filter((_, i) => this.castling[i]!.checked)
      .map(({ letter }) => letter)
      .join('');
    const men = this.ground.getFen().split(/[[ ]/)[0]!;
    this.fen.value = `${men} ${this.turn.value} ${rights || '-'} - 0 1`;
    this.check();
  }

  /** The board of what the FEN says. */
  private read(): void {
    const position = this.check();
    if (position !== undefined) this.setFen(this.rules.makeFen(position));
  }

  private setFen(fen: string): void {
    const [men, turn, rights] = fen.split(' ');
    this.turn.value = turn!;
    for (const [i, { letter }] of castlings.entries()) {
      this.castling[i]!.checked = rights!.includes(letter);
    }
    this.ground.set({ fen: men! });
    this.fen.value = fen;
    this.check();
  }

  private setMen(men: string): void {
    for (const box of this.castling) box.checked = false;
    this.ground.set({ fen: men });
    this.write();
  }

  /** The position that the FEN says; what is wrong with it is told. */
  private check(): unknown {
    const position = this.rules.parseFen(this.fen.value);
    this.problem.textContent = position.ok ? '' : `${position.problem.message}.`;
    return position.ok ? position.value : undefined;
  }

  private done(): void {
    const position = this.check();
    if (position !== undefined) this.events.onDone(position);
  }
}

/** A finger that goes so far, in pixels, drags; one that does not picks, as a click does. */
const DRAG_PIXELS = 8;

/** Calls `drag` once a finger that was put down on an element has begun to carry something away. */
function dragByTouch(from: HTMLElement, drag: (event: Event) => void): void {
  let begin: PointerEvent | undefined;
  const put = (event: PointerEvent) => {
    begin = event.pointerType === 'touch' && event.isPrimary ? event : undefined;
  };
  // Until it is lifted a finger's events are told to the element that it was put down on.
  const move = (event: PointerEvent) => {
    if (begin?.pointerId !== event.pointerId) return;
    const way = Math.hypot(event.clientX - begin.clientX, event.clientY - begin.clientY);
    if (way < DRAG_PIXELS) return;
    begin = undefined;
    drag(event);
  };
  from.addEventListener('pointerdown', put);
  from.addEventListener('pointermove', move);
}
