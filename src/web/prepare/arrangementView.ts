import { mirrorFiles, mirrorRanks, type Square } from '../../board/board.ts';
import { BLACK } from '../../pieces/army.ts';
import type { Arrangement } from '../../play/preparation.ts';
import { boardWords } from '../../play/words.ts';
import { pieceAt, piecesOn } from '../../position/position.ts';
import { button, element, setDisabled } from '../dom.ts';
import { sentence } from '../sentence.ts';
import {
  isOpen,
  mayAct,
  type PhaseView,
  type PreparingEvents,
  type PreparingOptions,
} from './phaseView.ts';
import { SetupBoard } from './setupBoard.ts';
import { arrangementWords } from './stepWords.ts';

/** The initial board, on which Black exchanges pieces until it begins. */
export class ArrangementView implements PhaseView<Arrangement> {
  readonly main: HTMLElement;
  readonly side: HTMLElement;
  private readonly board: SetupBoard;
  private readonly words = element('p', { class: 'arranged', role: 'status' });
  private readonly controls: HTMLElement;
  private readonly buttons: readonly HTMLButtonElement[];
  private stage: Arrangement;
  private options: PreparingOptions | undefined;
  private order: string;
  private picked: Square | undefined;

  constructor(stage: Arrangement, { onStep }: PreparingEvents) {
    this.stage = stage;
    this.order = usualOrder(stage);
    this.board = new SetupBoard(stage.rules.board, (square) => this.pick(square));
    this.main = element('div', { class: 'setup-main' }, this.board.element);
    const act = (label: string, run: () => void, attributes = {}) =>
      button(label, () => this.options && isOpen(this.stage, this.options) && run(), attributes);
    const others = [
      act('Mirror left and right', () => this.arrange(mirrored(this.stage, this.order))),
      act('By chance', () => this.arrange(this.chance())),
    ];
    const begin = act('Begin with this arrangement', () => onStep(`arrange ${this.order}`), {
      class: 'primary large',
    });
    this.buttons = [...others, begin];
    this.controls = element(
      'div',
      { class: 'arranging' },
      element(
        'p',
        { class: 'hint' },
        'Choose one of the framed pieces, then another: they change places, and White’s do so too.',
      ),
      element('div', { class: 'buttons' }, ...others),
      begin,
    );
    this.side = element('div', { class: 'arrangement-side' }, this.words, this.controls);
  }

  show(stage: Arrangement, options: PreparingOptions): void {
    this.stage = stage;
    this.options = options;
    this.controls.hidden = !mayAct(stage, options);
    for (const each of this.buttons) setDisabled(each, options.busy);
    this.draw();
  }

  private pick(square: Square): void {
    if (!this.options || !isOpen(this.stage, this.options)) return;
    const { squares } = this.stage;
    const { picked } = this;
    this.picked = undefined;
    if (picked === undefined) this.picked = square;
    else if (picked !== square) {
      const letters = [...this.order];
      const [from, to] = [squares.indexOf(picked), squares.indexOf(square)];
      [letters[from], letters[to]] = [letters[to]!, letters[from]!];
      this.order = letters.join('');
    }
    this.draw();
  }

  private arrange(order: string): void {
    this.order = order;
    this.picked = undefined;
    this.draw();
  }

  private chance(): string {
    const others = this.stage.orders.filter((order) => order !== this.order);
    return others[Math.floor(Math.random() * others.length)] ?? this.order;
  }

  private draw(): void {
    const { stage, order, picked, board } = this;
    const { rules, squares } = stage;
    const options = this.options!;
    const position = stage.positionOf(order);
    board.show({
      army: rules.army,
      pieces: piecesOn(position),
      below: options.below,
      words: boardWords(rules, position),
    });
    const acts = mayAct(stage, options);
    const names = arrangementWords(order, rules).split(', ');
    board.showButtons(
      acts
        ? squares.map((square, i) => ({ square, label: names[i]!, chosen: square === picked }))
        : [],
      options.busy,
    );
    const mirror = mirrorRanks(rules.board);
    const own = acts ? [] : squares;
    board.showMarks([...own, ...squares.map((square) => mirror[square]!)]);
    const words = `${sentence(names.join(', '))} White’s stand opposite.`;
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}

/** The order in which the game's initial position has the pieces. */
function usualOrder({ squares, orders, rules }: Arrangement): string {
  const order = squares
    .map((square) => pieceAt(rules.start, square))
    .map((piece) => (piece?.color === BLACK ? rules.army[piece.kind]!.letter : ''))
    .join('');
  return orders.includes(order) ? order : orders[0]!;
}

function mirrored({ squares, rules }: Arrangement, order: string): string {
  const mirror = mirrorFiles(rules.board);
  return squares.map((square) => order[squares.indexOf(mirror[square]!)]!).join('');
}
