import type { Game } from '../../play/game.ts';
import type { Analysis, Line } from '../../search/analysis.ts';

/** More moves of a line than anybody reads. */
const MOST_MOVES = 12;

/** What was found, with the first moves of each line in SAN. Slow for the page itself: its workers do it. */
export function withSan(game: Game, found: Analysis): Analysis {
  return { ...found, lines: found.lines.map((line) => ({ ...line, san: sanOf(game, line) })) };
}

function sanOf(game: Game, { moves }: Line): readonly string[] {
  const san: string[] = [];
  let at = game;
  for (const uci of moves.slice(0, MOST_MOVES)) {
    const next = at.replay(uci);
    if (!next.ok) break;
    at = next.value;
    san.push(at.lastPly!.san);
  }
  return san;
}
