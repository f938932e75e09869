import type { Game } from '../../play/game.ts';
import { missingMaterial } from '../tables/missing.ts';
import { tablesOf } from '../tables/pageTables.ts';
import { Solving } from '../tables/solving.ts';

/** What is made while the computer plays on without it. */
let solving: Solving | undefined;

/**
 * The best move by the tables at hand in UCI, or undefined. A table that is missing and soon made is made meanwhile, for the
 * next moves.
 */
export async function tableMove(game: Game): Promise<string | undefined> {
  const { rules, position } = game;
  const tables = tablesOf(rules);
  const probe = await tables.tablebase.probe(position);
  if (probe.ok) {
    const best = probe.value.moves[0];
    return best?.legal ? rules.makeUci(best.move) : undefined;
  }
  const wanted = missingMaterial(game, probe.problem);
  if (wanted && !solving?.isOf(tables, wanted.name)) {
    solving?.stop();
    solving = new Solving(tables, wanted, () => {});
  }
  return undefined;
}
