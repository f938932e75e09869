import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unwrap } from '../../board/result.ts';
import type { CodesRoom } from '../../index/slices.ts';
import { fileCheckpoints } from '../../store/checkpoints.ts';
import type { TableStore } from '../../store/tableStore.ts';
import type { Material } from '../../table/material.ts';
import { ILLEGAL } from '../../table/values.ts';
import type { SolverEvent } from '../generation.ts';
import type { CheckpointStore } from '../sets/checkpoint.ts';
import type { Dependency } from '../sets/solvedTables.ts';
import { findIn, statisticsOf } from '../sets/statistics.ts';
import type { Team } from '../sets/team.ts';
import { Copies } from './copies.ts';
import { isResident } from './dependencies.ts';
import { KeptTables } from './keptTables.ts';
import { dependencyBytes, isInParts, ownTable } from './memoryPlan.ts';
import type { HostMessage, NodeMessage, NodeTask, WantedPart } from './nodeTask.ts';
import type { SolvedInParts, SolvedTable, TableSink } from './teamMember.ts';

/** Tables in a folder, as files. The host packs and writes them; this passes their codes on, of each worker its share. */
export class FolderSink implements TableSink {
  readonly checkpoints: CheckpointStore;
  private readonly store: TableStore;
  private readonly port: NodeTask['port'];
  private readonly copies: Copies;
  private readonly kept: KeptTables;
  private readonly last: string;
  /** Tables whose codes are packed where they are. */
  private readonly inPlace = new Set<string>();
  /** Tables whose file is not written yet. */
  private readonly unwritten = new Set<string>();
  /** Parts of a table that the host waits for. */
  private readonly wanted: WantedPart[] = [];

  constructor(
    store: TableStore,
    { port, steps, spare }: Pick<NodeTask, 'port' | 'steps' | 'spare'>,
  ) {
    const { army } = store.rules;
    const isLarge = ({ material }: Pick<Dependency, 'material'>) => !isResident(material);
    const sizes = steps
      .slice(0, -1)
      .filter(isLarge)
      .map((step) => dependencyBytes(army, ownTable(step)));
    const whole = steps.filter((step) => !isInParts(step));
    const made = new Set(whole.map(({ material }) => material.name));
    const reads = steps
      .flatMap(({ dependencies }) => dependencies.filter(isLarge))
      .filter(({ material, sides }) => made.has(material.name) && sides.some(Boolean));
    this.store = store;
    this.port = port;
    this.last = steps.at(-1)!.material.name;
    this.checkpoints = fileCheckpoints(store);
    this.copies = new Copies(Math.max(0, ...sizes), spare);
    this.kept = new KeptTables(reads, spare - this.copies.bytes, (table) => store.path(table));
    port.on('message', (message: HostMessage) => {
      if (message.kind === 'part') {
        this.wanted.push(message);
        return;
      }
      this.copies.release(message.table);
      this.inPlace.delete(message.table);
      this.unwritten.delete(message.table);
    });
  }

  publish(event: SolverEvent): void {
    this.post(event);
  }

  async read(dependency: Dependency, room: CodesRoom, team: Team): Promise<void> {
    if (!dependency.sides.some(Boolean)) {
      // Its file is read later on.
      const { name } = dependency.material;
      while (this.unwritten.has(name)) await once(this.port, 'message');
      return;
    }
    if (this.kept.has(dependency)) {
      if (team.index === 0) await this.kept.read(dependency, room);
      return;
    }
    // Worker 0 may still use this memory, to solve a brief table alone.
    team.meet();
    await this.readFile(dependency.material, room, team);
  }

  /** Reads what a room has place for of a table whose file is written. Each worker of the team calls it. */
  async readFile(material: Material, room: CodesRoom, team: Team): Promise<void> {
    clearShare(room, team);
    team.meet();
    unwrap(await this.store.readCodes(material, room, team));
  }

  /** Resolves when the kernel's memory may be used again. */
  async write({
    material,
    placements,
    codes,
    counts,
    began,
    solveSeconds,
  }: SolvedTable): Promise<void> {
    const { name } = material;
    const statistics = statisticsOf(placements, counts, findIn(codes));
    this.unwritten.add(name);
    const seconds = (performance.now() - began) / 1000;
    const decided = { kind: 'decided', material, statistics, seconds, solveSeconds } as const;
    // Small tables stay where they are, for all that depend on them, and after the last comes nothing.
    if (isResident(material) || name === this.last) return this.post({ ...decided, codes });
    await this.kept.keep(name, codes);
    // Handles what the host has written meanwhile.
    await nextTurn();
    const { copies } = this;
    while (copies.possible) {
      const copy = copies.take(name, codes);
      if (copy) return this.post({ ...decided, codes: copy });
      if (copies.possible) await once(this.port, 'message');
    }
    this.inPlace.add(name);
    this.post({ ...decided, codes });
    while (this.inPlace.has(name)) await once(this.port, 'message');
  }

  /** Makes the codes of one part after another, as the host asks for them, until the table's file is written. */
  async writeInParts({
    material,
    placements,
    codes,
    team,
    counts,
    began,
    solveSeconds,
  }: SolvedInParts): Promise<void> {
    const { name } = material;
    const isFirst = team.index === 0;
    this.inPlace.add(name);
    if (isFirst) {
      const find = (side: 0 | 1, wanted: readonly number[]) => codes.find(side, wanted);
      const statistics = statisticsOf(placements, counts, find);
      const seconds = (performance.now() - began) / 1000;
      const solved = { material, codeBytes: codes.codeBytes, statistics, seconds, solveSeconds };
      this.post({ kind: 'decidedInParts', workers: team.size, ...solved });
    }
    while (this.inPlace.has(name)) {
      const wanted = this.wanted.shift();
      if (wanted) {
        codes.read(wanted.part, wanted.into);
        if (isFirst) this.post({ kind: 'filled' });
      } else await once(this.port, 'message');
    }
  }

  private post(message: NodeMessage): void {
    this.port.postMessage(message);
  }
}

/** Fills a worker's share of a room with ILLEGAL. */
function clearShare({ sides }: CodesRoom, { index, size }: Team): void {
  for (const side of sides) {
    if (!side) continue;
    const end = (worker: number) => Math.floor((side.length * worker) / size);
    side.fill(ILLEGAL, end(index), end(index + 1));
  }
}
