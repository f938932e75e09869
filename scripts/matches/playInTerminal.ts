import { unwrap } from '../../src/board/result.ts';
import { interruptible } from '../../src/cli/interrupt.ts';
import { Output, plural } from '../../src/cli/output.ts';
import { singleBar } from '../../src/cli/progressBars.ts';
import { threadCount } from '../../src/store/threads.ts';
import type { Command } from './fairyMover.ts';
import { countAhead, playMatches, type WantedMatch } from './playMatches.ts';

interface Settings {
  readonly threads?: number;
  readonly fairy: Command | undefined;
  readonly quiet?: boolean;
}

/** Plays what is missing, with a bar on stderr; Ctrl-C costs the games under way. */
export async function playInTerminal(
  matches: readonly WantedMatch[],
  { threads, fairy, quiet = false }: Settings,
): Promise<void> {
  const output = new Output(false, quiet);
  const ahead = countAhead(matches);
  const there = matches.reduce((sum, { games }) => sum + games, 0) - ahead;
  if (there > 0) output.remark(`${plural(there, 'game')} played before`);
  if (ahead === 0) return;
  const bar = singleBar(output, '{bar} {percentage}%  {games}, {name}  eta {eta_formatted}');
  let played = 0;
  try {
    await interruptible(async (signal) => {
      const options = {
        threads: unwrap(threadCount(threads)),
        fairy,
        signal,
        onGame: (name: string) => {
          played++;
          bar?.update(played / ahead, { games: `${played} of ${plural(ahead, 'game')}`, name });
        },
      };
      unwrap(await playMatches(matches, options));
    });
  } finally {
    bar?.stop();
  }
  output.remark(`${plural(played, 'game')} played now`);
}
