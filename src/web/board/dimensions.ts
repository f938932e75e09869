import type { Board, Square } from '../../board/board.ts';

/** Tells the style sheet how many files and ranks the boards in an element have. */
export function setDimensions(target: HTMLElement, { files, ranks }: Board): void {
  target.style.setProperty('--files', String(files));
  target.style.setProperty('--ranks', String(ranks));
  // Where the dark squares of the edges are.
  target.classList.toggle('odd-files', files % 2 === 1);
  target.classList.toggle('odd-ranks', ranks % 2 === 1);
}

/** Puts an element that is as large as a square on a square of the board around it. */
export function placeOn(
  target: HTMLElement,
  square: Square,
  { files, ranks }: Board,
  whiteBelow = true,
): void {
  const [file, rank] = [square % files, Math.floor(square / files)];
  target.style.left = `${((whiteBelow ? file : files - 1 - file) * 100) / files}%`;
  target.style.top = `${((whiteBelow ? ranks - 1 - rank : rank) * 100) / ranks}%`;
}
