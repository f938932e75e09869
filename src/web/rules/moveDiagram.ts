import { boardOf, makeSquare } from '../../board/board.ts';
import { WHITE } from '../../pieces/army.ts';
import { type PieceDiagram, type Reach, reaches, reachesIn } from '../../rules/pieceDiagram.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { symbolOf } from '../board/pieceLook.ts';
import { element, svgElement } from '../dom.ts';

/** A white piece in the middle of an empty board, and what it does on the squares around it. */
export function makeMoveDiagram(
  { army }: RuleSet,
  kind: number,
  diagram: PieceDiagram,
): HTMLElement {
  const half = (diagram.side - 1) / 2;
  const cells = diagram.squares.map((reach, square) => ({
    reach,
    x: (square % diagram.side) - half,
    y: half - Math.floor(square / diagram.side),
  }));
  const reached = cells.flatMap(({ reach, ...at }) => (reach ? [{ reach, ...at }] : []));
  const far = Math.max(1, ...reached.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))));
  // With a square beyond the last one that is reached; a piece that goes on for ever has none.
  const shown = Math.min(half, far + 1);
  const width = 2 * shown + 1;
  const picture = svgElement(
    'svg',
    {
      viewBox: `${-width / 2} ${-width / 2} ${width} ${width}`,
      role: 'img',
      'aria-label': diagramWords(army[kind]!.name, diagram),
    },
    ...cells.map(({ x, y }) =>
      svgElement('rect', {
        class: (x + y) % 2 === 0 ? 'dark' : 'light',
        x: x - 0.5,
        y: y - 0.5,
        width: 1,
        height: 1,
      }),
    ),
    ...reached.map(({ reach, x, y }) => markOf(reach, x, y)),
  );
  const made = element('div', { class: 'move-diagram' }, picture, symbolOf(army, kind, WHITE));
  made.style.setProperty('--side', String(width));
  return made;
}

/** The diagram for readers who do not see it: `knight on e5 of an empty board of 9 by 9 squares: moves or takes there: d3, f3, …` */
function diagramWords(name: string, diagram: PieceDiagram): string {
  const { side, middle, squares } = diagram;
  const board = boardOf(side, side);
  const parts = reachesIn([diagram]).map((reach) => {
    const there = squares.flatMap((each, square) => (each === reach ? [square] : []));
    return `${reaches[reach]}: ${there.map((square) => makeSquare(square, board)).join(', ')}`;
  });
  const where = `${name} on ${makeSquare(middle, board)} of an empty board of ${side} by ${side} squares`;
  return `${where}: ${parts.join('; ') || 'does not move'}.`;
}

/** What the marks in these diagrams mean. */
export function makeLegend(diagrams: readonly PieceDiagram[]): HTMLElement {
  return element(
    'ul',
    { class: 'legend', 'aria-label': 'What the marks mean' },
    ...reachesIn(diagrams).map((reach) =>
      element(
        'li',
        {},
        svgElement('svg', { viewBox: '-0.5 -0.5 1 1', 'aria-hidden': 'true' }, markOf(reach, 0, 0)),
        reaches[reach],
      ),
    ),
  );
}

const DISC = 'M -.3 0 a .3 .3 0 1 0 .6 0 a .3 .3 0 1 0 -.6 0 z';
const CROSS = 'M -.24 -.24 L .24 .24 M .24 -.24 L -.24 .24';
const TRIANGLE = 'M 0 -.26 L .25 .18 L -.25 .18 z';

/** In a square of side 1 around its middle. Each differs by its shape, not by its colour alone. */
const SHAPES: Readonly<Record<Reach, string>> = {
  both: DISC,
  moves: DISC,
  takes: CROSS,
  passant: `${CROSS} M -.36 -.36 h .72 v .72 h -.72 z`,
  first: 'M 0 -.34 L .34 0 L 0 .34 L -.34 0 z',
  hops: TRIANGLE,
  movesOrHops: `${TRIANGLE} M -.4 0 a .4 .4 0 1 0 .8 0 a .4 .4 0 1 0 -.8 0 z`,
};

function markOf(reach: Reach, x: number, y: number): SVGElement {
  return svgElement('path', {
    class: `reach ${reach}`,
    d: SHAPES[reach],
    transform: `translate(${x} ${y})`,
  });
}
