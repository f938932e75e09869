import {
  boardSymmetries,
  type SlabPlacements,
  slabPlacementsOf,
} from '../../index/slabPlacements.ts';
import {
  type GroupRun,
  lastRank,
  type Slices,
  sliced,
  slicesFor,
  slicesOf,
  wholeGroups,
} from '../../index/slices.ts';
import type { Army } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { CodeBytes } from '../../table/values.ts';
import { type Target, targetsOf } from '../sets/targets.ts';
import { CodeBlocks } from './codeBlocks.ts';
import type { WindowShape } from './windowPasses.ts';

const SQUARES = 64;
/** Codes that are compressed together, at most. */
const BLOCK_CODES = SQUARES ** 3;
/** Squares on the edge of the board: there symmetry takes a piece just promoted. */
const EDGE = 28;
/** Of a table of the kings' squares: see taskKings. */
const KINGS_BYTES = 4 * SQUARES ** 2;
/** Squares on which a pawn is promoted. */
const RANK = 8;

/**
 * A part of a finished table that is not in memory, for the conversions of another: one side to move, and if the table is reached by
 * promoting, what has the new piece on a square where it can be. Its codes are kept in blocks.
 */
export interface Source {
  readonly target: Target;
  readonly placements: SlabPlacements;
  readonly codeBytes: CodeBytes;
  /** The place in pieceSlots of the piece just promoted; -1 if there is none. */
  readonly digit: number;
  /** Codes of a block. */
  readonly blockCodes: number;
  /** Blocks of one group of pawns with the promoted piece on one square; without pawns, of one pair of kings. */
  readonly together: number;
  /** The number of its first block, and how many there are. */
  readonly first: number;
  readonly blocks: number;
}

/**
 * May a finished table, that moves from one with pawns lead to, be out of memory? One with pawns, of which a group reads a part, and
 * one that is reached only by promoting.
 */
export function mayBeAway(army: Army, from: Material, to: Material): boolean {
  return hasPawns(army, from) && (hasPawns(army, to) || to.men.length === from.men.length);
}

function hasPawns(army: Army, { men }: Material): boolean {
  return men.some(({ kind }) => army[kind]!.pawn);
}

/** `codeBytes`: of a table that is not in memory; undefined for others. */
export function sourcesOf(
  rules: RuleSet,
  material: Material,
  codeBytes: (name: string) => CodeBytes | undefined,
): readonly Source[] {
  const sources: Source[] = [];
  let first = 0;
  for (const target of targetsOf(rules, material)) {
    const bytes = codeBytes(target.material.name);
    if (bytes === undefined) continue;
    const source = { target, codeBytes: bytes, first, ...blocksIn(rules, target) };
    sources.push(source);
    first += source.blocks;
  }
  return sources;
}

function blocksIn({ army }: RuleSet, { material, promoted }: Target) {
  const placements = slabPlacementsOf(material, army);
  const { pieceSlots, groupSize, size, kingPairs } = placements;
  const digit = promoted ? slicesFor(placements, material, promoted).digit : -1;
  const free = SQUARES ** (pieceSlots.length - (promoted ? 1 : 0));
  if (kingPairs.length > 0) {
    const blocks = SQUARES * kingPairs.length;
    return { placements, digit, blockCodes: free / SQUARES ** 2, together: 1, blocks };
  }
  const blockCodes = Math.min(free, BLOCK_CODES);
  const together = free / blockCodes;
  const blocks = (size / groupSize) * (promoted ? RANK : 1) * together;
  return { placements, digit, blockCodes, together, blocks };
}

/** Has the table no pawns? Then each task brings in what it needs; with pawns, each group. */
export function isPawnless({ placements }: Source): boolean {
  return placements.kingPairs.length > 0;
}

/**
 * What is read of a source at a time, of up to `most` bytes if it can be so little: without pawns, all with the promoted piece on
 * squares that are equal by symmetry to `landing`; with pawns, groups, among them this one.
 */
export function partAround(source: Source, group: number, landing: number, most: number): Slices {
  const { placements, digit, target, codeBytes } = source;
  if (isPawnless(source)) {
    const squares = new Set(boardSymmetries.map((map) => map[landing]!));
    return slicesOf(
      placements,
      digit,
      [...squares].sort((a, b) => a - b),
    );
  }
  const cut = (groups: GroupRun) =>
    digit < 0
      ? wholeGroups(placements, groups)
      : slicesOf(placements, digit, lastRank(target.promoted!.color), groups);
  const one = codeBytes * sliced(cut({ from: group, count: 1 }));
  const atOnce = Math.max(1, Math.floor(most / one));
  const from = group - (group % atOnce);
  const groups = placements.size / placements.groupSize;
  return cut({ from, count: Math.min(atOnce, groups - from) });
}

/** The number of the first block of a group, or of a pair of kings, with the promoted piece on `square` (any, if there is none). */
export function blockOf(source: Source, place: number, square: number): number {
  const { placements, digit, together, first } = source;
  if (isPawnless(source)) return first + square * placements.kingPairs.length + place;
  return first + (digit < 0 ? place : place * RANK + (square & 7)) * together;
}

/** The numbers of the blocks of a part, in the order of their codes. */
export function* blocksOf(source: Source, { squares, groups }: Slices): Generator<number> {
  const { placements, together } = source;
  const { from, count } = groups ?? { from: 0, count: placements.kingPairs.length };
  for (const square of squares) {
    for (let place = from; place < from + count; place++) {
      const first = blockOf(source, place, square);
      for (let i = 0; i < together; i++) yield first + i;
    }
  }
}

/** The pairs of kings of a task, adjacent ones included. */
export function pairsOfTask({
  slabs,
  slabsOfTask,
}: Pick<WindowShape, 'slabs' | 'slabsOfTask'>): number {
  return (Math.min(slabs, slabsOfTask) * SQUARES ** 2) / slabs;
}

/** Bytes that sources take. */
export interface SourceBytes {
  /** Of the kernel's memory, in all: shared by all workers, and of each. */
  readonly shared: number;
  readonly own: number;
  /** Of what is shared, for the codes of a group. */
  readonly ofGroup: number;
  /** Of other memory, at least, while a source is read. */
  readonly reading: number;
  /** Of all that may be kept, not compressed. */
  readonly kept: number;
}

/** `pairs`: of a task. */
export function bytesOfSources(sources: readonly Source[], pairs: number): SourceBytes {
  let [ofGroup, own, reading, kept, blocks] = [0, 0, 0, 0, 0];
  for (const source of sources) {
    const { placements, codeBytes, blockCodes, together, target } = source;
    const block = blockCodes * codeBytes;
    // Of a square of the edge that is not a corner, there are most that are equal by symmetry.
    reading = Math.max(reading, codeBytes * sliced(partAround(source, 0, 1, 0)));
    blocks += source.blocks;
    if (isPawnless(source)) {
      own += pairs * block;
      kept += EDGE * placements.kingPairs.length * block;
    } else {
      ofGroup += target.landings * together * block;
      kept += source.blocks * block;
    }
  }
  const shared = ofGroup + CodeBlocks.bytes(blocks) + 2 * KINGS_BYTES;
  return { shared, own, ofGroup, reading, kept };
}
