import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api.js';
import type { DrawShape } from 'chessgroundx/draw.js';
import type { Key } from 'chessgroundx/types.js';
import { type Board, board8x8, parseSquare, type Square } from '../../board/board.ts';
import { unwrap } from '../../board/result.ts';
import { type Color, WHITE } from '../../pieces/army.ts';
import type { Choice } from '../../play/choice.ts';
import type { Game } from '../../play/game.ts';
import { isPass } from '../../position/moves.ts';
import { piecesOn, royalsOf } from '../../position/position.ts';
import { element } from '../dom.ts';
import { setSize, showPieces } from './cgPieces.ts';
import { setDimensions } from './dimensions.ts';
import { Gauge } from './gauge.ts';
import { keyOf, squareOf } from './keys.ts';
import { type Mark, type MarkKind, Marks } from './marks.ts';
import { colorName } from './pieceLook.ts';
import { choosePromotion } from './promotion.ts';

type ArrowColor = 'amber' | 'red' | 'blue';

export interface Arrow {
  readonly from: Square;
  readonly to: Square;
  readonly color: ArrowColor;
}

/** What a board shows. */
export interface Scene {
  readonly game: Game;
  /** The sides that may be moved by hand; none once the game is over. */
  readonly movable: readonly Color[];
  readonly arrows?: readonly Arrow[];
}

export interface BoardEvents {
  /** A move was tried by hand. Whether it is played, or refused because it is illegal, is up to the caller. */
  readonly onTry: (choice: Choice) => void;
}

const brush = (key: string, color: string) => ({ key, color, opacity: 0.85, lineWidth: 10 });
const brushes = {
  amber: brush('amber', '#c77700'),
  red: brush('red', '#c22020'),
  blue: brush('blue', '#2668c9'),
  green: brush('green', '#15781b'),
  yellow: brush('yellow', '#e6c700'),
};

/**
 * A board of any size to play on: legal targets green, forbidden ones amber, check red, metacheck amber. It decides
 * nothing.
 */
export class GameBoard {
  readonly element = element('div', { class: 'board' });
  /** Beside the squares: their height is a multiple of eight pixels, which the board's need not be. */
  readonly gauge = new Gauge();
  private readonly ground: Api;
  private readonly marks = new Marks();
  private readonly events: BoardEvents;
  private scene: Scene | undefined;
  private board: Board = board8x8;
  private whiteBelow = true;

  constructor(events: BoardEvents) {
    this.events = events;
    const wrap = element('div', { class: 'ground' });
    this.element.append(wrap);
    this.ground = Chessground(wrap, {
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches },
      autoCastle: false,
      highlight: { lastMove: true, check: false },
      movable: {
        free: false,
        showDests: false,
        // Castling is a move like any other, wherever it leads.
        rookCastle: true,
        events: { after: (from, to) => void this.moved(this.squareOf(from), this.squareOf(to)) },
      },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      drawable: { brushes },
      events: { insert: ({ container }) => container.append(this.marks.layer, this.gauge.element) },
    });
    // Chessground reports squares that are picked, but not those that are let go.
    const later = () => requestAnimationFrame(() => this.showMarks());
    const picked = () =>
      requestAnimationFrame(() => {
        this.showMarks();
        void this.promoteLater();
      });
    const ends = { mousedown: 'mouseup', touchstart: 'touchend' };
    for (const [begin, end] of Object.entries(ends)) {
      this.element.addEventListener(
        begin,
        () => {
          later();
          document.addEventListener(end, picked, { once: true });
        },
        { passive: true },
      );
    }
  }

  show(scene: Scene): void {
    const { game, movable } = scene;
    const isOther = game !== this.scene?.game;
    this.scene = scene;
    this.useBoard(game.rules.board);
    const { lastPly, turn } = game;
    const dests = new Map<Key, Key[]>();
    if (movable.includes(turn)) {
      for (const { move } of game.choices.values()) {
        // What stays where it stands is not moved on the board: a pass, and a promotion later.
        if (move.from === move.to) continue;
        const from = this.keyOf(move.from);
        dests.set(from, [...(dests.get(from) ?? []), this.keyOf(move.to)]);
      }
    }
    showPieces(this.ground, game.rules.army, this.board, piecesOn(game.position));
    // What the visitor has drawn belongs to the position.
    if (isOther) this.ground.setShapes([]);
    this.ground.set({
      turnColor: colorName(turn),
      ...(lastPly
        ? { lastMove: [this.keyOf(lastPly.move.from), this.keyOf(lastPly.move.to)] }
        : {}),
      movable: { color: colorName(turn), dests },
    });
    if (!lastPly) delete this.ground.state.lastMove;
    this.ground.cancelMove();
    this.showArrows(scene.arrows ?? []);
    this.showMarks();
  }

  showArrows(arrows: readonly Arrow[]): void {
    this.ground.setAutoShapes(
      arrows.map(
        ({ from, to, color }): DrawShape => ({
          orig: this.keyOf(from),
          dest: this.keyOf(to),
          brush: color,
        }),
      ),
    );
  }

  /** Takes its size from where it stands now, rather than a frame later, so that nothing jumps. */
  fit(): void {
    this.ground.redrawAll();
    this.showMarks();
  }

  /** Puts the other side below. */
  flip(): void {
    this.turnTo(this.whiteBelow ? 1 : 0);
  }

  turnTo(below: Color): void {
    if (this.whiteBelow === (below === WHITE)) return;
    this.whiteBelow = below === WHITE;
    this.ground.toggleOrientation();
    this.element.classList.toggle('turned', !this.whiteBelow);
    this.showMarks();
  }

  /** Asks which of several promotions is meant. Undefined if none, or if the board shows another position meanwhile. */
  async choose(choices: readonly Choice[]): Promise<Choice | undefined> {
    const scene = this.scene!;
    const choice = await choosePromotion(this.element, choices, {
      position: scene.game.position,
      whiteBelow: this.whiteBelow,
    });
    return this.scene === scene ? choice : undefined;
  }

  private useBoard(board: Board): void {
    if (board === this.board) return;
    this.board = board;
    setDimensions(this.element, board);
    setSize(this.ground, board);
  }

  private keyOf(square: Square): Key {
    return keyOf(square, this.board);
  }

  private squareOf(key: Key): Square {
    return squareOf(key, this.board);
  }

  private async moved(from: Square, to: Square): Promise<void> {
    const scene = this.scene!;
    const choices = [...scene.game.choices.values()].filter(
      ({ move }) => move.from === from && move.to === to,
    );
    const choice = choices.length > 1 ? await this.choose(choices) : choices[0];
    if (choice) this.events.onTry(choice);
    else if (this.scene === scene) this.show(scene);
  }

  /** A pawn that promotes where it stands has only been picked. */
  private async promoteLater(): Promise<void> {
    const scene = this.scene!;
    const { selected } = this.ground.state.selectable;
    if (typeof selected !== 'string' || !scene.movable.includes(scene.game.turn)) return;
    const at = this.squareOf(selected);
    const choices = [...scene.game.choices.values()].filter(
      ({ move }) => move.from === at && move.to === at && !isPass(move),
    );
    if (choices.length === 0) return;
    const choice = await this.choose(choices);
    if (choice) this.events.onTry(choice);
    else if (this.scene === scene) this.show(scene);
  }

  private showMarks(): void {
    if (!this.scene) return;
    const { position, status } = this.scene.game;
    const found: Mark[] = [];
    if (status.alarm) {
      for (const square of royalsOf(position, status.turn)) {
        found.push({ square, kind: status.alarm });
      }
    }
    const marks = [...found, ...this.pickedTargets(this.scene.game)];
    this.marks.show(marks, this.board, this.whiteBelow);
  }

  private pickedTargets(game: Game): readonly Mark[] {
    const { selected } = this.ground.state.selectable;
    if (typeof selected !== 'string') return [];
    const from = this.squareOf(selected);
    const kinds = new Map<Square, MarkKind>();
    for (const { move, legal } of game.choices.values()) {
      if (move.from !== from || move.to === from) continue;
      const takes = this.ground.state.boardState.pieces.has(this.keyOf(move.to));
      // One legal promotion makes the target legal.
      if (legal) kinds.set(move.to, takes ? 'green capture' : 'green');
      else if (!kinds.has(move.to)) kinds.set(move.to, 'amber');
    }
    return [...kinds].map(([square, kind]) => ({ square, kind }));
  }
}

/** A forbidden move, and the mate that it would allow. */
export function refusalArrows({ move, refutation, rules: { board } }: Choice): readonly Arrow[] {
  // Of castling past a mate: to the square where it happens.
  const { passing } = refutation ?? {};
  const reached = passing === undefined ? move.to : unwrap(parseSquare(passing, board));
  const tried: Arrow = { from: move.from, to: reached, color: 'amber' };
  if (!refutation) return [tried];
  const { from, to } = refutation.reply;
  return [tried, { from, to, color: 'red' }];
}
