import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { need } from './need.ts';

const asked = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
});
const found = asked.status === 0;

/** Python itself: where `python3` is a script that looks for it (pyenv), that takes ten times as long as to start it. */
export const python3 = found ? asked.stdout.trim() : 'python3';

export function needPython(context: TestContext): void {
  need(context, found, 'python3');
}
