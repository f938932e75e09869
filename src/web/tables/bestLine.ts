import { numberedMoves } from '../../play/moveText.ts';
import type { Move } from '../../position/moves.ts';
import type { ProbedMove } from '../../probe/probe.ts';
import { button, element } from '../dom.ts';
import type { Probed, TablesEvents } from './probed.ts';
import { moveCount } from './valueWords.ts';

/** The moves of best play from a position. A click on one of them plays all moves up to it. */
export class BestLine {
  readonly element: HTMLElement;
  private readonly events: TablesEvents;
  private readonly rules: Probed['game']['rules'];
  private readonly moves: readonly Move[];
  /** Of every position on the line, from the first. */
  private readonly keys: readonly string[];
  private readonly buttons: readonly HTMLButtonElement[];
  private at = 0;

  constructor({ game }: Probed, line: readonly ProbedMove[], events: TablesEvents) {
    const { rules, position, turn } = game;
    this.rules = rules;
    this.events = events;
    this.moves = line.map(({ move }) => move);
    const positions = [position];
    for (const move of this.moves) positions.push(rules.play(positions.at(-1)!, move));
    this.keys = positions.map((each) => rules.repetitionKey(each));
    const san = line.map((each) => each.san);
    const words = numberedMoves(san, turn !== 0);
    this.buttons = words.map((word, i) => this.moveButton(word, i));
    this.element = element(
      'div',
      { class: 'best-line' },
      element(
        'p',
        { class: 'line', tabindex: -1, 'aria-label': 'The best line' },
        ...this.buttons.flatMap((each, i) => (i === 0 ? [each] : [' ', each])),
      ),
      element(
        'p',
        { class: 'hint' },
        `${moveCount(line.length)}. Click a move to play up to it. Of equally good moves the first is shown.`,
      ),
    );
    this.mark();
  }

  /** Marks the board's position on the line; false if it is not on the line. */
  follow({ game: { rules, position } }: Probed): boolean {
    if (rules !== this.rules) return false;
    const at = this.keys.indexOf(rules.repetitionKey(position));
    if (at < 0) return false;
    this.at = at;
    this.mark();
    return true;
  }

  private moveButton(word: string, index: number): HTMLButtonElement {
    const point = () => {
      const { from, to } = this.moves[index]!;
      if (index === this.at) this.events.onArrows([{ from, to, color: 'blue' }]);
    };
    const clear = () => this.events.onArrows([]);
    return button(word, () => this.playTo(index), {
      onmouseenter: point,
      onfocus: point,
      onmouseleave: clear,
      onblur: clear,
    });
  }

  private playTo(index: number): void {
    for (const move of this.moves.slice(this.at, index + 1)) this.events.onMove(move);
  }

  private mark(): void {
    for (const [i, each] of this.buttons.entries()) {
      // Moves already played stay in place, so that the line does not jump.
      each.disabled = i < this.at;
      if (i === this.at - 1) each.setAttribute('aria-current', 'step');
      else each.removeAttribute('aria-current');
    }
  }
}
