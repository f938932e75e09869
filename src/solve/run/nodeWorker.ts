import { failureOf, unwrap } from '../../board/result.ts';
import { gameOf } from '../../rules/gameRef.ts';
import { TableStore } from '../../store/tableStore.ts';
import { interrupted } from '../generation.ts';
import type { FinishedStore } from '../window/finishedTargets.ts';
import { FolderSink } from './folderSink.ts';
import type { NodeTask } from './nodeTask.ts';
import { ScratchSite } from './scratchSite.ts';
import { type SolvedInParts, TeamMember } from './teamMember.ts';
import type { TeamAnswer } from './teamTask.ts';

/** One worker of a team that solves tables into a folder. Runs on the pool. */
export async function solveShare(task: NodeTask): Promise<TeamAnswer> {
  let site: ScratchSite | undefined;
  try {
    const rules = unwrap(gameOf(task.rules));
    const sink = new FolderSink(new TableStore(rules, task.dir), task);
    const { scratch } = task;
    if (scratch) {
      const write = (solved: SolvedInParts) => sink.writeInParts(solved);
      const read: FinishedStore['read'] = (...asked) => sink.readFile(...asked);
      site = new ScratchSite(rules, scratch, write, read);
    }
    const member = new TeamMember(rules, task, sink, undefined, site);
    const finished = await member.workOff(task.steps);
    return finished ? { ok: true } : interrupted();
  } catch (error) {
    return failureOf(error);
  } finally {
    site?.close();
    task.port.close();
  }
}
