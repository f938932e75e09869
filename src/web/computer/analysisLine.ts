import type { Game } from '../../play/game.ts';
import { moveNumber, numberedMoves, plyOf } from '../../play/moveText.ts';
import type { Line } from '../../search/analysis.ts';
import { button, element } from '../dom.ts';
import { scoreWords, shortScore } from './scoreWords.ts';

/** A line of the analysis: its score, and its moves, a click on one of which plays all up to it. */
export class AnalysisLine {
  readonly element: HTMLElement;
  private readonly onLine: (moves: readonly string[]) => void;
  private readonly score = element('span', { class: 'score' });
  private readonly moves = element('span', { class: 'line' });
  private shown = '';

  constructor(onLine: (moves: readonly string[]) => void) {
    this.onLine = onLine;
    this.element = element('li', {}, this.score, this.moves);
  }

  clear(): void {
    this.shown = '';
    this.score.textContent = '';
    this.score.removeAttribute('title');
    this.moves.replaceChildren();
  }

  /** Undefined: there are not so many moves. */
  show(game: Game, line: Line | undefined): void {
    if (!line) {
      this.clear();
      return;
    }
    const { turn } = game;
    this.score.textContent = shortScore(line.score, turn);
    this.score.title = scoreWords(line.score, turn);
    this.score.className = `score ${leaderOf(this.score.textContent)}`;
    const { san = [], moves } = line;
    const text = san.join(' ');
    // Buttons of an unchanged line stay, so that a keyboard user keeps the focus and a click its target.
    if (text === this.shown) return;
    this.shown = text;
    const focused = [...this.moves.children].indexOf(document.activeElement!);
    const words = numberedMoves(san, turn !== 0, moveNumber(plyOf(game)));
    this.moves.replaceChildren(
      ...words.map((word, i) => button(word, () => this.onLine(moves.slice(0, i + 1)))),
    );
    (this.moves.children[focused] as HTMLElement | undefined)?.focus({ preventScroll: true });
  }
}

/** The side that a score is good for, as the bar beside the board has it. */
function leaderOf(score: string): 'white' | 'black' {
  return score.startsWith('−') ? 'black' : 'white';
}
