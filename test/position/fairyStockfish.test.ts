import { expect, test } from 'vitest';
import { board8x8 } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { makeFen } from '../../src/notation/fen.ts';
import { makeUci } from '../../src/notation/uci.ts';
import { type Color, parsePiece } from '../../src/pieces/army.ts';
import { parseBetza } from '../../src/pieces/betza.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { piece, royal } from '../../src/pieces/kinds.ts';
import { legalMoves, perft } from '../../src/position/moves.ts';
import { setUp } from '../../src/position/setUp.ts';
import { random } from '../../tools/random.ts';
import { gameOf } from '../games/moves.ts';
import { whole } from '../thorough.ts';
import { askFairyStockfish } from './fairyStockfish.ts';

const number = random(11);
const below = (limit: number) => Math.floor(number() * limit);
const anyOf = <T>(some: readonly T[]): T => some[below(some.length)]!;

const oblique = [
  '',
  'f',
  'b',
  'l',
  'r',
  'v',
  's',
  'lf',
  'rb',
  'fl',
  'fs',
  'rv',
  'ffrr',
  'fh',
  'lh',
  'hl',
  'hr',
];
const straight = ['', 'f', 'b', 'l', 'r', 'v', 's', 'fs', 'fl', 'blr'];
const diagonal = ['', 'f', 'b', 'l', 'r', 'fl', 'br', 'fb', 'flbr'];

/** A leap of those that Fairy-Stockfish reads as we do: lame are only a few. */
function anyLeap(): string {
  const mode = anyOf(['', '', 'm', 'c']);
  switch (below(4)) {
    case 0:
      return mode + anyOf(oblique) + anyOf(['N', 'N', 'C', 'Z']);
    case 1:
      return mode + anyOf(straight) + anyOf(['W', 'D', 'H']);
    case 2:
      return mode + anyOf(diagonal) + anyOf(['F', 'A', 'G']);
    default:
      return `${mode}n${anyOf(['N', 'A', 'D'])}`;
  }
}

/** A rider or hopper. Fairy-Stockfish counts the range of hoppers from the piece that they pass. */
function anyRider(): string {
  const mode = anyOf(['', '', 'm', 'c']);
  switch (below(4)) {
    case 0:
      return mode + anyOf(straight) + anyOf(['R', 'W2', 'R3']);
    case 1:
      return mode + anyOf(diagonal) + anyOf(['B', 'F3', 'B2']);
    case 2:
      return `${mode}NN`;
    default:
      return mode + anyOf(['p', 'g']) + anyOf(['R', 'B', 'Q']);
  }
}

/**
 * Leaps and at most one rider: Fairy-Stockfish knows one range in a direction, and mixes
 * riders with hoppers, and lame leaps with others. Terms do not
 * run into one another, as an atom that comes twice would be a range.
 */
function anyMovement(): string {
  const terms = [
    ...Array.from({ length: 1 + below(2) }, anyLeap),
    ...(below(3) > 0 ? [anyRider()] : []),
  ];
  const movement = terms.join('');
  const lame = /n([NAD])/.exec(movement)?.[1];
  const isMixed = lame !== undefined && movement.split(lame).length > 2;
  const runsOn = /([A-Z])\1/.test(movement.replace('NN', '')) || movement.includes('NNN');
  return isMixed || runsOn ? anyMovement() : movement;
}

// Fairy-Stockfish takes a twentieth of a second for each new piece.
const PIECES = whole ? 300 : 60;
const POSITIONS = 4;

test(`${PIECES} random pieces have the moves that Fairy-Stockfish gives them`, () => {
  const movements = Array.from({ length: PIECES }, () => anyMovement());
  const sections = movements.map(
    (movement, i) => `[random${i}:chess]\ncustomPiece1 = a:${movement}\ncastling = false\n`,
  );
  const asked = movements.flatMap((movement, i) => {
    const army = [
      royal('K', 'king', 'K'),
      piece('A', 'stranger', movement),
      piece('R', 'rook', 'R'),
    ];
    const equipment = new Equipment(board8x8, army);
    return Array.from({ length: POSITIONS }, () => {
      const position = anyPosition(equipment);
      return { variant: `random${i}`, fen: makeFen(position), movement, position };
    });
  });
  const positions = asked.map(({ variant, fen }) => ({ variant, fen }));
  const { moves } = askFairyStockfish({ variants: sections.join('\n'), positions });
  const wrong = asked.flatMap(({ fen, movement, position }, i) => {
    const own = legalMoves(position).map((move) => makeUci(move, position.equipment));
    const same = own.sort().join(' ') === moves[i]!.toSorted().join(' ');
    const theirs = moves[i]!;
    const only = own.filter((move) => !theirs.includes(move));
    return same
      ? []
      : [{ fen, movement, only, missing: theirs.filter((move) => !own.includes(move)) }];
  });
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(moves.flat().length).toBeGreaterThan(PIECES * POSITIONS * 5);
});

function anyPosition(equipment: Equipment) {
  for (;;) {
    const men = [...'KkAAaRr'].map((letter) => parsePiece(equipment.army, letter)!);
    const squares = men.map(() => below(board8x8.size));
    const placed = setUp(equipment, { turn: below(2) as Color }, men, squares);
    if (placed.ok) return placed.value;
  }
}

test('perft of chess, knightmate and shatranj', () => {
  const depth = whole ? 4 : 3;
  const games = ['chess', 'knightmate', 'shatranj'].map(gameOf);
  const perfts = games.map(({ name }) => ({ variant: name, depth }));
  const { nodes } = askFairyStockfish({ perfts });
  expect(games.map(({ start }) => perft(start, depth))).toEqual(nodes);
});

test('a movement that is no notation is an error, not another piece', () => {
  expect(unwrap(parseBetza('N'))).toHaveLength(16);
  expect(parseBetza('Nx').ok).toBe(false);
});
