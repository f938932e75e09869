import type { RuleSet } from '../../src/rules/ruleset.ts';
import { countTable, type SideStatistics } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { Solved } from '../solve/solved.ts';

const games = new Map<RuleSet, Solved>();

/** A table by the reference solver. Tables are kept: those that it needs are solved once for all tests of a file. */
export function solved(rules: RuleSet, name: string): Table {
  const known = games.get(rules) ?? new Solved(rules);
  games.set(rules, known);
  return known.get(name);
}

/** What the figures of a table say, as text: of the whole board, for each side to move. */
export interface Figures {
  /** `wins / draws / losses, longest win, longest loss`, with a dash where there is none. */
  readonly white: string;
  readonly black: string;
  /** Of games that pass: what is counted apart, `wins / draws / losses; wins / draws / losses`. */
  readonly afterPass?: string;
}

export function figures(rules: RuleSet, name: string): Figures {
  return figuresOf(solved(rules, name));
}

export function figuresOf(table: Table): Figures {
  const { white, black } = countTable(table);
  const apart = [white, black].flatMap(({ afterPass }) => (afterPass ? counts(afterPass) : []));
  return {
    white: sideText(white),
    black: sideText(black),
    ...(apart.length > 0 ? { afterPass: apart.join('; ') } : {}),
  };
}

function counts({ wins, draws, losses }: Pick<SideStatistics, 'wins' | 'draws' | 'losses'>) {
  return `${wins} / ${draws} / ${losses}`;
}

function sideText(side: SideStatistics): string {
  return `${counts(side)}, ${side.longestWin ?? '-'}, ${side.longestLoss ?? '-'}`;
}
