import { reachPuzzle } from './reachPuzzle.ts';
import type { Study } from './study.ts';

const studies: readonly Study[] = [reachPuzzle];

/** The study of a game, or undefined if it has none. */
export function studyOf(rules: string): Study | undefined {
  return studies.find((study) => study.rules === rules);
}
