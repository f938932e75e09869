import { makeBoard } from '../../notation/fen.ts';
import { IllegalGame } from '../../play/illegal/illegalGame.ts';
import { claimWords, makeRecord, makeRecordedMove } from '../../play/illegal/record.ts';
import { pieceAt } from '../../position/position.ts';
import { chess } from '../../rules/chess.ts';
import { button, element, uniqueId } from '../dom.ts';
import { makeSteps } from '../play/steps.ts';
import { playHash } from '../route.ts';
import { saveFile } from '../saveFile.ts';

export interface RecordEvents {
  /** A stage of the game is to be shown. */
  readonly look: (game: IllegalGame) => void;
  readonly flip: () => void;
}

/** The whole game once it has ended: to go through, to keep and to analyse as chess. */
export class OpenRecord {
  readonly element: HTMLElement;
  private readonly stages: readonly IllegalGame[];
  private readonly entries: readonly HTMLButtonElement[];
  private readonly events: RecordEvents;
  private readonly analyse = element('a', { class: 'button' }, 'Analyse as chess');
  readonly steps = makeSteps({
    onFirst: () => this.look(0),
    onBack: () => this.look(this.at - 1),
    onForward: () => this.look(this.at + 1),
    onLast: () => this.look(this.stages.length - 1),
    onFlip: () => this.events.flip(),
  });
  private at = 0;

  constructor(game: IllegalGame, tags: ReadonlyMap<string, string>, events: RecordEvents) {
    this.events = events;
    const start = IllegalGame.start(game.rules, game.start);
    const stages = [start];
    for (const text of game.log) {
      const next = stages.at(-1)!.replayed([text]);
      if (next.ok) stages.push(next.value);
    }
    this.stages = stages;
    this.entries = game.events.map((event, i) => {
      const text =
        event.type === 'move' ? makeRecordedMove(event.made) : claimWords(event, game.rules);
      const side = event.by === 0 ? 'White' : 'Black';
      const entry = button(text, () => this.look(i + 1), { class: `entry ${event.type}` });
      entry.setAttribute('aria-label', `${side}: ${text}`);
      return entry;
    });
    const record = makeRecord(game, tags);
    const field = element('textarea', { id: uniqueId('pgn'), rows: 5, readonly: true }, record);
    this.element = element(
      'section',
      { class: 'open-record', 'aria-label': 'The record' },
      element('h2', {}, 'The record'),
      element(
        'p',
        { class: 'hint' },
        '– illegal, E escape from checkmate, * special, + check, # checkmate',
      ),
      element('ol', { class: 'entries' }, ...this.entries.map((each) => element('li', {}, each))),
      this.steps.element,
      element(
        'div',
        { class: 'buttons' },
        button('Save as PGN', () => saveFile('illegal.pgn', new Blob([record]))),
        this.analyse,
      ),
      element('label', { for: field.id }, 'PGN'),
      field,
    );
    this.look(stages.length - 1);
  }

  private look(at: number): void {
    const stage = this.stages[at];
    if (!stage) return;
    this.at = at;
    for (const [i, entry] of this.entries.entries()) {
      if (i === at - 1) entry.setAttribute('aria-current', 'step');
      else entry.removeAttribute('aria-current');
    }
    this.steps.show({
      isFirst: at === 0,
      isLast: at === this.stages.length - 1,
      canUndo: undefined,
    });
    const { position } = stage.stage;
    const board = makeBoard(position.equipment, (square) => pieceAt(position, square));
    const fen = `${board} ${position.turn === 0 ? 'w' : 'b'} - - 0 1`;
    // Many positions of this game are none of chess.
    this.analyse.hidden = !chess.parseFen(fen).ok;
    this.analyse.href = playHash(chess.name, fen);
    this.events.look(stage);
  }
}
