import { unwrap } from '../../src/board/result.ts';
import { beginSelection } from '../../src/play/hutnik/selection.ts';
import type { Selection, Stage } from '../../src/play/preparation.ts';
import { gameOf } from '../games/moves.ts';

export const begin = (options = '') =>
  beginSelection(gameOf(options ? `hutnik:${options}` : 'hutnik'));

export function stageAfter(stage: Selection, ...steps: readonly string[]): Stage {
  return steps.reduce<Stage>((reached, step) => {
    if (!('take' in reached)) throw new Error(`${reached.phase} before ${step}`);
    return unwrap(reached.take(step));
  }, stage);
}

export function went(stage: Selection, ...steps: readonly string[]): Selection {
  const reached = stageAfter(stage, ...steps);
  if (reached.phase !== 'selection') throw new Error(reached.phase);
  return reached;
}
