import type { OutcomeName } from '../../table/codes.ts';
import type { Atlas, ShownRules, ShownStudy } from './shownAtlas.ts';

let loading: Promise<Atlas | undefined> | undefined;

/** Loads the atlas, once; undefined if the page was built without it or it cannot be loaded now. */
export function loadAtlas(): Promise<Atlas | undefined> {
  loading ??= import('virtual:atlas').then(
    ({ atlas }) => atlas,
    () => {
      loading = undefined;
      return undefined;
    },
  );
  return loading;
}

/** One endgame under one rule set, compared with the other. */
export interface Figures {
  readonly table: string;
  readonly men: number;
  readonly here: ShownRules;
  readonly there: ShownRules;
  /** Pairs of results that differ. */
  readonly changes: readonly Shift[];
}

/** Positions of one side to move whose result differs, for the side to move. */
export interface Shift {
  readonly turn: 'white' | 'black';
  readonly here: OutcomeName;
  readonly there: OutcomeName;
  readonly board: number;
  readonly study: ShownStudy['changes'][number];
}

/** The figures of every endgame for a rule set, in the atlas's order; none for a rule set that the atlas leaves out. */
export function figuresOf(atlas: Atlas | undefined, rules: string): readonly Figures[] {
  if (!atlas || (rules !== atlas.ours && rules !== atlas.theirs)) return [];
  const studied = rules === atlas.ours;
  return atlas.endgames.map((study) => ({
    table: study.table,
    men: study.men,
    here: studied ? study.ours : study.theirs,
    there: studied ? study.theirs : study.ours,
    changes: study.changes.map((change) => ({
      turn: change.turn,
      here: studied ? change.ours : change.theirs,
      there: studied ? change.theirs : change.ours,
      board: change.board,
      study: change,
    })),
  }));
}

/** Positions by result, whoever is to move. */
export interface Results {
  readonly white: number;
  readonly drawn: number;
  readonly black: number;
  readonly all: number;
}

export function resultsOf({ white, black }: ShownRules): Results {
  const found = {
    white: white.wins + black.losses,
    drawn: white.draws + black.draws,
    black: white.losses + black.wins,
  };
  return { ...found, all: found.white + found.drawn + found.black };
}

/** Positions with another result under the other rules. */
export function changedIn({ changes }: Figures): number {
  return changes.reduce((sum, { board }) => sum + board, 0);
}

/** In plies; 0 if neither side ever wins. */
export function longestIn({ white, black }: ShownRules): number {
  return Math.max(white.longestWin?.plies ?? 0, black.longestWin?.plies ?? 0);
}

/** Placements up to symmetry in which neither side wants to move. */
export function zugzwangsIn({ zugzwangs }: ShownRules): number {
  return zugzwangs.reduce((sum, { unique }) => sum + unique, 0);
}
