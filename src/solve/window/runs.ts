import type { Material } from '../../table/material.ts';
import type { CodeBytes } from '../../table/values.ts';
import type { Stretch } from '../sets/checkpoint.ts';
import type { TeamProgress } from '../sets/control.ts';
import { checkDistance } from '../sets/distanceBits.ts';
import { forbidsSome } from '../sets/frames.ts';
import { batchesOf } from '../sets/layout.ts';
import {
  type Bench,
  LEAST_PAUSE,
  type PlyDone,
  pauseAfter,
  type WindowStores,
  WindowTeam,
} from './solveThroughWindow.ts';
import type { WindowCodes } from './windowCodes.ts';

/** A table that a team solves through a window; every worker makes the same calls. */
export interface WindowRun {
  readonly material: Material;
  readonly distanceBits: number;
  /** Codes of both sides. */
  readonly total: number;
  readonly isFirst: boolean;
  /** Called by worker 0. */
  readonly progress?: ((progress: TeamProgress) => void) | undefined;
  readonly pause?: (() => Promise<void>) | undefined;
  /** Reads a checkpoint; resolves to what is done by it, 0 if there is none. */
  restore(state: readonly Stretch[]): Promise<number>;
  /** Writes a checkpoint, if any are kept. `sync`: called before. */
  save(state: readonly Stretch[], done: number, sync: () => void): Promise<void>;
  /** Tells that a checkpoint is of no use. */
  discard(reason: string): void;
}

const MISSING = 'its log is missing, or of another run';
const DAMAGED = 'its log is damaged';
/** Of a large group, decisions are not counted more often, in milliseconds. */
const COUNT_EVERY = 200;

/**
 * Solves a table, each worker of a team its share, and resolves to what makes its codes, of as many bytes as they are asked for.
 * Undefined if the team was asked to stop.
 */
export type ThroughWindow = (
  bench: Bench,
  run: WindowRun,
) => Promise<((codeBytes: CodeBytes) => WindowCodes) | undefined>;

/** Solves a table with most of its sets outside of the kernel's memory. */
export function throughWindow(stores: WindowStores): ThroughWindow {
  return async (bench, run) => {
    const { rules, layout } = bench;
    const windows = new WindowTeam(bench, stores, forbidsSome(rules));
    const finished = layout.shape.pawnless
      ? await solveByLog(windows, run)
      : await solveByGroups(windows, run, batchesOf(rules.army, run.material).flat());
    return finished ? (codeBytes) => windows.codes(codeBytes) : undefined;
  };
}

/** A table without pawns: its checkpoint is its log, and what says how much of that is valid. False if it was stopped. */
async function solveByLog(windows: WindowTeam, run: WindowRun): Promise<boolean> {
  const { total, isFirst, progress, pause } = run;
  let saved = await run.restore(windows.state);
  const save = async (ply: number) => {
    saved = ply;
    await run.save(windows.state, ply, () => windows.sync());
  };
  const discard = (reason: string) => {
    saved = 0;
    run.discard(reason);
  };
  if (saved > 0 && !windows.takeOver()) discard(MISSING);
  for (;;) {
    const end = await windows.solve(saved, async ({ ply, found, saves }) => {
      if (found) checkPly(run, ply);
      if (isFirst) progress?.({ done: windows.decidedBefore(ply + 1), total, ply });
      if (saves) await save(ply);
      if (pause) await pause();
    });
    if (end !== 'damaged') {
      const isSolved = end === 'solved';
      if (isSolved || windows.pliesDone > saved) await save(windows.pliesDone);
      return isSolved;
    }
    discard(DAMAGED);
  }
}

/**
 * A table with pawns, group after group in this `order`: its checkpoint is the codes of groups, and what says how many there are.
 * False if it was stopped.
 */
async function solveByGroups(
  windows: WindowTeam,
  run: WindowRun,
  order: readonly number[],
): Promise<boolean> {
  let done = await run.restore(windows.state);
  const discard = (reason: string) => {
    done = 0;
    run.discard(reason);
  };
  if (done > 0 && !windows.takeOver()) discard(MISSING);
  if (done > 0 && windows.areDamaged(order.slice(0, done))) discard(DAMAGED);
  windows.beginGroups(done === 0);
  let saved = done;
  let due = performance.now() + LEAST_PAUSE;
  const save = async () => {
    const began = performance.now();
    saved = done;
    await run.save(windows.state, done, () => windows.sync());
    due = performance.now() + pauseAfter(performance.now() - began);
  };
  while (done < order.length) {
    const counted = counter(windows);
    const onPly = async ({ ply, found }: PlyDone) => {
      if (found) checkPly(run, ply);
      const before = (done * run.total) / order.length;
      if (run.isFirst) run.progress?.({ done: before + counted(), total: run.total, ply: 0 });
      if (run.pause) await run.pause();
    };
    if ((await windows.solveGroup(order[done]!, onPly)) === 'stopped') break;
    done++;
    if (windows.agree(() => performance.now() > due)) await save();
  }
  if (done > saved) await save();
  const isSolved = done === order.length;
  if (isSolved) windows.endGroups();
  return isSolved;
}

/** Counts what is decided from here on; of a group that takes no longer than that is worth, nothing. */
function counter(windows: WindowTeam): () => number {
  let next = performance.now() + COUNT_EVERY;
  let counted = 0;
  const begin = windows.decidedBefore();
  return () => {
    if (performance.now() > next) {
      counted = windows.decidedBefore() - begin;
      next = performance.now() + COUNT_EVERY;
    }
    return counted;
  };
}

function checkPly(run: WindowRun, ply: number): void {
  checkDistance(run.material, (ply + 1) >> 1, run);
}
