import { encodeNative } from '../../src/format/mtb/encodeNative.ts';
import { partOfPlaces, placeSize } from '../../src/index/indexPart.ts';
import { type SlabPlacements, slabPlacementsOf } from '../../src/index/slabPlacements.ts';
import { storeCodes } from '../../src/index/slices.ts';
import { makeKernel } from '../../src/kernel/kernel.ts';
import { KernelMemory, makeMemory } from '../../src/kernel/kernelMemory.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { planTables } from '../../src/solve/plan.ts';
import { type Distances, distanceBitsOf } from '../../src/solve/run/distances.ts';
import { Control } from '../../src/solve/sets/control.ts';
import { codeBytesFor, MORE_BITS, NARROW_BITS } from '../../src/solve/sets/distanceBits.ts';
import {
  type Dependency,
  type SolvedTable,
  wholeDependency,
} from '../../src/solve/sets/solvedTables.ts';
import { SetSolver, type SolveOptions } from '../../src/solve/sets/solver.ts';
import { type FindCodes, findIn, statisticsOf } from '../../src/solve/sets/statistics.ts';
import type { CodeStore } from '../../src/solve/window/codeBlocks.ts';
import { mayBeAway } from '../../src/solve/window/finishedSources.ts';
import type { FinishedStore } from '../../src/solve/window/finishedTargets.ts';
import { throughWindow } from '../../src/solve/window/runs.ts';
import type { WindowStores } from '../../src/solve/window/solveThroughWindow.ts';
import type { WindowCodes } from '../../src/solve/window/windowCodes.ts';
import { allMaterials, type Material } from '../../src/table/material.ts';
import type { Statistics } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { ILLEGAL, type SlabCodes, SlabValues } from '../../src/table/values.ts';
import { joined } from '../format/madeUp.ts';
import { materialOf } from './solved.ts';

/** A table that the set solver made, and the statistics that its kernel counted on the way. */
export interface SetTable extends Table {
  readonly placements: SlabPlacements;
  readonly values: readonly [SlabValues, SlabValues];
  readonly statistics: Statistics;
}

/** How tables are solved: all or `only` one of them. */
export interface HowToSolve extends Pick<SolveOptions, 'still'> {
  readonly window?: WindowStores;
  readonly only?: string;
  /** With `only`: tables that are not solved once more. Default: none. */
  readonly known?: ReadonlyMap<string, SetTable>;
  /** With a window: reads the codes of tables, of which none are in memory then. Default: all at once. */
  readonly readInParts?: ReadInParts;
  /** With a window: where codes of the tables are kept that one with pawns leads to. Default: they are in memory. */
  readonly blocks?: CodeStore;
  /** How many of a side's longest wins statistics tell. Default: as many as for any table of this size. */
  readonly listed?: number;
}

const readWhole: ReadInParts = (placements, codes, into) => {
  const places = placements.size / placeSize(placements);
  const all = Array.from({ length: places }, (_, place) => place);
  codes.read(partOfPlaces(placements, all), into);
};

type BothCodes = readonly [SlabCodes, SlabCodes];
export type ReadInParts = (placements: SlabPlacements, codes: WindowCodes, into: BothCodes) => void;

/** Tables solved in this thread by the set solver, with all their subtables. By name. `distances`: see distanceBitsOf. */
export async function solveBySets(
  rules: RuleSet,
  names: readonly string[],
  mebibytes = 64,
  distances: Distances = new Map(),
  more: HowToSolve = {},
): Promise<ReadonlyMap<string, SetTable>> {
  const memory = makeMemory(mebibytes * 2 ** 20, false);
  const solver = new SetSolver(rules, new KernelMemory(memory), makeKernel(memory), 0, 1);
  const control = new Control();
  const { only, known, readInParts = readWhole, window, blocks, listed, ...rest } = more;
  const read: FinishedStore['read'] = async ({ name }, room) => {
    for (const [side, codes] of room.sides.entries()) {
      codes?.fill(ILLEGAL);
      storeCodes(room, side as 0 | 1, 0, tables.get(name)!.values[side as 0 | 1].codes);
    }
  };
  const finished = blocks && { blocks, read };
  const options = window
    ? { ...rest, window: throughWindow({ ...window, ...(finished ? { finished } : {}) }) }
    : rest;
  const isAsked = (name: string) => only === undefined || only === name;
  const how = (name: string) => (isAsked(name) ? options : {});
  const tables = new Map<string, SetTable>();
  const wanted = names.map((name) => materialOf(rules, name));
  const plan = planTables(rules, wanted);
  const bits = distanceBitsOf(plan, distances, NARROW_BITS);
  const solveWhole = async (material: Material, place: Dependency) => {
    const { placements, ...solved } = solver.tables.place(place);
    const counts = await solver.solveTable(material, { control, ...how(material.name) });
    const codes = codesOf({ placements, ...solved });
    return { codes, statistics: statisticsOf(placements, counts!, findIn(codes), listed) };
  };
  const codesOf = (table: SolvedTable): BothCodes => [
    solver.tables.codes(table, 0),
    solver.tables.codes(table, 1),
  ];
  const solveInParts = async (material: Material, place: Dependency, read: ReadInParts) => {
    const codeBytes = codeBytesFor(place.distanceBits);
    const { pawnSlots } = slabPlacementsOf(material, rules.army);
    // As a plan has it: without pawns, how long distances are is seen in the end.
    const distanceBits = place.distanceBits + (pawnSlots.length > 0 ? 0 : MORE_BITS);
    const { placements } = solver.tables.place({ ...place, distanceBits, sides: [false, false] });
    const made = () =>
      codeBytes === 1 ? new Int8Array(placements.size) : new Int16Array(placements.size);
    const codes: BothCodes = [made(), made()];
    let statistics: Statistics | undefined;
    const take: SolveOptions['take'] = async (counts, codesOf) => {
      const window = codesOf(codeBytes);
      const find: FindCodes = (side, wanted) => window.find(side, wanted);
      statistics = statisticsOf(placements, counts, find, listed);
      read(placements, window, codes);
    };
    await solver.solveTable(material, { control, ...how(material.name), take });
    const placed = codesOf(solver.tables.place(place));
    for (const side of [0, 1] as const) placed[side].set(codes[side]);
    return { codes, statistics: statistics! };
  };
  /** Until the function is called that this returns, tables are not in memory. */
  const moveAway = (from: Material, names: readonly string[]) => {
    const mayBe = names.filter((name) => mayBeAway(rules.army, from, tables.get(name)!.material));
    const moved = mayBe.map((name) => ({ ...solver.tables.get(name)!, ...tables.get(name)! }));
    const place = (
      { material, distanceBits }: (typeof moved)[number],
      sides: [boolean, boolean],
      at: number[],
    ) =>
      solver.tables.place({ material, distanceBits, sides, slices: undefined }, () => at.shift()!);
    for (const each of moved) place(each, [false, false], []);
    return () => {
      for (const each of moved) place(each, [true, true], [...each.addresses]);
    };
  };
  for (const { material, needs } of plan) {
    const place = wholeDependency(material, bits.get(material.name)!);
    const before = isAsked(material.name) ? undefined : known?.get(material.name);
    if (before) {
      const room = codesOf(solver.tables.place(place));
      for (const side of [0, 1] as const) room[side].set(before.values[side].codes);
      tables.set(material.name, before);
      continue;
    }
    const placements = slabPlacementsOf(material, rules.army);
    const isInParts = window !== undefined && isAsked(material.name);
    const hasPawns = placements.pawnSlots.length > 0;
    const moveBack = isInParts && hasPawns && blocks ? moveAway(material, needs) : () => {};
    const { codes, statistics } = isInParts
      ? await solveInParts(material, place, readInParts)
      : await solveWhole(material, place);
    moveBack();
    const values = [new SlabValues(codes[0]), new SlabValues(codes[1])] as const;
    tables.set(material.name, { ...endgameOf(rules, material), placements, values, statistics });
  }
  return tables;
}

/** The file of a table, as generation writes it. */
export function fileOfSets(table: SetTable): Promise<Uint8Array<ArrayBuffer>> {
  return joined(encodeNative(table, table.statistics));
}

/** The file of every table of three men of chess and metachess. */
export async function* threeMenBySets() {
  for (const rules of [chess, metachess]) {
    const names = allMaterials(3, rules).map(({ name }) => name);
    for (const [name, table] of await solveBySets(rules, names)) {
      const bytes = await fileOfSets(table);
      yield { rules: rules.name, name, bytes };
    }
  }
}
