import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const top = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Brings the output of a script of package.json up to date; quick if its inputs are unchanged. With METATB_BUILT=1 everything
 * is used as it is, so that the build of one release of Node can be tested on another.
 */
export async function npmRun(script: 'kernel' | 'build'): Promise<true> {
  if (process.env.METATB_BUILT === '1') return true;
  try {
    await promisify(execFile)('npm', ['run', '--silent', script], { cwd: top });
    return true;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`npm run ${script} failed:\n${stdout}${stderr}`);
  }
}
