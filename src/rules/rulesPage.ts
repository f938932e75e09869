import { type Board, boardOf, makeSquare, type Square } from '../board/board.ts';
import { onRanks, type Region } from '../board/regions.ts';
import { type Army, type PieceKind, WHITE } from '../pieces/army.ts';
import type { Leg } from '../pieces/legs.ts';
import { type Line, linesOf, PLAIN, passantsFrom } from '../pieces/lines.ts';
import { makeBetza } from '../pieces/makeBetza.ts';
import { endWords, kingName, lawWords, regionWords, royaltyWords, tableWords } from './endWords.ts';
import type { Parameter } from './parameters.ts';
import type { RuleSet } from './ruleset.ts';

/** A page on a game in plain text: its pieces with diagrams, its ends, and what its tables cover. */
export function rulesPage(
  { variant, name, about, board, army }: RuleSet,
  parameters: readonly Parameter[] = [],
): string {
  const pieces = army.map((kind) => pieceText(board, army, kind));
  const special = [
    ...royaltyWords(army),
    ...lawWords(army, variant.equipment.laws),
    ...specialMovesOf(variant),
  ];
  const parts = [
    `${variant.title} (${name})`,
    about,
    `Source: ${variant.source}`,
    `Board: ${board.files} files, ${board.ranks} ranks.`,
    ...(variant.start ? [`It begins with: ${variant.start}`] : []),
    ...pieces.map(({ head, rows }) => [head, ...rows].join('\n')),
    legendOf(pieces.flatMap(({ rows }) => rows).join('')),
    ...(special.length > 0 ? [paragraph('Special moves', special)] : []),
    paragraph('How it ends', endWords(variant)),
    paragraph('Tables', tableWords(variant)),
    ...(parameters.length > 0 ? [paragraph('Parameters', parameters.map(parameterText))] : []),
    ...(variant.notes ? [paragraph('Remarks', variant.notes)] : []),
  ];
  return parts.join('\n\n');
}

function parameterText({ key, about, values, usual }: Parameter): string {
  return `${key}: ${about}. It is ${values}; usually ${usual}.`;
}

function paragraph(heading: string, sentences: readonly string[]): string {
  return [heading, ...sentences.map((sentence) => `  ${sentence}`)].join('\n');
}

const SIDE = 9;

/** What the marks of diagrams mean. */
const MARKS = {
  o: 'moves or takes there',
  m: 'only moves',
  x: 'only takes',
  e: 'only takes, en passant too',
  i: 'goes there only from where it begins',
  h: 'goes there over one other piece',
  '*': 'moves there and goes there over one other piece',
} as const;

/** Explains the marks that these diagrams have. */
function legendOf(diagrams: string): string {
  const marks = Object.entries(MARKS).filter(([mark]) => diagrams.includes(mark));
  return `${marks.map(([mark, meaning]) => `${mark} ${meaning}`).join('; ')}.`;
}

function pieceText(board: Board, army: Army, kind: PieceKind) {
  const { letter, name, movement, home, tripleHome = home, enters } = kind;
  const initial = movement.filter((leg) => leg.initial);
  const [triple, double] = [initial.filter(isTriple), initial.filter((leg) => !isTriple(leg))];
  const from = (legs: typeof initial, region: Region | undefined) =>
    legs.length > 0
      ? [`${makeBetza(legs)} only from ${regionWords(board, region ?? onRanks())}`]
      : [];
  const facts = [
    ...(kind.royal === undefined ? [] : ['royal']),
    ...from(double, home),
    ...from(triple, tripleHome),
    ...(enters ? [`moves only to ${regionWords(board, enters)}`] : []),
    ...promotionWords(board, army, kind),
  ];
  const head = `${letter}  ${name}, ${makeBetza(movement) || 'does not move'}`;
  return { head: [head, ...facts].join('; '), rows: diagram(kind) };
}

function isTriple({ step: [, y] }: Leg): boolean {
  return y === 3;
}

function promotionWords(board: Board, army: Army, kind: PieceKind): readonly string[] {
  const { promotions, blackPromotions, mayStay, promotesOn } = kind;
  if (promotions.length === 0 && !blackPromotions) {
    return promotesOn ? [`may not go to ${regionWords(board, promotesOn)}`] : [];
  }
  const names = (kinds: readonly number[]) =>
    kinds.map((each) => army[each]!.name).join(', ') || 'nothing';
  const where = promotesOn ? regionWords(board, promotesOn) : 'the last rank';
  const black = blackPromotions ? `, Black's to ${names(blackPromotions)}` : '';
  const stays = mayStay ? ', or stays what it is' : '';
  return [`promotes on ${where} to ${names(promotions)}${black}${stays}`];
}

/** Where a white piece in the middle of an empty board goes. */
function diagram(kind: PieceKind): readonly string[] {
  const board = boardOf(SIDE, SIDE);
  const middle = (board.size - 1) / 2;
  const linesFrom = (of: PieceKind) => linesOf(board, of, WHITE)(middle);
  const { enters, passantsOn, tripleHome, ...free } = kind;
  // As if it had not moved: first moves are part of the picture.
  const lines = linesFrom({ ...free, home: { ranks: [(SIDE + 1) / 2] } });
  const later = linesFrom({ ...free, home: onRanks() });
  const passants = passantsFrom(board, free, WHITE, middle);
  const mark = (square: Square): keyof typeof MARKS | '.' => {
    const there = lines.filter((line) => leadsTo(line, square));
    const moves = there.some((line) => line.moves && line.hop === PLAIN);
    const takes = there.some((line) => line.takes && line.hop === PLAIN);
    if (there.length === 0) return '.';
    if (!later.some((line) => leadsTo(line, square))) return 'i';
    if (there.some((line) => line.hop !== PLAIN)) return moves ? '*' : 'h';
    if (moves) return takes ? 'o' : 'm';
    return takes && passants.includes(square) ? 'e' : 'x';
  };
  return Array.from({ length: SIDE }, (_, row) => {
    const squares = Array.from({ length: SIDE }, (_, file) => (SIDE - 1 - row) * SIDE + file);
    return `   ${squares.map((square) => (square === middle ? kind.letter : mark(square))).join(' ')}`;
  });
}

function leadsTo({ squares, hop, first }: Line, square: Square): boolean {
  return squares.indexOf(square) >= (hop === PLAIN ? first : 1);
}

/** Castling and the king's leap; of castling the squares of White. */
function specialMovesOf({ equipment: { specials, board, army } }: RuleSet['variant']): string[] {
  const royal = kingName(army);
  const at = (square: Square) => makeSquare(square, board);
  const castlings = specials.flatMap((special) => {
    if (special.kind !== 'castling' || special.color !== WHITE) return [];
    const { king, kingFrom, kingTo, rookFrom, rookTo, rook } = special;
    return [
      `White's ${army[king]!.name} castles from ${at(kingFrom)} to ${at(kingTo)}, its ${army[rook]!.name} going from ${at(rookFrom)} to ${at(rookTo)}; Black likewise.`,
    ];
  });
  const conditions = `To castle, neither may have moved, nothing may stand between them, and no square that the ${royal} leaves, passes or reaches may be attacked.`;
  const leap = `A ${royal} that has not moved and is not in check may leap to an empty square at distance 2, if a square on its way and the square itself are not attacked.`;
  return [
    ...(castlings.length > 0 ? [...castlings, conditions] : []),
    ...(specials.some(({ kind }) => kind === 'leap') ? [leap] : []),
  ];
}
