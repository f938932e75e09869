import { move, transferableSymbol, valueSymbol } from 'piscina';
import { unwrap } from '../board/result.ts';
import { joined } from '../format/mtb/bytes.ts';
import { codingOf } from '../format/mtb/encodeNative.ts';
import { choosePlaneCoding } from '../format/planes/encodePlanes.ts';
import { PlaneEncoder } from '../format/planes/planeEncoder.ts';
import { type PlaneEndgame, planesOf } from '../format/planes/planeEndgame.ts';
import { endgameOf } from '../rules/endgame.ts';
import { gameOf } from '../rules/gameRef.ts';
import { parseMaterial } from '../table/material.ts';
import { type PackTask, PLANES_A_TURN, type PlaneRun, type PlanesTask } from './packTask.ts';

/** Chooses how a table's planes are coded. Null if its values are those of no game. */
export function preparePlanes(task: PackTask): PlanesTask | null {
  const endgame = endgameOfTask(task);
  const chosen = choosePlaneCoding(endgame, task.codes, task.statistics);
  if (!chosen) return null;
  const coding = codingOf(chosen);
  const { count } = planesOf(endgame, coding);
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return { ...task, coding, model: chosen.model, count, next };
}

/** Codes planes of a table, PLANES_A_TURN at a time, until none are left. Null if the values are those of no game. */
export function codePlanes(task: PlanesTask): PlaneRun[] | null {
  const { coding, model, codes, count, next } = task;
  const encoder = new PlaneEncoder(endgameOfTask(task), coding, codes);
  encoder.useModel(model);
  const runs: PlaneRun[] = [];
  for (;;) {
    const from = Atomics.add(next, 0, PLANES_A_TURN);
    if (from >= count) return moved(runs);
    const to = Math.min(count, from + PLANES_A_TURN);
    const planes = encoder.encode(from, to);
    if (!planes) return null;
    const lengths = planes.map(({ length }) => length);
    runs.push({ from, lengths, bytes: joined(planes) });
  }
}

function endgameOfTask({ rules: game, table }: PackTask): PlaneEndgame {
  const rules = unwrap(gameOf(game));
  const { material } = unwrap(parseMaterial(table, rules));
  return endgameOf(rules, material) as PlaneEndgame;
}

/** Leaves the bytes to the thread that asked: of a copy, this one's would stay until its garbage is collected. */
function moved(runs: PlaneRun[]): PlaneRun[] {
  const buffers = runs.map(({ bytes }) => bytes.buffer);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: runs }) as unknown as PlaneRun[];
}
