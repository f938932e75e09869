import { type Board, makeSquare, type Square } from '../../board/board.ts';
import { type Army, type Color, WHITE } from '../../pieces/army.ts';
import type { PlacedPiece } from '../../position/position.ts';
import { placeOn, setDimensions } from '../board/dimensions.ts';
import { symbolOf } from '../board/pieceLook.ts';
import { button, element, setDisabled } from '../dom.ts';

/** A square that can be chosen. */
export interface SquareButton {
  readonly square: Square;
  readonly label: string;
  readonly chosen: boolean;
}

interface Shown {
  readonly army: Army;
  readonly pieces: readonly PlacedPiece[];
  readonly below: Color;
  /** The board for readers who do not see it. */
  readonly words: string;
}

interface Drawn {
  readonly piece: PlacedPiece;
  readonly symbol: HTMLElement;
}

/** A board before the first move, with buttons over some of its squares. */
export class SetupBoard {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly onSquare: (square: Square) => void;
  private readonly diagram = element('div', { class: 'diagram', role: 'img' });
  private readonly coordinates = element('div', { class: 'coordinates', 'aria-hidden': 'true' });
  private readonly squares = element('div', { class: 'squares' });
  private drawn: readonly Drawn[] = [];
  private buttons = new Map<Square, HTMLButtonElement>();
  private army: Army | undefined;
  private below: Color | undefined;

  constructor(board: Board, onSquare: (square: Square) => void) {
    this.board = board;
    this.onSquare = onSquare;
    this.element = element(
      'div',
      { class: 'setup-board' },
      this.diagram,
      this.coordinates,
      this.squares,
    );
    setDimensions(this.element, board);
  }

  show({ army, pieces, below, words }: Shown): void {
    this.diagram.setAttribute('aria-label', words);
    const isOther = army !== this.army || below !== this.below;
    this.army = army;
    this.below = below;
    if (isOther) this.drawn = [];
    this.drawn = this.symbolsFor(pieces);
    for (const { piece, symbol } of this.drawn) {
      placeOn(symbol, piece.square, this.board, below === WHITE);
    }
    const wanted = new Set<Element>(this.drawn.map(({ symbol }) => symbol));
    for (const each of [...this.diagram.children]) if (!wanted.has(each)) each.remove();
    // What is there already stays, so that a piece that moves is seen to move.
    for (const symbol of wanted) if (!symbol.parentElement) this.diagram.append(symbol);
    if (isOther) this.drawCoordinates();
  }

  /** Buttons that remain are the same ones: they keep the focus. */
  showButtons(wanted: readonly SquareButton[], disabled: boolean): void {
    const inSight = this.below === WHITE ? wanted : wanted.toReversed();
    const before = this.buttons;
    this.buttons = new Map(
      inSight.map(({ square, label, chosen }) => {
        const shown = before.get(square) ?? this.makeButton(square);
        placeOn(shown, square, this.board, this.below === WHITE);
        shown.setAttribute('aria-label', label);
        shown.setAttribute('aria-pressed', String(chosen));
        setDisabled(shown, disabled);
        this.widen(shown, square, wanted);
        return [square, shown];
      }),
    );
    for (const [square, shown] of before) if (!this.buttons.has(square)) shown.remove();
    for (const shown of this.buttons.values()) if (!shown.parentElement) this.squares.append(shown);
  }

  /** Marks squares that belong to the ones with buttons. */
  showMarks(squares: readonly Square[]): void {
    for (const each of this.squares.querySelectorAll('.partner')) each.remove();
    this.squares.prepend(
      ...squares.map((square) => {
        const mark = element('span', { class: 'partner', 'aria-hidden': 'true' });
        placeOn(mark, square, this.board, this.below === WHITE);
        return mark;
      }),
    );
  }

  /** On a phone a square of a large board is smaller than a finger: its button takes in what is beside it without one. */
  private widen(shown: HTMLElement, square: Square, all: readonly SquareButton[]): void {
    const step = this.below === WHITE ? 1 : -1;
    const rank = step * this.board.files;
    const beside = {
      left: square - step,
      right: square + step,
      up: square + rank,
      down: square - rank,
    };
    for (const [side, next] of Object.entries(beside)) {
      const isFree = all.every((each) => each.square !== next);
      shown.style.setProperty(`--${side}`, isFree ? '1' : '0');
    }
  }

  private makeButton(square: Square): HTMLButtonElement {
    return button('', () => this.onSquare(square), { class: 'square' });
  }

  /** Pictures that stay where they are, then those of pieces of the same kind that have left their squares, then new ones. */
  private symbolsFor(pieces: readonly PlacedPiece[]): readonly Drawn[] {
    const unused = [...this.drawn];
    const take = (fits: (drawn: Drawn) => boolean) => {
      const i = unused.findIndex(fits);
      return i < 0 ? undefined : unused.splice(i, 1)[0]!.symbol;
    };
    const isAlike = (a: PlacedPiece, b: PlacedPiece) => a.kind === b.kind && a.color === b.color;
    const staying = pieces.map((piece) =>
      take((drawn) => isAlike(drawn.piece, piece) && drawn.piece.square === piece.square),
    );
    return pieces.map((piece, i) => ({
      piece,
      symbol:
        staying[i] ??
        take((drawn) => isAlike(drawn.piece, piece)) ??
        symbolOf(this.army!, piece.kind, piece.color),
    }));
  }

  /** Letters on the lower edge, numbers on the right one, as on the board of a game. */
  private drawCoordinates(): void {
    const { files, ranks } = this.board;
    const whiteBelow = this.below === WHITE;
    const at = (square: Square, kind: 'file' | 'rank') => {
      const name = makeSquare(square, this.board);
      const label = element(
        'span',
        { class: kind },
        kind === 'file' ? name.charAt(0) : name.slice(1),
      );
      placeOn(label, square, this.board, whiteBelow);
      return label;
    };
    const [lowest, rightmost] = whiteBelow ? [0, files - 1] : [ranks - 1, 0];
    this.coordinates.replaceChildren(
      ...Array.from({ length: files }, (_, file) => at(lowest * files + file, 'file')),
      ...Array.from({ length: ranks }, (_, rank) => at(rank * files + rightmost, 'rank')),
    );
  }
}
