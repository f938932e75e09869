import { parentPort, workerData } from 'node:worker_threads';
import { encodePlane } from '../format/encodePlanes.ts';
import { parseModel } from '../format/planeModel.ts';
import { PlaneTable } from '../format/planeTable.ts';
import { slabPlacementsOf } from '../table/slabPlacements.ts';
import { PLANES_A_TURN, type PlaneAnswer, type PlaneTask } from './planeTask.ts';

/** A thread that codes planes of a table, so many at a time, until none are left. */
function codePlanes({ material, army, coding, model, codes, next }: PlaneTask): void {
  const placements = slabPlacementsOf(material, army);
  const endgame = { rules: '', material, placements, army };
  const table = new PlaneTable(
    endgame,
    coding,
    coding.codes,
    parseModel(model, coding.codes.length),
  );
  const { count } = table.planes;
  for (;;) {
    const from = Atomics.add(next, 0, PLANES_A_TURN);
    if (from >= count) return;
    const planes: (Uint8Array | undefined)[] = [];
    for (let plane = from; plane < Math.min(count, from + PLANES_A_TURN); plane++) {
      planes.push(encodePlane(table, plane, codes));
    }
    const answer = answerOf(from, planes);
    parentPort?.postMessage(answer, answer.bytes ? [answer.bytes.buffer as ArrayBuffer] : []);
    if (!answer.bytes) return;
  }
}

function answerOf(from: number, planes: readonly (Uint8Array | undefined)[]): PlaneAnswer {
  const lengths = planes.map((plane) => plane?.length ?? 0);
  if (planes.includes(undefined)) return { from, lengths, bytes: undefined };
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const plane of planes) {
    bytes.set(plane!, at);
    at += plane!.length;
  }
  return { from, lengths, bytes };
}

codePlanes(workerData as PlaneTask);
