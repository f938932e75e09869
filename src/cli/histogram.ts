import type { Histogram } from '../table/statistics.ts';
import { thousands } from './output.ts';

/** With more distances than this, neighbouring ones share a bar. */
const MOST_BARS = 20;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

interface Bar {
  readonly label: string;
  readonly count: number;
}

/** One line for each distance or run of distances: plies, a bar, the count. No line is longer than `width`. */
export function drawHistogram(histogram: Histogram, width: number): string[] {
  const bars = barsOf(histogram);
  const counts = bars.map(({ count }) => thousands(count));
  const labelWidth = Math.max(...bars.map(({ label }) => label.length));
  const countWidth = Math.max(...counts.map(({ length }) => length));
  const room = Math.max(1, width - labelWidth - countWidth - 4);
  const most = Math.max(...bars.map(({ count }) => count));
  return bars.map(({ label, count }, i) => {
    const bar = drawBar(count / most, room);
    return `  ${label.padStart(labelWidth)} ${bar.padEnd(room)} ${counts[i]!.padStart(countWidth)}`;
  });
}

/** A bar of at least an eighth of a character, so that no occurring distance is invisible. */
function drawBar(share: number, room: number): string {
  const eighths = share === 0 ? 0 : Math.max(1, Math.round(share * room * 8));
  return '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7];
}

/** `1`, `3`, `5`, or runs of as many distances each: `1-7`, `9-15`. Distances that do not occur are included. */
function barsOf(histogram: Histogram): Bar[] {
  const plies = Object.keys(histogram).map(Number);
  const [first, last] = [Math.min(...plies), Math.max(...plies)];
  // Wins take an odd number of plies and losses an even one, in every game without passing.
  const step = plies.every((ply) => (ply - first) % 2 === 0) ? 2 : 1;
  const distances = (last - first) / step + 1;
  const together = Math.ceil(distances / MOST_BARS);
  const bars: Bar[] = [];
  for (let from = first; from <= last; from += together * step) {
    const to = Math.min(last, from + (together - 1) * step);
    let count = 0;
    for (let ply = from; ply <= to; ply += step) count += histogram[ply] ?? 0;
    bars.push({ label: from === to ? `${from}` : `${from}-${to}`, count });
  }
  return bars;
}
