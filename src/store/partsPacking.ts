import { dirname } from 'node:path';
import { fail, ok, type Result } from '../board/result.ts';
import { codingOf, streamPlanes } from '../format/mtb/encodeNative.ts';
import { shapesOf } from '../format/planes/encodePlanes.ts';
import { type PlaneEndgame, type PlanesShape, planesOf } from '../format/planes/planeEndgame.ts';
import { planePartsOf } from '../format/planes/planeParts.ts';
import type { CodesOfPart } from '../format/planes/planeSources.ts';
import type { PlanesInTurn } from '../format/planes/planesInTurn.ts';
import { lookedAt, statedExtent } from '../format/planes/ranks.ts';
import { type IndexPart, partOfNumbers } from '../index/indexPart.ts';
import { countedZugzwangs, type FoundKind, mergedKinds } from '../index/zugzwangs.ts';
import type { Material } from '../table/material.ts';
import { LISTED_ZUGZWANGS, SLOW_TO_SEARCH, type Statistics } from '../table/statistics.ts';
import { BARRED, type CodeBytes, type SlabCodes } from '../table/values.ts';
import { checkWritable, writeWhole } from './folder.ts';
import type {
  LessonTask,
  NumbersTask,
  PackTask,
  PartPlanesTask,
  PlanesTask,
  ShapeTask,
  TableTask,
  ZugzwangsTask,
} from './packTask.ts';
import { claim } from './parts.ts';
import { PlanesFile } from './planesFile.ts';
import { firstTurn } from './readTask.ts';

/** A solved table whose codes are never in memory all at once. */
export interface CodesInParts {
  readonly material: Material;
  readonly codeBytes: CodeBytes;
  readonly statistics: Statistics;
  /** See planePartsOf in src/format/planes/planeParts.ts. The file does not depend on it. */
  readonly most?: number;
  /** Are zugzwangs counted, which the file then tells? By default if the table is SLOW_TO_SEARCH. */
  readonly tellsZugzwangs?: boolean;
  /**
   * Puts the codes of a part's units, one unit after another, into shared memory, by side to move. Called for one part at a
   * time. A failure ends packing, which returns it.
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

/** How planes are coded. */
type Learnt = Pick<PlanesTask, 'coding' | 'model'>;

class PartsPacking {
  private readonly table: CodesInParts;
  private readonly site: PartsSite;
  /** The part whose codes are in the room. */
  private present: CodesOfPart | undefined;
  /** Is there a position that it is forbidden to allow? Undefined until codes have been looked at. */
  private bars: boolean | undefined;
  private readonly zugzwangs: (readonly FoundKind[])[] = [];

  constructor(table: CodesInParts, site: PartsSite) {
    this.table = table;
    this.site = site;
  }

  async pack(): Promise<Result<{ bytes: number }>> {
    const { table, site } = this;
    site.onProgress(0);
    const shapes = this.shapes();
    const { parts } = planePartsOf(site.endgame, shapes[0]!, table.most);
    const learnt = parts.length === 1 ? await this.learnWhole(parts[0]!) : await this.learn(shapes);
    return learnt.ok ? this.write(learnt.value) : learnt;
  }

  /** From a part that is the whole. */
  private async learnWhole(whole: IndexPart): Promise<Result<Learnt>> {
    const { site, table } = this;
    const read = await this.codesOf(whole);
    if (!read.ok) return read;
    const { statistics } = table;
    const task: PackTask = { ...site.task, codes: read.value.codes, statistics };
    return ok(made(await site.ask<PlanesTask | null>('preparePlanes', task)));
  }

  private async learn(shapes: readonly PlanesShape[]): Promise<Result<Learnt>> {
    const { site } = this;
    const chosen = await this.chooseShape(shapes);
    if (!chosen.ok) return chosen;
    const values = await this.valuesOf([chosen.value], 'lesson');
    if (!values.ok) return values;
    // Only now, of a table that has one shape, is it known.
    const shape = { ...chosen.value, bars: this.bars! };
    const lesson: LessonTask = { ...site.task, shape, values: values.value[0]! };
    const model = made(await site.ask<Uint8Array | null>('learnPlaneModel', lesson));
    return ok({ coding: codingOf({ shape, model }), model });
  }

  private async chooseShape(shapes: readonly PlanesShape[]): Promise<Result<PlanesShape>> {
    const { site } = this;
    if (shapes.length === 1) return ok(shapes[0]!);
    const values = await this.valuesOf(shapes, 'trial');
    if (!values.ok) return values;
    const known = shapes.map((shape) => ({ ...shape, bars: this.bars! }));
    const trial: ShapeTask = { ...site.task, shapes: known, values: values.value };
    return ok(made(await site.ask<PlanesShape | null>('choosePlaneShape', trial)));
  }

  /** But for whether there are forbidden positions. */
  private shapes(): PlanesShape[] {
    const { statistics, codeBytes } = this.table;
    return shapesOf(this.site.endgame, (first) =>
      statedExtent(statistics, first, codeBytes === 1, false),
    );
  }

  /** The codes of the planes of a trial or of a lesson, by shape. Looks for forbidden positions if nobody has. */
  private async valuesOf(
    shapes: readonly PlanesShape[],
    stage: NumbersTask['stage'],
  ): Promise<Result<PlanesInTurn[]>> {
    const { endgame, task, ask } = this.site;
    const asked: NumbersTask = { ...task, shapes, stage };
    const numbers = await ask<Float64Array[]>('findNumbers', asked);
    if (this.bars === undefined) numbers.push(lookedAt(endgame.placements.size));
    const read = await this.codesOf(partOfNumbers(numbers));
    if (!read.ok) return read;
    const [white, black] = read.value.codes;
    let end = 0;
    const codes = numbers.map(({ length }) => {
      const from = end;
      end += length;
      return [white.subarray(from, end), black.subarray(from, end)] as const;
    });
    this.bars ??= codes.pop()!.some((side) => side.includes(BARRED));
    return ok(codes.map((inTurn) => ({ inTurn })));
  }

  /** Codes part after part, by all threads together, and writes the file. */
  private async write({ coding, model }: Learnt): Promise<Result<{ bytes: number }>> {
    const { site, table } = this;
    const parts = planePartsOf(site.endgame, coding, table.most);
    const { count } = planesOf(site.endgame, coding);
    const opened = PlanesFile.open(site.path, parts, count);
    if (!opened.ok) return opened;
    const file = opened.value;
    try {
      for (const [part, units] of parts.parts.entries()) {
        const codes = await this.codesOf(units);
        if (!codes.ok) return codes;
        await this.countZugzwangs(codes.value);
        const [only, next, into] = [{ parts, part }, firstTurn(), file.nextPart()];
        const work = { ...site.task, codes: codes.value, coding, model, count, next, only, into };
        const tell = () => {
          site.onProgress((part + Math.min(1, next[0]! / count)) / parts.parts.length);
        };
        const written = await this.writeTogether(work, tell);
        if (!written.ok) return written;
      }
      const kind = table.codeBytes === 1 ? 'codes' : 'wide codes';
      const known = { coding, model, kind, statistics: this.statistics() } as const;
      const read = (from: number, to: number) => file.read(from, to);
      return await writeWhole(site.path, streamPlanes(site.endgame, known, file.lengths, read));
    } finally {
      file.close();
    }
  }

  private get tellsZugzwangs(): boolean {
    const { size } = this.site.endgame.placements;
    return this.table.tellsZugzwangs ?? size >= SLOW_TO_SEARCH;
  }

  private async countZugzwangs(codes: CodesOfPart): Promise<void> {
    if (!this.tellsZugzwangs) return;
    const { task, threads, ask } = this.site;
    const work: ZugzwangsTask = { ...task, codes, examples: LISTED_ZUGZWANGS, next: firstTurn() };
    const asked = Array.from({ length: threads }, () =>
      ask<readonly FoundKind[]>('countZugzwangs', work),
    );
    this.zugzwangs.push(...(await Promise.all(asked)));
  }

  private statistics(): Statistics {
    const { statistics } = this.table;
    if (!this.tellsZugzwangs) return statistics;
    const { endgame } = this.site;
    const found = mergedKinds(endgame, this.zugzwangs, LISTED_ZUGZWANGS);
    return { ...statistics, zugzwangs: countedZugzwangs(endgame, found) };
  }

  private async writeTogether(work: PartPlanesTask, tell: () => void): Promise<Result<undefined>> {
    const { threads, ask } = this.site;
    const timer = setInterval(tell, PROGRESS_EVERY);
    try {
      const asked = Array.from({ length: threads }, () =>
        ask<Result<undefined> | null>('writePlanes', work),
      );
      const answers = (await Promise.all(asked)).map(made);
      return answers.find((answer) => !answer.ok) ?? ok(undefined);
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

/** What a thread makes of values; that they are those of no game is a bug in what has solved the table. */
function made<T>(answer: T | null): T {
  if (answer === null) throw new Error('the values of a part are those of no table');
  return answer;
}

function areEqual(part: IndexPart, other: IndexPart): boolean {
  return (
    part.unit === other.unit &&
    part.units.length === other.units.length &&
    part.units.every((unit, i) => unit === other.units[i])
  );
}
