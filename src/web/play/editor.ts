import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api.js';
import type { Key, Piece, Role } from 'chessgroundx/types.js';
import { ROYAL } from '../../pieces/army.ts';
import type { Special } from '../../pieces/specials.ts';
import { Game } from '../../play/game.ts';
import type { Position } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element, uniqueId } from '../dom.ts';
import { type Brush, Palette } from './palette.ts';

export interface EditorEvents {
  /** Whenever what is set up is a position. */
  readonly onChange: (game: Game) => void;
  readonly onDone: (game: Game) => void;
  readonly onCancel: () => void;
}

type ColorName = 'white' | 'black';
const colors: readonly ColorName[] = ['white', 'black'];

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
  private readonly castling: readonly HTMLInputElement[];
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private readonly done: HTMLButtonElement;
  private readonly royal: Role;
  /** Where each side's king stood last. */
  private readonly kings: Partial<Record<ColorName, Key>> = {};

  constructor(rules: RuleSet, position: Position, events: EditorEvents) {
    this.rules = rules;
    this.specials = rules.variant.equipment.specials;
    this.events = events;
    this.royal = roleOf(rules.army[ROYAL]!.letter);
    const fen = rules.makeFen(position);
    const [men, turn, rights] = fen.split(' ');
    const wrap = element('div', { class: 'ground' });
    this.turn = element(
      'select',
      { onchange: () => this.write() },
      element('option', { value: 'w', selected: turn === 'w' }, 'White'),
      element('option', { value: 'b', selected: turn === 'b' }, 'Black'),
    );
    this.castling = this.specials.map(({ letter }) =>
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
      autocapitalize: 'off',
      oninput: () => this.readTyped(),
      onchange: () => this.read(),
    });
    this.palette = new Palette(rules.army, (piece, event) =>
      this.ground.dragNewPiece(piece, false, event, true),
    );
    this.done = button('Play from here', () => this.finish(), { class: 'primary' });
    this.board = element('div', { class: 'board' }, wrap);
    this.tools = this.layOut();
    this.ground = Chessground(wrap, {
      fen: men!,
      animation: { enabled: false },
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
    this.changed();
  }

  /** To be called once the editor is in the page. The FEN gets no focus: a phone's keyboard would cover the board. */
  placed(): void {
    this.ground.redrawAll();
    this.heading.focus({ preventScroll: true });
  }

  private layOut(): HTMLElement {
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
        button('Clear', () => this.setMen('8/8/8/8/8/8/8/8')),
        button('Only kings', () => this.setMen('4k3/8/8/8/8/8/8/4K3')),
        button('First position', () => this.setFen(this.rules.makeFen(this.rules.start))),
        button('Flip', () => this.ground.toggleOrientation()),
      ),
      element(
        'fieldset',
        { class: 'castling' },
        element('legend', {}, 'Castling'),
        ...this.specials.map(({ letter, color }, i) =>
          element(
            'label',
            {},
            this.castling[i]!,
            `${color === 0 ? 'White' : 'Black'} ${letter.toLowerCase() === 'k' ? 'O-O' : 'O-O-O'}`,
          ),
        ),
      ),
      element('label', { for: this.fen.id }, 'FEN'),
      this.fen,
      this.problem,
      element('div', { class: 'buttons' }, this.done, button('Cancel', this.events.onCancel)),
    );
  }

  private paint(key: Key): void {
    const { brush } = this.palette;
    if (brush === undefined) return;
    const there = this.ground.state.boardState.pieces.get(key);
    this.ground.setPieces(new Map([[key, painted(brush, there)]]));
    this.changed();
  }

  /** The board has changed. A second king of a side takes the place of the first. */
  private changed(): void {
    const { pieces } = this.ground.state.boardState;
    for (const color of colors) {
      const squares = [...pieces.entries()]
        .filter(([, piece]) => piece.role === this.royal && piece.color === color)
        .map(([key]) => key as Key);
      const [moved = squares[0]] = squares.filter((key) => key !== this.kings[color]);
      const gone = squares.filter((key) => key !== moved);
      if (gone.length > 0) this.ground.setPieces(new Map(gone.map((key) => [key, undefined])));
      if (moved) this.kings[color] = moved;
      else delete this.kings[color];
    }
    this.write();
  }

  /** Writes the FEN of what is on the board. */
  private write(): void {
    const rights = this.specials
      .filter((_, i) => this.castling[i]!.checked)
      .map(({ letter }) => letter)
      .join('');
    const men = this.ground.getFen().split(/[[ ]/)[0]!;
    this.fen.value = `${men} ${this.turn.value} ${rights || '-'} - 0 1`;
    this.check();
  }

  /** While the FEN is typed, the board follows whenever it is a position; errors wait until the field is left. */
  private readTyped(): void {
    const position = this.check();
    if (position.ok) this.showFen(this.rules.makeFen(position.value));
    else this.problem.textContent = '';
  }

  private read(): void {
    const position = this.check();
    if (position.ok) this.setFen(this.rules.makeFen(position.value));
  }

  private setFen(fen: string): void {
    this.showFen(fen);
    this.fen.value = fen;
    this.check();
  }

  private showFen(fen: string): void {
    const [men, turn, rights] = fen.split(' ');
    this.turn.value = turn!;
    for (const [i, { letter }] of this.specials.entries()) {
      this.castling[i]!.checked = rights!.includes(letter);
    }
    this.ground.set({ fen: men! });
  }

  private setMen(men: string): void {
    for (const box of this.castling) box.checked = false;
    this.ground.set({ fen: men });
    this.changed();
  }

  /** Parses the FEN, and shows what is wrong with it. */
  private check() {
    const position = this.rules.parseFen(this.fen.value);
    this.problem.textContent = position.ok ? '' : `${sentence(position.problem.message)}.`;
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
  const same = there?.role === brush.role && there.color === brush.color;
  return same ? undefined : brush;
}

function roleOf(letter: string): Role {
  return `${letter.toLowerCase()}-piece` as Role;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
