import { board8x8, mirrorRanks } from '../../src/board/board.ts';
import type { Army } from '../../src/pieces/army.ts';
import type { Colours } from '../../src/table/material.ts';

/** Of games on 8x8 whose colours can be exchanged. */
export function coloursOf(army: Army): Colours {
  return { army, flip: mirrorRanks(board8x8) };
}
