import { type FileHandle, open } from 'node:fs/promises';
import { fail, ok, type Result } from '../board/result.ts';
import type { Time } from './time.ts';

export interface TransferLimits {
  /** Concurrent transfers, to all visitors and to one. */
  readonly all: number;
  readonly visitor: number;
  /** A reader that does not take {@link CHUNK} bytes within this many milliseconds is cut. */
  readonly stall: number;
}

export const DEFAULT_TRANSFER_LIMITS: TransferLimits = { all: 256, visitor: 16, stall: 30_000 };

/** Read and sent at a time; with the default limits a reader takes at least 2 KiB a second. */
const CHUNK = 1 << 16;

/** The part of Node's response that a transfer needs. */
export interface Outgoing {
  once(event: 'close', act: () => void): unknown;
  destroy(): unknown;
}

/** Files being sent to visitors. Each holds a descriptor, so their number and duration are limited. */
export class Transfers {
  private readonly limits: TransferLimits;
  private readonly time: Time;
  private readonly perVisitor = new Map<string, number>();
  private count = 0;

  constructor(limits: TransferLimits, time: Time) {
    this.limits = limits;
    this.time = time;
  }

  /** The number of files being sent. */
  get active(): number {
    return this.count;
  }

  /** Opens a file for one answer. Errors: `busy`, `rate`, `missing-table`, `read`. */
  async open(path: string, visitor: string): Promise<Result<Transfer>> {
    const own = this.perVisitor.get(visitor) ?? 0;
    if (this.count >= this.limits.all) return busy;
    if (own >= this.limits.visitor) {
      return fail(
        'rate',
        `more than ${this.limits.visitor} files at once: wait until one has come`,
      );
    }
    this.count++;
    this.perVisitor.set(visitor, own + 1);
    const release = () => this.release(visitor);
    try {
      const file = await open(path, 'r');
      return ok(new Transfer(file, release, this.limits.stall, this.time));
    } catch (error) {
      release();
      return openingProblem(error as NodeJS.ErrnoException);
    }
  }

  private release(visitor: string): void {
    this.count--;
    const left = this.perVisitor.get(visitor)! - 1;
    if (left > 0) this.perVisitor.set(visitor, left);
    else this.perVisitor.delete(visitor);
  }
}

const busy = fail('busy', 'the server is busy with other readers: ask again in a moment');

/** Does the message mean that this process, or this machine, has no file descriptor left? */
export function isOutOfFiles(message: string): boolean {
  return /\b(EMFILE|ENFILE)\b/.test(message);
}

function openingProblem({ code = '' }: NodeJS.ErrnoException): Result<Transfer> {
  if (isOutOfFiles(code)) return busy;
  if (code === 'ENOENT') return fail('missing-table', 'the file has just been deleted');
  return fail('read', 'the file cannot be read');
}

/** One open file to send. The owner must call either `end` or `send`. */
export class Transfer {
  readonly file: FileHandle;
  private readonly release: () => void;
  private readonly stall: number;
  private readonly time: Time;
  private cancelStall = () => {};
  private ended = false;

  constructor(file: FileHandle, release: () => void, stall: number, time: Time) {
    this.file = file;
    this.release = release;
    this.stall = stall;
    this.time = time;
  }

  /** Closes the file and makes room for another transfer. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.cancelStall();
    this.release();
    this.file.close().catch(() => {});
  }

  /**
   * `length` bytes from `first` on. The transfer ends when `outgoing` closes: then the reader has everything, or has
   * gone, or has been cut.
   */
  send(first: number, length: number, outgoing: Outgoing): ReadableStream<Uint8Array> {
    outgoing.once('close', () => this.end());
    const cut = () => {
      outgoing.destroy();
      this.end();
    };
    const watch = () => {
      this.cancelStall();
      if (!this.ended) this.cancelStall = this.time.after(this.stall, cut);
    };
    let at = first;
    const end = first + length;
    watch();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          watch();
          const bytes = await this.read(at, Math.min(CHUNK, end - at));
          // The file has become shorter or cannot be read: a short answer would pass for a whole one.
          if (!bytes) return cut();
          at += bytes.length;
          controller.enqueue(bytes);
          if (at === end) controller.close();
        },
        cancel: () => this.end(),
      },
      // Read nothing ahead of the reader.
      { highWaterMark: 0 },
    );
  }

  private async read(position: number, length: number): Promise<Uint8Array | undefined> {
    try {
      const { bytesRead, buffer } = await this.file.read(Buffer.alloc(length), 0, length, position);
      return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead);
    } catch {
      return undefined;
    }
  }
}
