import type { Value } from '../../table/value.ts';

export function plies(count: number): string {
  return count === 1 ? '1 ply' : `${count} plies`;
}

/** Of a move, for the mover: `wins in 5 plies`. */
export function valueWords({ wdl, dtm }: Value): string {
  if (wdl === 0) return 'draws';
  return `${wdl > 0 ? 'wins' : 'loses'} in ${plies(dtm)}`;
}

export function outcomeName({ wdl }: Value): 'win' | 'draw' | 'loss' {
  if (wdl === 0) return 'draw';
  return wdl > 0 ? 'win' : 'loss';
}

/** 1,234,567. */
export function count(number: number): string {
  return number.toLocaleString('en');
}

export function byteWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(0)} KiB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
