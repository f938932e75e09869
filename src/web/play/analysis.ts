import type { GameTree } from '../../play/gameTree.ts';

let waiting: GameTree | undefined;

/** Puts a game on the board of the play page, with its tables. The game there before stays in the list of games. */
export function openAnalysis(tree: GameTree): void {
  waiting = tree;
  if (location.hash === '#play') dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = '#play';
}

/** The game to open, once. */
export function takeAnalysis(): GameTree | undefined {
  const tree = waiting;
  waiting = undefined;
  return tree;
}
