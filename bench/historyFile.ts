import { execFileSync } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unwrap } from '../src/board/result.ts';
import { readWhole } from '../src/store/folder.ts';

/** A history of measurements in `bench/`, a line a release. */
export class HistoryFile {
  readonly version: string;
  private readonly folder: string;
  private readonly path: string;

  constructor(name: string) {
    const require = createRequire(import.meta.url);
    const packageFile = require.resolve('metatb/package.json');
    this.version = (require(packageFile) as { version: string }).version;
    this.folder = dirname(packageFile);
    this.path = join(this.folder, 'bench', name);
  }

  /** What is measured, if it is to be recorded. */
  commit(record = false): string {
    if (!record) return 'not recorded';
    const args = ['rev-parse', '--short', 'HEAD'];
    return execFileSync('git', args, { cwd: this.folder, encoding: 'utf8' }).trim();
  }

  /** Empty if nothing has been recorded. */
  async read(): Promise<string> {
    const bytes = unwrap(await readWhole(this.path));
    return bytes ? new TextDecoder().decode(bytes) : '';
  }

  async add(line: object): Promise<void> {
    await appendFile(this.path, `${JSON.stringify(line)}\n`);
    process.stderr.write(`recorded in ${this.path}\n`);
  }
}
