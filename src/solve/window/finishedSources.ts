import {
  boardSymmetries,
  type SlabPlacements,
  slabPlacementsOf,
} from '../../index/slabPlacements.ts';
import { lastRank, type Slices, sliced, slicesFor, slicesOf } from '../../index/slices.ts';
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
/** The most squares that are equal by symmetry. */
const CLASS = 8;

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
  /** The number of all blocks. */
  readonly blocks: number;
}

/** `codeBytes`: of a table that is not in memory; undefined for others. */
export function sourcesOf(
  rules: RuleSet,
  material: Material,
  codeBytes: (name: string) => CodeBytes | undefined,
): readonly Source[] {
  return targetsOf(rules, material).flatMap((target) => {
    const bytes = codeBytes(target.material.name);
    return bytes === undefined ? [] : [sourceOf(rules, target, bytes)];
  });
}

function sourceOf({ army }: RuleSet, target: Target, codeBytes: CodeBytes): Source {
  const { material, promoted } = target;
  const placements = slabPlacementsOf(material, army);
  const { pieceSlots, size, groupSize, kingPairs } = placements;
  const digit = promoted ? slicesFor(placements, material, promoted).digit : -1;
  const free = SQUARES ** (pieceSlots.length - (promoted ? 1 : 0));
  if (kingPairs.length > 0) {
    const blockCodes = free / SQUARES ** 2;
    const blocks = SQUARES * kingPairs.length;
    return { target, placements, codeBytes, digit, blockCodes, together: 1, blocks };
  }
  const blockCodes = Math.min(free, BLOCK_CODES);
  const together = free / blockCodes;
  const blocks = (size / groupSize) * (promoted ? CLASS : 1) * together;
  return { target, placements, codeBytes, digit, blockCodes, together, blocks };
}

/** Has the table no pawns? Then each task brings in what it needs; with pawns, each group. */
export function isPawnless({ placements }: Source): boolean {
  return placements.kingPairs.length > 0;
}

/**
 * What is read of a source at a time: one group of pawns; without pawns, all with the promoted piece on squares that are equal by
 * symmetry to `landing`.
 */
export function sliceAround(source: Source, group: number, landing: number): Slices {
  const { placements, digit, target } = source;
  if (isPawnless(source)) {
    const squares = [...new Set(boardSymmetries.map((map) => map[landing]!))];
    return slicesOf(placements, digit, squares);
  }
  if (digit >= 0) return slicesOf(placements, digit, lastRank(target.promoted!.color), group);
  // All of the first piece's squares: the group as it is.
  return slicesOf(placements, 0, boardSymmetries[0]!, group);
}

/** The number of the first block of a group, or of a pair of kings, with the promoted piece on `square` (any, if there is none). */
export function blockOf(source: Source, place: number, square: number): number {
  const { placements, digit, together } = source;
  if (isPawnless(source)) return square * placements.kingPairs.length + place;
  return (digit < 0 ? place : place * CLASS + (square & 7)) * together;
}

/** The numbers of the blocks of slices, in the order of their codes. */
export function blocksOf(source: Source, { squares, group }: Slices): number[] {
  const { placements, together, digit } = source;
  if (isPawnless(source)) {
    return squares.flatMap((square) =>
      placements.kingPairs.map((_, place) => blockOf(source, place, square)),
    );
  }
  const firsts = (digit < 0 ? [0] : squares).map((square) => blockOf(source, group!, square));
  return firsts.flatMap((first) => Array.from({ length: together }, (_, i) => first + i));
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
  /** Of the kernel's memory: shared by all workers, and of each. */
  readonly shared: number;
  readonly own: number;
  /** Of other memory, while a source is read. */
  readonly reading: number;
  /** Of all that may be kept, not compressed. */
  readonly kept: number;
}

/** `pairs`: of a task. */
export function bytesOfSources(sources: readonly Source[], pairs: number): SourceBytes {
  let [shared, own, reading, kept, blocks] = [0, 0, 0, 0, 0];
  for (const source of sources) {
    const { placements, codeBytes, blockCodes, together, target } = source;
    const block = blockCodes * codeBytes;
    const landing = lastRank(0)[1]!;
    reading = Math.max(reading, codeBytes * sliced(sliceAround(source, 0, landing)));
    blocks += source.blocks;
    if (isPawnless(source)) {
      own += pairs * block;
      kept += EDGE * placements.kingPairs.length * block;
    } else {
      shared += target.landings * together * block;
      kept += source.blocks * block;
    }
  }
  return { shared: shared + CodeBlocks.bytes(blocks) + (1 << 16), own, reading, kept };
}
