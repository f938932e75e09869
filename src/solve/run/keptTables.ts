import { unwrap } from '../../board/result.ts';
import type { CodesRoom } from '../../index/slices.ts';
import { ScratchFile } from '../../store/scratchFile.ts';
import type { SlabCodes } from '../../table/values.ts';
import { cutPart, type Dependency } from '../sets/solvedTables.ts';

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
  async keep(name: string, codes: readonly [SlabCodes, SlabCodes]): Promise<void> {
    for (const { dependency, sides } of this.parts.get(name) ?? []) {
      for (const side of [0, 1] as const) {
        if (!dependency.sides[side]) continue;
        sides[side] = await this.store(name, bytesOf(cutPart(dependency, codes[side])));
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

  /** Copies a part of a table that {@link has} knows to where a step needs it. */
  async read(dependency: Dependency, room: CodesRoom): Promise<void> {
    const part = this.find(dependency)!;
    const { sides } = part;
    const isLast = --part.uses === 0;
    for (const [side, kept] of sides.entries()) {
      if (!kept) continue;
      const to = bytesOf(room.sides[side]!);
      if (kept instanceof ScratchFile) unwrap(await kept.read(to));
      else to.set(kept);
      if (!isLast) continue;
      if (kept instanceof ScratchFile) await kept.remove();
      else this.room += kept.length;
      sides[side] = undefined;
    }
  }

  /** Does the run make the table of this dependency? */
  has(dependency: Dependency): boolean {
    return this.find(dependency) !== undefined;
  }

  private find({ material, sides, slices }: Dependency): Part | undefined {
    return this.parts
      .get(material.name)
      ?.find(
        ({ dependency }) =>
          dependency.sides.every((needed, side) => needed === sides[side]) &&
          dependency.slices?.digit === slices?.digit &&
          dependency.slices?.squares[0] === slices?.squares[0],
      );
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: SlabCodes): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
