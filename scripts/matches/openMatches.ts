import { join } from 'node:path';
import { unwrap } from '../../src/board/result.ts';
import { machineName } from './machineName.ts';
import { MatchFile } from './matchFile.ts';
import { conditionsNow, type PlannedMatch } from './plannedMatches.ts';
import type { PlayingSettings } from './playingOptions.ts';
import type { WantedMatch } from './playMatches.ts';

/** The files of matches, DIR/NAME.jsonl, to be played on. Throws what `MatchFile.open` reports. */
export async function openMatches(
  planned: readonly PlannedMatch[],
  { dir, seed, fresh = false }: PlayingSettings,
): Promise<WantedMatch[]> {
  const matches: WantedMatch[] = [];
  for (const match of planned) {
    const path = join(dir, `${match.name}.jsonl`);
    const conditions = conditionsNow(match, seed);
    const file = unwrap(await MatchFile.open(path, conditions, machineName(), fresh));
    matches.push({ file, games: match.games });
  }
  return matches;
}
