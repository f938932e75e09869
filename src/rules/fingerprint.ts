import { BLACK, type Piece, ROYAL, WHITE } from '../pieces/army.ts';
import type { RuleSet } from './ruleset.ts';

const known = new WeakMap<object, string>();
/** How far pieces move from one sampled position to the next: coprime to the number of squares of usual boards. */
const [KING_STEP, OTHER_STEP, MAN_STEP] = [7, 23, 11] as const;
/**
 * Positions for each kind of piece. Forty, every fourth with a king in a corner, distinguish chess variants in 3 ms.
 */
const POSITIONS = 40;

/**
 * A hash of a rule set, eight hexadecimal digits: of its board and pieces, and of what its rules say (which moves are
 * legal, how the game has ended) in some hundred positions of three men.
 */
export function fingerprintOf<P>(rules: RuleSet<P>): string {
  const found = known.get(rules) ?? makeFingerprint(rules);
  known.set(rules, found);
  return found;
}

function makeFingerprint<P>(rules: RuleSet<P>): string {
  const { files, ranks } = rules.board;
  const said: string[] = [JSON.stringify([{ files, ranks }, rules.army])];
  for (let kind = ROYAL + 1; kind < rules.army.length; kind++) {
    const men: Piece[] = [
      { kind: ROYAL, color: WHITE },
      { kind, color: WHITE },
      { kind: ROYAL, color: BLACK },
    ];
    for (let i = 0; i < POSITIONS; i++) said.push(sayOf(rules, men, i));
  }
  return hash(said.join('\n'));
}

function sayOf<P>(rules: RuleSet<P>, men: readonly Piece[], i: number): string {
  const board = rules.board.size;
  const corner = i % 4 === 0;
  const squares = [
    corner ? 2 * rules.board.files + 1 : (i * KING_STEP) % board,
    (i * MAN_STEP) % board,
    corner ? 0 : (i * OTHER_STEP) % board,
  ];
  const placed = rules.place(men, squares, i % 2 === 0 ? BLACK : WHITE);
  if (!placed.ok) return '';
  const moves = rules.legalMoves(placed.value);
  const ending = rules.ending(placed.value, moves);
  return [...moves.map(rules.makeUci).sort(), ending?.reason, ending?.wdl].join(' ');
}

/** FNV-1a. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}
