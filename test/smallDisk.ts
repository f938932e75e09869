import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';

/**
 * Mounts a file system of this size, such as `8k`, on an empty folder while `work` fills it. Only root may do so, which no
 * installed program changes: without the right the test is skipped, with the system's reason, even where every test runs.
 */
export async function onSmallDisk(
  context: TestContext,
  dir: string,
  size: string,
  work: () => Promise<void>,
): Promise<void> {
  const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'metatb-test', dir];
  const mount = spawnSync('mount', options, { encoding: 'utf8' });
  if (mount.status !== 0) {
    const why = mount.error?.message ?? mount.stderr.trim();
    const message = `no full disk to be had, only root may mount one: ${why}`;
    console.warn(`${message}: '${context.task.name}' is not tested`);
    context.skip(message);
  }
  try {
    await work();
  } finally {
    spawnSync('umount', [dir]);
  }
}
