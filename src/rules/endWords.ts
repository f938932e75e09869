import { type Board, makeSquare, type Square } from '../board/board.ts';
import type { Region } from '../board/regions.ts';
import { type Army, hasKing, ROYAL } from '../pieces/army.ts';
import type { Laws } from '../pieces/laws.ts';
import type { Ending } from './ending.ts';
import type { Extinction, Goal, Variant } from './variant.ts';

const OUTCOMES = { '-1': 'has lost', 0: 'draws', 1: 'has won' } as const;

/** How a game ends, in sentences. */
export function endWords(variant: Variant): readonly string[] {
  const { stuck, goal, extinction, bareRoyalLoses, bar, equipment } = variant;
  const { army, board } = equipment;
  const royal = royalWords(army);
  return [
    ...(extinction ? extinctionWords(army, extinction) : []),
    ...(goal ? goalWords(board, army, goal) : []),
    ...(bareRoyalLoses
      ? [
          `A side with nothing but its ${royal} has lost, unless it takes the other's last piece at once (bare king).`,
        ]
      : []),
    ...(bar ? [bar.words] : []),
    ...stuckWords(stuck, royal, bar?.threat !== undefined),
  ];
}

/** What each side may not leave attacked, or undefined if nothing is royal. */
function royalWords(army: Army): string | undefined {
  return army.find(({ royal }) => royal !== undefined)?.name;
}

function stuckWords(
  stuck: Variant['stuck'],
  royal: string | undefined,
  hasThreat: boolean,
): readonly string[] {
  const both = 'If neither side has a legal move, the game is drawn (double stalemate).';
  if (stuck === 'pass') {
    return ['A side without a legal move passes, in check or not; nobody else may.', both];
  }
  const { attacked, free } = stuck;
  const without = 'A side without a legal move';
  const ends = ({ wdl, reason }: Ending) => `${OUTCOMES[wdl]} (${reason})`;
  if (royal === undefined) {
    return free === 'pass'
      ? [`${without} passes; nobody else may.`, both]
      : [`${without} ${ends(free)}.`];
  }
  const threatened = hasThreat ? ' or threatened so (metacheck)' : '';
  const first = `${without} ${OUTCOMES[attacked.wdl]} if its ${royal} is attacked${threatened} (${attacked.reason}),`;
  return free === 'pass'
    ? [first, 'and otherwise passes; nobody else may.', both]
    : [first, `and otherwise ${ends(free)}.`];
}

function goalWords(board: Board, army: Army, goal: Goal): readonly string[] {
  const { region, kinds, blackKinds, count = 1, safe, answer, name } = goal;
  const namesOf = (some: readonly number[] | undefined) => {
    if (some === undefined) return count === 1 ? 'any piece' : `${count} pieces`;
    const names = some.map((kind) => army[kind]!.name).join(' or ');
    return count === 1 ? `a ${names}` : `${count} of its ${names}s`;
  };
  const black = blackKinds ? `, Black ${namesOf(blackKinds)},` : '';
  const unattacked = safe ? ' where nothing attacks it' : '';
  const where = regionWords(board, region);
  const won = `A side that moves ${namesOf(kinds)}${black} to ${where}${unattacked} has won (${name}).`;
  if (!answer) return [won];
  const isKing = kinds?.length === 1 && army[kinds[0]!]!.royal === 'only';
  return [
    won,
    isKing
      ? 'If White arrives first, Black has one more move: if it arrives by that, the game is drawn.'
      : 'The other side has one more move.',
  ];
}

function extinctionWords(army: Army, extinction: Extinction): readonly string[] {
  const { kinds, count, others, claimed, wdl } = extinction;
  const what = kinds === 'all' ? 'piece' : anyOf(kinds.map((kind) => army[kind]!.name));
  const few = count === 0 ? `no ${what}` : `at most ${count} of ${what}`;
  const those = others > 0 ? `, if the other side has at least ${others},` : '';
  const claim = claimed ? ' It has one more move to make the other side’s as few.' : '';
  return [`A side with ${few} left${those} ${OUTCOMES[wdl]}.${claim}`];
}

/** The laws of moves and captures, in sentences. */
export function lawWords(army: Army, { mustCapture, noChecks, blast }: Laws): readonly string[] {
  const names = (kinds: readonly number[]) =>
    kinds.map((kind) => `${army[kind]!.name}s`).join(', ');
  const royal = royalWords(army);
  return [
    ...(mustCapture ? ['A side that can capture must capture.'] : []),
    ...(noChecks ? ['A move may not give check.'] : []),
    ...(blast
      ? [
          `A capture explodes: it removes the piece that captures too, and those next to the square${blast.sheltered.length > 0 ? `, but no ${names(blast.sheltered)}` : ''}.`,
          ...(blast.immune.length > 0 ? [`Nothing removes ${names(blast.immune)} by that.`] : []),
          ...(royal
            ? [
                `A side may not blow up its own ${royal}. It may leave it attacked if it blows up the other's; where ${royal}s touch, neither is in check.`,
              ]
            : []),
        ]
      : []),
  ];
}

/** Which pieces are royal, where that is not one a side. */
export function royaltyWords(army: Army): readonly string[] {
  const royals = army.filter(({ royal }) => royal !== undefined);
  if (royals.length === 0)
    return ['No piece is royal: every piece may be left attacked and taken.'];
  return royals.flatMap(({ name, royal }) =>
    royal === 'only' || royal === undefined
      ? []
      : [
          royal === 1
            ? `The last ${name} of a side is royal: it may not be left attacked.`
            : `${name}s are royal while their side has at most ${royal}: none may be left attacked.`,
        ],
  );
}

export function regionWords(board: Board, region: Region): string {
  if ('ranks' in region) {
    const { ranks } = region;
    if (ranks.length === 1 && ranks[0]! > 0) return `its rank ${ranks[0]}`;
    if (ranks.length === 1 && ranks[0] === -1) return 'its far rank';
    const isLast = ranks.length > 1 && ranks.every((rank, i) => rank === i - ranks.length);
    return isLast ? `its last ${ranks.length} ranks` : `its ranks ${ranks.join(', ')}`;
  }
  const names = (squares: readonly Square[]) => {
    const ranks = [...new Set(squares.map((square) => Math.floor(square / board.files) + 1))];
    if (squares.length > 0 && squares.length === ranks.length * board.files)
      return `${ranks.length === 1 ? 'rank' : 'ranks'} ${ranks.join(', ')}`;
    return anyOf(squares.map((square) => makeSquare(square, board))) || 'nowhere';
  };
  const [white, black] = region.squares.map(names) as [string, string];
  return white === black ? white : `${white} (Black: ${black})`;
}

function anyOf(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

/** What a game's tables hold, in sentences. */
export function tableWords({
  equipment,
  stuck,
  goal,
  extinction,
  bareRoyalLoses,
}: Variant): string[] {
  const { board, army, hasStock, laws } = equipment;
  const bits = Math.ceil(Math.log2(board.size));
  const royal = royalWords(army);
  const touching = laws.blast ? ` (touching ${royal}s give none)` : '';
  return [
    `They hold every position of their pieces in which the game goes on or has just been decided by the last move,`,
    `without castling and other rights; a position with a right to take en passant is looked ahead one ply.`,
    royal === undefined
      ? 'All pieces stand on different squares; as no piece is royal, there is no check.'
      : `All pieces stand on different squares, and the side not to move is not in check${stuck === 'pass' ? ', but for what follows' : touching}.`,
    ...(hasStock ? [stockWords(army)] : []),
    ...(goal ? ['They do not hold positions in which a piece has reached its goal.'] : []),
    ...(extinction ? ['They do not hold positions in which a side has too few pieces.'] : []),
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
function stockWords(army: Army): string {
  const { name, promotions, mayStay, promotesLater } = army.find((kind) => kind.pawn)!;
  const names = promotions.map((each) => army[each]!.name).join(', ');
  const becomes = [
    ...(names ? [`becomes ${names}`] : []),
    ...(mayStay ? [promotesLater ? 'may stay and promote later' : 'may stay'] : []),
  ];
  const answers = mayStay
    ? `They answer a FEN if a side with ${name}s has lost just these kinds, one of each for every ${name}, and can lose no others.`
    : `They answer no FEN with ${name}s that tells what was lost: in play a ${name} may stay one.`;
  return `In them a ${name} on the last rank ${becomes.join(' or ')}. ${answers}`;
}

/** The name of the piece that each side has exactly one of. */
export function kingName(army: Army): string {
  return hasKing(army) ? army[ROYAL]!.name : (royalWords(army) ?? 'king');
}
