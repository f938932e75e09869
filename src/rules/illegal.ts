import { chess } from './chess.ts';
import { wholeNumber } from './parameters.ts';
import type { OpenGame } from './variant.ts';

const DAMAGE = [0, 100] as const;

/** In the order of the army. Of its numbers the page tells only the 100 hit points: the others are ours. */
const VALUES = [
  ['K', 'king', 10],
  ['Q', 'queen', 9],
  ['R', 'rook', 5],
  ['B', 'bishop', 3],
  ['N', 'knight', 3],
  ['P', 'pawn', 1],
] as const;

export const illegal: OpenGame = {
  name: 'illegal',
  parameters: [
    wholeNumber('hp', 'the hit points of each player', 100, [1, 1000]),
    wholeNumber('base', 'hit points for any illegal move that is caught', 5, DAMAGE),
    wholeNumber('factor', 'how often the value of the man adds to that', 2, [0, 10]),
    ...VALUES.map(([letter, name, value]) =>
      wholeNumber(letter, `the value of a ${name}`, value, DAMAGE),
    ),
    wholeNumber('danger', 'hit points more if the own king was in danger', 10, DAMAGE),
    wholeNumber('foreign', 'hit points more for moving an opposing man', 10, DAMAGE),
    wholeNumber('capture', 'hit points more if the king was captured', 10, DAMAGE),
    wholeNumber('wrong', 'hit points for a claim that is not correct', 6, DAMAGE),
  ],
  make(name, values) {
    const number = (key: string) => Number(values.get(key));
    return {
      ...chess.variant,
      name,
      tables: chess.name,
      title: 'The Illegal-Move Game',
      about: 'Chess in which you may play illegal moves, as long as nobody catches you.',
      source: 'The rules page of https://cheatchess.ru, which says that some of them may change',
      notes: [...ofThePage(number('hp')), ...ours(values)],
      penalties: {
        hitPoints: number('hp'),
        values: VALUES.map(([letter]) => number(letter)),
        base: number('base'),
        factor: number('factor'),
        danger: number('danger'),
        foreign: number('foreign'),
        capture: number('capture'),
        wrong: number('wrong'),
      },
    };
  },
};

const ofThePage = (hitPoints: number) => [
  'Any man may go to any other square and take what stands there: an opposing man may be moved, an own one taken, the own king left in check. A pawn promotes when it gets to its far rank, from wherever.',
  'Before moving, a player may claim that the last move was illegal, by the square where it ended. If that is correct, the mover loses hit points, and has to move again from the position before; if not, the claimant loses some, and may claim again or move. To move is to confirm: the last move can no longer be claimed.',
  'To capture the king, as the man that does so moves in chess, is a claim that is never incorrect, and costs more.',
  `Each player begins with ${hitPoints} hit points. A player without any has lost.`,
  'Castling and en passant are special moves. A king may castle illegally: without the right to, out of check, through check and into it, and through men; what stands where king and rook arrive is captured. A castling is claimed by the square of the king; after one out of check or through it the king may be captured en passant. Any man may capture a pawn en passant illegally; a pawn that has moved two squares in the centre of the board may be taken en passant legally. A pawn back on its home rank may move two squares again.',
  'Checkmate does not end the game. The player who is mated may try an illegal move, or an escape: a move that is legal but for the safety of the king. To claim an escape is incorrect; to capture the king after one wins the game; if that is not done at once, the escape has succeeded.',
  'Draws: stalemate, threefold repetition, 50 moves if a player claims it and 75 without a claim, and bare kings, with a knight or a bishop. A pawn that goes back does not restart the count of moves. Who is out of time loses, whatever the opponent has left.',
];

function ours(values: ReadonlyMap<string, string>): readonly string[] {
  const [base, factor, danger, foreign, capture, wrong] = [
    ...['base', 'factor', 'danger', 'foreign', 'capture', 'wrong'].map((key) => values.get(key)),
  ];
  const worth = VALUES.map(([letter]) => `${letter} ${values.get(letter)}`).join(', ');
  return [
    `${OURS} a move that is caught costs ${base} hit points, and ${factor} times the value of the moved man or of the captured one, whichever is dearer (${worth}); ${danger} more if the mover’s king was in danger, ${foreign} more if the man was the opponent’s, ${capture} more if the king was captured. A claim that is not correct costs ${wrong}.`,
    `${OURS} a draw without a claim stands once the last move is confirmed: the player to move may first claim, also by capturing the king, or accept it. The count of moves restarts with a capture and with a pawn that advances, and with nothing else. Who claims 50 moves while the own last move is not confirmed needs them before it, too.`,
    `${OURS} insufficient material is one knight or bishop against a bare king; positions repeat whatever the hit points.`,
    `${OURS} what is possible depends only on what both players see: any pawn with which the opponent has just moved may be taken en passant on the empty square behind it, which is illegal unless it has moved two squares and a pawn takes it. To capture a king en passant that has not castled is an incorrect claim.`,
    `${OURS} a king is captured by a move that is legal but for the safety of the own king, and in no other way; the own king is never taken. Only the own king castles, from its first square and with a rook in the corner; castling is no escape from checkmate. A king that is still in check without a legal move once the opponent has moved is mated again.`,
    `${OURS} who makes a move is told beforehand that it is illegal, but of special moves only as much as the board shows. The page shows the board and the square where the last move ended: no move, no arrow, no check and no earlier position. It flashes that square for a player who wants that. The whole record opens when the game is over.`,
    `${OURS} how the record is written, but for its marks: – illegal, E escape from checkmate, * special, + check, # checkmate.`,
    `${OURS} after a correct claim the clock runs on for the player who has to move again.`,
    'The game relies on memory. A player who writes positions down cannot be stopped.',
  ];
}

const OURS = 'The page leaves this open. Ours:';
