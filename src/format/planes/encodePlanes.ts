import { ILLEGAL, type SlabCode, type SlabCodes } from '../../table/values.ts';
import { gatherSamples, growTrees } from './growTrees.ts';
import { MOST_RANKS, SAMPLE_NUMBERS } from './planeCoder.ts';
import { makeModel, type PlaneModel, packModel } from './planeModel.ts';
import { CELLS, type Layout } from './planes.ts';
import { areMobile, type PlaneEndgame, PlaneTable } from './planeTable.ts';
import { rankedCodes } from './ranks.ts';

/**
 * Planes that the layouts are tried on, all together, and that a model is learnt from: from few planes it would learn
 * where their fixed pieces stand.
 */
const TRIED = 400;
const LEARNT = 3000;
/** Every n-th value of a plane is sampled; n is odd. Some planes with all values are worse than many with few. */
const TRIED_STEP = 13;
/** About how many samples a model is learnt from. */
const SAMPLES = 400_000;
/** About how many samples a plane gives if all its values are sampled. */
const OF_PLANE = 6000;
/** Layouts that get a second trial, with trees of {@link TRIAL_LEAVES}. */
const SHORTLISTED = 4;
const TRIAL_LEAVES = 96;
/** Bits that a symbol costs in a trial at its first occurrence in its context. */
const NEW_SYMBOL_BITS = 6;

/** How the values of a table become bytes. */
export interface PlaneCoding {
  readonly layout: Layout;
  readonly codes: readonly SlabCode[];
  readonly model: PlaneModel;
  /** The same as bytes: see {@link packModel}. */
  readonly packed: Uint8Array;
}

/**
 * Chooses by trial how a table is coded. Undefined if its values are not those of the set solver: positions
 * where the rules of chess have none, or too many different values.
 */
export function choosePlaneCoding(
  endgame: PlaneEndgame,
  values: readonly [SlabCodes, SlabCodes],
): PlaneCoding | undefined {
  const codes = rankedCodes(usedCodes(values));
  if (codes.length > MOST_RANKS) return undefined;
  const layout = chooseLayout(endgame, values, codes);
  if (!layout) return undefined;
  const table = new PlaneTable(endgame, layout, codes);
  // Planes are about as many as the index has runs of their length.
  const planes = Math.ceil(endgame.placements.size / CELLS);
  const step = 1 + 2 * Math.floor((Math.min(LEARNT, planes) * OF_PLANE) / SAMPLES / 2);
  const parts = takeSamples(table, values, LEARNT, step);
  if (!parts) return undefined;
  const samples = gatherSamples(parts);
  if (samples.count === 0) return undefined;
  const scale = Math.max(1, planes / parts.length) * step;
  const grown = growTrees(samples, scale, codes.length);
  const model = makeModel(grown);
  return model && { layout, codes, model, packed: packModel(grown) };
}

/** Codes a plane of a table; no bytes if the number has none. Undefined if the values are no table. */
export function encodePlane(
  table: PlaneTable,
  plane: number,
  values: readonly [SlabCodes, SlabCodes],
): Uint8Array | undefined {
  const standing = table.planes.squares(plane);
  if (!standing) return new Uint8Array();
  table.load(standing, values);
  return table.coder.encode();
}

/** Every layout: two pieces that can go through all squares, in either order, with either side first. */
function layoutsOf(endgame: PlaneEndgame): Layout[] {
  const { men } = endgame.material;
  const slots = men.map((_, slot) => slot);
  return slots.flatMap((row) =>
    slots.flatMap((lane) => {
      const alike = men[row]!.kind === men[lane]!.kind && men[row]!.color === men[lane]!.color;
      if (row === lane || (alike && row > lane) || !areMobile(endgame, { row, lane })) return [];
      return ([0, 1] as const).flatMap((first) => {
        // The other side's values help through its moves.
        const helps = [row, lane].some((slot) => men[slot]!.color !== first);
        return helps ? [{ row, lane, first }] : [];
      });
    }),
  );
}

function usedCodes(values: readonly [SlabCodes, SlabCodes]): SlabCode[] {
  const seen = new Uint8Array(65536);
  for (const side of values) for (let i = 0; i < side.length; i++) seen[side[i]! & 0xffff] = 1;
  const used: SlabCode[] = [];
  for (const [code, found] of seen.entries()) if (found) used.push((code << 16) >> 16);
  return used.filter((code) => code !== ILLEGAL);
}

/** Samples of planes evenly spread over a table. Undefined if the values are no table. */
function takeSamples(
  table: PlaneTable,
  values: readonly [SlabCodes, SlabCodes],
  most: number,
  step: number,
): readonly Int16Array[] | undefined {
  const { planes } = table;
  const taken = Math.min(most, planes.count);
  const parts: Int16Array[] = [];
  let next = 0;
  for (let i = 0; i < taken; i++) {
    // If a number has no plane, use the next that has one.
    let plane = Math.max(next, Math.floor(((i + 0.5) * planes.count) / taken));
    while (plane < planes.count && !planes.squares(plane)) plane++;
    if (plane === planes.count) break;
    next = plane + 1;
    table.load(planes.squares(plane)!, values);
    const part = table.coder.sample(step, i % step);
    if (!part) return undefined;
    parts.push(part);
  }
  return parts;
}

/** The layout that takes the fewest bits. Undefined if the values are no table. */
function chooseLayout(
  endgame: PlaneEndgame,
  values: readonly [SlabCodes, SlabCodes],
  codes: readonly SlabCode[],
): Layout | undefined {
  const tried: { layout: Layout; parts: readonly Int16Array[]; bits: number }[] = [];
  const layouts = layoutsOf(endgame);
  for (const layout of layouts) {
    const table = new PlaneTable(endgame, layout, codes);
    const planes = Math.ceil(TRIED / layouts.length);
    const parts = takeSamples(table, values, planes, TRIED_STEP);
    if (!parts) return undefined;
    tried.push({ layout, parts, bits: roughBits(parts) });
  }
  // Rough estimates select a few, for which small trees are grown.
  tried.sort((a, b) => a.bits - b.bits);
  let best: { layout: Layout; bits: number } | undefined;
  for (const { layout, parts } of tried.slice(0, SHORTLISTED)) {
    const samples = gatherSamples(parts);
    if (samples.count === 0) return undefined;
    const { bits } = growTrees(samples, 1, codes.length, TRIAL_LEAVES);
    if (!best || bits / samples.count < best.bits) best = { layout, bits: bits / samples.count };
  }
  return best?.layout;
}

/** A very rough estimate of the bits that a value takes: as if coded by few of its features. */
function roughBits(parts: readonly Int16Array[]): number {
  const contexts = new Map<number, Map<number, number>>();
  let count = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += SAMPLE_NUMBERS, count++) {
      const feature = (number: number) => part[at + number]!;
      // Threats, then how many neighbours agree, or whether moves within the plane were all that counted around.
      const fits = feature(32) + 3 * (feature(33) + 3 * (feature(34) + 3 * feature(35)));
      const context = feature(63) ? 7 + fits : feature(24);
      const key = context * 32 + feature(8);
      const symbols = contexts.get(key) ?? new Map<number, number>();
      contexts.set(key, symbols);
      symbols.set(feature(62), (symbols.get(feature(62)) ?? 0) + 1);
    }
  }
  let bits = 0;
  for (const symbols of contexts.values()) {
    let total = 0;
    for (const each of symbols.values()) total += each;
    for (const [symbol, each] of symbols) {
      bits += NEW_SYMBOL_BITS - each * Math.log2(each / total);
      if (symbol === 23) bits += each * NEW_SYMBOL_BITS;
    }
  }
  return count > 0 ? bits / count : Number.POSITIVE_INFINITY;
}
