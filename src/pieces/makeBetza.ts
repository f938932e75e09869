import type { Step } from '../board/board.ts';
import { around, BENT, LEAPS, leapOf } from './atoms.ts';
import { readTerms } from './betza.ts';
import { ENDLESS, type Leg, type Movement, type Purpose } from './legs.ts';
import { sameMovement } from './movement.ts';
import { compareKeys } from './normalForm.ts';
import { cheapest, type Wording, wordings } from './wordings.ts';

/**
 * A movement in normal form in Betza's notation, with few letters: `QN`, `KNAD`, `mRcpR`, and '' for no legs at all.
 * `parseBetza` reads it back as the same movement. Throws a RangeError for legs that the notation has no words
 * for, such as half of a bent rider; `parseBetza` and `turned` give none of those.
 */
export function makeBetza(movement: Movement): string {
  const groups = groupsOf(movement);
  for (const group of groups.values()) leaveOutImplied(group, groups);
  const sorted = [...groups.values()].sort((a, b) => compareKeys(sortKey(a), sortKey(b)));
  const text = sorted.map(makeGroup).join('');
  const read = readTerms(text);
  if (read.ok && sameMovement(read.value, movement)) return text;
  throw new RangeError(`no notation for this movement: ${JSON.stringify(movement)}`);
}

/** Legs that differ only in direction and purpose, so that few terms can stand for them. */
interface Group {
  readonly like: Leg;
  /** The leap of the atom; both W and F for their shorthands. */
  readonly leaps: readonly Step[];
  /** The steps that the piece has, as bits in the order of `around`, and those that no other group implies. */
  readonly has: Record<Purpose, number>;
  readonly needs: Record<Purpose, number>;
}

const RING: readonly Step[] = [[1, 0], [1, 1]]; // biome-ignore format: one pair

function groupsOf(movement: Movement): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const leg of movement) {
    const key = keyOf(leg);
    const leap = leapOf(leg.step);
    const leaps = leap[0] === 1 && !leg.onward ? RING : [leap];
    const group = groups.get(key) ?? {
      like: leg,
      leaps,
      has: { move: 0, take: 0 },
      needs: { move: 0, take: 0 },
    };
    groups.set(key, group);
    group.has[leg.purpose] |= bitOf(leg.step, leaps);
    group.needs[leg.purpose] |= bitOf(leg.step, leaps);
  }
  return groups;
}

function keyOf({ step, onward, range, hop, lame, initial, enPassant }: Leg): string {
  const [long, short] = leapOf(step);
  const leap = long === 1 && !onward ? 'ring' : `${long},${short}`;
  return [leap, onward && 'bent', range, hop, lame, initial, enPassant].join();
}

function bitOf(step: Step, leaps: readonly Step[]): number {
  return 1 << leaps.flatMap(around).findIndex(([x, y]) => x === step[0] && y === step[1]);
}

/** Bent riders and takers en passant are printed with the plain leap, which needs no term of its own onward. */
function leaveOutImplied({ like, leaps, has }: Group, groups: ReadonlyMap<string, Group>): void {
  const isTaker = like.enPassant && like.purpose === 'take';
  if (!like.onward && !isTaker) return;
  const { step, purpose, initial } = like;
  const plain = groups.get(keyOf({ step, range: 1, purpose, ...(initial && { initial }) }));
  if (!plain) return;
  for (const each of leaps.flatMap(around)) {
    for (const purpose of ['move', 'take'] as const) {
      if (has[purpose] & bitOf(each, leaps)) plain.needs[purpose] &= ~bitOf(each, plain.leaps);
    }
  }
}

/** Plain legs before hops and the like: after `gQ` a bare `Q5` would be read as a doubled Q. */
function sortKey({ like, leaps }: Group): number[] {
  const { onward, range, hop, lame, initial, enPassant } = like;
  const letters = [...LEAPS.values()];
  const [long, short] = leaps[0]!;
  const place = letters.findIndex((leap) => leap[0] === long && leap[1] === short);
  return [
    onward ? 0 : long === 1 ? -1 : 1,
    place < 0 ? letters.length : place,
    long,
    short,
    Number(initial ?? 0),
    [undefined, 'over', 'behind'].indexOf(hop),
    Number(lame ?? 0),
    Number(enPassant ?? 0),
    -range,
  ];
}

function makeGroup({ like, leaps, has, needs }: Group): string {
  const from = atomsOf(like, leaps);
  const { lame, hop, enPassant, initial } = like;
  const isGiver = enPassant && like.purpose === 'move';
  const last = isGiver ? 'nn' : lame ? 'n' : hop === 'over' ? 'p' : hop ? 'g' : '';
  const first = initial ? 'i' : '';
  const terms = (need: number, allowed: number, purpose: '' | 'm' | 'c') => {
    const marks = purpose + (enPassant && !isGiver ? 'e' : '') + last;
    return cheapest(need, allowed, from, first.length + marks.length)
      .map(({ directions, atom }) => first + directions + marks + atom)
      .join('');
  };
  const both = has.move & has.take;
  const together =
    terms((needs.move | needs.take) & both, both, '') +
    terms(needs.move & ~both, has.move, 'm') +
    terms(needs.take & ~both, has.take, 'c');
  const apart = terms(needs.move, has.move, 'm') + terms(needs.take, has.take, 'c');
  return together.length <= apart.length ? together : apart;
}

/** The atoms that can stand for legs like this one, the most comprehensive first. */
function atomsOf({ step, onward, range, hop, enPassant }: Leg, leaps: readonly Step[]): Wording[] {
  if (onward) {
    const atom = [...BENT].find(([, leap]) => leap[1] === leaps[0]![1])![0];
    return wordings(atom, leaps, 0);
  }
  if (leaps === RING) {
    const [wazir, ferz] = [[RING[0]!], [RING[1]!]];
    if (enPassant) return wordings('F', ferz, 4);
    const [both, along, between] = ringAtoms(range, hop !== undefined);
    return [
      ...wordings(both, RING, 0),
      ...wordings(along, wazir, 0),
      ...wordings(between, ferz, 4),
    ];
  }
  const [long, short] = leapOf(step);
  const named = [...LEAPS].find(([, leap]) => leap[0] === long && leap[1] === short);
  const atom = named?.[0] ?? `(${long},${short})`;
  if (range === 1) return wordings(atom, leaps, 0);
  return wordings(atom + (range < ENDLESS ? range : (named?.[0] ?? 0)), leaps, 0);
}

function ringAtoms(range: number, hops: boolean): readonly [string, string, string] {
  if (range === ENDLESS) return ['Q', 'R', 'B'];
  return range === 1 && !hops ? ['K', 'W', 'F'] : [`Q${range}`, `W${range}`, `F${range}`];
}
