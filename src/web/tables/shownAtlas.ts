import { unwrap } from '../../board/result.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Change, EndgameStudy, RulesStudy, SideStudy } from '../../study/endgameStudy.ts';
import { codeLine } from './lineCode.ts';

/** What `npm run atlas` writes: every endgame under the rule set studied, and the one that it is compared with. */
export interface WrittenAtlas {
  readonly ours: string;
  readonly theirs: string;
  readonly endgames: readonly EndgameStudy[];
}

/** What the page shows of the atlas, with lines of moves as codes: its build makes this. */
export type Atlas = ReturnType<typeof shownAtlas>;
export type ShownStudy = Atlas['endgames'][number];
export type ShownRules = ShownStudy['ours'];

export function shownAtlas({ ours, theirs, endgames }: WrittenAtlas) {
  const rules = { ours: unwrap(findRuleSet(ours)), theirs: unwrap(findRuleSet(theirs)) };
  return {
    ours,
    theirs,
    endgames: endgames.map((study) => ({
      table: study.table,
      men: study.men,
      ours: shownRules(rules.ours, study.ours),
      theirs: shownRules(rules.theirs, study.theirs),
      changes: study.changes.map((change) => shownChange(rules[change.example.lineBy], change)),
    })),
  };
}

function shownRules(rules: RuleSet, study: RulesStudy) {
  return {
    rules: study.rules,
    white: shownSide(rules, study.white),
    black: shownSide(rules, study.black),
    zugzwangs: study.zugzwangs.map(({ white, black, unique, fen }) => ({
      white,
      black,
      unique,
      fen,
    })),
  };
}

function shownSide(rules: RuleSet, { longestWin, ...counts }: SideStudy) {
  if (!longestWin) return { ...counts, longestWin };
  const { fen, line } = longestWin;
  return { ...counts, longestWin: { ...longestWin, line: codeLine(rules, fen, line) } };
}

function shownChange(rules: RuleSet, { turn, theirs, ours, board, example }: Change) {
  const line = codeLine(rules, example.fen, example.line);
  return { turn, theirs, ours, board, example: { ...example, line } };
}
