import type { GameNode, GameTree } from '../../play/gameTree.ts';
import { numberOf } from '../../play/moveText.ts';
import { glyphText } from '../../play/pgnTokens.ts';
import { button, element } from '../dom.ts';

/** What can be done with a variation, by its first move. */
export interface VariationEvents {
  readonly onPromote: (first: GameNode) => void;
  readonly onDelete: (first: GameNode) => void;
}

/** The moves in SAN, each a button that leads to the position after it; variations below the move they replace. */
export class MoveList {
  readonly element: HTMLElement;
  private readonly list = element('ol', { class: 'moves', 'aria-label': 'Moves' });
  private shown: Pick<GameTree, 'children' | 'annotations'> | undefined;
  private readonly buttons = new Map<GameNode, HTMLButtonElement>();
  private readonly onGoTo: (node: GameNode) => void;
  private readonly edits: VariationEvents | undefined;

  /** Without `edits` the moves are only looked at. */
  constructor(onGoTo: (node: GameNode) => void, edits?: VariationEvents) {
    this.onGoTo = onGoTo;
    this.edits = edits;
    this.element = element('div', { class: 'move-list' }, this.list);
  }

  show(tree: GameTree): void {
    const focused = this.list.contains(document.activeElement);
    const { children, annotations } = tree;
    // Buttons of unchanged moves stay, so that a keyboard user keeps the focus.
    if (children !== this.shown?.children || annotations !== this.shown.annotations) {
      this.fill(tree);
      if (focused) this.buttons.get(tree.current)?.focus({ preventScroll: true });
    }
    for (const [node, each] of this.buttons) {
      if (node === tree.current) each.setAttribute('aria-current', 'true');
      else each.removeAttribute('aria-current');
    }
    const current = this.buttons.get(tree.current);
    if (current) scrollInto(this.element, current);
    else this.element.scrollTop = 0;
  }

  private fill(tree: GameTree): void {
    this.shown = tree;
    this.buttons.clear();
    const rows: HTMLElement[] = [];
    let row: HTMLElement | undefined;
    let node = tree.root;
    for (let next = tree.childrenOf(node); next.length > 0; next = tree.childrenOf(node)) {
      const [main, ...others] = next;
      const white = main!.game.turn !== 0;
      if (white || !row) {
        const number = numberOf(main!.game, true).replace('...', '…');
        row = element('li', {}, element('span', { class: 'number' }, number));
        if (!white) row.append(element('span', { class: 'gap' }));
        rows.push(row);
      }
      row.append(this.moveButton(tree, main!));
      const remarks = [
        ...commentOf(tree, main!),
        ...others.map((each) => this.variation(tree, each)),
      ];
      // A remark below White's move separates it from Black's.
      if (remarks.length > 0) {
        if (white) row.append(element('span', { class: 'gap' }, '…'));
        rows.push(element('li', { class: 'remarks' }, ...remarks));
        row = undefined;
      }
      node = main!;
    }
    this.list.replaceChildren(...rows);
  }

  /** A variation in running text, its own variations in brackets. */
  private variation(tree: GameTree, first: GameNode): HTMLElement {
    const { before } = tree.annotations.get(first) ?? {};
    const line = element('span', { class: 'variation' });
    if (before) line.append(element('span', { class: 'comment' }, before));
    let broken = true;
    const add = (node: GameNode) => {
      const number = numberOf(node.game, broken);
      if (number) line.append(element('span', { class: 'number' }, number));
      line.append(this.moveButton(tree, node), ...commentOf(tree, node));
    };
    add(first);
    broken = false;
    for (let next = tree.childrenOf(first); next.length > 0; next = tree.childrenOf(next[0]!)) {
      const [main, ...others] = next;
      add(main!);
      line.append(...others.map((each) => this.variation(tree, each)));
      broken = others.length > 0;
    }
    if (this.edits) line.append(...editButtons(first, this.edits));
    return line;
  }

  private moveButton(tree: GameTree, node: GameNode): HTMLButtonElement {
    const { glyphs = [] } = tree.annotations.get(node) ?? {};
    const marks = glyphs.map(glyphText).filter((text) => !text.startsWith('$'));
    const label = `${node.game.lastPly!.san}${marks.join('')}`;
    const made = button(label, () => this.onGoTo(node), { class: 'move' });
    this.buttons.set(node, made);
    return made;
  }
}

/** Shown while the variation is looked at. */
function editButtons(first: GameNode, edits: VariationEvents): HTMLElement[] {
  const { san } = first.game.lastPly!;
  return [
    button('▲', () => edits.onPromote(first), {
      class: 'edit',
      title: 'Make it the main line',
      'aria-label': `Make the variation ${san} the main line`,
    }),
    button('✕', () => edits.onDelete(first), {
      class: 'edit',
      title: 'Delete the variation',
      'aria-label': `Delete the variation ${san}`,
    }),
  ];
}

function commentOf(tree: GameTree, node: GameNode): HTMLElement[] {
  const { after } = tree.annotations.get(node) ?? {};
  // Clocks and evaluations of other programs are for programs.
  const text = after?.replace(/\[%[^\]]*\]/g, '').trim();
  return text ? [element('span', { class: 'comment' }, text)] : [];
}

/** Unlike `scrollIntoView`, this scrolls only the list. */
function scrollInto(list: HTMLElement, item: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  const margin = inner.height / 2;
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + margin;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + margin;
}
