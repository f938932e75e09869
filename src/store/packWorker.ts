import { InputError, unwrap } from '../chess/result.ts';
import { codingOf, encodeNative } from '../format/mtb/encodeNative.ts';
import { choosePlaneCoding } from '../format/planes/encodePlanes.ts';
import { PlaneEncoder } from '../format/planes/planeEncoder.ts';
import { parseModel } from '../format/planes/planeModel.ts';
import { Planes } from '../format/planes/planes.ts';
import type { PlaneEndgame } from '../format/planes/planeTable.ts';
import { rankCount } from '../format/planes/ranks.ts';
import { endgameOf } from '../rules/endgame.ts';
import { findRuleSet } from '../rules/registry.ts';
import { parseMaterial } from '../table/material.ts';
import type { SlabCodes } from '../table/values.ts';
import { writeWhole } from './folder.ts';
import type { PackAnswer, PackTask, PlaneRun, PlanesTask } from './packTask.ts';
import { TableStore } from './tableStore.ts';

/** The number of planes that a thread takes at a time. */
const PLANES_A_TURN = 64;

function placeOf({ rules: name, table, dir }: PackTask) {
  const rules = unwrap(findRuleSet(name));
  const { material } = unwrap(parseMaterial(table, rules.army));
  return { store: new TableStore(rules, dir), material, endgame: endgameOf(rules, material) };
}

/** Packs a table on this thread alone. Resolves to the size of its file in bytes. */
export async function packTable(task: PackTask): Promise<PackAnswer<number>> {
  return answer(async () => {
    const { store, material } = placeOf(task);
    const statistics = unwrap(await store.statistics(material));
    const chunks = encodeNative(unwrap(await store.read(material)), statistics);
    return unwrap(await writeWhole(store.path(material.name), chunks)).bytes;
  });
}

/** Reads a large table into shared memory and chooses how its planes are coded; null if it has none. */
export async function preparePlanes(task: PackTask): Promise<PackAnswer<PlanesTask | null>> {
  return answer(async () => {
    const { store, material, endgame } = placeOf(task);
    const { values, size } = unwrap(await store.check(material));
    const room = () =>
      values === 'codes'
        ? new Int8Array(new SharedArrayBuffer(size))
        : new Int16Array(new SharedArrayBuffer(2 * size));
    const codes: [SlabCodes, SlabCodes] = [room(), room()];
    const bytes = codes.map(({ buffer }) => new Uint8Array(buffer));
    const take = (side: 0 | 1, from: number, part: Uint8Array) => bytes[side]!.set(part, from);
    unwrap(await store.readCodes(material, [true, true], take));
    const chosen = choosePlaneCoding(endgame as PlaneEndgame, codes);
    if (!chosen) return null;
    const coding = codingOf(chosen);
    const { count } = new Planes(material, (endgame as PlaneEndgame).army, coding);
    const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    return { ...task, coding, packed: chosen.packed, codes, count, next };
  });
}

/** Codes planes of a table, PLANES_A_TURN at a time, until none are left; null if the values are those of no game. */
export async function codePlanes(
  task: PlanesTask,
): Promise<PackAnswer<readonly PlaneRun[] | null>> {
  return answer(() => {
    const { coding, packed, codes, count, next } = task;
    const endgame = placeOf(task).endgame as PlaneEndgame;
    const model = parseModel(packed, [rankCount(coding, 0), rankCount(coding, 1)])!;
    const encoder = new PlaneEncoder(endgame, coding, codes);
    encoder.setModel(model);
    const runs: PlaneRun[] = [];
    for (;;) {
      const from = Atomics.add(next, 0, PLANES_A_TURN);
      if (from >= count) return runs;
      const to = Math.min(count, from + PLANES_A_TURN);
      const planes = encoder.encode(from, to);
      if (!planes) return null;
      runs.push({
        from,
        lengths: planes.map(({ length }) => length),
        bytes: Buffer.concat(planes),
      });
    }
  });
}

async function answer<T>(work: () => T | Promise<T>): Promise<PackAnswer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof InputError) return { ok: false, problem: error.problem };
    throw error;
  }
}
