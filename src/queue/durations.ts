import { unwrap } from '../board/result.ts';
import { endgameOf } from '../rules/endgame.ts';
import { findRuleSet } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { type Measurement, measurements } from './measured.ts';

/** How long a table takes on the machine of a measurement. */
export interface Duration {
  /** To solve and pack it. */
  readonly seconds: number;
  /** False: scaled from tables that were measured. */
  readonly measured: boolean;
}

/**
 * How long a table takes on the machine of {@link measurementOf}: as measured, otherwise by its placements, at the median pace of the
 * measured tables that are most like it.
 */
export function durationOf(rules: RuleSet, material: Material): Duration {
  const measurement = measurementOf(rules);
  const { seconds, paces, least } = knownOf(measurement);
  const known = measurement.rules === rules.tables ? seconds.get(material.name) : undefined;
  if (known !== undefined) return { seconds: known, measured: true };
  const scaled = paceOf(paces, rules, material) * placementsOf(rules, material);
  return { seconds: Math.max(least, scaled), measured: false };
}

/** The seconds of {@link durationOf}. */
export function expectedSeconds(rules: RuleSet, material: Material): number {
  return durationOf(rules, material).seconds;
}

/** What the durations of a game are taken or scaled from: its own measurement if there is one, otherwise the first. */
export function measurementOf({ tables }: RuleSet): Measurement {
  return measurements.find(({ rules }) => rules === tables) ?? measurements[0]!;
}

interface Pace {
  readonly pawns: number;
  readonly men: number;
  /** For each placement. */
  readonly seconds: number;
}

interface Known {
  /** By table. */
  readonly seconds: ReadonlyMap<string, number>;
  readonly paces: readonly Pace[];
  /** What the briefest table takes: a thread's start and a file do not grow with it. */
  readonly least: number;
}

const knownBy = new Map<Measurement, Known>();

/** Made when it is first asked for: most commands ask for none. */
function knownOf(measurement: Measurement): Known {
  const found = knownBy.get(measurement);
  if (found) return found;
  const rules = unwrap(findRuleSet(measurement.rules));
  const seconds = readSeconds(measurement.seconds);
  const paces = [...seconds].map(([table, taken]) => {
    const { material } = unwrap(parseMaterial(table, rules));
    const pawns = pawnsIn(rules, material);
    return { pawns, men: material.men.length, seconds: taken / placementsOf(rules, material) };
  });
  const known = { seconds, paces, least: Math.min(...seconds.values()) };
  knownBy.set(measurement, known);
  return known;
}

/** `KQvk 0.2 KPvk 0.3`. */
function readSeconds(text: string): ReadonlyMap<string, number> {
  const pairs = text.matchAll(/(\S+)\s+(\S+)/g);
  return new Map(Array.from(pairs, ([, table, seconds]) => [table!, Number(seconds)]));
}

/** The median of the tables that have as many pawns and, of these, as many men, or that come closest. */
function paceOf(paces: readonly Pace[], rules: RuleSet, material: Material): number {
  const pawns = pawnsIn(rules, material);
  const alike = closest(paces, (each) => Math.abs(each.pawns - pawns));
  const closer = closest(alike, (each) => Math.abs(each.men - material.men.length));
  const sorted = closer.map((each) => each.seconds).sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

function closest(paces: readonly Pace[], distance: (pace: Pace) => number): readonly Pace[] {
  const least = Math.min(...paces.map(distance));
  return paces.filter((pace) => distance(pace) === least);
}

function pawnsIn({ army }: RuleSet, { men }: Material): number {
  return men.filter(({ kind }) => army[kind]!.pawn).length;
}

function placementsOf(rules: RuleSet, material: Material): number {
  return endgameOf(rules, material).placements.size;
}
