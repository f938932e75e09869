import { unwrap } from '../../board/result.ts';
import type { Choice } from '../../play/choice.ts';
import type { Game } from '../../play/game.ts';
import { choiceWords } from '../../play/words.ts';
import { type Arrow, GameBoard, refusalArrows } from '../board/gameBoard.ts';
import { button, element } from '../dom.ts';
import { MoveInput } from '../play/moveInput.ts';
import { Status } from '../play/status.ts';

/** A board on which everything can be tried for both sides, by hand and by keyboard, and taken back. */
export class Trial {
  readonly board: GameBoard;
  /** How the game stands, a field for moves, and buttons. */
  readonly element: HTMLElement;
  private readonly status = new Status();
  private readonly input: MoveInput;
  private readonly back = button('Back', () => this.takeBack());
  private readonly again = button('Start again', () => this.begin(this.first));
  private readonly onGame: ((game: Game) => void) | undefined;
  private first: Game;
  private shown: Game;

  /** `link`: shown beside the buttons. `onGame`: called with every game that the board shows from then on. */
  constructor(first: Game, link: HTMLElement, onGame?: (game: Game) => void) {
    this.first = first;
    this.shown = first;
    this.onGame = onGame;
    this.board = new GameBoard({ onTry: (choice) => this.tryMove(choice) });
    this.input = new MoveInput({
      game: () => this.shown,
      onMove: async (choices) => {
        const choice = choices.length > 1 ? await this.board.choose(choices) : choices[0];
        if (choice) this.tryMove(choice);
      },
      onProblem: (message) => this.status.announce(message, 'problem'),
    });
    this.element = element(
      'div',
      { class: 'trial' },
      this.status.element,
      this.input.element,
      element('div', { class: 'buttons' }, this.back, this.again, link),
    );
    this.display(first);
  }

  get game(): Game {
    return this.shown;
  }

  /** Shows another game, to which `Start again` leads from now on. */
  begin(first: Game): void {
    this.first = first;
    this.show(first);
    this.status.announce('');
  }

  tryMove(choice: Choice): void {
    if (choice.legal) {
      this.show(unwrap(this.shown.follow(choice.uci)));
      this.status.announce(`${choice.san} is legal.`);
    } else {
      this.showBoard(refusalArrows(choice));
      this.status.announce(`${choiceWords(choice)}.`, 'problem');
    }
  }

  private takeBack(): void {
    this.show(this.shown.shortened(this.shown.length - 1));
    this.status.announce('');
  }

  private show(game: Game): void {
    this.display(game);
    this.onGame?.(game);
  }

  private display(game: Game): void {
    this.shown = game;
    this.showBoard();
    this.status.show(game);
    this.input.show(game, false);
    this.back.disabled = game.length === 0;
    this.again.disabled = game === this.first;
  }

  private showBoard(arrows: readonly Arrow[] = []): void {
    // Once the game is over one may still try what is forbidden, and see why.
    this.board.show({ game: this.shown, movable: [0, 1], arrows });
  }
}
