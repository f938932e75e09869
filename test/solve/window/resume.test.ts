import { describe, expect, it } from 'vitest';
import { partOfPlaces, placeSize } from '../../../src/index/indexPart.ts';
import { makeKernel } from '../../../src/kernel/kernel.ts';
import { KernelMemory, makeMemory } from '../../../src/kernel/kernelMemory.ts';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import type { CheckpointEvent } from '../../../src/solve/generation.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { Control, type TeamProgress } from '../../../src/solve/sets/control.ts';
import { NARROW_BITS } from '../../../src/solve/sets/distanceBits.ts';
import { wholeDependency } from '../../../src/solve/sets/solvedTables.ts';
import { SetSolver } from '../../../src/solve/sets/solver.ts';
import { statisticsOf } from '../../../src/solve/sets/statistics.ts';
import { throughWindow } from '../../../src/solve/window/runs.ts';
import type { SlabCodes } from '../../../src/table/values.ts';
import { KeptCheckpoint } from '../keptCheckpoint.ts';
import { type SetTable, solveBySets } from '../setTables.ts';
import { materialOf } from '../solved.ts';
import { HeapStore } from './heapStore.ts';

interface Run {
  /** What outlives a run: the log, or with pawns the codes of groups. */
  readonly log: HeapStore;
  readonly checkpoint: KeptCheckpoint;
  /** Stops the run during the ply after this one, or with pawns during the group after so many. */
  readonly stopAfter?: number;
  /** Called after each ply. */
  readonly onPly?: () => void;
}

/** Solves one table through a small window in new memory, its subtables given, from the checkpoint on that there is. */
async function solve(
  rules: RuleSet,
  name: string,
  given: ReadonlyMap<string, SetTable>,
  { log, checkpoint, stopAfter, onPly }: Run,
) {
  const memory = makeMemory(256 * 2 ** 20, false);
  const solver = new SetSolver(rules, new KernelMemory(memory), makeKernel(memory), 0, 1);
  const plan = planTables(rules, [materialOf(rules, name)]);
  for (const { material } of plan) {
    const place = wholeDependency(material, NARROW_BITS);
    if (material.name === name) {
      solver.tables.place({ ...place, sides: [false, false] });
      continue;
    }
    const placed = solver.tables.place(place);
    for (const side of [0, 1] as const) {
      solver.tables.codes(placed, side).set(given.get(material.name)!.values[side].codes);
    }
  }
  const control = new Control();
  const events: CheckpointEvent[] = [];
  const { material } = plan.at(-1)!;
  const { placements } = solver.tables.get(name)!;
  const { size, groupSize, pawnSlots } = placements;
  const isPawnless = pawnSlots.length === 0;
  const stepOf = ({ done, ply }: TeamProgress) =>
    isPawnless ? ply : Math.floor(done / (2 * groupSize));
  const lasting = isPawnless ? { log } : { log: new HeapStore(), codes: log };
  const codes = [new Int8Array(size), new Int8Array(size)] as const;
  let statistics: unknown;
  const counts = await solver.solveTable(material, {
    control,
    still: 3,
    window: throughWindow({ bytes: 2 << 20, buffers: [], pages: new HeapStore(), ...lasting }),
    checkpoints: checkpoint,
    onCheckpoint: (event) => events.push(event),
    progress: (progress) => {
      onPly?.();
      if (stepOf(progress) === stopAfter) control.askToStop();
    },
    take: async (counts, codesOf) => {
      const made = codesOf(1);
      statistics = statisticsOf(placements, counts, (side, wanted) => made.find(side, wanted));
      const places = Array.from({ length: size / placeSize(placements) }, (_, place) => place);
      made.read(partOfPlaces(placements, places), codes);
    },
  });
  return counts ? { events, codes, statistics } : { events };
}

function expectTable(
  { codes, statistics }: { codes?: readonly SlabCodes[]; statistics?: unknown },
  { values, statistics: expected }: SetTable,
): void {
  expect(statistics).toEqual(expected);
  for (const side of [0, 1] as const) {
    expect(Buffer.compare(bytesOf(codes![side]!), bytesOf(values[side].codes))).toBe(0);
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: SlabCodes): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

const reasonsOf = (events: readonly CheckpointEvent[]) =>
  events.flatMap((event) => (event.action === 'discarded' ? [event.reason] : []));

describe.each([
  { rules: chess, name: 'KRvk', stops: [1, 2, 7, 12] },
  { rules: metachess, name: 'KQvkr', stops: [8] },
  { rules: chess, name: 'KPvk', stops: [1, 5, 23] },
  { rules: metachess, name: 'KPvk', stops: [12] },
])('$rules.name $name solved through a window', ({ rules, name, stops }) => {
  const tables = solveBySets(rules, [name], 64);

  it.each(stops)('goes on after ply %i with the same end', async (stopAfter) => {
    const given = await tables;
    const [log, checkpoint] = [new HeapStore(), new KeptCheckpoint()];
    const stopped = await solve(rules, name, given, { log, checkpoint, stopAfter });
    // On a slow machine some are written before it stops.
    expect(stopped.events.at(-1)?.action).toBe('writing');
    expect(log.synced).toBe(stopped.events.length);
    const resumed = await solve(rules, name, given, { log, checkpoint });
    const [first, ...rest] = resumed.events;
    expect(first).toMatchObject({ action: 'resumed', pliesDone: stopAfter });
    expect(new Set(rest.map(({ action }) => action))).toEqual(new Set(['writing']));
    expectTable(resumed, given.get(name)!);
    // The last checkpoint is of all plies and draws: from there on codes are made.
    const plies: unknown[] = [];
    const onPly = () => plies.push(0);
    expectTable(await solve(rules, name, given, { log, checkpoint, onPly }), given.get(name)!);
    expect(plies).toEqual([]);
  });
});

describe('chess KRvk solved through a window', () => {
  const name = 'KRvk';
  const rules = chess;
  const tables = solveBySets(rules, [name], 64);

  it('goes on once more after a run that went on and was killed', async () => {
    const given = await tables;
    const [log, checkpoint] = [new HeapStore(), new KeptCheckpoint()];
    await solve(rules, name, given, { log, checkpoint, stopAfter: 3 });
    const { pliesDone } = checkpoint;
    // As if it had been killed before it could write another checkpoint.
    checkpoint.isFrozen = true;
    expect(reasonsOf((await solve(rules, name, given, { log, checkpoint })).events)).toEqual([]);
    const { events, ...made } = await solve(rules, name, given, { log, checkpoint });
    expect(events[0]).toMatchObject({ action: 'resumed', pliesDone });
    expect(reasonsOf(events)).toEqual([]);
    expectTable(made, given.get(name)!);
  });

  it('begins anew if the log is damaged, missing, or that of another run', async () => {
    const given = await tables;
    const [log, checkpoint] = [new HeapStore(), new KeptCheckpoint()];
    const again = async (store: HeapStore) => {
      const made = await solve(rules, name, given, { log: store, checkpoint });
      expectTable(made, given.get(name)!);
      return reasonsOf(made.events);
    };
    await solve(rules, name, given, { log, checkpoint, stopAfter: 5 });
    // Where a chunk may begin: it cannot be what is left free before the next.
    const written = 15 * 64;
    log.damage(written);
    expect(await again(log)).toEqual(['its log is damaged']);
    // From here on codes are made, of a log that has been read once more.
    log.damage(written);
    expect(await again(log)).toEqual(['its log is damaged']);
    expect(await again(log)).toEqual([]);
    expect(await again(new HeapStore())).toEqual(['its log is missing, or of another run']);
    const other = new HeapStore();
    await solve(rules, name, given, { log: other, checkpoint: new KeptCheckpoint(), stopAfter: 5 });
    expect(await again(other)).toEqual(['its log is missing, or of another run']);
  });

  it('ends if another run takes its log', async () => {
    const log = new HeapStore();
    const onPly = () => log.damage(3);
    const taken = solve(rules, name, await tables, {
      log,
      checkpoint: new KeptCheckpoint(),
      onPly,
    });
    await expect(taken).rejects.toThrow('another process writes to bytes on the heap');
  });
});
