import type { RuleSet } from '../rules/ruleset.ts';
import { beginPlacement } from './hutnik/placement.ts';
import { beginSelection } from './hutnik/selection.ts';
import { beginArrangement } from './metamachySetup.ts';
import type { Undecided } from './preparation.ts';

/** The first of the phases before the first move, or undefined if the game has none. */
export function beginStage(rules: RuleSet): Undecided | undefined {
  switch (rules.variant.preparation) {
    case 'arrangement':
      return beginArrangement(rules);
    case 'selection':
      return beginSelection(rules);
    case 'placement':
      return beginPlacement(rules);
    case undefined:
      return undefined;
  }
}
