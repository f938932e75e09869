import { type Board, makeSquare, type Square } from '../board/board.ts';
import { onRanks, type Region } from '../board/regions.ts';
import { type Army, type PieceKind, WHITE } from '../pieces/army.ts';
import type { Leg } from '../pieces/legs.ts';
import { makeBetza } from '../pieces/makeBetza.ts';
import { endWords, kingName, lawWords, regionWords, royaltyWords, tableWords } from './endWords.ts';
import { diagramOf, type PieceDiagram } from './pieceDiagram.ts';
import { parametersOf } from './registry.ts';
import type { RuleSet } from './ruleset.ts';
import { isHidden } from './variant.ts';

/** A game for readers: what its page says, as text and in the browser. */
export interface RulesDescription {
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  /** Who made the game, when, and where its rules are. */
  readonly source: string;
  readonly files: number;
  readonly ranks: number;
  /** The FEN of the initial position, as the game's description has it. */
  readonly start: string | undefined;
  /** By kind, in the order of the army. */
  readonly pieces: readonly PieceDescription[];
  /** Those that have something to say, in this order. */
  readonly sections: readonly RulesSection[];
}

export interface PieceDescription {
  /** One capital letter. */
  readonly letter: string;
  readonly name: string;
  /** In Betza's notation; empty if the piece does not move. */
  readonly movement: string;
  /** What is special about it: parts of a sentence. */
  readonly facts: readonly string[];
  readonly diagram: PieceDiagram;
}

export interface RulesSection {
  readonly heading: 'Special moves' | 'How it ends' | 'Tables' | 'Parameters' | 'Remarks';
  /** At least one; a sentence may go on in the next. */
  readonly sentences: readonly string[];
}

export function describeRules(rules: RuleSet): RulesDescription {
  const { variant, name, about, board, army } = rules;
  const { title, source, start, notes = [] } = variant;
  const special = [
    ...royaltyWords(army),
    ...lawWords(army, variant.equipment.laws),
    ...specialMovesOf(variant),
  ];
  const parameters = parametersOf(rules).map(
    ({ key, about, values, usual }) => `${key}: ${about}. It is ${values}; usually ${usual}.`,
  );
  const sections: readonly RulesSection[] = [
    { heading: 'Special moves', sentences: special },
    { heading: 'How it ends', sentences: isHidden(rules) ? hiddenEnds : endWords(variant) },
    { heading: 'Tables', sentences: tableWords(variant) },
    { heading: 'Parameters', sentences: parameters },
    { heading: 'Remarks', sentences: notes },
  ];
  return {
    name,
    title,
    about,
    source,
    files: board.files,
    ranks: board.ranks,
    start,
    pieces: army.map((kind) => describePiece(board, army, kind)),
    sections: sections.filter(({ sentences }) => sentences.length > 0),
  };
}

/** Of the illegal-move game; its notes have more. */
const hiddenEnds = [
  'A player without hit points has lost, and so has one whose king is captured after an escape from checkmate. Checkmate alone ends nothing.',
  'Stalemate, threefold repetition, 50 moves if they are claimed and insufficient material draw.',
];

function describePiece(board: Board, army: Army, kind: PieceKind): PieceDescription {
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
  return { letter, name, movement: makeBetza(movement), facts, diagram: diagramOf(kind) };
}

function isTriple({ step: [, y] }: Leg): boolean {
  return y === 3;
}

function promotionWords(board: Board, army: Army, kind: PieceKind): readonly string[] {
  const { promotions, blackPromotions, mayStay, promotesLater, promotesOn } = kind;
  if (promotions.length === 0 && !blackPromotions) {
    return promotesOn ? [`may not go to ${regionWords(board, promotesOn)}`] : [];
  }
  const names = (kinds: readonly number[]) =>
    kinds.map((each) => army[each]!.name).join(', ') || 'nothing';
  const where = promotesOn ? regionWords(board, promotesOn) : 'the last rank';
  const black = blackPromotions ? `, Black's to ${names(blackPromotions)}` : '';
  const later = promotesLater ? ', which may promote later, as a move' : '';
  const stays = mayStay ? `, or stays what it is${later}` : '';
  return [`promotes on ${where} to ${names(promotions)}${black}${stays}`];
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
