import { ILLEGAL, type SlabCode, type SlabCodes } from '../table/values.ts';
import { gatherSamples, growTrees } from './growTrees.ts';
import { MOST_RANKS, SAMPLE_NUMBERS } from './planeCoder.ts';
import { makeModel, type PlaneModel, packModel } from './planeModel.ts';
import type { Layout } from './planes.ts';
import { areMobile, type PlaneEndgame, PlaneTable } from './planeTable.ts';
import { rankedCodes } from './ranks.ts';

/** Planes that a layout is tried on, and those that a model is learnt from: as many give some 300,000 values. */
const TRIED = 6;
const LEARNT = 64;
/** Bits that a symbol costs in a trial when it comes up for the first time in its context. */
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
 * Chooses by trial how a table is coded. Undefined where its values are not those of the set solver: positions
 * elsewhere than the rules of chess have them, or too many different values.
 */
export function choosePlaneCoding(
  endgame: PlaneEndgame,
  values: readonly [SlabCodes, SlabCodes],
): PlaneCoding | undefined {
  const codes = rankedCodes(usedCodes(values));
  if (codes.length > MOST_RANKS) return undefined;
  let best: { layout: Layout; bits: number } | undefined;
  for (const layout of layoutsOf(endgame)) {
    const bits = tryLayout(new PlaneTable(endgame, layout, codes), values);
    if (bits === undefined) return undefined;
    if (bits < (best?.bits ?? Number.POSITIVE_INFINITY)) best = { layout, bits };
  }
  if (!best) return undefined;
  const table = new PlaneTable(endgame, best.layout, codes);
  const taken = takeSamples(table, values, LEARNT);
  if (!taken) return undefined;
  const { parts, planes } = taken;
  const samples = gatherSamples(parts);
  if (samples.count === 0) return undefined;
  const grown = growTrees(samples, planes / parts.length, codes.length);
  const model = makeModel(grown);
  return model && { layout: best.layout, codes, model, packed: packModel(grown) };
}

/** Codes planes of a table, one by one; no bytes where there is none. Undefined for what is no table. */
export function* encodePlanes(
  table: PlaneTable,
  values: readonly [SlabCodes, SlabCodes],
): Generator<Uint8Array | undefined> {
  for (let plane = 0; plane < table.planes.count; plane++) {
    const standing = table.planes.squares(plane);
    if (!standing) {
      yield new Uint8Array();
      continue;
    }
    table.load(standing, values);
    yield table.coder.encode();
  }
}

/** Every pair of men who can go through all squares, in either order, and either side first. */
function layoutsOf(endgame: PlaneEndgame): Layout[] {
  const { men } = endgame.material;
  const slots = men.map((_, slot) => slot);
  return slots.flatMap((row) =>
    slots.flatMap((lane) => {
      const alike = men[row]!.kind === men[lane]!.kind && men[row]!.color === men[lane]!.color;
      if (row === lane || (alike && row > lane) || !areMobile(endgame, { row, lane })) return [];
      return ([0, 1] as const).flatMap((first) => {
        // The other side's moves are what helps.
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

/** Samples of planes evenly spread over a table, and how many planes it has. Undefined for what is no table. */
function takeSamples(table: PlaneTable, values: readonly [SlabCodes, SlabCodes], most: number) {
  const numbers: number[] = [];
  for (let plane = 0; plane < table.planes.count; plane++) {
    if (table.planes.squares(plane)) numbers.push(plane);
  }
  const parts: Int16Array[] = [];
  const taken = Math.min(most, numbers.length);
  for (let i = 0; i < taken; i++) {
    const plane = numbers[Math.floor(((i + 0.5) * numbers.length) / taken)]!;
    table.load(table.planes.squares(plane)!, values);
    const part = table.coder.sample();
    if (!part) return undefined;
    parts.push(part);
  }
  return { parts, planes: numbers.length };
}

/** Bits that a value takes, about, were each coded by few of its features. Undefined for what is no table. */
function tryLayout(table: PlaneTable, values: readonly [SlabCodes, SlabCodes]): number | undefined {
  const parts = takeSamples(table, values, TRIED)?.parts;
  if (!parts) return undefined;
  const contexts = new Map<number, Map<number, number>>();
  let count = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += SAMPLE_NUMBERS, count++) {
      const feature = (number: number) => part[at + number]!;
      // Threats, then how many neighbours agree, or whether moves within the plane were all that counted around.
      const fits = feature(23) + 3 * (feature(24) + 3 * (feature(25) + 3 * feature(26)));
      const context = feature(63) ? 7 + fits : feature(0);
      const key = context * 32 + feature(12);
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
