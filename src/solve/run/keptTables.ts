import { unwrap } from '../../chess/result.ts';
import { ScratchFile } from '../../store/scratchFile.ts';
import type { SlabPlacements } from '../../table/slabPlacements.ts';
import type { SlabCodes } from '../../table/values.ts';
import { cutPart, type Dependency, type PartRoom } from '../sets/solvedTables.ts';

/** A part of a table that steps read. */
interface Part {
  readonly dependency: Dependency;
  /** Steps that have not read it yet. */
  uses: number;
  /** By side, once the table is solved. */
  readonly sides: (Uint8Array | ScratchFile | undefined)[];
}

/** What later steps of a run read of the tables that it has solved: in memory as far as there is room, then in scratch files. */
export class KeptTables {
  /** By table. */
  private readonly parts = new Map<string, Part[]>();
  private readonly pathOf: (table: string) => string;
  private room: number;

  /** `reads`: of each step; `room`: bytes of memory; `pathOf`: the path of a table's file. */
  constructor(reads: readonly Dependency[], room: number, pathOf: (table: string) => string) {
    for (const dependency of reads) {
      const { name } = dependency.material;
      const known = this.find(dependency);
      if (known) known.uses++;
      else {
        const part = { dependency, uses: 1, sides: [] };
        this.parts.set(name, [...(this.parts.get(name) ?? []), part]);
      }
    }
    this.room = room;
    this.pathOf = pathOf;
  }

  /** Keeps what is needed of a table just solved. */
  async keep(
    name: string,
    placements: SlabPlacements,
    codes: readonly [SlabCodes, SlabCodes],
  ): Promise<void> {
    for (const { dependency, sides } of this.parts.get(name) ?? []) {
      for (const side of [0, 1] as const) {
        if (!dependency.sides[side]) continue;
        sides[side] = await this.store(name, cutPart(placements, dependency, codes[side]));
      }
    }
  }

  private async store(name: string, bytes: Uint8Array): Promise<Uint8Array | ScratchFile> {
    if (bytes.length <= this.room) {
      this.room -= bytes.length;
      return bytes.slice();
    }
    const scratch = new ScratchFile(this.pathOf(name));
    unwrap(await scratch.write(bytes));
    return scratch;
  }

  /** Copies a part to where a step needs it. False if it is of a table that was there before the run. */
  async read(dependency: Dependency, room: PartRoom): Promise<boolean> {
    const part = this.find(dependency);
    if (!part) return false;
    const { sides } = part;
    const isLast = --part.uses === 0;
    for (const [side, kept] of sides.entries()) {
      if (!kept) continue;
      const to = room.part(side as 0 | 1);
      if (kept instanceof ScratchFile) unwrap(await kept.read(to));
      else to.set(kept);
      if (!isLast) continue;
      if (kept instanceof ScratchFile) await kept.remove();
      else this.room += kept.length;
      sides[side] = undefined;
    }
    return true;
  }

  private find({ material, sides, slices }: Dependency): Part | undefined {
    return this.parts
      .get(material.name)
      ?.find(
        ({ dependency }) =>
          dependency.sides.every((needed, side) => needed === sides[side]) &&
          dependency.slices?.digit === slices?.digit &&
          dependency.slices?.rank === slices?.rank,
      );
  }
}
