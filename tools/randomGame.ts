import { type Board, boardOf } from '../src/board/board.ts';
import { onRanks } from '../src/board/regions.ts';
import type { Army } from '../src/pieces/army.ts';
import { Equipment } from '../src/pieces/equipment.ts';
import type { Laws } from '../src/pieces/laws.ts';
import type { Ending } from '../src/rules/ending.ts';
import { rulesOf } from '../src/rules/rules.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import {
  checkmateOrStalemate,
  type Extinction,
  type Goal,
  type Stuck,
  type Variant,
} from '../src/rules/variant.ts';
import { Dice } from './dice.ts';
import { type Royalty, randomArmy, randomRegion } from './randomArmy.ts';

/** Files and ranks, and how often. */
const SIZES: readonly (readonly [weight: number, size: readonly [number, number]])[] = [
  [2, [3, 3]],
  [3, [3, 4]],
  [3, [4, 3]],
  [5, [4, 4]],
  [2, [3, 5]],
  [3, [5, 4]],
  [3, [4, 5]],
  [2, [4, 6]],
  [3, [5, 5]],
  [2, [6, 5]],
  [2, [6, 6]],
  [1, [7, 3]],
  [1, [3, 7]],
];

/** The same for pawns that take en passant: tables with two of them are small here, and a double step meets a pawn. */
const PASSING_SIZES: typeof SIZES = [
  [3, [3, 5]],
  [2, [3, 6]],
  [2, [4, 5]],
  [1, [4, 6]],
];

/**
 * A game of random pieces, laws and ends on a small board, the same for the same seed; its name has the seed. It is any
 * that `rulesOf` makes and that can be won.
 */
export function randomGame(seed: number): RuleSet {
  const dice = new Dice(seed);
  for (;;) {
    const variant = randomVariant(dice, `random-${seed}`);
    if (!canBeWon(variant)) continue;
    try {
      return rulesOf(variant);
    } catch (error) {
      // Promotions in a circle, for one.
      if (!(error instanceof RangeError)) throw error;
    }
  }
}

function randomVariant(dice: Dice, name: string): Variant {
  const passing = dice.chance(0.25);
  const board = boardOf(...dice.weighted(passing ? PASSING_SIZES : SIZES));
  const royalty = dice.weighted<Royalty>([
    [5, 'king'],
    [3, 'alone'],
    [2, 'none'],
  ]);
  const army = randomArmy(dice, board, royalty, passing);
  const laws = randomLaws(dice, army, royalty);
  const extinction = randomExtinction(dice, board, army, royalty, laws);
  return {
    name,
    title: name,
    about: 'A game for a test.',
    source: 'Random numbers',
    equipment: new Equipment(board, army, [], false, laws),
    stuck: randomStuck(dice),
    ...(dice.chance(0.25) ? { goal: randomGoal(dice, board, army, laws) } : {}),
    ...(extinction ? { extinction } : {}),
    ...(royalty === 'king' && hasRoomForFour(board) && dice.chance(0.25)
      ? { bareRoyalLoses: true }
      : {}),
  };
}

/** Where a bare king loses, every table has four men: on more squares it would take seconds. */
function hasRoomForFour({ size }: Board): boolean {
  return size <= 18;
}

/** What restricts moves. No capture explodes in a game with a king, which is never taken. */
function randomLaws(dice: Dice, army: Army, royalty: Royalty): Laws {
  const kinds = [...army.keys()];
  const blast = royalty !== 'king' && dice.chance(0.25);
  return {
    ...(dice.chance(0.2) ? { mustCapture: true } : {}),
    ...(royalty !== 'none' && dice.chance(0.15) ? { noChecks: true } : {}),
    ...(blast
      ? {
          blast: {
            sheltered: kinds.filter((kind) => army[kind]!.pawn && dice.chance(0.7)),
            immune: kinds.filter(() => dice.chance(0.15)),
          },
        }
      : {}),
  };
}

function randomStuck(dice: Dice): Stuck | 'pass' {
  const ending = (reason: string, wdl: -1 | 0 | 1): Ending => ({ reason, wdl });
  const stuck = (attacked: -1 | 0 | 1, free: -1 | 0 | 1 | 'pass'): Stuck => ({
    attacked: ending('checkmate', attacked),
    free: free === 'pass' ? free : ending('stalemate', free),
  });
  return dice.weighted<Stuck | 'pass'>([
    [6, checkmateOrStalemate],
    [3, stuck(-1, -1)],
    [2, stuck(-1, 1)],
    [1, stuck(1, 1)],
    [1, stuck(0, -1)],
    [2, stuck(-1, 'pass')],
    [2, 'pass'],
  ]);
}

function randomGoal(dice: Dice, board: Board, army: Army, { blast }: Laws): Goal {
  const own = dice.chance(0.4) ? [0] : dice.some([...army.keys()], 1 + dice.below(2));
  const others = dice.some([...army.keys()], 1);
  return {
    region: dice.chance(0.6) ? onRanks(-1) : randomRegion(dice, board, 0.2),
    ...(dice.chance(0.6) ? { kinds: own } : {}),
    ...(dice.chance(0.1) ? { blackKinds: others } : {}),
    ...(dice.chance(0.15) ? { count: 2 } : {}),
    ...(!blast && dice.chance(0.2) ? { safe: true } : {}),
    ...(dice.chance(0.3) ? { answer: true } : {}),
    name: 'reached',
  };
}

function randomExtinction(
  dice: Dice,
  board: Board,
  army: Army,
  royalty: Royalty,
  { blast }: Laws,
): Extinction | undefined {
  // What is royal while it is alone can only be blown up, or be missing from the beginning.
  if (royalty === 'alone' && (blast || dice.chance(0.3)))
    return { kinds: [0], count: 0, others: 0, wdl: -1 };
  const isKing = royalty === 'king';
  if (!dice.chance(royalty === 'none' ? 0.75 : 0.2)) return undefined;
  // Beside kings each side needs one more, or its game is over before it begins.
  const ofAll = dice.chance(0.5) || (isKing && !hasRoomForFour(board));
  const kinds = [...army.keys()].filter((kind) => army[kind]!.royal !== 'only');
  return {
    kinds: ofAll ? 'all' : [dice.one(kinds)],
    count: ofAll && dice.chance(isKing ? 1 : 0.2) ? 1 : 0,
    others: dice.chance(0.75) ? 0 : 1 + dice.below(2),
    ...(dice.chance(0.15) ? { claimed: true } : {}),
    wdl: dice.weighted<-1 | 0 | 1>([
      [6, -1],
      [4, 1],
      [1, 0],
    ]),
  };
}

function canBeWon({ equipment, stuck, goal, extinction }: Variant): boolean {
  // Nothing is in check that is not royal.
  const { attacked, free } = stuck === 'pass' ? { attacked: stuck, free: stuck } : stuck;
  const endings = equipment.royals.length > 0 ? [attacked, free] : [free];
  const byStuck = endings.some((end) => end !== 'pass' && end.wdl !== 0);
  return byStuck || goal !== undefined || (extinction !== undefined && extinction.wdl !== 0);
}
