import { ok, type Result } from '../../board/result.ts';
import type { Game } from '../../play/game.ts';
import type { Limits } from '../../search/analysis.ts';
import type { Engine } from '../../search/engine.ts';
import { chooseLine, type Level } from '../../search/levels.ts';
import { isCovered } from '../play/tablesSlot.ts';

/** No level thinks longer about a move. The strongest thinks as long as that. */
const MOST_MS = 1000;

/**
 * The computer's move in UCI, or undefined if the search was stopped before it found one. `chance`: from 0 to 1. Errors: those
 * of {@link Engine.analyze}.
 */
export async function decide(
  engine: Engine,
  game: Game,
  level: Level,
  chance: number,
): Promise<Result<string | undefined>> {
  const perfect = await perfectMove(game, level);
  if (perfect !== undefined) return ok(perfect);
  engine.configure({ usesTables: level.usesTables });
  const found = await engine.analyze(game, limitsOf(level));
  if (!found.ok) return found;
  return ok(found.value.lines[chooseLine(found.value, level, chance)]?.moves[0]);
}

/** The move of the tables at hand, if the level asks them. */
export async function perfectMove(game: Game, level: Level): Promise<string | undefined> {
  if (!level.usesTables || !isCovered(game)) return undefined;
  const { tableMove } = await import('./tableMove.ts');
  return tableMove(game);
}

function limitsOf({ limits }: Level): Limits {
  return { ...limits, milliseconds: Math.min(limits.milliseconds ?? MOST_MS, MOST_MS) };
}
