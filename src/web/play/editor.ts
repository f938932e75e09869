import '../style/editor.css';
import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api.js';
import type { Key } from 'chessgroundx/types.js';
import type { Square } from '../../board/board.ts';
import { makeBoard } from '../../notation/fen.ts';
import { type Color, hasKing, type Piece, ROYAL, WHITE } from '../../pieces/army.ts';
import type { Leap, Special } from '../../pieces/specials.ts';
import { Game } from '../../play/game.ts';
import { sideName } from '../../play/words.ts';
import { type PlacedPiece, type Position, piecesOn } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { cgPiece, pieceOf, setSize, showPieces } from '../board/cgPieces.ts';
import { setDimensions } from '../board/dimensions.ts';
import { keyOf, squareOf } from '../board/keys.ts';
import { button, element, uniqueId } from '../dom.ts';
import { sentence } from '../sentence.ts';
import { type Brush, Palette } from './palette.ts';

export interface EditorEvents {
  /** Whenever what is set up is a position. */
  readonly onChange: (game: Game) => void;
  readonly onDone: (game: Game) => void;
  readonly onCancel: () => void;
}

const colors: readonly Color[] = [WHITE, 1];

/** Sets a position up: by drag, by picking a piece and clicking squares, or by FEN. */
export class PositionEditor {
  /** Takes the place of the board. */
  readonly board: HTMLElement;
  readonly tools: HTMLElement;
  private readonly rules: RuleSet;
  private readonly specials: readonly Special[];
  private readonly events: EditorEvents;
  private readonly ground: Api;
  private readonly palette: Palette;
  private readonly heading = element('h2', { tabindex: -1 }, 'Set up a position');
  private readonly fen: HTMLInputElement;
  private readonly turn: HTMLSelectElement;
  private readonly rights: readonly HTMLInputElement[];
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private readonly done: HTMLButtonElement;
  /** Where each side's king stood last. */
  private readonly kings: Partial<Record<Color, Square>> = {};

  constructor(rules: RuleSet, position: Position, events: EditorEvents) {
    this.rules = rules;
    this.specials = rules.variant.equipment.specials;
    this.events = events;
    const fen = rules.makeFen(position);
    const wrap = element('div', { class: 'ground' });
    this.turn = element(
      'select',
      { onchange: () => this.write() },
      element('option', { value: 'w' }, 'White'),
      element('option', { value: 'b' }, 'Black'),
    );
    this.rights = this.specials.map(() =>
      element('input', { type: 'checkbox', onchange: () => this.write() }),
    );
    this.fen = element('input', {
      id: uniqueId('fen'),
      type: 'text',
      value: fen,
      maxlength: 400,
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      oninput: () => this.readTyped(),
      onchange: () => this.read(),
    });
    this.palette = new Palette(rules.army, (piece, event) =>
      this.ground.dragNewPiece(cgPiece(rules.army, piece), false, event, true),
    );
    this.done = button('Play from here', () => this.finish(), { class: 'primary' });
    this.board = element('div', { class: 'board' }, wrap);
    setDimensions(this.board, rules.board);
    this.tools = this.layOut();
    this.ground = Chessground(wrap, {
      animation: { enabled: false },
      autoCastle: false,
      highlight: { lastMove: false, check: false },
      movable: { free: true, color: 'both' },
      premovable: { enabled: false },
      selectable: { enabled: false },
      // A touch that may scroll also arrives as a click, which would remove the piece just placed.
      blockTouchScroll: true,
      draggable: { showGhost: true, deleteOnDropOff: true },
      drawable: { enabled: false },
      events: { change: () => this.changed(), select: (key) => this.paint(key) },
    });
    setSize(this.ground, rules.board);
    this.show(position, fen);
    this.changed();
  }

  /** To be called once the editor is in the page. The FEN gets no focus: a phone's keyboard would cover the board. */
  placed(): void {
    this.ground.redrawAll();
    this.heading.focus({ preventScroll: true });
  }

  private layOut(): HTMLElement {
    const { rules } = this;
    const start = rules.variant.start === undefined ? undefined : rules.start;
    return element(
      'section',
      { class: 'editor', 'aria-label': 'Set up a position' },
      this.heading,
      this.palette.element,
      element(
        'p',
        { class: 'hint' },
        'Drag pieces onto the board and off it, or pick one and click squares.',
      ),
      element(
        'div',
        { class: 'buttons' },
        element('label', { class: 'picker' }, 'To move ', this.turn),
        button('Clear', () => this.setPieces([])),
        hasKing(rules.army) && button('Only kings', () => this.setPieces(this.onlyKings())),
        start && button('First position', () => this.set(start)),
        button('Flip', () => this.flip()),
      ),
      this.specials.length > 0 &&
        element(
          'fieldset',
          { class: 'castling' },
          element('legend', {}, this.specials.some(isLeap) ? 'Not moved yet' : 'Castling'),
          ...this.specials.map((special, i) =>
            element('label', {}, this.rights[i]!, rightWords(special)),
          ),
        ),
      element('label', { for: this.fen.id }, 'FEN'),
      this.fen,
      this.problem,
      element('div', { class: 'buttons' }, this.done, button('Cancel', this.events.onCancel)),
    );
  }

  private flip(): void {
    this.ground.toggleOrientation();
    this.board.classList.toggle('turned');
  }

  /** Where the kings begin, or at the ends of the middle file. */
  private onlyKings(): readonly PlacedPiece[] {
    const { rules } = this;
    const { files, size } = rules.board;
    const first = rules.variant.start === undefined ? [] : piecesOn(rules.start);
    const kings = first.filter(({ kind }) => kind === ROYAL);
    if (kings.length > 0) return kings;
    const middle = Math.floor(files / 2);
    return [
      { kind: ROYAL, color: WHITE, square: middle },
      { kind: ROYAL, color: 1, square: size - files + middle },
    ];
  }

  private paint(key: Key): void {
    const { brush } = this.palette;
    if (brush === undefined) return;
    const there = this.pieceOn(squareOf(key, this.rules.board));
    const wanted = painted(brush, there);
    this.ground.setPieces(new Map([[key, wanted && cgPiece(this.rules.army, wanted)]]));
    this.changed();
  }

  private pieceOn(square: Square): Piece | undefined {
    const { army, board } = this.rules;
    const there = this.ground.state.boardState.pieces.get(keyOf(square, board));
    return there && pieceOf(army, there);
  }

  /** The board has changed. A second king of a side takes the place of the first. */
  private changed(): void {
    const { army, board } = this.rules;
    for (const color of hasKing(army) ? colors : []) {
      const squares = Array.from({ length: board.size }, (_, square) => square).filter((square) => {
        const there = this.pieceOn(square);
        return there?.kind === ROYAL && there.color === color;
      });
      const [moved = squares[0]] = squares.filter((square) => square !== this.kings[color]);
      const gone = squares.filter((square) => square !== moved);
      if (gone.length > 0)
        this.ground.setPieces(new Map(gone.map((square) => [keyOf(square, board), undefined])));
      if (moved !== undefined) this.kings[color] = moved;
      else delete this.kings[color];
    }
    this.write();
  }

  /** Writes the FEN of what is on the board. What a side has lost, in games that need it, is kept as it was typed. */
  private write(): void {
    const rights = this.specials
      .filter((_, i) => this.rights[i]!.checked)
      .map(({ letter }) => letter)
      .join('');
    const stock = /\[[^\]]*\]/.exec(this.fen.value)?.[0] ?? '';
    const men = makeBoard(this.rules, (square) => this.pieceOn(square));
    this.fen.value = `${men}${stock} ${this.turn.value} ${rights || '-'} - 0 1`;
    this.check();
  }

  /** While the FEN is typed, the board follows whenever it is a position; errors wait until the field is left. */
  private readTyped(): void {
    const position = this.check();
    if (position.ok) this.show(position.value, this.rules.makeFen(position.value));
    else this.problem.textContent = '';
  }

  private read(): void {
    const position = this.check();
    if (position.ok) this.set(position.value);
  }

  private set(position: Position): void {
    const fen = this.rules.makeFen(position);
    this.show(position, fen);
    this.fen.value = fen;
    this.check();
  }

  private show(position: Position, fen: string): void {
    const [, turn, rights] = fen.split(' ');
    this.turn.value = turn!;
    for (const [i, { letter }] of this.specials.entries()) {
      this.rights[i]!.checked = rights!.includes(letter);
    }
    showPieces(this.ground, this.rules.army, this.rules.board, piecesOn(position));
  }

  private setPieces(pieces: readonly PlacedPiece[]): void {
    for (const box of this.rights) box.checked = false;
    showPieces(this.ground, this.rules.army, this.rules.board, pieces);
    this.changed();
  }

  /** Parses the FEN, and shows what is wrong with it. */
  private check() {
    const position = this.rules.parseFen(this.fen.value);
    this.problem.textContent = position.ok ? '' : sentence(position.problem.message);
    this.done.disabled = !position.ok;
    if (position.ok) this.events.onChange(Game.start(this.rules, position.value));
    return position;
  }

  private finish(): void {
    const position = this.check();
    if (position.ok) this.events.onDone(Game.start(this.rules, position.value));
  }
}

function painted(brush: NonNullable<Brush>, there: Piece | undefined): Piece | undefined {
  if (brush === 'remove') return undefined;
  const same = there?.kind === brush.kind && there.color === brush.color;
  return same ? undefined : brush;
}

function isLeap(special: Special): special is Leap {
  return special.kind === 'leap';
}

/** `White O-O`. */
function rightWords(special: Special): string {
  const side = sideName(special.color);
  if (isLeap(special)) return `${side}’s king`;
  const isShort = special.kingTo > special.kingFrom;
  return `${side} ${isShort ? 'O-O' : 'O-O-O'}`;
}
