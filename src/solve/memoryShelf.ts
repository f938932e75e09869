import type { TakeBlock } from '../format/native.ts';
import type { SlabCodes } from '../table/values.ts';
import type { TeamProgress } from './control.ts';
import { isResident } from './needs.ts';
import type { Need } from './solvedTables.ts';
import type { Shelf, Solved } from './teamMember.ts';

/** A table's codes by side to move, outside the kernel's memory. */
export type BothCodes = readonly [SlabCodes, SlabCodes];

export type ShelfMessage =
  | ({ readonly kind: 'progress'; readonly table: string } & TeamProgress)
  | { readonly kind: 'solved'; readonly table: string; readonly codes: BothCodes };

/** Finished tables in memory, by name. */
export class MemoryShelf implements Shelf {
  private readonly tables: Map<string, BothCodes>;
  private readonly say: (message: ShelfMessage) => void;

  /** `ready`: tables that are there before. */
  constructor(ready: ReadonlyMap<string, BothCodes>, say: (message: ShelfMessage) => void) {
    this.tables = new Map(ready);
    this.say = say;
  }

  tell(table: string, progress: TeamProgress): void {
    this.say({ kind: 'progress', table, ...progress });
  }

  async read({ material, sides }: Need, take: TakeBlock): Promise<void> {
    const codes = this.tables.get(material.name)!;
    for (const side of [0, 1] as const) {
      if (!sides[side]) continue;
      const { buffer, byteOffset, byteLength } = codes[side];
      take(side, 0, new Uint8Array(buffer, byteOffset, byteLength));
    }
  }

  async keep({ material, codes: [white, black] }: Solved): Promise<void> {
    const codes = [white.slice(), black.slice()] as const;
    // The others stay in the kernel's memory, where all that need them find them.
    if (!isResident(material)) this.tables.set(material.name, codes);
    this.say({ kind: 'solved', table: material.name, codes });
  }
}
