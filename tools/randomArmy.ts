import type { Board } from '../src/board/board.ts';
import { onRanks, type Region } from '../src/board/regions.ts';
import type { Army, PieceKind } from '../src/pieces/army.ts';
import { normalised } from '../src/pieces/normalForm.ts';
import { tripleStep } from '../src/rules/ini/movements.ts';
import type { Dice } from './dice.ts';
import { randomMovement, readMovement } from './randomMovement.ts';

/** What the first kind is: a king that is never taken, a royal piece that counts as such while it is alone, or neither. */
export type Royalty = 'king' | 'alone' | 'none';

const PAWNS = ['fmWfcF', 'fmFfcW', 'fK', 'fmWfcWfcF', 'fmRfcF', 'fsmWfcF', 'fmWfcFifmnnD'];
/** Those that can take one another en passant, on five ranks and more. */
const PASSING_PAWNS = ['fmWfceFifmnnD', 'fmWfceFfmnnD', 'fmFfceFifmnnD'];

/**
 * Two to four kinds: K, one or two of X Y, perhaps P, which if `passing` takes en passant. Checked by nothing but what
 * makes the game.
 */
export function randomArmy(dice: Dice, board: Board, royalty: Royalty, passing: boolean): Army {
  const hasPawn = passing || dice.chance(0.45);
  const letters = ['K', ...(!hasPawn || dice.chance(0.5) ? ['X'] : []), 'Y'];
  const officers = letters.map((letter, i) => officer(dice, board, letter, i, royalty));
  const others = officers.map((kind, i) => withPromotions(dice, board, kind, i, officers.length));
  return hasPawn ? [...others, pawnOf(dice, board, others, passing)] : others;
}

function officer(
  dice: Dice,
  board: Board,
  letter: string,
  index: number,
  royalty: Royalty,
): PieceKind {
  const usual = index === 0 && royalty !== 'none' && dice.chance(0.5);
  let movement = usual ? readMovement('K', board)! : randomMovement(dice, board);
  let home: Region | undefined;
  if (dice.chance(0.1)) {
    const first = readMovement(dice.one(['imR', 'iN', 'imF2', 'imnD']), board);
    if (first) {
      movement = normalised([...movement, ...first]);
      home = randomRegion(dice, board);
    }
  }
  return {
    letter,
    name: `piece ${letter}`,
    movement,
    ...royalOf(dice, index, royalty),
    ...(home ? { home } : {}),
    ...(dice.chance(0.12) ? { enters: randomRegion(dice, board, 0.7) } : {}),
    pawn: false,
    promotions: [],
  };
}

/** Royal kinds come first; only the first of them can be a king. */
function royalOf(dice: Dice, index: number, royalty: Royalty): Pick<PieceKind, 'royal'> {
  if (index === 0 && royalty === 'king') return { royal: 'only' };
  const isRoyal = index === 0 ? royalty === 'alone' : index === 1 && royalty !== 'none';
  if (!isRoyal || (index === 1 && !dice.chance(0.1))) return {};
  return { royal: dice.chance(0.85) ? 1 : 2 };
}

/** Some pieces become others, as in shogi. */
function withPromotions(
  dice: Dice,
  board: Board,
  kind: PieceKind,
  index: number,
  count: number,
): PieceKind {
  if (kind.royal !== undefined || !dice.chance(0.12)) return kind;
  const others = Array.from({ length: count }, (_, other) => other).filter(
    (other) => other !== index,
  );
  return {
    ...kind,
    promotions: [dice.one(others)],
    ...(dice.chance(0.6) ? staying(dice) : {}),
    ...(dice.chance(0.5) ? { promotesOn: randomRegion(dice, board) } : {}),
  };
}

function staying(dice: Dice): Pick<PieceKind, 'mayStay' | 'promotesLater'> {
  return { mayStay: true, ...(dice.chance(0.5) ? { promotesLater: true } : {}) };
}

function pawnOf(dice: Dice, board: Board, officers: Army, passing: boolean): PieceKind {
  const isLong = board.ranks > 4;
  const text = dice.one(passing ? PASSING_PAWNS : PAWNS);
  const plain = readMovement(text, board) ?? readMovement('fmWfcF', board)!;
  const triple = isLong && dice.chance(0.2);
  const movement = triple ? normalised([...plain, { ...tripleStep, enPassant: true }]) : plain;
  const targets = [...officers.keys()].filter((kind) => officers[kind]!.royal !== 'only');
  const promotions = () => dice.some(targets, 1 + dice.below(2));
  const anyRank = dice.chance(0.2);
  const passantsOn = dice.chance(0.08) ? { passantsOn: randomRegion(dice, board, 0.7) } : {};
  const enters = dice.chance(0.08) ? { enters: randomRegion(dice, board, 0.8) } : {};
  const home = onRanks(...dice.one(anyRank ? [[1], [2], [1, 2]] : [[2], [2], [2, 3]]));
  return {
    letter: 'P',
    name: 'pawn',
    movement,
    home,
    ...(triple ? { tripleHome: home } : {}),
    ...passantsOn,
    // En passant it takes where it may not go, as in Fairy-Stockfish, and then no table has a place for it.
    ...(passing ? {} : enters),
    pawn: true,
    ...(anyRank ? { anyRank: true as const } : {}),
    promotions: dice.chance(0.93) ? promotions() : [],
    ...(dice.chance(0.1) ? { blackPromotions: promotions() } : {}),
    ...(dice.chance(0.25) ? { promotesOn: promotionRegion(dice, board) } : {}),
    ...(dice.chance(0.25) ? staying(dice) : {}),
  };
}

function promotionRegion(dice: Dice, board: Board): Region {
  return dice.chance(0.7) ? onRanks(-1, -2) : randomRegion(dice, board);
}

/** Ranks, or about a `share` of the squares for each side, mirrored for Black or not. */
export function randomRegion(dice: Dice, { files, ranks, size }: Board, share = 0.3): Region {
  if (dice.chance(0.4)) return onRanks(...dice.one([[-1], [-1, -2], [1, 2], [2]]));
  const squares = Array.from({ length: size }, (_, square) => square);
  const some = () => dice.some(squares, Math.max(1, Math.round(size * share)));
  const white = some();
  const mirrored = white.map(
    (square) => (ranks - 1 - Math.floor(square / files)) * files + (square % files),
  );
  const black = dice.chance(0.7) ? mirrored.sort((a, b) => a - b) : some();
  return { squares: [white, black] };
}
