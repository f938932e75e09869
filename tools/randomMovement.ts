import type { Board } from '../src/board/board.ts';
import { parseBetza } from '../src/pieces/betza.ts';
import { fitted } from '../src/pieces/fitted.ts';
import type { Movement } from '../src/pieces/legs.ts';
import type { Dice } from './dice.ts';

const LEAPS = ['W', 'F', 'K', 'N', 'D', 'A', 'C', 'Z', 'H', 'G', '(2,2)'];
const SLIDES = ['R', 'B', 'Q', 'W2', 'F2', 'Q2', 'W3', 'N2', 'D2', 'A0', 'NN'];
const LAME = ['nN', 'nZ', 'nD', 'nA', 'nH'];
const HOPS = ['pR', 'pB', 'pQ', 'pW3', 'gR', 'gB', 'gQ'];
const BENT = ['t[FR]', 't[WB]'];
const DIRECTIONS = ['f', 'b', 'l', 'r', 'v', 's', 'fs', 'fl', 'br', 'fh', 'lv', 'hl'];

/** A movement of one to three terms that moves on this board, in any way that the notation has. */
export function randomMovement(dice: Dice, board: Board): Movement {
  for (;;) {
    const count = dice.weighted([
      [6, 1],
      [4, 2],
      [1, 3],
    ]);
    const text = Array.from({ length: count }, () => randomTerm(dice)).join('');
    const movement = readMovement(text, board);
    if (movement) return movement;
  }
}

/** A movement in Betza's notation, or undefined if it is none, or has a leap for which the board has no room. */
export function readMovement(text: string, board: Board): Movement | undefined {
  const parsed = parseBetza(text);
  const found = parsed.ok ? fitted(board, parsed.value) : parsed;
  return found.ok ? found.value : undefined;
}

function randomTerm(dice: Dice): string {
  const atom = (): string =>
    dice.one(
      dice.weighted([
        [5, LEAPS],
        [4, SLIDES],
        [1.5, LAME],
        [2, HOPS],
        [1, BENT],
      ]),
    );
  const directed = () => (dice.chance(0.3) ? dice.one(DIRECTIONS) : '');
  // Pieces that take otherwise than they move.
  if (dice.chance(0.2)) return `${directed()}m${atom()}${directed()}c${atom()}`;
  const purpose = dice.weighted([
    [10, ''],
    [1, 'm'],
    [1, 'c'],
  ]);
  return directed() + purpose + atom();
}
