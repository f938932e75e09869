/** `npm start`: the whole way through, from nothing to a best line, with the commands that a user would type. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const metatb = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
/** In metacheck, with a move that hangs a mate. */
const metacheck = '8/8/8/2K5/k7/8/4Q3/8 b - - 0 1';
/** The longest win. */
const longest = '8/8/8/4k3/8/8/8/K2Q4 w - - 0 1';

const commands = [
  ['generate', 'KQvk'],
  ['export', 'KQvk', '--format', 'pkl', '--out', 'KQvk.pkl'],
  ['stats', 'KQvk'],
  ['probe', metacheck],
  ['line', longest],
];

for (const command of commands) {
  const shown = command.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ');
  console.log(`\n$ npx metatb ${shown}`);
  const { status } = spawnSync(process.execPath, [metatb, ...command], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
