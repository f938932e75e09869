import { SET } from '../../kernel/kernelFrame.ts';
import {
  BARRED,
  type CodeBytes,
  decidedCode,
  ILLEGAL,
  MATED,
  type SlabCodes,
  STALEMATE,
} from '../../table/values.ts';
import { USE } from './window.ts';
import type { CodeTasks } from './windowCodes.ts';
import { sides, type WindowParts, type WindowPasses } from './windowPasses.ts';

/** A row of the log, and the code of what it holds. */
type CodeRow = readonly [row: number, code: number];

/** A chunk in memory, of which the records from an address on are to be entered: the first is of this slab. */
interface Chunk {
  readonly code: number;
  readonly end: number;
  at: number;
  slab: number;
}

/** The codes of the table, or the group of pawns, that was solved last, made from its log. */
export class LogCodes implements CodeTasks {
  private readonly parts: WindowParts;
  private readonly passes: WindowPasses;
  readonly codeBytes: CodeBytes;
  readonly tasks: number;
  readonly taskCodes: number;
  private readonly decided: readonly CodeRow[];
  /** Entered after those, which they replace. */
  private readonly special: readonly CodeRow[];

  constructor(parts: WindowParts, passes: WindowPasses, codeBytes: CodeBytes, lastPly: number) {
    const { stalemate, barred, mated } = passes.rows;
    this.parts = parts;
    this.passes = passes;
    this.codeBytes = codeBytes;
    this.tasks = passes.tasks;
    this.taskCodes = parts.shape.taskCodes;
    parts.frame.useCodeBytes(codeBytes);
    this.decided = Array.from({ length: lastPly + 1 }, (_, ply) => [ply, decidedCode(ply)]);
    this.special = [
      [stalemate, STALEMATE],
      [barred, BARRED],
      [mated, MATED],
    ];
  }

  make(task: number): void {
    const { kernel, window } = this.parts;
    this.useRoom(task);
    this.passes.overPages(task, (first, end) => {
      for (const side of sides) window.use(SET.legal, side, first, USE.write);
      kernel.findLegal();
      for (const side of sides) {
        for (let slab = first; slab < end; slab++) kernel.blankCodes(side, slab);
        window.drop(SET.legal, side, first);
      }
    });
    for (const side of sides) this.enter(side, task, [...this.decided, ...this.special]);
  }

  makeSome(task: number, side: 0 | 1, wanted: readonly number[]): boolean {
    const { log } = this.parts;
    const rows = [...this.decided, ...this.special].filter(([, code]) => wanted.includes(code));
    if (rows.every(([row]) => log.length({ row, side, task }) === 0)) return false;
    this.useRoom(task);
    this.here(side).fill(ILLEGAL);
    this.enter(side, task, [...rows, ...this.special]);
    return true;
  }

  here(side: 0 | 1): SlabCodes {
    const { memory, rooms } = this.parts;
    const at = rooms.codes[side];
    return this.codeBytes === 2 ? memory.i16(at, this.taskCodes) : memory.i8(at, this.taskCodes);
  }

  /** The last ply that decides something of a task with this side to move. */
  lastPly(task: number, side: 0 | 1): number {
    const { log } = this.parts;
    return this.decided.findLastIndex(([row]) => log.length({ row, side, task }) > 0);
  }

  private enter(side: 0 | 1, task: number, rows: readonly CodeRow[]): void {
    const { chunkBytes, frontiers } = this.parts.rooms;
    const { chunks: room, chunksBytes } = frontiers;
    let chunks: Chunk[] = [];
    let at = room;
    for (const [row, code] of rows) {
      if (at + chunkBytes > room + chunksBytes) {
        this.enterChunks(side, task, chunks);
        chunks = [];
        at = room;
      }
      const bytes = this.passes.readChunk(row, side, task, at);
      if (bytes === 0) continue;
      chunks.push({ code, at, end: at + bytes, slab: this.passes.slabAt(at) });
      at += bytes;
    }
    this.enterChunks(side, task, chunks);
  }

  /** Slab by slab: the codes of one are near the processor then. */
  private enterChunks(side: 0 | 1, task: number, chunks: readonly Chunk[]): void {
    const { kernel } = this.parts;
    const [first, end] = this.passes.slabsOf(task);
    for (let slab = first; slab < end; slab++) {
      for (const chunk of chunks) {
        if (chunk.slab !== slab) continue;
        chunk.at = kernel.enterCode(side, chunk.code, chunk.at);
        chunk.slab = chunk.at < chunk.end ? this.passes.slabAt(chunk.at) : -1;
      }
    }
  }

  /** Lets the codes of a task lie in this worker's own room. */
  private useRoom(task: number): void {
    const { frame, rooms } = this.parts;
    const before = task * this.taskCodes * this.codeBytes;
    frame.useCodes(rooms.codes.map((room) => (room - before) >>> 0));
  }
}
