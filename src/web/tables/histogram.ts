import type { Histogram } from '../../table/statistics.ts';
import { element, svgElement } from '../dom.ts';
import { count, movesOf } from './valueWords.ts';

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
  /** How many positions there are, drawn ones included. */
  readonly positions: number;
}

/** Positions decided in as many moves. */
interface Entry {
  readonly moves: number;
  readonly win: number;
  readonly loss: number;
}

/** How many positions are decided in how many moves, as bars on a logarithmic scale and as a table. */
export function makeHistogram({ title, win, loss, positions }: Bars): HTMLElement {
  const entries = entriesOf(win, loss);
  if (entries.length === 0) {
    return element(
      'div',
      {},
      element('h4', {}, title),
      element('p', {}, positions === 0 ? 'There is no position.' : 'Every position is drawn.'),
    );
  }
  return element(
    'div',
    {},
    element('h4', {}, title),
    makeKey(entries),
    makePicture(title, entries),
    makeNumbers(entries),
  );
}

function makeKey(entries: readonly Entry[]): HTMLElement {
  const swatch = (kind: 'win' | 'loss', text: string) =>
    entries.some((entry) => entry[kind] > 0) &&
    element('span', {}, element('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }), text);
  return element(
    'p',
    { class: 'histogram-key' },
    swatch('win', 'won by the side to move'),
    swatch('loss', 'lost by the side to move'),
    element('span', {}, 'each line: ten times as many positions (logarithmic scale)'),
  );
}

function makePicture(title: string, entries: readonly Entry[]): SVGElement {
  const longest = entries.at(-1)!.moves;
  const most = Math.max(...entries.flatMap(({ win, loss }) => [win, loss]));
  const decades = Math.max(1, Math.ceil(Math.log10(most)));
  const slot = (WIDTH - LEFT - RIGHT) / (longest + 1);
  const x = (moves: number) => LEFT + slot * moves;
  const y = (number: number) => {
    // A single position still gets a visible bar.
    const height = (Math.log10(number) + 0.15) / (decades + 0.15);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * height;
  };
  const width = Math.max(0.8, (slot * 0.84) / 2);
  const bar = (kind: 'win' | 'loss', { moves, [kind]: number }: Entry) => {
    if (number === 0) return [];
    const words = `${kind === 'win' ? 'won' : 'lost'} in ${moves}: ${count(number)} positions`;
    const left = x(moves) + slot * 0.08 + (kind === 'win' ? 0 : width);
    return [
      svgElement(
        'rect',
        { class: kind, x: left, y: y(number), width, height: HEIGHT - BOTTOM - y(number) },
        svgElement('title', {}, words),
      ),
    ];
  };
  const lines = Array.from({ length: decades + 1 }, (_, decade) => 10 ** decade).flatMap((at) => [
    svgElement('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(at), y2: y(at) }),
    svgElement('text', { x: LEFT - 6, y: y(at) + 4, 'text-anchor': 'end' }, shortCount(at)),
  ]);
  const step = [1, 2, 5, 10, 20, 50].find((each) => longest / each <= 12) ?? 100;
  const ticks = Array.from({ length: Math.floor(longest / step) + 1 }, (_, i) =>
    svgElement(
      'text',
      { x: x(i * step) + slot / 2, y: HEIGHT - BOTTOM + 17, 'text-anchor': 'middle' },
      String(i * step),
    ),
  );
  const axis = svgElement(
    'text',
    { x: (LEFT + WIDTH) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' },
    'moves to the end of the game',
  );
  return svgElement(
    'svg',
    {
      class: 'histogram',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${title}: positions by moves to the end, up to ${longest}`,
    },
    ...lines,
    ...entries.flatMap((entry) => [...bar('win', entry), ...bar('loss', entry)]),
    ...ticks,
    axis,
  );
}

function makeNumbers(entries: readonly Entry[]): HTMLElement {
  const rows = entries.map(({ moves, win, loss }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, String(moves)),
      ...[win, loss].map((number) => element('td', {}, number === 0 ? '–' : count(number))),
    ),
  );
  return element(
    'details',
    {},
    element('summary', {}, 'In numbers'),
    element(
      'table',
      { class: 'statistics' },
      element('thead', {}, element('tr', {}, ...['moves', 'won', 'lost'].map(columnHead))),
      element('tbody', {}, ...rows),
    ),
  );
}

export function columnHead(text: string): HTMLElement {
  return element('th', { scope: 'col' }, text);
}

/** Histograms count plies; players count moves. */
function entriesOf(win: Histogram, loss: Histogram): readonly Entry[] {
  const found = new Map<number, { win: number; loss: number }>();
  for (const [kind, histogram] of [
    ['win', win],
    ['loss', loss],
  ] as const) {
    for (const [plies, number] of Object.entries(histogram)) {
      const moves = movesOf(Number(plies));
      const entry = found.get(moves) ?? { win: 0, loss: 0 };
      entry[kind] += number;
      found.set(moves, entry);
    }
  }
  return [...found]
    .map(([moves, numbers]) => ({ moves, ...numbers }))
    .sort((a, b) => a.moves - b.moves);
}

/** 1, 10, 100, 1k, 10k, 1M. */
function shortCount(number: number): string {
  if (number >= 1e6) return `${number / 1e6}M`;
  return number >= 1e3 ? `${number / 1e3}k` : String(number);
}
