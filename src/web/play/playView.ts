import type { Color } from '../../chess/men.ts';
import type { Move } from '../../chess/moves.ts';
import { ruleSets } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { GameBoard } from '../board/gameBoard.ts';
import { button, element, uniqueId } from '../dom.ts';
import {
  currentOf,
  type Game,
  goTo,
  lastPlyOf,
  standingOf,
  startGame,
  undone,
  withMove,
} from '../game/game.ts';
import { keepGame } from '../game/keptGame.ts';
import { threatOf } from '../game/threat.ts';
import { refusalWords, sideName } from '../game/words.ts';
import { makeMoveInput } from './moveInput.ts';
import { MoveList } from './moveList.ts';
import { makeNotation } from './notation.ts';
import { Status } from './status.ts';
import { TablesSlot } from './tablesSlot.ts';

const BOTH: readonly Color[] = [0, 1];

/** Both sides on one device, with the tables beside the board. */
export class PlayView {
  readonly element: HTMLElement;
  private game: Game;
  private readonly board: GameBoard;
  private readonly status = new Status();
  private readonly moves = new MoveList((at) => this.look(at));
  private readonly tables: TablesSlot;
  private readonly picker: HTMLSelectElement;
  private readonly editorPlace = element('div', { class: 'editor-place' });

  constructor(game: Game = startGame(ruleSets[0]!)) {
    this.game = game;
    this.board = new GameBoard({
      onMove: (move) => this.play(move),
      onRefused: (refusal) => this.status.announce(refusalWords(refusal), 'problem'),
    });
    this.tables = new TablesSlot({
      onMove: (move) => this.play(move),
      onArrows: (arrows) => this.board.showArrows(arrows),
    });
    this.picker = makePicker(game.rules, (chosen) => this.change(chosen));
    this.element = this.layOut();
    this.show();
  }

  /** Puts another game on the board. */
  load(game: Game, news?: string): void {
    this.game = game;
    this.picker.value = game.rules.name;
    this.closeEditor();
    this.show();
    this.status.announce(news ?? '');
  }

  /** To be called once the view is in the page. */
  placed(): void {
    this.board.fit();
  }

  /** Says something about the game that is to be seen. */
  tell(problem: string): void {
    this.status.announce(problem, 'problem');
  }

  private layOut(): HTMLElement {
    const current = () => ({ rules: this.game.rules, position: currentOf(this.game) });
    const announce = this.status.announce.bind(this.status);
    const input = makeMoveInput({
      current,
      onMove: (move) => this.attempt(move),
      onProblem: (message) => announce(message, 'problem'),
    });
    const notation = makeNotation({
      game: () => this.game,
      rules: () => this.game.rules,
      onPasted: (game) => this.load(game, 'Loaded.'),
      announce,
    });
    const pickerId = uniqueId('rules');
    this.picker.id = pickerId;
    const step = (label: string, name: string, at: () => number) =>
      button(label, () => this.look(at()), { 'aria-label': name, class: 'step' });
    return element(
      'div',
      { class: 'play' },
      element(
        'div',
        { class: 'board-column' },
        this.board.element,
        this.editorPlace,
        element(
          'div',
          { class: 'buttons steps' },
          step('«', 'First position', () => 0),
          step('‹', 'One move back', () => this.game.at - 1),
          step('›', 'One move on', () => this.game.at + 1),
          step('»', 'Last position', () => this.game.plies.length),
          button('Undo', () => this.undo()),
          button('Flip', () => this.board.flip()),
        ),
      ),
      element(
        'div',
        { class: 'side-column' },
        this.status.element,
        input,
        this.moves.element,
        element(
          'div',
          { class: 'buttons' },
          element('label', { for: pickerId, class: 'picker' }, 'Rules', this.picker),
          button('New game', () => this.load(startGame(this.game.rules), 'A new game.')),
          button('Set up a position', () => void this.openEditor()),
          element('a', { href: '#game', class: 'button' }, 'Play by link'),
        ),
        notation,
        // Last: it comes and goes with the men on the board, and nothing is to jump.
        this.tables.element,
      ),
    );
  }

  private attempt(move: Move): void {
    if (standingOf(this.game)) this.status.announce('The game is over.', 'problem');
    else this.board.attempt(move);
  }

  private play(move: Move): void {
    const side = sideName(this.game.rules.turn(currentOf(this.game)));
    this.game = withMove(this.game, move);
    const standing = this.show();
    this.status.announce(`${side}: ${lastPlyOf(this.game)!.san}. ${standing}`);
  }

  private look(at: number): void {
    this.game = goTo(this.game, at);
    this.show();
    const ply = lastPlyOf(this.game);
    this.status.announce(ply ? `After ${ply.san}.` : 'The first position.');
  }

  private undo(): void {
    const ply = lastPlyOf(this.game);
    this.game = undone(this.game);
    this.show();
    this.status.announce(ply ? `${ply.san} taken back.` : 'There is no move to take back.');
  }

  /** The same position under other rules. */
  private change(rules: RuleSet): void {
    const fen = this.game.rules.makeFen(currentOf(this.game));
    const position = rules.parseFen(fen);
    this.load(startGame(rules, position.ok ? position.value : rules.start), `${rules.title}.`);
  }

  /** Draws everything anew, and keeps the game. Returns how it stands, in words. */
  private show(): string {
    const { game } = this;
    const { rules } = game;
    const position = currentOf(game);
    const ending = standingOf(game);
    const threat = ending ? threatOf(rules, position)?.move : undefined;
    this.board.show({
      rules,
      position,
      lastMove: lastPlyOf(game)?.move,
      movable: ending ? [] : BOTH,
      // Why it is over.
      arrows: threat ? [{ from: threat.from, to: threat.to, color: 'red' }] : [],
    });
    const words = this.status.show(rules, position, ending);
    this.moves.show(game);
    this.tables.show({ rules, position, over: ending !== undefined });
    keepGame(game);
    return words;
  }

  private async openEditor(): Promise<void> {
    const { PositionEditor } = await import('./editor.ts');
    const { rules } = this.game;
    const editor = new PositionEditor(rules, currentOf(this.game), {
      onDone: (position) => this.load(startGame(rules, position), 'The position is set up.'),
      onCancel: () => this.closeEditor(),
    });
    this.editorPlace.replaceChildren(editor.element);
    this.element.classList.add('editing');
    editor.placed();
  }

  private closeEditor(): void {
    this.editorPlace.replaceChildren();
    this.element.classList.remove('editing');
  }
}

export function makePicker(chosen: RuleSet, onChange: (rules: RuleSet) => void): HTMLSelectElement {
  const picker = element(
    'select',
    { onchange: () => onChange(ruleSets.find(({ name }) => name === picker.value)!) },
    ...ruleSets.map(({ name, title }) =>
      element('option', { value: name, selected: name === chosen.name }, title),
    ),
  );
  return picker;
}
