import { areAdjacent, boardSymmetries, kingPairOf } from '../../index/slabPlacements.ts';
import { type CodesRoom, type Slices, sliced } from '../../index/slices.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { Material } from '../../table/material.ts';
import type { SlabCodes } from '../../table/values.ts';
import { type AwayCodes, type TaskKings, taskKings } from '../sets/conversionWriter.ts';
import type { Team } from '../sets/team.ts';
import { CodeBlocks, type CodeStore } from './codeBlocks.ts';
import {
  blockOf,
  blocksOf,
  bytesOfSources,
  isPawnless,
  pairsOfTask,
  partAround,
  type Source,
} from './finishedSources.ts';
import { risingNumbers, spreadRising } from './risingOrder.ts';
import type { WindowShape } from './windowPasses.ts';

/** Tables that are finished, and where codes of them are kept. */
export interface FinishedStore {
  readonly blocks: CodeStore;
  /** Reads what a room has place for. Each worker of the team calls it. */
  read(material: Material, room: CodesRoom, team: Team): Promise<void>;
}

/** What a task needs of a table without pawns: codes with the promoted piece on one square before symmetry, for each pair of kings. */
interface TaskCodes {
  readonly source: Source;
  readonly square: number;
  readonly flipped: boolean;
  /** Where a worker has them. */
  readonly room: number;
}

/** What is read of a source at a time. */
interface Part {
  readonly source: Source;
  readonly slices: Slices;
}

/**
 * Codes of finished tables that are not in memory, which the conversions of groups of pawns lead to. What is read of a table once is
 * kept in blocks, compressed; of these, each group has those of tables with pawns in memory, and each task those of others.
 */
export class FinishedTargets {
  /** For conversions to tables without pawns. */
  readonly kings: TaskKings;
  private readonly memory: KernelMemory;
  private readonly team: Team;
  private readonly store: FinishedStore;
  /** Other memory, for what is read of a table. */
  private readonly buffer: SharedArrayBuffer | undefined;
  private readonly blocks: CodeBlocks;
  private readonly sources: readonly Source[];
  private readonly pairs: number;
  /** For the codes of a group, and of a task. */
  private readonly ofGroup: number;
  private readonly own: number;
  private ofTask: readonly TaskCodes[] = [];

  /** Allocates in the kernel's memory. Every worker makes the same calls. */
  constructor(
    memory: KernelMemory,
    team: Team,
    store: FinishedStore,
    buffer: SharedArrayBuffer | undefined,
    sources: readonly Source[],
    shape: WindowShape,
  ) {
    this.memory = memory;
    this.team = team;
    this.store = store;
    this.buffer = buffer;
    this.pairs = pairsOfTask(shape);
    const { ofGroup, own } = bytesOfSources(sources, this.pairs);
    const blocks = sources.reduce((sum, each) => sum + each.blocks, 0);
    this.sources = sources;
    this.kings = taskKings(memory, this.pairs);
    this.blocks = new CodeBlocks(memory, store.blocks, blocks);
    this.ofGroup = memory.allocate(ofGroup);
    const rooms = Array.from({ length: team.size }, () => memory.allocate(own));
    this.own = rooms[team.index]!;
  }

  /** Forgets all blocks. For one worker, while no other uses them. */
  clear(): void {
    this.blocks.clear();
  }

  /** For the conversions of another group from here on. `stops`: asked after what takes long, and then nothing is of use. */
  async use(away: readonly AwayCodes[], stops: () => boolean): Promise<void> {
    const missing = this.missing(away);
    // They are missing until all workers have looked.
    this.team.meet();
    for (const part of missing) {
      await this.bring(part);
      if (stops()) return;
    }
    this.placeGroup(away);
    this.placeTask(away);
  }

  /** Brings in what the conversions of a task lead to. */
  load(task: number): void {
    const { blocks, pairs } = this;
    for (const { source, square, flipped, room } of this.ofTask) {
      const bytes = source.blockCodes * source.codeBytes;
      for (let i = 0; i < pairs; i++) {
        const pair = task * pairs + i;
        const [white, black] = [pair >> 6, pair & 63];
        if (areAdjacent(white, black)) continue;
        const { place, symmetry } = flipped
          ? kingPairOf(black ^ 56, white ^ 56)!
          : kingPairOf(white, black)!;
        const block = blockOf(source, place, boardSymmetries[symmetry]![square]!);
        blocks.read(block, room + i * bytes, bytes);
      }
    }
  }

  private sourceOf({ table, side, promoted }: AwayCodes): Source {
    return this.sources.find(
      ({ target, digit }) =>
        target.material.name === table && target.side === side && digit === (promoted?.digit ?? -1),
    )!;
  }

  /** What has to be read for these. */
  private missing(away: readonly AwayCodes[]): Part[] {
    const found = new Map<number, Part>();
    for (const each of away) {
      const source = this.sourceOf(each);
      const slices = partAround(source, each.group, squareOf(each), this.buffer!.byteLength);
      const first = blocksOf(source, slices).next().value as number;
      if (!this.blocks.has(first)) found.set(first, { source, slices });
    }
    return [...found.values()];
  }

  /** Reads a part, and keeps it. */
  private async bring({ source, slices }: Part): Promise<void> {
    const { team, store, blocks, buffer } = this;
    const { codeBytes, blockCodes, target, placements, digit } = source;
    const length = sliced(slices);
    const room: SlabCodes =
      codeBytes === 2 ? new Int16Array(buffer!, 0, length) : new Int8Array(buffer!, 0, length);
    const { side, material } = target;
    const sides = side === 0 ? ([room, undefined] as const) : ([undefined, room] as const);
    // In all orders of identical pieces, planes of a bare king would be stored all over the memory: it takes several times as long.
    const numbersOf = isPawnless(source) ? risingNumbers(placements, material, digit) : undefined;
    await store.read(material, { sides, slices, rising: numbersOf !== undefined }, team);
    team.meet();
    const numbers = [...blocksOf(source, slices)];
    for (let i = team.take(); i < numbers.length; i = team.take()) {
      const codes = room.subarray(i * blockCodes, (i + 1) * blockCodes);
      if (numbersOf) spreadRising(codes, numbersOf);
      blocks.add(numbers[i]!, codes);
    }
    team.meet();
  }

  /** Puts what a group needs of tables with pawns where the kernel finds it. */
  private placeGroup(away: readonly AwayCodes[]): void {
    const { team, memory, blocks } = this;
    const places = new Map<number, { readonly source: Source; readonly address: number }>();
    let next = this.ofGroup;
    for (const each of away) {
      const source = this.sourceOf(each);
      if (isPawnless(source)) continue;
      const block = blockOf(source, each.group, squareOf(each));
      let found = places.get(block);
      if (!found) {
        found = { source, address: next };
        next += source.together * source.blockCodes * source.codeBytes;
        places.set(block, found);
      }
      memory.setI32(each.field, found.address);
    }
    const reads = [...places].flatMap(([block, { source, address }]) => {
      const bytes = source.blockCodes * source.codeBytes;
      return Array.from({ length: source.together }, (_, i) => ({
        block: block + i,
        address: address + i * bytes,
        bytes,
      }));
    });
    for (let i = team.take(); i < reads.length; i = team.take()) {
      const { block, address, bytes } = reads[i]!;
      blocks.read(block, address, bytes);
    }
    team.meet();
  }

  private placeTask(away: readonly AwayCodes[]): void {
    let next = this.own;
    this.ofTask = away.flatMap((each) => {
      const source = this.sourceOf(each);
      if (!isPawnless(source)) return [];
      const room = next;
      next += this.pairs * source.blockCodes * source.codeBytes;
      this.memory.setI32(each.field, room);
      return [{ source, square: squareOf(each), flipped: each.flipped, room }];
    });
  }
}

/** Of the piece just promoted; any if there is none. */
function squareOf({ promoted }: AwayCodes): number {
  return promoted?.square ?? 0;
}
