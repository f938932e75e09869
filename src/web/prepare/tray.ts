import { type Army, type Color, WHITE } from '../../pieces/army.ts';
import { colorName, symbolOf } from '../board/pieceLook.ts';
import { button, element, setDisabled } from '../dom.ts';

interface Shown {
  readonly army: Army;
  /** Kinds, each as often as there are such pieces. */
  readonly left: readonly number[];
  readonly name: string;
  /** May the visitor choose here? Buttons, rather than pictures. */
  readonly active: boolean;
  readonly picked: number | undefined;
  readonly busy: boolean;
}

/** A side's pieces that are still to be placed, each kind in a place of its own. */
export class Tray {
  readonly element: HTMLElement;
  private readonly color: Color;
  private readonly onPick: (kind: number) => void;
  private readonly name = element('span', { class: 'name' });
  private readonly places = element('div', { class: 'tray-places' });
  private tools: ReadonlyMap<number, HTMLButtonElement> = new Map();
  private shown = '';

  constructor(color: Color, onPick: (kind: number) => void) {
    this.color = color;
    this.onPick = onPick;
    this.element = element(
      'div',
      { class: 'tray', role: 'group' },
      element(
        'p',
        { class: 'tray-owner' },
        element('span', { class: `disc ${colorName(color)}`, 'aria-hidden': 'true' }),
        this.name,
      ),
      this.places,
    );
  }

  show(shown: Shown): void {
    const { army, left, name, active, picked, busy } = shown;
    this.name.textContent = name;
    this.element.setAttribute('aria-label', `${sideWords(this.color)} to place`);
    this.element.classList.toggle('active', active);
    // Buttons that stay keep the focus.
    const key = JSON.stringify([active, left]);
    if (key !== this.shown) {
      this.shown = key;
      this.fill(army, left, active);
    }
    for (const [kind, tool] of this.tools) {
      tool.setAttribute('aria-pressed', String(kind === picked));
      setDisabled(tool, busy);
    }
  }

  focus(): void {
    const [first] = this.tools.values();
    first?.focus({ preventScroll: true });
  }

  private fill(army: Army, left: readonly number[], active: boolean): void {
    const tools = new Map<number, HTMLButtonElement>();
    const places = army.flatMap((piece, kind) => {
      if (piece.pawn) return [];
      const count = left.filter((each) => each === kind).length;
      if (count === 0) {
        const label = `no ${piece.name} left`;
        return element('span', { class: 'tray-piece gone', role: 'img', 'aria-label': label });
      }
      const symbol = symbolOf(army, kind, this.color);
      symbol.ariaHidden = 'true';
      const words = count > 1 ? `${piece.name}, ${count} left` : piece.name;
      const many =
        count > 1 && element('b', { class: 'count', 'aria-hidden': 'true' }, `×${count}`);
      if (!active) {
        return element(
          'span',
          { class: 'tray-piece', role: 'img', 'aria-label': words },
          symbol,
          many,
        );
      }
      const tool = button('', () => this.onPick(kind), {
        class: 'tray-piece',
        'aria-label': words,
        title: piece.name,
      });
      tool.append(symbol, ...(many ? [many] : []));
      tools.set(kind, tool);
      return tool;
    });
    this.tools = tools;
    this.places.replaceChildren(...places);
  }
}

function sideWords(color: Color): string {
  return color === WHITE ? 'White’s pieces' : 'Black’s pieces';
}
