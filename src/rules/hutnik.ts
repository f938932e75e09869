import { board8x8 } from '../board/board.ts';
import { onRanks } from '../board/regions.ts';
import { fail, ok, type Result } from '../board/result.ts';
import { ROYAL, WHITE } from '../pieces/army.ts';
import { parseBetza } from '../pieces/betza.ts';
import { Equipment } from '../pieces/equipment.ts';
import { fitted } from '../pieces/fitted.ts';
import { pawn, piece, royal } from '../pieces/kinds.ts';
import { linesOf, PLAIN } from '../pieces/lines.ts';
import { makeBetza } from '../pieces/makeBetza.ts';
import { oneOf, type Parameter, wholeNumber } from './parameters.ts';
import { checkmateOrStalemate, type OpenGame } from './variant.ts';

/** What the players agree on: letters, which are the usual movements too, and names, the strongest first. */
export const KINDS = [
  ['Q', 'queen'],
  ['R', 'rook'],
  ['B', 'bishop'],
  ['N', 'knight'],
] as const;

/** Of a movement: Betza's page has no bounds, and an engine needs some. */
const MOST_CHARACTERS = 64;

export const hutnik: OpenGame = {
  name: 'hutnik',
  parameters: [
    ...KINDS.map(([letter, name]) => movementOf(letter, name)),
    promoteTo('QRBN'),
    oneOf('laterPromotion', 'may a pawn that stayed on the last rank promote later, as a move', [
      'no',
      'yes',
    ]),
    oneOf('reach', 'does a king win that steps on the far rank', ['none', 'king']),
    wholeNumber(
      'overrules',
      'how many movements each player may overrule before the game',
      3,
      [0, 99],
    ),
  ],
  make(name, values) {
    const promote = values.get('promote')!;
    const promotesLater = values.get('laterPromotion') === 'yes';
    const promotions = KINDS.flatMap(([letter], i) => (promote.includes(letter) ? [i + 1] : []));
    const army = [
      royal('K', 'king', 'K'),
      ...KINDS.map(([letter, kind]) => piece(letter, kind, values.get(letter)!)),
      { ...pawn(promotions), mayStay: promote.includes('P'), promotesLater },
    ];
    return {
      name,
      title: 'Hutnik’s Meta Chess',
      about: 'Chess in which the players agree how queens, rooks, bishops and knights move.',
      source: 'Richard Hutnik, 1995: http://www.chessvariants.org/unequal.dir/metachess.html',
      notes: [
        'Before the first move White and Black propose in turn how a queen, rook, bishop or knight moves; the other accepts or overrules. A movement holds for both sides. Then they put their pieces on their back ranks in turn, wherever they like, and White moves.',
        'Ours, as the inventor’s page leaves it open: each side has the three overrules that the page suggests, or as many as the parameter says, for the whole phase; after an overrule the same player may propose for any open kind, but not the same movement for the same kind; all open kinds may be agreed on at once; the page’s advice on movements is shown, and binds nobody.',
        `Ours, too: a movement is written in Betza’s notation, without i and e, has at most ${MOST_CHARACTERS} characters, can move somewhere on an empty board, need not take, goes forward to the far rank of its owner, and must be accepted if it differs to the left and to the right.`,
        'Ours, too: White places on rank 1 and Black on rank 8; there is no castling; Black has lost if its king could be taken when the last piece stands; stalemate, threefold repetition and 50 moves are as in chess; a regained piece that is taken again can be regained again; a pawn that stays on the last rank never moves again, but for an option with which it may promote there later, as a move.',
        'In play a pawn becomes a piece that its side has lost, or stays a pawn: a FEN tells what was lost behind the board, as in [Rn].',
      ],
      equipment: new Equipment(board8x8, army, [], true),
      start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1',
      // With movements that are given there is nothing to choose.
      preparation: KINDS.every(([letter]) => values.get(letter) === letter)
        ? 'selection'
        : 'placement',
      stuck: checkmateOrStalemate,
      ...(values.get('reach') === 'king'
        ? { goal: { region: onRanks(-1), kinds: [ROYAL], name: 'reached' } }
        : {}),
    };
  },
};

/** It needs a move on an empty board, which a piece that only goes over others has not. */
function movementOf(letter: string, kind: string): Parameter {
  return {
    key: letter,
    about: `how the ${kind} moves`,
    values: `a movement in Betza's notation of at most ${MOST_CHARACTERS} characters`,
    usual: letter,
    normalise(value): Result<string> {
      if (value.length > MOST_CHARACTERS) {
        const message = `a movement has at most ${MOST_CHARACTERS} characters`;
        return fail('parameter', message, value);
      }
      const movement = parseBetza(value);
      if (!movement.ok) return movement;
      const fit = fitted(board8x8, movement.value);
      if (!fit.ok) return fit;
      const odd = fit.value.find(({ initial, enPassant }) => initial || enPassant);
      if (odd) return fail('parameter', 'first moves (i) and en passant (e) are for pawns', value);
      const lines = linesOf(board8x8, { ...piece(letter, kind, 'K'), movement: fit.value }, WHITE);
      const squares = Array.from({ length: board8x8.size }, (_, square) => square);
      const moves = (from: number) => lines(from).some(({ moves, hop }) => moves && hop === PLAIN);
      if (!squares.some(moves)) {
        return fail('parameter', 'it could not move on an empty board', value);
      }
      return ok(makeBetza(fit.value));
    },
  };
}

function promoteTo(usual: string): Parameter {
  const letters = [...KINDS.map(([letter]) => letter), 'P'];
  return {
    key: 'promote',
    about: 'what a pawn may become in tables; with P it may stay a pawn',
    values: `some of ${letters.join('')}`,
    usual,
    normalise(value) {
      const wrong = [...value].find((letter) => !letters.includes(letter));
      if (value === '' || wrong !== undefined || new Set(value).size < value.length) {
        return fail('parameter', `name kinds of ${letters.join('')}, each once`, value);
      }
      return ok(letters.filter((letter) => value.includes(letter)).join(''));
    },
  };
}
