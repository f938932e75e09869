import {
  ARRIVED,
  CAPTURES,
  CHECK,
  CONVERTS,
  COVERED,
  ENTERABLE,
  FIRST_SPARE,
  GOALS,
  MOVES_ANY,
  OVER_DRAWN,
  OVER_LOST,
  OVER_WON,
  PLACED,
  SECOND_SPARE,
  THIRD_SPARE,
} from '../../kernel/general/sets.ts';
import { BLACK, type Color, opposite, WHITE } from '../../pieces/army.ts';
import { overByMen, reachOf } from '../../rules/ends.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Goal } from '../../rules/variant.ts';
import type { Material } from '../../table/material.ts';
import { DRAWN, lostIn, wonIn } from '../../table/value.ts';
import { type SetId, sides, type TableFrame } from './tableFrame.ts';

type BothSides<T> = readonly [T, T];

/** Which placements are positions, and where the game is over. */
export interface Over {
  /** Positions that a move may lead to, also those where the game is over. */
  readonly legal: BothSides<SetId>;
  /** Where the game is over, and the value there. */
  readonly ends: BothSides<readonly { readonly set: SetId; readonly code: number }[]>;
  /** Games in which positions of a table may not be moved into: the placements that no move may lead to. */
  readonly banned: BothSides<SetId> | undefined;
}

/** Does the end of a game in positions of a table depend on the captures that are possible there? */
export function needsConversions({ variant }: RuleSet, { men }: Material): boolean {
  if (variant.goal?.answer) return true;
  if (!variant.bareRoyalLoses || men.length !== 3) return false;
  return sides.some((side) => men.filter(({ color }) => color === side).length === 1);
}

/**
 * Finds the positions of a table: COVERED, less those where the game is over. In games in which a side without a move passes,
 * FIRST_SPARE gets the placements besides to which a pass may lead. `withConversions`: finds the conversions too.
 */
export function findOver(rules: RuleSet, frame: TableFrame, withConversions: boolean): Over {
  const { variant } = rules;
  const { laws } = variant.equipment;
  const { men } = frame.shape;
  const placed = frame.set(PLACED, 0);
  frame.run('findPlaced', placed);
  for (const color of sides) {
    const check = frame.set(CHECK, color);
    frame.run('findChecks', color, placed, check);
    if (variant.goal) {
      const { count = 1, safe = false } = variant.goal;
      const goals = frame.set(GOALS, color);
      frame.run('findGoals', color, placed, count, safe ? 1 : 0, goals);
    }
  }
  const passes = variant.stuck === 'pass';
  const legal = sides.map((side) => {
    const check = frame.set(CHECK, opposite(side));
    const covered = frame.without(placed, check, frame.set(COVERED, side));
    const enterable = frame.set(ENTERABLE, side);
    if (laws.noChecks) return frame.without(covered, frame.set(CHECK, side), enterable);
    return frame.and(covered, placed, enterable);
  }) as unknown as BothSides<SetId>;
  if (passes) {
    for (const side of sides) {
      const exposed = frame.and(
        placed,
        frame.set(CHECK, opposite(side)),
        frame.set(FIRST_SPARE, side),
      );
      frame.without(exposed, frame.set(CHECK, side), exposed);
    }
  }
  const isEarly = needsConversions(rules, frame.shape.material);
  if (withConversions && isEarly) {
    for (const side of sides) findConversions(rules, frame, side, placed);
  }
  for (const side of sides) {
    const covered = frame.set(COVERED, side);
    const rests = passes ? [covered, frame.set(FIRST_SPARE, side)] : [covered];
    const end = (wdl: -1 | 0 | 1, among: SetId | undefined) => {
      const name = wdl > 0 ? OVER_WON : wdl < 0 ? OVER_LOST : OVER_DRAWN;
      const set = frame.set(name, side);
      const found = frame.set(SECOND_SPARE, side);
      for (const rest of rests) {
        frame.and(rest, among ?? rest, found);
        frame.or(set, found, set);
        frame.without(rest, found, rest);
      }
    };
    const byMen = overByMen(variant, men, side);
    if (byMen) end(byMen.wdl, undefined);
    if (variant.goal) endByGoal(rules, frame, variant.goal, side, legal, end);
    if (variant.bareRoyalLoses) endByBareRoyal(frame, side, end);
  }
  if (withConversions && !isEarly) {
    for (const side of sides) findConversions(rules, frame, side, domainOf(rules, frame, side));
  }
  const ends = sides.map((side) => [
    ...overSet(frame, OVER_WON, side, wonIn(0)),
    ...overSet(frame, OVER_DRAWN, side, DRAWN),
    ...overSet(frame, OVER_LOST, side, lostIn(0)),
  ]) as unknown as Over['ends'];
  if (!passes && !laws.noChecks) return { legal, ends, banned: undefined };
  const banned = sides.map((side) =>
    frame.without(placed, legal[side], frame.set(SECOND_SPARE, side)),
  ) as unknown as BothSides<SetId>;
  return { legal, ends, banned };
}

/** Where conversions of a side count: what is over needs none, and who passes has asked whether the other one could move. */
function domainOf({ variant: { stuck } }: RuleSet, frame: TableFrame, side: Color): SetId {
  if (stuck !== 'pass' && stuck.free !== 'pass') return frame.set(COVERED, side);
  const [white, black] = [frame.set(COVERED, WHITE), frame.set(COVERED, BLACK)];
  const domain = frame.or(white, black, frame.set(SECOND_SPARE, 0));
  if (stuck !== 'pass') return domain;
  for (const each of sides) frame.or(domain, frame.set(FIRST_SPARE, each), domain);
  return domain;
}

function findConversions(
  { variant: { goal, equipment } }: RuleSet,
  frame: TableFrame,
  side: Color,
  domain: SetId,
): void {
  const converts = frame.set(CONVERTS, side);
  const captures = frame.set(CAPTURES, side);
  const answers = goal?.answer ? frame.set(THIRD_SPARE, side) : 0;
  const forced = equipment.laws.mustCapture ? 1 : 0;
  frame.run('findConversions', side, domain, converts, captures, answers, forced);
}

/** A set of placements where the game is over, if there are any. */
function overSet(frame: TableFrame, name: number, side: Color, code: number) {
  const set = 2 * name + side;
  return frame.has(set) ? [{ set, code }] : [];
}

type EndGame = (wdl: -1 | 0 | 1, among: SetId | undefined) => void;

/** See `reachedOf` in rules/ends.ts. */
function endByGoal(
  rules: RuleSet,
  frame: TableFrame,
  goal: Goal,
  side: Color,
  legal: BothSides<SetId>,
  end: EndGame,
): void {
  const other = opposite(side);
  const { answer = false, safe = false, count = 1 } = goal;
  const theirs = frame.set(GOALS, other);
  if (!answer && !safe) {
    end(-1, theirs);
    end(1, frame.set(GOALS, side));
    return;
  }
  const { equipment } = rules.variant;
  const byKing = (color: Color) => reachOf(equipment, goal, color).byKing;
  const spare = frame.set(SECOND_SPARE, other);
  const arrived = (least: number) => {
    const set = frame.set(ARRIVED, side);
    const placed = frame.set(PLACED, 0);
    frame.run('findGoals', side, placed, least, 0, set);
    return set;
  };
  // A side that is to move has had its answer: whether it is attacked there does not matter.
  const own = answer ? arrived(count) : frame.set(GOALS, side);
  const isTie = answer ? side === WHITE && byKing(other) : true;
  if (isTie) end(0, frame.and(own, theirs, spare));
  end(1, own);
  if (answer && !safe && !byKing(side)) return;
  const late = frame.and(theirs, theirs, spare);
  if (answer && side === BLACK && byKing(side)) {
    const possible = frame.and(legal[other], arrived(1), frame.set(MOVES_ANY, side));
    const answers = frame.unmoves(side, possible, theirs, frame.set(MOVES_ANY, other), true);
    // Who can capture must, so only a capture may be the answer.
    if (equipment.laws.mustCapture) frame.without(answers, frame.set(CAPTURES, side), answers);
    frame.or(answers, frame.set(THIRD_SPARE, side), answers);
    frame.without(answers, frame.set(CHECK, side), answers);
    frame.without(late, answers, late);
  }
  end(-1, late);
}

/** See `bareRoyal` in rules/ends.ts. */
function endByBareRoyal(frame: TableFrame, side: Color, end: EndGame): void {
  const { men } = frame.shape;
  const own = men.filter(({ color }) => color === side).length;
  const others = men.length - own;
  if (own > 1) {
    if (others === 1) end(1, undefined);
  } else if (others === 1) end(0, undefined);
  else if (others > 2) end(-1, undefined);
  else {
    const placed = frame.set(PLACED, 0);
    end(-1, frame.without(placed, frame.set(CAPTURES, side), frame.set(THIRD_SPARE, side)));
  }
}
