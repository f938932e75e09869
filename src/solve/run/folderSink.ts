import { unwrap } from '../../chess/result.ts';
import type { TakeBlock } from '../../format/mtb/native.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { fileCheckpoints } from '../../store/checkpoints.ts';
import type { TableStore } from '../../store/tableStore.ts';
import { SlabValues } from '../../table/values.ts';
import type { SolverEvent } from '../generation.ts';
import type { CheckpointStore } from '../sets/checkpoint.ts';
import type { Dependency } from '../sets/solvedTables.ts';
import { statisticsOf } from '../sets/statistics.ts';
import type { SolvedTable, TableSink } from './teamMember.ts';

/** Tables in a folder, as files. */
export class FolderSink implements TableSink {
  readonly checkpoints: CheckpointStore;
  readonly solved: SolverEvent[] = [];
  readonly publish: (event: SolverEvent) => void;
  private readonly store: TableStore;

  constructor(store: TableStore, publish: (event: SolverEvent) => void) {
    this.store = store;
    this.publish = publish;
    this.checkpoints = fileCheckpoints(store);
  }

  async read({ material, sides }: Dependency, take: TakeBlock): Promise<void> {
    unwrap(await this.store.readCodes(material, sides, take));
  }

  async write(solved: SolvedTable): Promise<void> {
    const { material, placements, codes, counts, began, solveSeconds } = solved;
    const { store } = this;
    const statistics = statisticsOf(placements, counts, codes);
    const values = [new SlabValues(codes[0]), new SlabValues(codes[1])] as const;
    const table = { ...endgameOf(store.rules, material), values };
    unwrap(await store.write(table, statistics));
    await fileCheckpoints(store).remove(material.name);
    const seconds = (performance.now() - began) / 1000;
    const event = { kind: 'solved', table: material.name, solveSeconds, seconds } as const;
    this.solved.push(event);
    this.publish(event);
  }
}
