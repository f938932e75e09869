import { type CodesRoom, storeCodes } from '../../index/slices.ts';
import type { BothCodes, SolverEvent } from '../generation.ts';
import type { Dependency } from '../sets/solvedTables.ts';
import type { Team } from '../sets/team.ts';
import { isResident } from './dependencies.ts';
import type { SolvedTable, TableSink } from './teamMember.ts';

/** Finished tables in memory, by name. */
export class MemorySink implements TableSink {
  readonly publish: (event: SolverEvent) => void;
  private readonly tables: Map<string, BothCodes>;

  /** `ready`: tables that are finished already. */
  constructor(ready: ReadonlyMap<string, BothCodes>, publish: (event: SolverEvent) => void) {
    this.tables = new Map(ready);
    this.publish = publish;
  }

  async read({ material }: Dependency, room: CodesRoom, { index }: Team): Promise<void> {
    if (index > 0) return;
    const codes = this.tables.get(material.name)!;
    for (const side of [0, 1] as const) storeCodes(room, side, 0, codes[side]);
  }

  async write({ material, codes, began, solveSeconds }: SolvedTable): Promise<void> {
    const copy = [codes[0].slice(), codes[1].slice()] as const;
    // Small tables also stay in the kernel's memory, for all that depend on them.
    if (!isResident(material)) this.tables.set(material.name, copy);
    const seconds = (performance.now() - began) / 1000;
    this.publish({ kind: 'solved', table: material.name, seconds, solveSeconds, codes: copy });
  }
}
