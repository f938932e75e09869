import { deflateSync, inflateSync } from 'node:zlib';
import type { CodeStore } from '../../../src/solve/window/codeBlocks.ts';

/** Bytes on the heap, in place of a file. */
export class HeapStore implements CodeStore {
  readonly name = 'bytes on the heap';
  private bytes = new Uint8Array(1 << 16);
  /** Bytes written in all. */
  written = 0;
  /** How often it was made to last. */
  synced = 0;

  compress = (bytes: Uint8Array): Uint8Array => deflateSync(bytes);
  expand = (bytes: Uint8Array): Uint8Array => inflateSync(bytes);

  clear(): void {
    this.bytes.fill(0);
  }

  sync(): void {
    this.synced++;
  }

  /** Changes a byte. */
  damage(offset: number): void {
    this.bytes[offset]! ^= 1;
  }

  read(offset: number, into: Uint8Array): void {
    if (offset + into.length > this.bytes.length) throw new Error('read past the end');
    into.set(this.bytes.subarray(offset, offset + into.length));
  }

  write(offset: number, from: Uint8Array): void {
    const end = offset + from.length;
    if (end > this.bytes.length) {
      const more = new Uint8Array(2 * end);
      more.set(this.bytes);
      this.bytes = more;
    }
    this.bytes.set(from, offset);
    this.written += from.length;
  }
}
