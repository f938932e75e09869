import '../style/illegal.css';
import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api.js';
import type { Square } from '../../board/board.ts';
import { type Color, WHITE } from '../../pieces/army.ts';
import type { Put } from '../../play/illegal/action.ts';
import type { Seen } from '../../play/illegal/possible.ts';
import { type PlacedPiece, piecesOn } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { showPieces } from '../board/cgPieces.ts';
import { setDimensions } from '../board/dimensions.ts';
import { keyOf, squareOf } from '../board/keys.ts';
import { element } from '../dom.ts';

/** What a board does when it is touched: nothing, moves any man anywhere, or picks a square. */
export type BoardMode = 'look' | 'put' | 'pick';

export interface HiddenBoardEvents {
  /** A man was put on another square; the board shows it there until it is shown anew. */
  readonly onPut: (from: Square, to: Square) => void;
  readonly onPick: (square: Square) => void;
}

/** A board on which any man goes anywhere. It marks where the last move ended, and keeps no former position. */
export class HiddenBoard {
  readonly element = element('div', { class: 'board hidden-board' });
  private readonly rules: RuleSet;
  private readonly ground: Api;
  private mode: BoardMode = 'look';
  private whiteBelow = true;

  constructor(rules: RuleSet, events: HiddenBoardEvents) {
    this.rules = rules;
    const { board } = rules;
    const wrap = element('div', { class: 'ground' });
    this.element.append(wrap);
    setDimensions(this.element, board);
    this.ground = Chessground(wrap, {
      animation: { enabled: false },
      autoCastle: false,
      highlight: { lastMove: true, check: false },
      movable: {
        free: true,
        showDests: false,
        events: { after: (from, to) => events.onPut(squareOf(from, board), squareOf(to, board)) },
      },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      drawable: { enabled: false },
      events: {
        select: (key) => {
          if (this.mode === 'pick') events.onPick(squareOf(key, board));
        },
      },
    });
  }

  /** `picked`: the square that is being claimed. */
  show({ position, arrived }: Seen, mode: BoardMode, picked?: Square): void {
    const marked = picked ?? arrived;
    this.draw(piecesOn(position), mode, marked === undefined ? [] : [marked]);
    this.element.classList.toggle('picking', picked !== undefined);
  }

  /** The board as it would be after a move that is not confirmed, but for what a special move does besides. */
  propose({ position }: Seen, { from, to, promotion }: Put): void {
    const pieces = piecesOn(position);
    const moved = pieces.filter(({ square }) => square === from);
    const others = pieces.filter(({ square }) => square !== from && square !== to);
    const there = moved.map((each) => ({ ...each, square: to, kind: promotion ?? each.kind }));
    this.draw([...others, ...there], 'look', [from, to]);
    this.element.classList.remove('picking');
  }

  private draw(pieces: readonly PlacedPiece[], mode: BoardMode, marked: readonly Square[]): void {
    const { army, board } = this.rules;
    this.mode = mode;
    this.endFlash();
    showPieces(this.ground, army, board, pieces);
    if (mode === 'put') this.ground.set({ movable: { color: 'both' } });
    else delete this.ground.state.movable.color;
    if (marked.length === 0) delete this.ground.state.lastMove;
    else this.ground.set({ lastMove: marked.map((square) => keyOf(square, board)) });
    this.ground.cancelMove();
    this.ground.redrawAll();
  }

  fit(): void {
    this.ground.redrawAll();
  }

  turnTo(below: Color): void {
    if (this.whiteBelow === (below === WHITE)) return;
    this.whiteBelow = below === WHITE;
    this.endFlash();
    this.ground.toggleOrientation();
    this.element.classList.toggle('turned', !this.whiteBelow);
  }

  /** Draws the eye to the square where the last move ended, until something else is shown. */
  flash(): void {
    this.endFlash();
    requestAnimationFrame(() => this.element.classList.add('flash'));
  }

  /** What is drawn later would flash, too: every drawing makes its squares anew. */
  private endFlash(): void {
    this.element.classList.remove('flash');
  }
}
