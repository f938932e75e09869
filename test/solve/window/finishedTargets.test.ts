import { describe, expect, it } from 'vitest';
import { areAdjacent, boardSymmetries, kingPairOf } from '../../../src/index/slabPlacements.ts';
import { type CodesRoom, sliced } from '../../../src/index/slices.ts';
import { KernelMemory, makeMemory } from '../../../src/kernel/kernelMemory.ts';
import { chess } from '../../../src/rules/chess.ts';
import type { AwayCodes } from '../../../src/solve/sets/conversionWriter.ts';
import { Team } from '../../../src/solve/sets/team.ts';
import {
  bytesOfSources,
  pairsOfTask,
  sourcesOf,
} from '../../../src/solve/window/finishedSources.ts';
import { type FinishedStore, FinishedTargets } from '../../../src/solve/window/finishedTargets.ts';
import { windowShape } from '../../../src/solve/window/rooms.ts';
import { materialOf } from '../solved.ts';
import { HeapStore } from './heapStore.ts';

const PAIRS = 462;
const [A8, D4, E4] = [56, 27, 28];

/** A code that depends on all that names a placement. */
function codeOf(promoted: number, pair: number, others: number): number {
  return 1 + ((31 * promoted + 7 * pair + 13 * others) % 120);
}

/** Tables read as if they were there, with no code where identical pieces are not wanted in that order. */
class MadeUpTables implements FinishedStore {
  readonly blocks = new HeapStore();
  readonly asked: {
    readonly name: string;
    readonly rising: boolean;
    readonly squares: number[];
  }[] = [];

  async read({ name }: { name: string }, { sides, slices, rising }: CodesRoom): Promise<void> {
    const { squares, size } = slices!;
    this.asked.push({ name, rising: rising === true, squares: [...squares] });
    const codes = sides[1]!;
    codes.fill(0, 0, sliced(slices!));
    const others = size / PAIRS;
    for (let i = 0; i < squares.length * size; i++) {
      const number = i % others;
      const isRising = Math.floor(number / 64) <= number % 64;
      if (rising && !isRising) continue;
      codes[i] = codeOf(squares[Math.floor(i / size)]!, Math.floor(i / others) % PAIRS, number);
    }
  }
}

describe.each([
  // Two queens besides the new one are alike; one alone has no order.
  { name: 'KQQPvk', promoted: 'KQQQvk', rising: true, task: 0 },
  { name: 'KQPvk', promoted: 'KQQvk', rising: false, task: 3 },
])('from $name to $promoted', ({ name, promoted, rising, task }) => {
  const others = promoted.length - 4;
  const material = materialOf(chess, name);
  const sources = sourcesOf(chess, material, (table) => (table === promoted ? 1 : undefined));
  const layout = { pawnless: false, pawns: 1, groups: 24, dimensions: others, fixedCount: 2 };
  const bits = { distanceBits: 1, conversionBits: 1 };
  const shape = windowShape({ ...layout, slabs: 64 ** 2 }, bits, false);
  const pairs = pairsOfTask(shape);

  it('a task has the codes of all orders of identical pieces, each read once', async () => {
    const { shared, own, reading } = bytesOfSources(sources, pairs);
    const memory = new KernelMemory(makeMemory(shared + own + (1 << 20), false));
    const team = new Team(0, 1, new Int32Array(4));
    const tables = new MadeUpTables();
    const buffer = new SharedArrayBuffer(reading);
    const targets = new FinishedTargets(memory, team, tables, buffer, sources, shape);
    const away: AwayCodes = {
      ...{ table: promoted, side: 1, group: -1, symmetry: 0, flipped: false },
      promoted: { digit: sources[0]!.digit, square: A8 },
      field: memory.allocate(4),
    };
    for (let use = 0; use < 2; use++) await targets.use([away], () => false);
    expect(tables.asked).toEqual([{ name: promoted, rising, squares: [0, 7, 56, 63] }]);

    targets.load(task);
    const block = 64 ** others;
    let compared = 0;
    for (let i = 0; i < pairs; i++) {
      const [white, black] = [(task * pairs + i) >> 6, (task * pairs + i) & 63];
      if (areAdjacent(white, black)) continue;
      const { place, symmetry } = kingPairOf(white, black)!;
      const square = boardSymmetries[symmetry]![A8]!;
      const codes = memory.i8(memory.i32At(away.field) + i * block, block);
      for (const [one, other] of [
        [D4, E4],
        [E4, D4],
        [0, 63],
        [63, 0],
        [D4, D4],
      ] as const) {
        const number = others === 2 ? 64 * one + other : other;
        const expected = rising ? 64 * Math.min(one, other) + Math.max(one, other) : number;
        expect(codes[number]).toBe(codeOf(square, place, expected));
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });
});
