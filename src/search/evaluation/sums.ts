import { BLACK, type Color, WHITE } from '../../pieces/army.ts';
import { codeOf } from '../../pieces/mover.ts';
import { reachOf } from '../../rules/ends.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Variant } from '../../rules/variant.ts';
import type { PieceSums } from '../board/pieceSums.ts';
import { distancesTo } from './distance.ts';
import { EMPTY, mobilityOf } from './mobility.ts';

/** What a move more on average is worth, in hundredths of a pawn of chess. */
const PER_MOVE = { opening: 106, ending: 49 };

/** What it is worth to stand where a piece has twice its usual number of moves. */
const PLACE = { opening: 50, ending: 10 };

/** The share of what a promotion gains that counts if it takes this number of moves; further on, the last. */
const PROMOTION = {
  opening: [0, 0.02, 0.01, 0.01, 0, 0, 0],
  ending: [0, 0.19, 0.08, 0.05, 0.04, 0.035, 0.035],
};

/** The same for a goal that wins the game. */
const GOAL = {
  opening: [0, 40, 20, 10, 5],
  ending: [0, 160, 90, 45, 20],
};

/**
 * A royal piece hides in the opening and comes out in the ending: by move that it has, and by rank from its own; by move
 * alone where no check may be given.
 */
const ROYAL_MOVE = { opening: 4, ending: 15 };
const ROYAL_RANK = { opening: -49, ending: 16 };

type Stage = keyof typeof EMPTY;

/** What each piece of a game is worth on each square, derived from how it moves and how games end. */
export function sumsOf(variant: Variant): PieceSums {
  const { equipment, extinction } = variant;
  const { army, board } = equipment;
  const codes = 2 * army.length + 1;
  const opening = new Int32Array(codes * board.size);
  const ending = new Int32Array(codes * board.size);
  const phase = new Int32Array(codes);
  const arrives = new Uint8Array(codes * board.size);
  // Where a side wins that has lost its pieces, they are worth less than nothing.
  const sign = extinction && extinction.wdl > 0 ? -1 : 1;
  for (const color of [WHITE, BLACK] as const) {
    const worth = sign * (color === WHITE ? 1 : -1);
    const values = {
      opening: valuesOf(variant, color, 'opening'),
      ending: valuesOf(variant, color, 'ending'),
    };
    for (const kind of army.keys()) {
      const code = codeOf({ kind, color });
      const isOfficer = army[kind]!.royal === undefined && army[kind]!.promotions.length === 0;
      const mean = average(values.opening[kind]!);
      phase[code] = isOfficer ? Math.round(Math.max(0, mean)) : 0;
      const goal = variant.goal && reachOf(equipment, variant.goal, color);
      for (let square = 0; square < board.size; square++) {
        const at = code * board.size + square;
        opening[at] = Math.round(worth * values.opening[kind]![square]!);
        ending[at] = Math.round(worth * values.ending[kind]![square]!);
        arrives[at] = goal?.kinds[kind] && goal.region[square] ? 1 : 0;
      }
    }
  }
  return { opening, ending, phase, arrives };
}

/** By kind and square: what this side's piece is worth. */
function valuesOf(variant: Variant, color: Color, stage: Stage): readonly (readonly number[])[] {
  const { equipment } = variant;
  const { army } = equipment;
  const plain = army.map((_, kind) => plainValues(variant, kind, color, stage));
  return army.map((kind, index) => {
    const code = codeOf({ kind: index, color });
    const { promotions, blackPromotions } = kind;
    const becomes = color === BLACK && blackPromotions ? blackPromotions : promotions;
    const own = plain[index]!;
    if (becomes.length === 0) return own;
    const best = Math.max(...becomes.map((each) => average(plain[each]!)));
    const gain = Math.max(0, best - average(own));
    const far = distancesTo(equipment, code, equipment.promotes[code]!);
    return own.map((value, square) => value + gain * stepped(PROMOTION[stage], far[square]!));
  });
}

/** Without what promotion adds. */
function plainValues(
  { equipment, goal }: Variant,
  kind: number,
  color: Color,
  stage: Stage,
): readonly number[] {
  const { army, board, laws, stands } = equipment;
  const code = codeOf({ kind, color });
  const moves = Array.from({ length: board.size }, (_, square) =>
    mobilityOf(equipment, code, square, EMPTY[stage]),
  );
  const usual = average(moves.filter((_, square) => stands[code]![square]));
  const isRoyal = army[kind]!.royal !== undefined;
  const reach = goal && reachOf(equipment, goal, color);
  const far = reach?.kinds[kind] ? distancesTo(equipment, code, reach.region) : undefined;
  return moves.map((count, square) => {
    const rank = Math.floor(square / board.files);
    const advanced = color === WHITE ? rank : board.ranks - 1 - rank;
    const value = isRoyal
      ? ROYAL_MOVE[stage] * count + (laws.noChecks ? 0 : ROYAL_RANK[stage] * Math.min(3, advanced))
      : PER_MOVE[stage] * usual + (usual > 0 ? PLACE[stage] * (count / usual - 1) : 0);
    return value + (far ? stepped(GOAL[stage], far[square]!) / (goal!.count ?? 1) : 0);
  });
}

function stepped(table: readonly number[], moves: number): number {
  if (moves === Number.POSITIVE_INFINITY) return 0;
  return table[Math.min(moves, table.length - 1)]!;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** By piece code: what a piece is worth on average in the opening, at least 1. */
export function worthOf({ equipment }: Variant, { opening }: PieceSums): Int32Array {
  const { army, board } = equipment;
  return Int32Array.from({ length: 2 * army.length + 1 }, (_, code) => {
    const squares = opening.subarray(code * board.size, (code + 1) * board.size);
    return Math.max(1, Math.round(Math.abs(average([...squares]))));
  });
}

/** The phase of a game's initial position; without one, that of an army of some size. */
export function phaseOf(rules: RuleSet, { phase }: PieceSums): number {
  if (rules.variant.start === undefined) return 2 * phase.reduce((sum, each) => sum + each, 0);
  return rules.start.sides.flat().reduce((sum, piece) => sum + phase[piece >> 8]!, 0);
}
