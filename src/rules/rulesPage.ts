import { boardOf, type Square } from '../board/board.ts';
import type { Region } from '../board/regions.ts';
import { type PieceKind, ROYAL, WHITE } from '../pieces/army.ts';
import { linesOf, PLAIN, passantsFrom } from '../pieces/lines.ts';
import { makeBetza } from '../pieces/makeBetza.ts';
import type { RuleSet } from './ruleset.ts';

/** A page on a game in plain text: its pieces with diagrams, its ends, and what its tables cover. */
export function rulesPage({ variant, name, title, about, board, army }: RuleSet): string {
  const parts = [
    `${title} (${name})`,
    about,
    `Source: ${variant.source}`,
    `Board: ${board.files} files, ${board.ranks} ranks.`,
    ...(variant.start ? [`It begins with: ${variant.start}`] : []),
    ...army.map((kind, i) => pieceText(army, kind, i === ROYAL)),
    LEGEND,
    paragraph('How it ends', endsOf(variant)),
    paragraph('Tables', tablesOf({ variant, board, army })),
    ...(variant.notes ? [paragraph('Remarks', variant.notes)] : []),
  ];
  return parts.join('\n\n');
}

function paragraph(heading: string, sentences: readonly string[]): string {
  return [heading, ...sentences.map((sentence) => `  ${sentence}`)].join('\n');
}

const SIDE = 9;

const LEGEND =
  'o moves or takes there, m only moves, x only takes, h goes there over one other piece, * moves there and goes there over\none other piece, e takes en passant.';

function pieceText(army: RuleSet['army'], kind: PieceKind, isRoyal: boolean): string {
  const { letter, name, movement, promotions, mayStay } = kind;
  const names = promotions.map((each) => army[each]!.name).join(', ');
  const becomes = `promotes on the last rank to ${names}${mayStay ? ', or stays what it is' : ''}`;
  const facts = [isRoyal ? 'royal' : '', promotions.length > 0 ? becomes : ''].filter(Boolean);
  const head = `${letter}  ${name}, ${makeBetza(movement) || 'does not move'}`;
  return [[head, ...facts].join('; '), ...diagram(kind)].join('\n');
}

/** Where a white piece in the middle of an empty board goes. */
function diagram(kind: PieceKind): readonly string[] {
  const board = boardOf(SIDE, SIDE);
  const middle = (board.size - 1) / 2;
  // As if it had not moved: first moves are part of the picture.
  const home = { ranks: [(SIDE + 1) / 2] };
  const lines = linesOf(board, { ...kind, home }, WHITE)(middle);
  const passants = passantsFrom(board, kind, WHITE, middle);
  const mark = (square: Square) => {
    if (square === middle) return kind.letter;
    const there = lines.filter(
      (line) => line.squares.indexOf(square) >= (line.hop === PLAIN ? line.first : 1),
    );
    const moves = there.some((line) => line.moves && line.hop === PLAIN);
    const takes = there.some((line) => line.takes && line.hop === PLAIN);
    const hops = there.some((line) => line.hop !== PLAIN);
    if (hops) return moves ? '*' : 'h';
    if (moves) return takes ? 'o' : 'm';
    if (takes) return 'x';
    return passants.includes(square) ? 'e' : '.';
  };
  return Array.from({ length: SIDE }, (_, row) => {
    const squares = Array.from({ length: SIDE }, (_, file) => (SIDE - 1 - row) * SIDE + file);
    return `   ${squares.map(mark).join(' ')}`;
  });
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
