import type { GenerateEvent } from '../../solve/generation.ts';
import type { Material } from '../../table/material.ts';
import type { JobProgress } from './job.ts';

/** The least time between two messages of progress, in milliseconds. */
const PROGRESS_MS = 50;

/** Tells how far a job has come that solves tables and then writes their files. Writing counts as much: it takes about as long. */
export class SolveProgress {
  private readonly sizeOf: (material: Material) => number;
  private readonly tell: (progress: JobProgress) => void;
  private sizes: ReadonlyMap<string, number> = new Map();
  private told = Number.NEGATIVE_INFINITY;

  /** `sizeOf`: the number of placements of a table. */
  constructor(sizeOf: (material: Material) => number, tell: (progress: JobProgress) => void) {
    this.sizeOf = sizeOf;
    this.tell = tell;
  }

  solving(event: GenerateEvent): void {
    if (event.kind === 'plan') {
      const tables = event.steps.map(({ material }) => material);
      this.sizes = new Map(tables.map((table) => [table.name, this.sizeOf(table)]));
    }
    if (event.kind !== 'progress') return;
    const { table, done, total } = event;
    const part = total === 0 ? 0 : done / total;
    this.advance('solving', [...this.sizes.keys()], table, part);
  }

  /** `tables`: all that are written, in this order. `part`: from 0 to 1, of this one. */
  writing(tables: readonly string[], table: string, part: number): void {
    this.advance('writing', tables, table, part);
  }

  private advance(
    work: JobProgress['work'],
    tables: readonly string[],
    table: string,
    done: number,
  ): void {
    if (performance.now() - this.told < PROGRESS_MS) return;
    this.told = performance.now();
    const sizes = tables.map((name) => this.sizes.get(name) ?? 0);
    const index = tables.indexOf(table);
    const part = (sumOf(sizes.slice(0, index)) + sizes[index]! * done) / sumOf(sizes);
    this.tell({
      kind: 'progress',
      work,
      table,
      number: index + 1,
      tables: tables.length,
      part: (work === 'solving' ? part : 1 + part) / 2,
    });
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
