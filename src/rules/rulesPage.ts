import { boardOf, makeSquare, type Square } from '../board/board.ts';
import { onRanks, type Region } from '../board/regions.ts';
import { type PieceKind, ROYAL, WHITE } from '../pieces/army.ts';
import { type Line, linesOf, PLAIN, passantsFrom } from '../pieces/lines.ts';
import { makeBetza } from '../pieces/makeBetza.ts';
import type { Parameter } from './parameters.ts';
import type { RuleSet } from './ruleset.ts';

/** A page on a game in plain text: its pieces with diagrams, its ends, and what its tables cover. */
export function rulesPage(
  { variant, name, about, board, army }: RuleSet,
  parameters: readonly Parameter[] = [],
): string {
  const pieces = army.map((kind, i) => pieceText(army, kind, i === ROYAL));
  const special = specialMovesOf(variant);
  const parts = [
    `${variant.title} (${name})`,
    about,
    `Source: ${variant.source}`,
    `Board: ${board.files} files, ${board.ranks} ranks.`,
    ...(variant.start ? [`It begins with: ${variant.start}`] : []),
    ...pieces.map(({ head, rows }) => [head, ...rows].join('\n')),
    legendOf(pieces.flatMap(({ rows }) => rows).join('')),
    ...(special.length > 0 ? [paragraph('Special moves', special)] : []),
    paragraph('How it ends', endsOf(variant)),
    paragraph('Tables', tablesOf({ variant, board, army })),
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

function pieceText(army: RuleSet['army'], kind: PieceKind, isRoyal: boolean) {
  const { letter, name, movement, promotions, mayStay, home } = kind;
  const names = promotions.map((each) => army[each]!.name).join(', ');
  const becomes = `promotes on the last rank to ${names}${mayStay ? ', or stays what it is' : ''}`;
  const initial = movement.filter((leg) => leg.initial);
  const first = `${makeBetza(initial)} only from ${regionWords(home ?? onRanks())}`;
  const facts = [
    ...(isRoyal ? ['royal'] : []),
    ...(initial.length > 0 ? [first] : []),
    ...(promotions.length > 0 ? [becomes] : []),
  ];
  const head = `${letter}  ${name}, ${makeBetza(movement) || 'does not move'}`;
  return { head: [head, ...facts].join('; '), rows: diagram(kind) };
}

/** Where a white piece in the middle of an empty board goes. */
function diagram(kind: PieceKind): readonly string[] {
  const board = boardOf(SIDE, SIDE);
  const middle = (board.size - 1) / 2;
  const linesFrom = (of: PieceKind) => linesOf(board, of, WHITE)(middle);
  // As if it had not moved: first moves are part of the picture.
  const lines = linesFrom({ ...kind, home: { ranks: [(SIDE + 1) / 2] } });
  const later = linesFrom({ ...kind, home: onRanks() });
  const passants = passantsFrom(board, kind, WHITE, middle);
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
  const royal = army[ROYAL]!.name;
  const at = (square: Square) => makeSquare(square, board);
  const castlings = specials.flatMap((special) => {
    if (special.kind !== 'castling' || special.color !== WHITE) return [];
    const { kingFrom, kingTo, rookFrom, transit, rook } = special;
    return [
      `White's ${royal} castles from ${at(kingFrom)} to ${at(kingTo)}, its ${army[rook]!.name} going from ${at(rookFrom)} to ${at(transit)}; Black likewise.`,
    ];
  });
  const conditions = `To castle, neither may have moved, nothing may stand between them, and no square that the ${royal} leaves, passes or reaches may be attacked.`;
  const leap = `A ${royal} that has not moved and is not in check may leap to an empty square at distance 2, if a square on its way and the square itself are not attacked.`;
  return [
    ...(castlings.length > 0 ? [...castlings, conditions] : []),
    ...(specials.some(({ kind }) => kind === 'leap') ? [leap] : []),
  ];
}

const OUTCOMES = { '-1': 'has lost', 0: 'draws', 1: 'has won' } as const;

function endsOf({ stuck, goal, bareRoyalLoses, bar, equipment }: RuleSet['variant']): string[] {
  const { army } = equipment;
  const royal = army[ROYAL]!.name;
  const sentences: string[] = [];
  if (goal) {
    const who = goal.kinds
      ? goal.kinds.map((kind) => `a ${army[kind]!.name}`).join(' or ')
      : 'any piece';
    sentences.push(
      `A side that moves ${who} to ${regionWords(goal.region)} has won (${goal.name}).`,
    );
  }
  if (bareRoyalLoses) {
    sentences.push(
      `A side with nothing but its ${royal} has lost, unless it takes the other's last piece at once (bare king).`,
    );
  }
  if (bar) sentences.push(`${bar.words}`);
  if (stuck === 'pass') {
    sentences.push(
      'A side without a legal move passes, in check or not; nobody else may.',
      'If neither side has a legal move, the game is drawn (double stalemate).',
    );
    return sentences;
  }
  const { attacked, free } = stuck;
  const threatened = bar?.threat ? ` or threatened so (metacheck)` : '';
  sentences.push(
    `A side without a legal move ${OUTCOMES[attacked.wdl]} if its ${royal} is attacked${threatened} (${attacked.reason}),`,
    `and otherwise ${OUTCOMES[free.wdl]} (${free.reason}).`,
  );
  return sentences;
}

function regionWords({ ranks }: Region): string {
  if (ranks.length === 1 && ranks[0]! > 0) return `its rank ${ranks[0]}`;
  if (ranks.length === 1 && ranks[0] === -1) return 'its far rank';
  return `its ranks ${ranks.join(', ')}`;
}

function tablesOf({ variant, board, army }: Pick<RuleSet, 'variant' | 'board' | 'army'>): string[] {
  const { stuck, goal, bareRoyalLoses } = variant;
  const bits = Math.ceil(Math.log2(board.size));
  const royal = army[ROYAL]!.name;
  return [
    `They hold every position of their pieces in which the game goes on or has just been decided by the last move,`,
    `without castling and other rights; a position with a right to take en passant is looked ahead one ply.`,
    ...(variant.equipment.hasStock ? [stockWords(army)] : []),
    ...(goal ? ['They do not hold positions in which a piece has reached its goal.'] : []),
    ...(stuck === 'pass'
      ? [
          `They hold positions to which only a pass leads (the other ${royal} is attacked), counted apart.`,
        ]
      : []),
    ...(bareRoyalLoses
      ? [`There are none in which a side has only its ${royal}: those are decided.`]
      : []),
    `Draws by repetition and by 50 moves are ignored. A square takes ${bits} bits of a position_code: rank * ${board.files} + file.`,
  ];
}

/** What becomes of pawns in tables, where in play they become what their side has lost. */
function stockWords(army: RuleSet['army']): string {
  const { name, promotions, mayStay } = army.find((kind) => kind.pawn)!;
  const names = promotions.map((each) => army[each]!.name).join(', ');
  const becomes = [...(names ? [`becomes ${names}`] : []), ...(mayStay ? ['may stay'] : [])];
  return `In them a ${name} on the last rank ${becomes.join(' or ')}. They answer a FEN if a side with ${name}s has lost just these kinds, one of each for every ${name}, and can lose no others.`;
}
