import { normalised } from '../pieces/normalForm.ts';
import type { Variant } from './variant.ts';

/**
 * A hash, eight hexadecimal digits, of all that values and slots of tables depend on, and of nothing else: the board,
 * the kinds of pieces in the order of slots, their movements and where they promote, the ends, and what is barred. Not
 * of names, words, the initial position and castling, which no table has.
 */
export function fingerprintOf({ equipment, stuck, goal, bareRoyalLoses, bar }: Variant): string {
  const { board, army } = equipment;
  const kinds = army.map(({ movement, home, pawn, promotions, mayStay = false }) => [
    normalised(movement).map(({ step, range, purpose, onward, hop, lame, initial, enPassant }) => [
      step,
      range,
      purpose,
      onward ?? 0,
      hop ?? 0,
      lame === true,
      initial === true,
      enPassant === true,
    ]),
    movement.some(({ initial }) => initial) ? (home?.ranks ?? []) : [],
    pawn,
    promotions,
    mayStay,
  ]);
  const ends = [
    stuck === 'pass' ? stuck : [stuck.attacked.wdl, stuck.free.wdl],
    goal ? [goal.region.ranks, goal.kinds ?? 'all'] : 0,
    bareRoyalLoses === true,
  ];
  return hash(JSON.stringify([board.files, board.ranks, kinds, ends, bar?.name ?? 0]));
}

/** FNV-1a of 32 bits, as eight hexadecimal digits. */
export function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}
