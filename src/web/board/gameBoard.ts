import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api.js';
import type { DrawShape } from 'chessgroundx/draw.js';
import type { Key } from 'chessgroundx/types.js';
import { makeSquare, parseSquare, type Square } from '../../chess/geometry.ts';
import { type Color, WHITE } from '../../chess/men.ts';
import type { Move } from '../../chess/moves.ts';
import { unwrap } from '../../chess/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { type Refusal, refusalOf, royalSquare } from '../game/game.ts';
import { type Mark, type MarkKind, Marks } from './marks.ts';
import { choosePromotion } from './promotion.ts';
import { between, type Targets, targetsOf } from './targets.ts';

export type ArrowColor = 'amber' | 'red' | 'blue';

export interface Arrow {
  readonly from: Square;
  readonly to: Square;
  readonly color: ArrowColor;
}

/** What a board shows. */
export interface Scene {
  readonly rules: RuleSet;
  readonly position: unknown;
  readonly lastMove?: Move | undefined;
  /** The sides that may be moved by hand; none where the game is over. */
  readonly movable: readonly Color[];
  readonly arrows?: readonly Arrow[];
}

export interface BoardEvents {
  readonly onMove: (move: Move) => void;
  /** A move was tried that hangs a mate. The board shows it by arrows. */
  readonly onRefused?: (refusal: Refusal) => void;
}

const brush = (key: string, color: string) => ({ key, color, opacity: 0.85, lineWidth: 10 });
const brushes = {
  amber: brush('amber', '#c77700'),
  red: brush('red', '#c22020'),
  blue: brush('blue', '#2668c9'),
  green: brush('green', '#15781b'),
  yellow: brush('yellow', '#e6c700'),
};

/** A board to play on: legal targets green, those that hang a mate amber, check red, metacheck amber. */
export class GameBoard {
  readonly element = element('div', { class: 'board' });
  private readonly ground: Api;
  private readonly marks = new Marks();
  private readonly events: BoardEvents;
  private scene: Scene | undefined;
  private targets: Targets = new Map();
  private whiteBelow = true;

  constructor(events: BoardEvents) {
    this.events = events;
    const wrap = element('div', { class: 'ground' });
    this.element.append(wrap);
    this.ground = Chessground(wrap, {
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches },
      highlight: { lastMove: true, check: false },
      movable: {
        free: false,
        showDests: false,
        events: { after: (from, to) => this.moved(squareOf(from), squareOf(to)) },
      },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      drawable: { brushes },
      events: { insert: ({ container }) => container.append(this.marks.layer) },
    });
    // The board tells of squares that are picked, but not of those that are let go.
    const later = () => requestAnimationFrame(() => this.showMarks());
    const ends = { mousedown: 'mouseup', touchstart: 'touchend' };
    for (const [begin, end] of Object.entries(ends)) {
      this.element.addEventListener(begin, () => {
        later();
        document.addEventListener(end, later, { once: true });
      });
    }
  }

  show(scene: Scene): void {
    const { rules, position, lastMove, movable } = scene;
    this.scene = scene;
    this.targets = targetsOf(rules, position);
    const turn = rules.turn(position);
    const free = movable.includes(turn) ? [...this.targets] : [];
    this.ground.set({
      fen: rules.makeFen(position).split(' ')[0]!,
      turnColor: colorName(turn),
      ...(lastMove ? { lastMove: [keyOf(lastMove.from), keyOf(lastMove.to)] } : {}),
      movable: {
        color: colorName(turn),
        dests: new Map(
          free.map(([from, targets]) => [keyOf(from), targets.map(({ move }) => keyOf(move.to))]),
        ),
      },
    });
    if (!lastMove) delete this.ground.state.lastMove;
    this.ground.cancelMove();
    this.showArrows(scene.arrows ?? []);
    this.showMarks();
  }

  showArrows(arrows: readonly Arrow[]): void {
    this.ground.setAutoShapes(
      arrows.map(
        ({ from, to, color }): DrawShape => ({ orig: keyOf(from), dest: keyOf(to), brush: color }),
      ),
    );
  }

  /** Takes its size from where it stands now, rather than a frame later: what is shown does not jump. */
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
    this.showMarks();
  }

  /** Plays a move of `moves(position)` as if it had been made by hand. */
  attempt(move: Move): void {
    const scene = this.scene!;
    const uci = scene.rules.makeUci(move);
    const target = this.targets
      .get(move.from)
      ?.find((each) => scene.rules.makeUci(each.move) === uci);
    if (target?.legal) this.events.onMove(move);
    else this.refuse(move);
  }

  private async moved(from: Square, to: Square): Promise<void> {
    const scene = this.scene!;
    const { rules, position } = scene;
    const targets = between(this.targets, from, to);
    const [only] = targets;
    const move =
      targets.length > 1
        ? await choosePromotion(this.element, targets, rules.army, rules.turn(position))
        : only?.move;
    // Meanwhile the game may have gone on without this move.
    if (this.scene !== scene) return;
    if (move) this.attempt(move);
    else this.show(scene);
  }

  private refuse(move: Move): void {
    const scene = this.scene!;
    const refusal = refusalOf(scene.rules, scene.position, move);
    const arrows: Arrow[] = [{ from: move.from, to: move.to, color: 'amber' }];
    const { reply } = refusal;
    if (reply) arrows.push({ from: reply.move.from, to: reply.move.to, color: 'red' });
    this.show({ ...scene, arrows });
    this.events.onRefused?.(refusal);
  }

  private showMarks(): void {
    if (!this.scene) return;
    const { rules, position } = this.scene;
    const found: Mark[] = [];
    const royal = royalSquare(rules, position);
    if (royal !== undefined) {
      if (rules.check(position)) found.push({ square: royal, kind: 'check' });
      else if (rules.metacheck(position)) found.push({ square: royal, kind: 'metacheck' });
    }
    this.marks.show([...found, ...this.pickedTargets()], this.whiteBelow);
  }

  private pickedTargets(): readonly Mark[] {
    const { selected } = this.ground.state.selectable;
    if (typeof selected !== 'string') return [];
    const kinds = new Map<Square, MarkKind>();
    for (const { move, legal } of this.targets.get(squareOf(selected)) ?? []) {
      const takes = this.ground.state.boardState.pieces.has(keyOf(move.to));
      // Of several promotions one that is legal is enough.
      if (legal) kinds.set(move.to, takes ? 'green capture' : 'green');
      else if (!kinds.has(move.to)) kinds.set(move.to, 'amber');
    }
    return [...kinds].map(([square, kind]) => ({ square, kind }));
  }
}

export function keyOf(square: Square): Key {
  return makeSquare(square) as Key;
}

export function squareOf(key: string): Square {
  return unwrap(parseSquare(key));
}

function colorName(color: Color): 'white' | 'black' {
  return color === WHITE ? 'white' : 'black';
}
