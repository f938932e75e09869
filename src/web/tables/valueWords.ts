import type { Value } from '../../table/value.ts';

/** Players count moves of one side: a win in 3 is 5 plies for the winner, 6 for the loser. */
export function movesOf(plies: number): number {
  return Math.ceil(plies / 2);
}

/** `1 move`, `9 moves`. */
export function moveCount(plies: number): string {
  const moves = movesOf(plies);
  return moves === 1 ? '1 move' : `${count(moves)} moves`;
}

/** A move's value for the mover, including the move itself: `wins in 3 moves`. */
export function valueWords({ wdl, dtm }: Value): string {
  if (wdl === 0) return 'draws';
  const verb = wdl > 0 ? 'wins' : 'loses';
  return dtm === 1 ? `${verb} at once` : `${verb} in ${moveCount(dtm)}`;
}

export function outcomeName({ wdl }: Value): 'win' | 'draw' | 'loss' {
  if (wdl === 0) return 'draw';
  return wdl > 0 ? 'win' : 'loss';
}

/** A whole number as 1,234,567. The platform's own way takes the page's thread 30 ms when it is first asked. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `89.4 %`, never broken across lines; `<0.1 %`: what is not quite nothing or all does not look like it. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${hundredths(part, whole)}\u00a0%`;
}

function hundredths(part: number, whole: number): string {
  if (part === 0) return '0';
  if (part === whole) return '100';
  const share = (100 * part) / whole;
  if (share < 0.05) return '<0.1';
  return share >= 99.95 ? '>99.9' : share.toFixed(1);
}

/** `about 40 s`, `about 2 min`: rounded up. */
export function secondsWords(seconds: number): string {
  const tens = 10 * Math.ceil(seconds / 10);
  return tens < 60 ? `about ${tens} s` : `about ${Math.ceil(seconds / 60)} min`;
}

export function byteWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(0)} KiB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
