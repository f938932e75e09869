// One of the workers that WebThreads starts in a browser.
import { InputError, unwrap } from '../../board/result.ts';
import { gameOf } from '../../rules/gameRef.ts';
import { crashed } from '../../store/crash.ts';
import { MemorySink } from './memorySink.ts';
import { TeamMember } from './teamMember.ts';
import type { TeamAnswer } from './teamTask.ts';
import type { WebMessage, WebTask } from './webThreads.ts';

const post = (message: WebMessage) => self.postMessage(message);

async function solveShare(task: WebTask): Promise<TeamAnswer> {
  try {
    const rules = unwrap(gameOf(task.rules));
    await new TeamMember(rules, task, new MemorySink(task.ready, post)).workOff(task.steps);
    return { ok: true };
  } catch (error) {
    if (error instanceof InputError) return { ok: false, problem: error.problem };
    return crashed('a worker of the set solver', error);
  }
}

self.addEventListener('message', async ({ data }: MessageEvent<WebTask>) => {
  post({ kind: 'answer', answer: await solveShare(data) });
});
