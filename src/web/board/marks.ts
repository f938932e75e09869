import type { Board, Square } from '../../board/board.ts';
import { element } from '../dom.ts';
import { placeOn } from './dimensions.ts';

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

  show(marks: readonly Mark[], board: Board, whiteBelow: boolean): void {
    this.layer.replaceChildren(
      ...marks.map(({ square, kind }) => {
        const badge = badges[kind];
        const mark = element('div', { class: `mark ${kind}` }, badge && element('b', {}, badge));
        placeOn(mark, square, board, whiteBelow);
        return mark;
      }),
    );
  }
}
