import { ok, type Result, unwrap } from '../../board/result.ts';
import type { FoundKind } from '../../index/zugzwangs.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { gameOf } from '../../rules/gameRef.ts';
import { TableStore } from '../../store/tableStore.ts';
import type { SideShare } from '../../study/changes.ts';
import { comparePart } from '../../study/changesInParts.ts';
import {
  type IndexedWin,
  LongestInPlanes,
  type LongestInPlanesOptions,
} from '../../study/longestInPlanes.ts';
import type { PlaneCollectorClass } from '../../study/planeCollector.ts';
import type { ZugzwangOptions } from '../../study/zugzwang.ts';
import { ZugzwangsInPlanes } from '../../study/zugzwangsInPlanes.ts';
import { parseMaterial } from '../../table/material.ts';
import { collectShare } from './collectShare.ts';
import { type ComparisonTask, received } from './comparisonTask.ts';
import type { StudyTask } from './studyTask.ts';

/** A thread's share of a part: see comparePart. */
export function comparisonShare({
  ours,
  theirs,
  next,
  of,
  ...task
}: ComparisonTask): Result<readonly SideShare[]> {
  const rules = unwrap(gameOf(task.rules));
  const { material } = unwrap(parseMaterial(task.table, rules));
  const part = { ...task, ours: received(ours), theirs: received(theirs) };
  return ok(comparePart(endgameOf(rules, material), part, { number: Atomics.add(next, 0, 1), of }));
}

/** Errors of both that follow: see {@link collectShare}. */
export function longestShare(
  task: StudyTask<LongestInPlanesOptions>,
): Promise<Result<readonly IndexedWin[]>> {
  return shareOf(task, LongestInPlanes);
}

export function zugzwangShare(
  task: StudyTask<ZugzwangOptions>,
): Promise<Result<readonly FoundKind[]>> {
  return shareOf(task, ZugzwangsInPlanes);
}

function shareOf<Options, Found>(
  task: StudyTask<Options>,
  Collector: PlaneCollectorClass<Options, Found>,
): Promise<Result<Found>> {
  const rules = unwrap(gameOf(task.rules));
  const { material } = unwrap(parseMaterial(task.table, rules));
  const store = new TableStore(rules, task.dir);
  return collectShare(store, material, Collector, task.options, task);
}
