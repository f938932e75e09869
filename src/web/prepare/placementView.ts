import { makeSquare, type Square } from '../../board/board.ts';
import { BLACK, type Color, opposite, WHITE } from '../../pieces/army.ts';
import { makeBetza } from '../../pieces/makeBetza.ts';
import type { Placement } from '../../play/preparation.ts';
import { sideName } from '../../play/words.ts';
import { type PlacedPiece, piecesOn } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { upperFirst } from '../sentence.ts';
import { makeMovementPicture, makeMovementWords } from './movementPicture.ts';
import {
  isOpen,
  mayAct,
  type PhaseView,
  type PreparingEvents,
  type PreparingOptions,
} from './phaseView.ts';
import { SetupBoard } from './setupBoard.ts';
import { Tray } from './tray.ts';

/** The board as far as it is filled, and beside it what is still to be placed: a piece and a square are chosen, in any order. */
export class PlacementView implements PhaseView<Placement> {
  readonly main: HTMLElement;
  readonly side: HTMLElement;
  private readonly events: PreparingEvents;
  private readonly board: SetupBoard;
  private readonly trays = [
    new Tray(WHITE, (kind) => this.pickKind(WHITE, kind)),
    new Tray(BLACK, (kind) => this.pickKind(BLACK, kind)),
  ] as const;
  private readonly help = element('p', { class: 'hint', role: 'status' });
  private stage: Placement;
  private options: PreparingOptions | undefined;
  private kind: number | undefined;
  private square: Square | undefined;

  constructor(stage: Placement, events: PreparingEvents) {
    this.stage = stage;
    this.events = events;
    this.board = new SetupBoard(stage.rules.board, (square) => this.pickSquare(square));
    this.main = element('div', { class: 'setup-main' });
    this.side = element('div', { class: 'placement-side' }, this.help, makeReminder(stage.rules));
  }

  show(stage: Placement, options: PreparingOptions): void {
    const { placed, turn } = this.stage;
    if (stage.placed.length !== placed.length || stage.turn !== turn) {
      this.kind = undefined;
      this.square = undefined;
    }
    if (this.options?.below !== options.below) {
      const [below, above] = [this.trays[options.below], this.trays[opposite(options.below)]];
      this.main.replaceChildren(above.element, this.board.element, below.element);
    }
    this.stage = stage;
    this.options = options;
    // With one kind left there is nothing to choose.
    const left = stage.left[stage.turn];
    if (left.every((kind) => kind === left[0])) this.kind = left[0];
    const wasInside = this.main.contains(document.activeElement);
    this.draw();
    const isInside = this.main.contains(document.activeElement);
    // On one device the other side goes on from its own pieces.
    if (wasInside && !isInside && isOpen(stage, options)) this.trays[stage.turn].focus();
  }

  private pickKind(color: Color, kind: number): void {
    if (color !== this.stage.turn) return;
    this.pick(this.kind === kind ? undefined : kind, this.square);
  }

  private pickSquare(square: Square): void {
    this.pick(this.kind, this.square === square ? undefined : square);
  }

  private pick(kind: number | undefined, square: Square | undefined): void {
    const { stage, options } = this;
    if (!options || !isOpen(stage, options)) return;
    this.kind = kind;
    this.square = square;
    const { army, board } = stage.rules;
    if (kind !== undefined && square !== undefined) {
      this.square = undefined;
      this.events.onStep(`place ${army[kind]!.letter} ${makeSquare(square, board)}`);
    } else this.draw();
  }

  private draw(): void {
    const { stage, kind, square } = this;
    const options = this.options!;
    const { rules, turn, left } = stage;
    const acts = mayAct(stage, options);
    const pieces = [...pawnsOf(rules), ...stage.placed];
    const { army, board } = rules;
    this.board.show({ army, pieces, below: options.below, words: wordsOf(rules, stage.placed) });
    for (const color of [WHITE, BLACK] as const) {
      this.trays[color].show({
        army,
        left: left[color],
        name: options.names[color],
        active: acts && color === turn,
        picked: color === turn ? kind : undefined,
        busy: options.busy,
      });
    }
    const squares = stage.squares.map((each) => ({
      square: each,
      label: `${makeSquare(each, board)}, empty`,
      chosen: each === square,
    }));
    this.board.showButtons(acts ? squares : [], options.busy);
    const help = acts ? this.helpWords() : '';
    if (this.help.textContent !== help) this.help.textContent = help;
  }

  private helpWords(): string {
    const { stage, kind, square } = this;
    const { army, board } = stage.rules;
    if (kind !== undefined) return `Now choose a square for the ${army[kind]!.name}.`;
    if (square !== undefined) return `Now choose a piece for ${makeSquare(square, board)}.`;
    return 'Choose a piece, then a free square of the back rank, or the square first.';
  }
}

function pawnsOf({ army, start }: RuleSet): readonly PlacedPiece[] {
  return piecesOn(start).filter(({ kind }) => army[kind]!.pawn);
}

/** `White: king e1, rook a1. Black: nothing yet. The pawns stand on ranks 2 and 7.` */
function wordsOf({ army, board }: RuleSet, placed: readonly PlacedPiece[]): string {
  const sides = ([WHITE, BLACK] as const).map((side) => {
    const own = placed.filter(({ color }) => color === side);
    const names = own.map(({ kind, square }) => `${army[kind]!.name} ${makeSquare(square, board)}`);
    return `${sideName(side)}: ${names.join(', ') || 'nothing yet'}.`;
  });
  return `${sides.join(' ')} The pawns stand on ranks 2 and ${board.ranks - 1}.`;
}

/** What the players have decided. */
function makeReminder(rules: RuleSet): HTMLElement {
  const kinds = rules.army.filter(({ pawn, royal }) => !pawn && royal === undefined);
  return element(
    'details',
    { class: 'reminder' },
    element('summary', {}, 'How the pieces move'),
    element(
      'ul',
      { class: 'kind-cards' },
      ...kinds.map(({ letter, name, movement }) =>
        element(
          'li',
          { class: 'kind-card decided' },
          element('h3', {}, upperFirst(name)),
          element('div', { class: 'picture-frame' }, makeMovementPicture(rules, letter).picture),
          element('p', {}, makeMovementWords(makeBetza(movement))),
        ),
      ),
    ),
  );
}
