import { unwrap } from '../board/result.ts';
import { WHITE } from '../pieces/army.ts';
import { endgameOf } from '../rules/endgame.ts';
import { findRuleSet } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { type Measurement, measurements } from './measured.ts';

/** How long a table takes on the machine of a measurement. */
export interface Duration {
  /** To solve and pack it. */
  readonly seconds: number;
  /** What they are taken or scaled from. */
  readonly measurement: Measurement;
  /** False: scaled from a table that was measured. */
  readonly measured: boolean;
}

/**
 * How long a table takes: as measured, otherwise by its placements, at the median pace of the measured tables that are most like
 * it: with a bare king too, or without one; of these of as many pawns, or of the next number of them; of these of as many men, and
 * of its own game if there are such.
 */
export function durationOf(rules: RuleSet, material: Material): Duration {
  const { tables, least } = known();
  const own = tables.find(
    ({ measurement, name }) => measurement.rules === rules.tables && name === material.name,
  );
  if (own) return { seconds: own.seconds, measurement: own.measurement, measured: true };
  const { measurement, pace } = medianOf(mostLike(tables, rules, material));
  const scaled = pace * placementsOf(rules, material);
  return { seconds: Math.max(least, scaled), measurement, measured: false };
}

/** The seconds of {@link durationOf}. */
export function expectedSeconds(rules: RuleSet, material: Material): number {
  return durationOf(rules, material).seconds;
}

/** What a job takes besides its tables: measured of the game itself if it was, otherwise of the first that was. */
export function jobSecondsOf({ tables }: RuleSet): number {
  const overQueue = measurements.filter(({ jobSeconds }) => jobSeconds !== undefined);
  return (overQueue.find(({ rules }) => rules === tables) ?? overQueue[0]!).jobSeconds!;
}

interface Measured {
  readonly measurement: Measurement;
  readonly name: string;
  readonly seconds: number;
  readonly kind: Kind;
  /** Seconds for each placement. */
  readonly pace: number;
}

/** What tables have in common that take about as long for each placement. */
interface Kind {
  /** 1 if one side has a single man: if it loses, then soon. */
  readonly bare: number;
  readonly pawns: number;
  readonly men: number;
}

interface Known {
  readonly tables: readonly Measured[];
  /** What the briefest table takes: a thread's start and a file do not grow with it. */
  readonly least: number;
}

let found: Known | undefined;

/** Made when it is first asked for: most commands ask for none. */
function known(): Known {
  if (found) return found;
  const tables = measurements.flatMap(measuredIn);
  found = { tables, least: Math.min(...tables.map(({ seconds }) => seconds)) };
  return found;
}

function measuredIn(measurement: Measurement): readonly Measured[] {
  const rules = unwrap(findRuleSet(measurement.rules));
  return [...readSeconds(measurement.seconds)].map(([name, seconds]) => {
    const { material } = unwrap(parseMaterial(name, rules));
    const pace = seconds / placementsOf(rules, material);
    return { measurement, name, seconds, kind: kindOf(rules, material), pace };
  });
}

/** `KQvk 0.2 KPvk 0.3`. */
export function readSeconds(text: string): ReadonlyMap<string, number> {
  const pairs = text.matchAll(/(\S+)\s+(\S+)/g);
  return new Map(Array.from(pairs, ([, table, seconds]) => [table!, Number(seconds)]));
}

/** They are of one game: paces of several are not comparable. */
function mostLike(
  tables: readonly Measured[],
  rules: RuleSet,
  material: Material,
): readonly Measured[] {
  const kind = kindOf(rules, material);
  const alike = (['bare', 'pawns', 'men'] as const).reduce(
    (closer, what) => closest(closer, (each) => Math.abs(each.kind[what] - kind[what])),
    tables,
  );
  const games = alike.map(({ measurement }) => measurement.rules);
  const game = games.find((each) => each === rules.tables) ?? games[0];
  return alike.filter(({ measurement }) => measurement.rules === game);
}

function closest(
  tables: readonly Measured[],
  distance: (table: Measured) => number,
): readonly Measured[] {
  const least = Math.min(...tables.map(distance));
  return tables.filter((table) => distance(table) === least);
}

function medianOf(tables: readonly Measured[]): Measured {
  return tables.toSorted((a, b) => a.pace - b.pace)[tables.length >> 1]!;
}

function kindOf({ army }: RuleSet, { men }: Material): Kind {
  const white = men.filter(({ color }) => color === WHITE).length;
  return {
    bare: Math.min(white, men.length - white) === 1 ? 1 : 0,
    pawns: men.filter(({ kind }) => army[kind]!.pawn).length,
    men: men.length,
  };
}

function placementsOf(rules: RuleSet, material: Material): number {
  return endgameOf(rules, material).placements.size;
}
