import { describe, expect, it } from 'vitest';
import { boardSymmetries } from '../../src/index/slabPlacements.ts';
import { SET } from '../../src/kernel/kernelFrame.ts';
import { chess } from '../../src/rules/chess.ts';
import { random } from '../../tools/random.ts';
import { few, thorough } from '../thorough.ts';
import { endgameField } from './endgame.ts';
import { FIXED, type Field, hasBit } from './field.ts';
import { madeUpConversions } from './madeUpTable.ts';
import { occupiedBy, visitReach } from './naive.ts';

const CONVERSION_BITS = 7;

/** A set of one side by slab, one byte per placement. */
type Plain = Uint8Array[];

/** The naive form of what is known of one side's positions before a ply. */
interface Side {
  readonly legal: Plain;
  open: Plain;
  safe: Plain;
  holding: Plain;
  /** The distance of decided placements; 0 if undecided or lost at once. */
  readonly distance: Plain;
  readonly lostAtOnce: Plain;
  /** Won by the last ply that decides wins, and lost by the last that decides losses. */
  won: Plain;
  lost: Plain;
  /** Distance of the best conversion if it wins, and if it loses; else 0. */
  readonly conversionWins: Plain;
  readonly conversionLoses: Plain;
}

function makeField(name: string, slabs: readonly number[] | undefined): Field {
  const { field } = endgameField({
    army: chess.army,
    name,
    ...(slabs ? { slabs } : {}),
    conversions: madeUpConversions(chess).write,
    conversionBytes: 48 << 20,
  });
  return field;
}

/**
 * Real conversions into made-up tables, and random initial losses, one in so many placements, in the kernel's sets and in naive
 * form.
 */
function begin(field: Field, draw: () => number, oneIn = 100): readonly [Side, Side] {
  field.kernel.findLegal();
  field.kernel.findConversions();
  const plain = () => field.slabs.map(() => new Uint8Array(field.size));
  const read = (name: number, side: number) =>
    plain().map((set, slab) => {
      const bytes = field.bytes(name, side, slab);
      return set.map((_, number) => (hasBit(bytes, number) ? 1 : 0));
    });
  const sides = [0, 1].map((side): Side => {
    const legal = read(SET.legal, side);
    const distances = plain();
    for (let bit = 0; bit < CONVERSION_BITS; bit++) {
      for (const [slab, found] of distances.entries()) {
        const set = field.distanceBits(bit, side, slab);
        for (let number = 0; number < field.size; number++) {
          if (hasBit(set, number)) found[number]! |= 1 << bit;
        }
      }
    }
    const distancesIn = (name: number) =>
      read(name, side).map((set, slab) => set.map((has, i) => (has ? distances[slab]![i]! : 0)));
    // Most moves are refuted already; otherwise no position would be lost so soon.
    const sort = legal.map((set) =>
      Uint16Array.from(set, (each) => (each ? 1 + Math.floor(oneIn * draw()) : 0)),
    );
    const some = (member: (sort: number) => boolean) =>
      sort.map((set) => Uint8Array.from(set, (each) => (member(each) ? 1 : 0)));
    const lost = some((each) => each === 1);
    const stuck = some((each) => each === 2);
    const safe = some((each) => each > 0.9 * oneIn);
    const fill = (name: number, set: Plain) =>
      field.fill(name, side, (slab, number) => set[slab]![number] === 1);
    fill(SET.spare, lost);
    fill(SET.conversionMates, stuck);
    const conversionWins = distancesIn(SET.conversionWins);
    const conversionLoses = distancesIn(SET.conversionLoses);
    const holding = read(SET.safeConversion, side);
    field.kernel.beginPlies(side, SET.spare, SET.conversionMates, SET.spare, -1);
    fill(SET.safe, safe);
    return {
      legal,
      conversionWins,
      conversionLoses,
      holding,
      safe,
      open: some((each) => each > 2),
      lostAtOnce: lost.map((set) => set.slice()),
      lost,
      won: plain(),
      distance: plain(),
    };
  });
  return sides as [Side, Side];
}

/** The placements of one side in `wanted` with a move into a set of the other side. */
function quiet(field: Field, color: number, target: Plain, wanted: Plain): Plain {
  const out = field.slabs.map(() => new Uint8Array(field.size));
  const occupied = new Uint8Array(64);
  const squares: number[] = [];
  const movers = field.men.flatMap((man, i) =>
    man.color === color && man.role !== FIXED ? [{ man, i, stride: 64 ** man.role }] : [],
  );
  for (let slab = 0; slab < field.slabs.length; slab++) {
    const neighbours = field.slabs[slab]!.neighbours![color]!;
    for (let number = 0; number < field.size; number++) {
      if (!wanted[slab]![number]) continue;
      occupiedBy(field.squares(slab, number, squares), occupied);
      let found = 0;
      for (const { man, i, stride } of movers) {
        visitReach(man, squares[i]!, occupied, (to) => {
          if (!occupied[to]) found |= target[slab]![number + (to - squares[i]!) * stride]!;
        });
      }
      for (const entry of neighbours) {
        const map = boardSymmetries[entry & 7]!;
        let image = 0;
        for (let role = 0; role < field.dimensions; role++) {
          image += map[(number >> (6 * role)) & 63]! * 64 ** role;
        }
        found |= target[entry >> 3]![image]!;
      }
      out[slab]![number] = found;
    }
  }
  return out;
}

/** One ply, position by position. Returns the number of positions decided for each side, on the board. */
function naivePly(field: Field, sides: readonly [Side, Side], distance: number, winning: boolean) {
  const found = sides.map((side, color) => {
    const other = sides[1 - color]!;
    const near = quiet(field, color, winning ? other.lost : other.won, side.open);
    const refuted = winning ? undefined : quiet(field, color, other.safe, side.open);
    return near.map((set, slab) =>
      set.map((reaches, number) => {
        if (!side.open[slab]![number]) return 0;
        if (winning) return reaches || side.conversionWins[slab]![number] === distance ? 1 : 0;
        const released = side.conversionLoses[slab]![number] === distance;
        if (released) side.holding[slab]![number] = 0;
        if (!reaches && !released) return 0;
        return side.holding[slab]![number] || refuted![slab]![number] ? 0 : 1;
      }),
    );
  });
  return found.map((decided, color) => {
    const side = sides[color]!;
    let count = 0;
    for (const [slab, set] of decided.entries()) {
      for (let number = 0; number < set.length; number++) {
        if (!set[number]) continue;
        count += field.slabs[slab]!.weight!;
        side.open[slab]![number] = 0;
        side.distance[slab]![number] = distance;
        if (winning) side.safe[slab]![number] = 0;
      }
    }
    side[winning ? 'won' : 'lost'] = decided;
    return count;
  });
}

/** The names of the sets that differ in the kernel. */
function differences(field: Field, sides: readonly [Side, Side]): string[] {
  const found = new Set<string>();
  for (const [color, side] of sides.entries()) {
    for (let slab = 0; slab < field.slabs.length; slab++) {
      const set = (name: number) => field.bytes(name, color, slab);
      const [open, safe, holding] = [SET.open, SET.safe, SET.safeConversion].map(set);
      const depths = Array.from({ length: CONVERSION_BITS }, (_, bit) =>
        field.distanceBits(bit, color, slab),
      );
      for (let number = 0; number < field.size; number++) {
        const compare = (name: string, actual: boolean, expected: number | undefined) => {
          if (actual !== (expected === 1)) found.add(`${color} ${name}`);
        };
        compare('open', hasBit(open!, number), side.open[slab]![number]);
        compare('safe', hasBit(safe!, number), side.safe[slab]![number]);
        if (side.open[slab]![number])
          compare('holding', hasBit(holding!, number), side.holding[slab]![number]);
        let distance = 0;
        for (const [bit, depth] of depths.entries())
          if (hasBit(depth, number)) distance |= 1 << bit;
        const decided = side.distance[slab]![number] || side.lostAtOnce[slab]![number];
        if (decided && distance !== side.distance[slab]![number]) found.add(`${color} distance`);
      }
    }
  }
  return [...found];
}

/** Writes what was decided last as records, as a window does, and lets kings' moves be found from these only. */
function noteFrontiers(field: Field, name: number): void {
  const { memory, kernel, frame, slabs } = field;
  frame.useRecords(memory.allocate(8 * slabs.length));
  for (const side of [0, 1]) {
    for (let slab = 0; slab < slabs.length; slab++) {
      const record = memory.allocate(field.size);
      kernel.noteRecords(side, record, kernel.packFrontier(name, side, slab, record));
    }
  }
}

describe('a ply decides the same positions as naive retrograde analysis', () => {
  const fields: readonly [string, number[] | undefined, number][] = [
    ['KQvk', undefined, 5],
    ['KQvkr', [1, 2, 3, 4, 21, 22, 23, 24, 40, 41], 7],
    ['KRBvkn', [389, 433], thorough ? 6 : 3],
  ];
  const ways = few(fields, 2).flatMap((each) =>
    ['sets', 'records'].map((way) => [...each, way] as const),
  );
  it.each(ways)('%s, slabs %j, %i plies, frontiers are %s', (name, slabs, plies, way) => {
    const field = makeField(name, slabs);
    const sides = begin(field, random(name.length));
    expect(differences(field, sides)).toEqual([]);
    const counts: number[][] = [];
    for (let ply = 1; ply <= plies; ply++) {
      const winning = ply % 2 === 1;
      const distance = (ply + 1) >> 1;
      if (way === 'records') noteFrontiers(field, winning ? SET.lost : SET.won);
      const any = field.kernel.ply(distance, winning ? 1 : 0);
      const decided = naivePly(field, sides, distance, winning);
      counts.push(decided);
      // Errors in the state that a ply leaves show in the decisions of the next one.
      expect(differences(field, sides), `ply ${ply}`).toEqual([]);
      expect(any !== 0, `ply ${ply}`).toBe(decided.some((count) => count > 0));
      const tally = [...field.memory.u64(field.tally + 32 * ply, 4)].map(Number);
      expect([tally[0], tally[2]], `ply ${ply}`).toEqual(decided);
    }
    expect(counts[0]!.every((count) => count > 0)).toBe(true);
    expect(counts[1]!.some((count) => count > 0)).toBe(true);
    expect(counts.at(-1)!.some((count) => count > 0)).toBe(true);
  });

  it('from few losses, of which moves lead to few ranks', () => {
    const field = makeField('KRBvkn', [389]);
    const sides = begin(field, random(1), 20_000);
    noteFrontiers(field, SET.lost);
    // No conversion is so long, which would have every rank looked at.
    field.kernel.ply(120, 1);
    const decided = naivePly(field, sides, 120, true);
    expect(differences(field, sides)).toEqual([]);
    expect(decided.every((count) => count > 0)).toBe(true);
  });

  // Through a window mates may take longer than any conversion.
  it('in distances that conversions have no bits for', () => {
    const field = makeField('KRBvkn', [389]);
    begin(field, random(2));
    const beyond = 2 ** CONVERSION_BITS;
    for (const winning of [1, 0]) {
      // Decides what moves into what is lost, or only into what is won: the next plies find no more.
      field.kernel.ply(beyond, winning);
      for (let distance = beyond + 1; distance < 2 * beyond; distance++) {
        expect(field.kernel.ply(distance, winning), `distance ${distance}`).toBe(0);
      }
    }
  });
});
