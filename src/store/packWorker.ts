import { move, transferableSymbol, valueSymbol } from 'piscina';
import { failureOf, ok, type Result, unwrap } from '../board/result.ts';
import { joined } from '../format/mtb/bytes.ts';
import { codingOf } from '../format/mtb/encodeNative.ts';
import {
  choosePlaneCoding,
  chooseShape,
  learnModel,
  numbersOf,
} from '../format/planes/encodePlanes.ts';
import { PlaneEncoder } from '../format/planes/planeEncoder.ts';
import { type PlaneEndgame, type PlanesShape, planesOf } from '../format/planes/planeEndgame.ts';
import { partOfPlane } from '../format/planes/planeParts.ts';
import { type FoundKind, ZugzwangCount } from '../index/zugzwangs.ts';
import { endgameOf } from '../rules/endgame.ts';
import { gameOf } from '../rules/gameRef.ts';
import { parseMaterial } from '../table/material.ts';
import { SlabValues } from '../table/values.ts';
import { openMade, ScratchBytes } from './openScratch.ts';
import {
  type LessonTask,
  type NumbersTask,
  numbersOfTurn,
  type PackTask,
  type PartPlanesTask,
  type PlaneRun,
  type PlanesTask,
  type ShapeTask,
  type TableTask,
  type ZugzwangsTask,
} from './packTask.ts';
import { firstTurn } from './readTask.ts';

/** Chooses how a table's planes are coded. Null if its values are those of no game. */
export function preparePlanes(task: PackTask): PlanesTask | null {
  const endgame = endgameOfTask(task);
  const chosen = choosePlaneCoding(endgame, task.codes, task.statistics);
  if (!chosen) return null;
  const coding = codingOf(chosen);
  const { count } = planesOf(endgame, coding);
  return { ...task, coding, model: chosen.model, count, next: firstTurn() };
}

/** By shape, the numbers of the codes that are asked for. */
export function findNumbers({ shapes, stage, ...task }: NumbersTask): Float64Array[] {
  return numbersOf(endgameOfTask(task), shapes, stage);
}

/** Null if the values are those of no game. */
export function choosePlaneShape({ shapes, values, ...task }: ShapeTask): PlanesShape | null {
  return chooseShape(endgameOfTask(task), shapes, (shape) => values[shape]!) ?? null;
}

/** Null if the values are those of no game. */
export function learnPlaneModel({ shape, values, ...task }: LessonTask): Uint8Array | null {
  return learnModel(endgameOfTask(task), shape, values) ?? null;
}

/** Codes planes of a table, some at a time, until none are left. Null if its values are those of no game. */
export function codePlanes(task: PlanesTask): PlaneRun[] | null {
  const runs: PlaneRun[] = [];
  for (const run of codedRuns(task)) {
    if (!run) return null;
    runs.push(run);
  }
  return moved(runs);
}

/** The same of a part, into a file: all coded planes of a large table would take much memory. Errors: `write`. */
export function writePlanes(task: PartPlanesTask): Result<undefined> | null {
  const { path, size, lengths, places } = task.into;
  const turn = numbersOfTurn(task.only.parts);
  let file: ScratchBytes | undefined;
  try {
    file = new ScratchBytes(openMade(path));
    for (const run of codedRuns(task)) {
      if (!run) return null;
      const { from, bytes } = run;
      const at = Number(Atomics.add(size, 0, BigInt(bytes.length)));
      file.write(at, bytes);
      places[from / turn] = at;
      for (const [i, length] of run.lengths.entries()) if (length > 0) lengths[from + i] = length;
    }
    return ok(undefined);
  } catch (error) {
    return failureOf(error);
  } finally {
    file?.close();
  }
}

/** Codes the planes of one turn after another that no other thread takes. Null if their values are those of no game. */
function* codedRuns(task: PlanesTask): Generator<PlaneRun | null, undefined> {
  const { coding, model, codes, count, next, only } = task;
  const encoder = new PlaneEncoder(endgameOfTask(task), coding, codes);
  encoder.useModel(model);
  const isWanted = (plane: number) => !only || partOfPlane(only.parts, plane) === only.part;
  const turn = numbersOfTurn(only?.parts);
  for (;;) {
    const from = Atomics.add(next, 0, turn);
    if (from >= count) return;
    const planes = encoder.encode(from, Math.min(count, from + turn), isWanted);
    yield planes
      ? { from, lengths: planes.map(({ length }) => length), bytes: joined(planes) }
      : null;
  }
}

/** Codes that a thread counts at a time, at least. */
const COUNTED_AT_ONCE = 2 ** 20;

/** Counts mutual zugzwangs of a part, some of its units at a time, until none are left. */
export function countZugzwangs(task: ZugzwangsTask): readonly FoundKind[] {
  const { codes, examples, next } = task;
  const { unit, units } = codes.part;
  const count = new ZugzwangCount(endgameOfTask(task), examples);
  const values = [new SlabValues(codes.codes[0]), new SlabValues(codes.codes[1])] as const;
  const turn = Math.ceil(COUNTED_AT_ONCE / unit);
  for (;;) {
    const from = Atomics.add(next, 0, turn);
    if (from >= units.length) return count.found;
    for (let i = from; i < Math.min(units.length, from + turn); i++) {
      count.add(values, { at: i * unit, number: units[i]! * unit, count: unit });
    }
  }
}

function endgameOfTask({ rules: game, table }: TableTask): PlaneEndgame {
  const rules = unwrap(gameOf(game));
  const { material } = unwrap(parseMaterial(table, rules));
  return endgameOf(rules, material) as PlaneEndgame;
}

/** Leaves the bytes to the thread that asked: of a copy, this one's would stay until its garbage is collected. */
function moved(runs: PlaneRun[]): PlaneRun[] {
  const buffers = runs.map(({ bytes }) => bytes.buffer);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: runs }) as unknown as PlaneRun[];
}
