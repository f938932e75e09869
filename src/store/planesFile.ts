import { basename, dirname } from 'node:path';
import { failureOf, ok, type Result } from '../board/result.ts';
import { type PlaneParts, partOfPlane } from '../format/planes/planeParts.ts';
import { closeScratch, type OpenScratch, openScratch, ScratchBytes } from './openScratch.ts';
import { numbersOfTurn, type PlanesRoom } from './packTask.ts';

/**
 * The coded planes of a table that is coded part by part, in a hidden file beside the table's, which is removed like a
 * half-written one. Threads write the planes of a turn one after another; they are read in order of the numbers of all.
 */
export class PlanesFile {
  /** By plane number; 0 if there is no plane. */
  readonly lengths: Uint32Array;
  private readonly parts: PlaneParts;
  private readonly scratch: OpenScratch;
  private readonly size = new BigInt64Array(new SharedArrayBuffer(8));
  private readonly turns: TurnsOfPart[] = [];

  private constructor(scratch: OpenScratch, parts: PlaneParts, count: number) {
    this.scratch = scratch;
    this.parts = parts;
    this.lengths = new Uint32Array(new SharedArrayBuffer(4 * count));
  }

  /** `path`: of the table. `count`: of plane numbers. Errors: `write`. */
  static open(path: string, parts: PlaneParts, count: number): Result<PlanesFile> {
    try {
      return ok(new PlanesFile(openScratch(dirname(path), basename(path)), parts, count));
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Where threads write the planes of the next part. */
  nextPart(): PlanesRoom {
    const { scratch, size, lengths, parts, turns } = this;
    const count = Math.ceil(lengths.length / numbersOfTurn(parts));
    const places = new Float64Array(new SharedArrayBuffer(8 * count));
    const room = { path: scratch.path, size, lengths, places };
    turns.push(new TurnsOfPart(new ScratchBytes(scratch), room, parts, turns.length));
    return room;
  }

  /** The planes from one number up to another, after those that were read before. Throws InputError: `read`. */
  read(from: number, to: number): readonly Uint8Array[] {
    const planes: Uint8Array[] = [];
    for (let number = from; number < to; number++) {
      if (this.lengths[number] === 0) continue;
      planes.push(this.turns[partOfPlane(this.parts, number)]!.take(number));
    }
    return planes;
  }

  close(): void {
    closeScratch(this.scratch);
  }
}

/** The planes of a part, of which those of one turn are in memory. */
class TurnsOfPart {
  private readonly file: ScratchBytes;
  private readonly room: PlanesRoom;
  private readonly parts: PlaneParts;
  private readonly part: number;
  private turn = -1;
  private bytes = new Uint8Array();
  private taken = 0;

  constructor(file: ScratchBytes, room: PlanesRoom, parts: PlaneParts, part: number) {
    this.file = file;
    this.room = room;
    this.parts = parts;
    this.part = part;
  }

  /** A plane that there is, after all others of this part with smaller numbers. */
  take(number: number): Uint8Array {
    const turn = Math.floor(number / numbersOfTurn(this.parts));
    if (turn !== this.turn) this.load(turn);
    const begin = this.taken;
    this.taken += this.room.lengths[number]!;
    return this.bytes.subarray(begin, this.taken);
  }

  private load(turn: number): void {
    const { file, parts, part } = this;
    const { lengths, places } = this.room;
    const numbers = numbersOfTurn(parts);
    const end = Math.min(lengths.length, (turn + 1) * numbers);
    let bytes = 0;
    for (let number = turn * numbers; number < end; number++) {
      if (partOfPlane(parts, number) === part) bytes += lengths[number]!;
    }
    // Not the same memory: what was taken is in use.
    this.bytes = new Uint8Array(bytes);
    file.read(places[turn]!, this.bytes);
    this.turn = turn;
    this.taken = 0;
  }
}
