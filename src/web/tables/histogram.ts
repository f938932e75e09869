import type { Histogram } from '../../table/statistics.ts';
import { element, svgElement } from '../dom.ts';
import { count, plies } from './valueWords.ts';

const WIDTH = 640;
const HEIGHT = 226;
const LEFT = 56;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 40;

export interface Bars {
  /** Whose positions: `White to move`. */
  readonly title: string;
  readonly win: Histogram;
  readonly loss: Histogram;
}

/** How many positions are decided in how many plies, as bars on a logarithmic scale and as a table. */
export function makeHistogram({ title, win, loss }: Bars): HTMLElement {
  const entries = [...entriesOf(win, 'win'), ...entriesOf(loss, 'loss')];
  if (entries.length === 0) return element('p', {}, `${title}: nothing is decided.`);
  entries.sort((a, b) => a.plies - b.plies);
  const longest = entries.at(-1)!.plies;
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...entries.map((e) => e.number)))));
  const x = (at: number) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / (longest + 1);
  const y = (number: number) => {
    // One position is a bar that can be seen.
    const height = (Math.log10(number) + 0.15) / (decades + 0.15);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * height;
  };
  const width = Math.max(1, x(1) - x(0) - 1);
  const bars = entries.map((entry) =>
    svgElement(
      'rect',
      {
        class: entry.kind,
        x: x(entry.plies),
        y: y(entry.number),
        width,
        height: HEIGHT - BOTTOM - y(entry.number),
      },
      svgElement('title', {}, `${plies(entry.plies)}: ${count(entry.number)} (${entry.kind})`),
    ),
  );
  const lines = Array.from({ length: decades + 1 }, (_, decade) => [
    svgElement('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(10 ** decade), y2: y(10 ** decade) }),
    svgElement(
      'text',
      { x: LEFT - 6, y: y(10 ** decade) + 4, 'text-anchor': 'end' },
      shortCount(10 ** decade),
    ),
  ]).flat();
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => longest / each <= 12) ?? 200;
  const ticks = Array.from({ length: Math.floor(longest / step) + 1 }, (_, i) =>
    svgElement(
      'text',
      { x: x(i * step) + width / 2, y: HEIGHT - BOTTOM + 17, 'text-anchor': 'middle' },
      String(i * step),
    ),
  );
  const axis = svgElement(
    'text',
    { x: (LEFT + WIDTH) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' },
    'plies to the end',
  );
  const picture = svgElement(
    'svg',
    {
      class: 'histogram',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${title}: positions by plies to the end, up to ${plies(longest)}`,
    },
    ...lines,
    ...bars,
    ...ticks,
    axis,
  );
  const rows = entries.map(({ plies, kind, number }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, String(plies)),
      element('td', {}, kind),
      element('td', {}, count(number)),
    ),
  );
  return element(
    'div',
    {},
    element('h3', {}, title),
    picture,
    element(
      'details',
      {},
      element('summary', {}, 'In numbers'),
      element(
        'table',
        { class: 'statistics' },
        element(
          'thead',
          {},
          element('tr', {}, ...['plies', 'for the mover', 'positions'].map(columnHead)),
        ),
        element('tbody', {}, ...rows),
      ),
    ),
  );
}

export function columnHead(text: string): HTMLElement {
  return element('th', { scope: 'col' }, text);
}

function entriesOf(histogram: Histogram, kind: 'win' | 'loss') {
  return Object.entries(histogram).map(([at, number]) => ({ plies: Number(at), number, kind }));
}

/** 1, 10, 100, 1k, 10k, 1M. */
function shortCount(number: number): string {
  if (number >= 1e6) return `${number / 1e6}M`;
  return number >= 1e3 ? `${number / 1e3}k` : String(number);
}
