import type { Step } from '../board/board.ts';
import { ENDLESS, type Leg, type Movement } from './legs.ts';

/** Movements in normal form: many are asked for it again. */
const known = new WeakSet<readonly Leg[]>();

/**
 * The legs without those that another one contains, in a fixed order: two movements are the same if and only if this is
 * equal. Legs of different steps never contain each other, so a lame leap beside a slider over the same squares stays.
 */
export function normalised(legs: readonly Leg[]): Movement {
  if (known.has(legs)) return legs;
  const simple = legs.map(simplified);
  const kept = simple.filter((leg, i) => {
    const isContained = (other: Leg, j: number) =>
      j !== i && contains(other, leg) && (j < i || !contains(leg, other));
    return !simple.some(isContained);
  });
  const keyed = kept.map((leg) => ({ leg, key: sortKey(leg) }));
  const sorted = keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ leg }) => leg);
  known.add(sorted);
  return sorted;
}

/** Can a piece with the leg `one` do all that `other` lets it do? */
export function contains(one: Leg, other: Leg): boolean {
  return (
    isSameStep(one.step, other.step) &&
    isSameStep(one.onward, other.onward) &&
    one.purpose === other.purpose &&
    one.hop === other.hop &&
    one.enPassant === other.enPassant &&
    one.range >= other.range &&
    (!one.lame || other.lame === true) &&
    (!one.initial || other.initial === true)
  );
}

function isSameStep(one: Step | undefined, other: Step | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

/** The leg with its steps mapped. */
export function withSteps(leg: Leg, map: (step: Step) => Step): Leg {
  if (!leg.onward) return { ...leg, step: map(leg.step) };
  return { ...leg, step: map(leg.step), onward: map(leg.onward) };
}

function simplified({ lame, ...leg }: Leg): Leg {
  const longest = Math.max(...leg.step.map(Math.abs));
  // As often as the largest board has room for: once for a leap as long as half of it.
  const most = Math.floor(ENDLESS / longest) - (leg.hop === 'behind' ? 1 : 0);
  return {
    ...withSteps(leg, unsigned),
    range: leg.range < most ? leg.range : most > 1 ? ENDLESS : 1,
    // No square lies between neighbours.
    ...(lame && longest > 1 && { lame }),
  };
}

/** Without the -0 that turning a step leaves. */
function unsigned([x, y]: Step): Step {
  return [x + 0, y + 0];
}

function sortKey({ step, onward, range, purpose, hop, lame, initial, enPassant }: Leg): number[] {
  const sizes = step.map(Math.abs);
  return [
    Math.max(...sizes),
    Math.min(...sizes),
    onward ? 1 : 0,
    -range,
    ['move', 'take'].indexOf(purpose),
    [undefined, 'over', 'behind'].indexOf(hop),
    Number(lame ?? 0),
    Number(initial ?? 0),
    Number(enPassant ?? 0),
    ...step,
    ...(onward ?? []),
  ];
}

/** By the first number that differs. */
export function compareKeys(one: readonly number[], other: readonly number[]): number {
  const i = one.findIndex((value, at) => value !== other[at]);
  return i < 0 ? 0 : one[i]! - other[i]!;
}
