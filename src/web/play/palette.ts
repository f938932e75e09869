import { type Army, type Color, type Piece, WHITE } from '../../pieces/army.ts';
import { colorName, symbolOf } from '../board/pieceLook.ts';
import { button, element } from '../dom.ts';

/** What a click on a square does: put this piece there, remove the piece there, or nothing. */
export type Brush = Piece | 'remove' | undefined;

/** The pieces that can be put on a board: dragged from here, or picked as a brush. */
export class Palette {
  readonly element: HTMLElement;
  brush: Brush;
  private readonly tools: HTMLButtonElement[] = [];
  private readonly onDrag: (piece: Piece, event: Event) => void;

  constructor(army: Army, onDrag: (piece: Piece, event: Event) => void) {
    this.onDrag = onDrag;
    this.element = element('div', { class: 'palettes' }, this.row(army, 1), this.row(army, WHITE));
  }

  private row(army: Army, color: Color): HTMLElement {
    const pieces = army.map(({ name }, kind) => {
      const piece: Piece = { kind, color };
      const drag = (event: Event) => this.onDrag(piece, event);
      const symbol = symbolOf(army, kind, color);
      return this.tool(piece, `${colorName(color)} ${name}`, symbol, drag);
    });
    const cross = element('span', { class: 'piece remove' });
    const remove = this.tool('remove', 'take pieces away', cross);
    return element(
      'div',
      { class: 'palette', role: 'group', 'aria-label': `${colorName(color)} pieces` },
      ...pieces,
      remove,
    );
  }

  private tool(brush: Brush, name: string, symbol: HTMLElement, drag?: (event: Event) => void) {
    const tool = button('', () => this.pick(this.brush === brush ? undefined : brush, tool), {
      class: 'tool',
      'aria-label': name,
      'aria-pressed': 'false',
      onmousedown: drag,
    });
    if (drag) dragByTouch(tool, drag);
    symbol.ariaHidden = 'true';
    tool.append(symbol);
    this.tools.push(tool);
    return tool;
  }

  private pick(brush: Brush, tool: HTMLButtonElement): void {
    this.brush = brush;
    for (const each of this.tools) {
      each.setAttribute('aria-pressed', String(each === tool && brush !== undefined));
    }
  }
}

/** A finger that moves farther than this, in pixels, drags; one that does not picks, as a click does. */
const DRAG_PIXELS = 8;

/** Calls `drag` once a finger that was put down on an element has begun to carry something away. */
function dragByTouch(from: HTMLElement, drag: (event: Event) => void): void {
  let begin: PointerEvent | undefined;
  const put = (event: PointerEvent) => {
    begin = event.pointerType === 'touch' && event.isPrimary ? event : undefined;
  };
  // Until the finger is lifted, its events go to the element where it was put down.
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
