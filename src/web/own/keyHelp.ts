import { element } from '../dom.ts';

/** The keys that most games need, with what they mean (`docs/variants.md` has them all). */
const keys: readonly (readonly [keys: string, meaning: string])[] = [
  ['title, about, source', 'for readers: its name, one sentence on it, who made it'],
  ['maxFile, maxRank', 'the size of the board: 3 to 16 each, by link up to 12'],
  [
    'startFen',
    'the first position, from the top rank down: capitals are White’s, a number is so many empty squares',
  ],
  [
    'king, queen, rook, bishop, knight, pawn',
    'a kind of piece and its letter: rook = r; queen = - takes a kind of the parent away; king = k:KN gives the king another movement',
  ],
  [
    'customPiece1 to customPiece25',
    'a kind of piece of your own, its letter and its movement: customPiece1 = a:mQcN moves like a queen and takes like a knight',
  ],
  ['pieceNames', 'names of kinds, by letter: s:khon m:royal_knight'],
  [
    'promotionPieceTypes, promotionRegionWhite, promotionRegionBlack',
    'what pawns become, and where: *8 is a whole rank',
  ],
  ['doubleStep, castling', 'false: none'],
  ['mustCapture', 'true: a side that can capture must'],
  ['checkmateValue, stalemateValue', 'win, loss or draw for the side without a legal move'],
  ['flagPiece, flagRegion', 'who moves this kind to one of these squares has won'],
  [
    'extinctionValue, extinctionPieceTypes',
    'win or loss for a side that has none left of one of these kinds',
  ],
  ['blastOnCapture', 'true: captures explode, as in atomic chess; its king is a commoner = k'],
  ['nFoldRule, nMoveRule', 'repetitions and moves without progress for a draw; 0: none'],
  [
    'forbidMateInOne',
    'true: a move that would let the opponent checkmate at once is illegal, as in metachess',
  ],
];

const atoms: readonly (readonly [atom: string, meaning: string])[] = [
  ['W F', 'one square straight, one diagonally; K is both'],
  ['D A', 'a leap of two squares straight, of two diagonally'],
  ['N C Z', 'leaps: knight 2 and 1, camel 3 and 1, zebra 3 and 2'],
  ['R B Q', 'slides: rook, bishop, queen; R4 is a rook of up to four squares'],
  ['m c', 'before one of these: it only moves there, it only captures there'],
  ['f b s l r', 'before one of these: only forward, backward, sideways, left, right'],
];

/** How a game is described, in short. */
export function makeKeyHelp(): HTMLElement {
  return element(
    'details',
    { class: 'key-help' },
    element('summary', {}, 'How a game is described'),
    element(
      'p',
      {},
      'A section [name:parent] describes a game: each line is key = value, and says only what differs from its parent, another section or a well-known game such as chess, shatranj, atomic, antichess or metachess. Without a parent a game names all its pieces; everything else is as in chess. After # comes a comment. The format is that of ',
      element(
        'a',
        { href: 'https://github.com/fairy-stockfish/Fairy-Stockfish', rel: 'noreferrer' },
        'Fairy-Stockfish',
      ),
      ', whose variants.ini can be pasted or dropped here as a whole.',
    ),
    listOf(keys),
    element('h3', {}, 'Movements (Betza’s notation)'),
    listOf(atoms),
  );
}

function listOf(entries: readonly (readonly [string, string])[]): HTMLElement {
  return element(
    'dl',
    {},
    ...entries.flatMap(([term, meaning]) => [
      element('dt', {}, element('code', {}, term)),
      element('dd', {}, meaning),
    ]),
  );
}
