import type { Square } from '../../board/board.ts';
import { element } from '../dom.ts';

/** A mark on a square. The kinds differ by shape as well as by colour. */
export type MarkKind = 'green' | 'green capture' | 'amber' | 'check' | 'metacheck';

export interface Mark {
  readonly square: Square;
  readonly kind: MarkKind;
}

/** As SAN has them: `+` is check, `#` the mate that metacheck threatens. */
const badges: Partial<Record<MarkKind, string>> = { check: '+', metacheck: '#' };

/** A layer between the squares of a board and its pieces. */
export class Marks {
  readonly layer = element('div', { class: 'marks', 'aria-hidden': 'true' });

  show(marks: readonly Mark[], whiteBelow: boolean): void {
    this.layer.replaceChildren(
      ...marks.map(({ square, kind }) => {
        const badge = badges[kind];
        const mark = element('div', { class: `mark ${kind}` }, badge && element('b', {}, badge));
        const [file, rank] = [square & 7, square >> 3];
        // In eighths of the board, from its upper left corner.
        mark.style.left = `${(whiteBelow ? file : 7 - file) * 12.5}%`;
        mark.style.top = `${(whiteBelow ? 7 - rank : rank) * 12.5}%`;
        return mark;
      }),
    );
  }
}
