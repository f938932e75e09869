import { dirname } from 'node:path';
import { fail, ok, type Result } from '../board/result.ts';
import { codingOf, streamPlanes } from '../format/mtb/encodeNative.ts';
import { effortsOf, shapesOf } from '../format/planes/encodePlanes.ts';
import { planesOfLesson } from '../format/planes/lesson.ts';
import { type PlaneEndgame, type PlanesShape, planesOf } from '../format/planes/planeEndgame.ts';
import { type PlaneParts, partOfPlane, planePartsOf } from '../format/planes/planeParts.ts';
import type { CodesOfPart, KeptPlanes } from '../format/planes/planeSources.ts';
import { hasBars, statedExtent } from '../format/planes/ranks.ts';
import type { IndexPart } from '../index/indexPart.ts';
import type { Material } from '../table/material.ts';
import type { Statistics } from '../table/statistics.ts';
import type { CodeBytes, SlabCodes } from '../table/values.ts';
import { checkWritable, writeWhole } from './folder.ts';
import type {
  KeepTask,
  LessonTask,
  PlaneRun,
  PlanesTask,
  ShapeTask,
  TableTask,
} from './packTask.ts';
import { claim } from './parts.ts';
import { PlanesFile } from './planesFile.ts';

/** A solved table whose codes are never in memory all at once. */
export interface CodesInParts {
  readonly material: Material;
  readonly codeBytes: CodeBytes;
  readonly statistics: Statistics;
  /** See planePartsOf in src/format/planes/planeParts.ts. The file does not depend on it. */
  readonly most?: number;
  /**
   * Puts the codes of a part's units, one unit after another, into shared memory, by side to move. Called for one part at a
   * time, some three times for each. A failure ends packing, which returns it.
   */
  read(part: IndexPart, into: readonly [SlabCodes, SlabCodes]): Promise<Result<undefined>>;
}

/** What packing has besides a table. */
export interface PartsSite {
  readonly endgame: PlaneEndgame;
  readonly task: TableTask;
  /** Of the table's file. */
  readonly path: string;
  readonly threads: number;
  readonly room: PartsRoom;
  /** Runs a function of packWorker.ts on a thread. */
  ask<T>(name: keyof typeof import('./packWorker.ts'), task: TableTask): Promise<T>;
  /** `done`: from 0 to 1. */
  onProgress(done: number): void;
}

/** How often progress is reported, in milliseconds. */
const PROGRESS_EVERY = 200;

/**
 * Packs a table whose codes are provided in parts. Errors: `write`, `memory`, and those of the provider. Rejects if a thread
 * dies or is ended.
 */
export async function packInParts(
  table: CodesInParts,
  site: PartsSite,
): Promise<Result<{ bytes: number }>> {
  const folder = dirname(site.path);
  const writable = await checkWritable(folder);
  if (!writable.ok) return writable;
  const done = claim(folder);
  try {
    return await new PartsPacking(table, site).pack();
  } finally {
    done();
  }
}

/** Values that no game has: of a solved table, a bug. */
const NO_TABLE = 'the values of a part are those of no table';

class PartsPacking {
  private readonly table: CodesInParts;
  private readonly site: PartsSite;
  /** The part whose codes are in the room. */
  private present: CodesOfPart | undefined;
  /** Is there a position that it is forbidden to allow? Undefined until all parts have been looked into. */
  private bars: boolean | undefined;

  constructor(table: CodesInParts, site: PartsSite) {
    this.table = table;
    this.site = site;
  }

  async pack(): Promise<Result<{ bytes: number }>> {
    const { site } = this;
    site.onProgress(0);
    const shape = await this.chooseShape();
    if (!shape.ok) return shape;
    const kept = await this.keep([shape.value], 'lesson');
    if (!kept.ok) return kept;
    // Only now, of a table that has one shape, is it known.
    const known = { ...shape.value, bars: this.bars ?? false };
    const lesson: LessonTask = { ...site.task, shape: known, kept: kept.value[0]! };
    const model = await site.ask<Uint8Array | null>('learnPlaneModel', lesson);
    if (!model) throw new Error(NO_TABLE);
    return this.write(known, model);
  }

  private async chooseShape(): Promise<Result<PlanesShape>> {
    const { table, site } = this;
    const narrow = table.codeBytes === 1;
    const shapes = shapesOf(site.endgame, (first) =>
      statedExtent(table.statistics, first, narrow, false),
    );
    if (shapes.length === 1) return ok(shapes[0]!);
    const kept = await this.keep(shapes, 'trial');
    if (!kept.ok) return kept;
    const bars = this.bars ?? false;
    const known = shapes.map((shape) => ({ ...shape, bars }));
    const trial: ShapeTask = { ...site.task, shapes: known, kept: kept.value };
    const shape = await site.ask<PlanesShape | null>('choosePlaneShape', trial);
    if (!shape) throw new Error(NO_TABLE);
    return ok(shape);
  }

  /** Copies the planes of a trial or of a lesson, by shape, and looks for forbidden positions if that is to be known. */
  private async keep(
    shapes: readonly PlanesShape[],
    stage: 'trial' | 'lesson',
  ): Promise<Result<KeptPlanes[]>> {
    const { endgame, task, ask } = this.site;
    const effort = effortsOf(endgame, shapes.length)[stage];
    const jobs = shapes.map((shape) => ({
      shape,
      numbers: planesOfLesson(endgame, shape, effort),
      parts: planePartsOf(endgame, shape, this.table.most),
      kept: [] as KeptPlanes[],
    }));
    for (const { kind, parts } of byKind(jobs.map((job) => job.parts))) {
      for (const [number, part] of parts.entries()) {
        const some = jobs
          .filter((job) => job.parts.kind === kind)
          .map((job) => ({
            ...job,
            numbers: job.numbers.filter((plane) => partOfPlane(job.parts, plane) === number),
          }))
          .filter(({ numbers }) => numbers.length > 0);
        if (some.length === 0 && this.bars !== undefined) continue;
        const codes = await this.codesOf(part);
        if (!codes.ok) return codes;
        const { size } = endgame.placements;
        if (
          this.bars === undefined &&
          codes.value.codes.some((side) => hasBars(side, part, size))
        ) {
          this.bars = true;
        }
        const wanted = some.map(({ shape, numbers }) => ({ shape, numbers }));
        const asked: KeepTask = { ...task, codes: codes.value, wanted };
        const kept = await ask<KeptPlanes[]>('keepPlanes', asked);
        for (const [i, job] of some.entries()) job.kept.push(kept[i]!);
      }
      this.bars ??= false;
    }
    return ok(jobs.map(({ kept }) => allKept(kept)));
  }

  /** Codes part after part, by all threads together, and writes the file. */
  private async write(shape: PlanesShape, model: Uint8Array): Promise<Result<{ bytes: number }>> {
    const { site, table } = this;
    const parts = planePartsOf(site.endgame, shape, table.most);
    const { count } = planesOf(site.endgame, shape);
    const coding = codingOf({ shape, model });
    const file = new PlanesFile(site.path, parts, count);
    try {
      for (const [part, units] of parts.parts.entries()) {
        const codes = await this.codesOf(units);
        if (!codes.ok) return codes;
        const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
        const only = { parts, part };
        const work = { ...site.task, codes: codes.value, coding, model, count, next, only };
        const tell = () => {
          site.onProgress((part + Math.min(1, next[0]! / count)) / parts.parts.length);
        };
        const runs = await this.codeTogether(work, tell);
        const added = await file.add(runs);
        if (!added.ok) return added;
      }
      const kind = table.codeBytes === 1 ? 'codes' : 'wide codes';
      const known = { coding, model, kind, statistics: table.statistics } as const;
      const read = (from: number, to: number) => file.read(from, to);
      return await writeWhole(site.path, streamPlanes(site.endgame, known, file.lengths, read));
    } finally {
      await file.remove();
    }
  }

  private async codeTogether(work: PlanesTask, tell: () => void): Promise<PlaneRun[]> {
    const { threads, ask } = this.site;
    const timer = setInterval(tell, PROGRESS_EVERY);
    try {
      const asked = Array.from({ length: threads }, () =>
        ask<readonly PlaneRun[] | null>('codePlanes', work),
      );
      const runs = await Promise.all(asked);
      return runs.flatMap((each) => {
        if (!each) throw new Error(NO_TABLE);
        return each;
      });
    } finally {
      clearInterval(timer);
    }
  }

  /** The codes of a part, in memory that those of the next take. */
  private async codesOf(part: IndexPart): Promise<Result<CodesOfPart>> {
    if (this.present && areEqual(this.present.part, part)) return ok(this.present);
    this.present = undefined;
    const length = part.unit * part.units.length;
    const { codeBytes, material } = this.table;
    const codes = this.site.room.codes(length, codeBytes);
    if (!codes) {
      const need = `a part of ${material.name} takes ${2 * length * codeBytes} bytes of memory`;
      return fail('memory', `${need}, which this machine does not have`, material.name);
    }
    const read = await this.table.read(part, codes);
    if (!read.ok) return read;
    this.present = { part, codes };
    return ok(this.present);
  }
}

/** Memory for the codes of a part, which packing one table after another uses again: buffers that are dropped stay for long. */
export class PartsRoom {
  private buffers: readonly SharedArrayBuffer[];

  constructor(buffers: readonly SharedArrayBuffer[] = []) {
    this.buffers = buffers;
  }

  /** Codes of `codeBytes` each, by side to move. Undefined if there is no memory. */
  codes(length: number, codeBytes: CodeBytes): readonly [SlabCodes, SlabCodes] | undefined {
    const bytes = length * codeBytes;
    const first = this.buffers.slice(0, 2);
    if (first.length < 2 || first.some(({ byteLength }) => byteLength < bytes)) {
      this.buffers = [];
      try {
        this.buffers = [new SharedArrayBuffer(bytes), new SharedArrayBuffer(bytes)];
      } catch {
        return undefined;
      }
    }
    const codes = (side: 0 | 1) => {
      const buffer = this.buffers[side]!;
      return codeBytes === 1 ? new Int8Array(buffer, 0, length) : new Int16Array(buffer, 0, length);
    };
    return [codes(0), codes(1)];
  }
}

/** One of each kind. */
function byKind(all: readonly PlaneParts[]): PlaneParts[] {
  return [...new Map(all.map((parts) => [parts.kind, parts])).values()];
}

function allKept(kept: readonly KeptPlanes[]): KeptPlanes {
  const planes = new Map(kept.flatMap((some) => [...some.planes]));
  return { areRanks: kept[0]?.areRanks ?? false, planes };
}

function areEqual(part: IndexPart, other: IndexPart): boolean {
  return (
    part.unit === other.unit &&
    part.units.length === other.units.length &&
    part.units.every((unit, i) => unit === other.units[i])
  );
}
