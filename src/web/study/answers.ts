import { unwrap } from '../../board/result.ts';
import type { Game, Ply } from '../../play/game.ts';
import type { Verdicts } from './verdict.ts';

/** A reply, and the moves that it refutes. */
export interface Answer {
  readonly reply: Ply;
  /** In SAN. */
  readonly moves: readonly string[];
  /** Does it win at once? */
  readonly atOnce: boolean;
}

/** If every move loses, what answers them: first what wins at once. Empty if some move does not lose. */
export function answersTo(game: Game, verdicts: Verdicts): readonly Answer[] {
  const answers = new Map<string, { reply: Ply; moves: string[]; atOnce: boolean }>();
  for (const [uci, verdict] of verdicts) {
    if (verdict.kind !== 'loses' || verdict.reply === undefined) return [];
    const after = unwrap(game.follow(uci));
    const reply = unwrap(after.follow(verdict.reply)).lastPly!;
    const answer = answers.get(reply.uci) ?? { reply, moves: [], atOnce: verdict.plies === 2 };
    answer.moves.push(after.lastPly!.san);
    answers.set(reply.uci, answer);
  }
  return [...answers.values()].sort((a, b) => Number(b.atOnce) - Number(a.atOnce));
}
