import { ok, type Result } from '../board/result.ts';
import type { Source, SourceFile } from '../format/mtb/source.ts';
import { opposite, type Piece, promotionsOf } from '../pieces/army.ts';
import { type Position, piecesOn } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import { Tablebase } from './tablebase.ts';

/** A table's file that a source has. */
export interface ListedFile {
  readonly material: Material;
  readonly bytes: number;
}

/** From more men on the board no search gets to a table often enough to be worth reading files for. */
const MOST_MEN = 8;
/** Files held together; what they decode to takes up to as much again. */
const HELD_BYTES = 1 << 28;

/**
 * The tables of one game that a search can need, whole in memory, so that `valueNow` answers at once. Those with fewest
 * men come first, as far as there is room. They are held until others are needed that there is no room for.
 */
export class HeldTables {
  private readonly rules: RuleSet;
  private readonly source: Source;
  private readonly room: number;
  private tablebase: Tablebase;
  private readonly held = new Set<string>();
  private bytes = 0;

  /** `room`: the most bytes of files to hold. */
  constructor(rules: RuleSet, source: Source, room = HELD_BYTES) {
    this.rules = rules;
    this.source = source;
    this.room = room;
    this.tablebase = this.empty();
  }

  /** What has been loaded so far; a load that runs adds to it. */
  get now(): Tablebase {
    return this.tablebase;
  }

  /** Tables of these files for games that go on from a position. A file that cannot be read is left out. */
  async from(position: Position, files: readonly ListedFile[]): Promise<Tablebase> {
    const needed = this.neededFrom(position, files);
    const more = needed.filter(({ material }) => !this.held.has(material.name));
    if (this.bytes + sizeOf(more) <= this.room) await this.hold(more);
    else {
      this.held.clear();
      this.bytes = 0;
      this.tablebase = this.empty();
      await this.hold(needed);
    }
    return this.tablebase;
  }

  /** As many as there is room for, fewer men first. */
  private neededFrom(position: Position, files: readonly ListedFile[]): readonly ListedFile[] {
    if (!canNeedTables(position)) return [];
    const men = piecesOn(position);
    const reached = files.filter(({ material }) => canReach(men, material, this.rules));
    reached.sort((a, b) => a.material.men.length - b.material.men.length || a.bytes - b.bytes);
    let bytes = 0;
    return reached.filter((file) => {
      if (bytes + file.bytes > this.room) return false;
      bytes += file.bytes;
      return true;
    });
  }

  private async hold(files: readonly ListedFile[]): Promise<void> {
    for (const { material, bytes } of files) {
      this.held.add(material.name);
      this.bytes += bytes;
    }
    await this.tablebase.open(files.map(({ material }) => material));
  }

  private empty(): Tablebase {
    return new Tablebase(this.rules, wholeFiles(this.source), { cacheBytes: this.room });
  }
}

/** False: nothing would be held from there, whatever files there are. */
export function canNeedTables(position: Position): boolean {
  return piecesOn(position).length <= MOST_MEN;
}

function sizeOf(files: readonly ListedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A source whose files are read whole when they are opened. */
function wholeFiles(source: Source): Source {
  return {
    async open(table, options): Promise<Result<SourceFile | undefined>> {
      const file = await source.open(table, options);
      if (!file.ok || !file.value) return file;
      const whole = await file.value.read({ from: 0, bytes: file.value.size }, options?.signal);
      return whole.ok ? ok({ ...file.value, whole: whole.value }) : whole;
    },
  };
}

/** Can captures and promotions lead from these men to a table's, if nothing else stands in the way? */
export function canReach(
  men: readonly Piece[],
  { men: wanted }: Material,
  rules: RuleSet,
): boolean {
  if (isWithin(men, wanted, rules)) return true;
  if (!rules.flip) return false;
  const exchanged = wanted.map(({ kind, color }) => ({ kind, color: opposite(color) }));
  return isWithin(men, exchanged, rules);
}

/** Each man that is wanted is one of those on the board, or one of those left over that can become it. */
function isWithin(men: readonly Piece[], wanted: readonly Piece[], { army }: RuleSet): boolean {
  const left = [...men];
  const take = (is: (piece: Piece) => boolean) => {
    const found = left.findIndex(is);
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  };
  const missing = wanted.filter(
    ({ kind, color }) => !take((piece) => piece.kind === kind && piece.color === color),
  );
  return missing.every(({ kind, color }) =>
    take((piece) => piece.color === color && promotionsOf(army, piece).includes(kind)),
  );
}
