import type { Region } from '../board/regions.ts';
import { normalised } from '../pieces/normalForm.ts';
import type { Variant } from './variant.ts';

/**
 * A hash, eight hexadecimal digits, of all that values and slots of tables depend on, and of nothing else: the board,
 * the kinds of pieces in the order of slots, their movements and where they promote, the laws, the ends, and what is
 * barred; of described games the pieces' letters. Not of names, words, the initial position and castling, which no table
 * has.
 */
export function fingerprintOf(variant: Variant): string {
  const { equipment, stuck, goal, bareRoyalLoses, bar } = variant;
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
    movement.some(({ initial }) => initial) ? placesOf(home) : [],
    pawn,
    promotions,
    mayStay,
  ]);
  const ends = [
    stuck === 'pass'
      ? stuck
      : [stuck.attacked.wdl, stuck.free === 'pass' ? 'pass' : stuck.free.wdl],
    goal ? [placesOf(goal.region), goal.kinds ?? 'all'] : 0,
    bareRoyalLoses === true,
  ];
  const rest = unusual(variant);
  const all = [board.files, board.ranks, kinds, ends, bar?.name ?? 0];
  return hash(JSON.stringify(Object.keys(rest).length > 0 ? [...all, rest] : all));
}

function placesOf(region: Region | undefined): unknown {
  if (!region) return [];
  return 'ranks' in region ? region.ranks : region.squares;
}

/** What few games have, by name: a game without any of it has the hash that it had before there was such a thing. */
function unusual({ equipment, goal, extinction, ini }: Variant): Readonly<Record<string, unknown>> {
  const { army, laws } = equipment;
  const found: Record<string, unknown> = {};
  for (const [i, kind] of army.entries()) {
    const usual = kind.royal === (i === 0 ? 'only' : undefined);
    const { movement, royal, tripleHome, enters, passantsOn, promotesOn, blackPromotions } = kind;
    const triple = movement.some(({ initial, step: [, y] }) => initial && y === 3);
    const odd = {
      ...(usual ? {} : { royal: royal ?? 'never' }),
      ...(tripleHome && triple ? { tripleHome: placesOf(tripleHome) } : {}),
      ...(enters ? { enters: placesOf(enters) } : {}),
      ...(passantsOn ? { passantsOn: placesOf(passantsOn) } : {}),
      ...(promotesOn ? { promotesOn: placesOf(promotesOn) } : {}),
      ...(blackPromotions ? { blackPromotions } : {}),
      ...(kind.anyRank ? { anyRank: true } : {}),
      // Who must promote stands nowhere to promote later.
      ...(kind.promotesLater && kind.mayStay ? { promotesLater: true } : {}),
    };
    if (Object.keys(odd).length > 0) found[i] = odd;
  }
  // Their letters name tables, and those of a description can be exchanged while all else stays.
  if (ini !== undefined) found.letters = army.map(({ letter }) => letter).join('');
  if (Object.keys(laws).length > 0) found.laws = laws;
  if (extinction) found.extinction = extinction;
  const { blackKinds, count = 1, safe, answer } = goal ?? {};
  if (blackKinds || count > 1 || safe || answer) found.goal = { blackKinds, count, safe, answer };
  return found;
}

/** FNV-1a of 32 bits, as eight hexadecimal digits. */
export function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}
